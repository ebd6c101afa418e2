//! Reads worms with paths that a user gives: `{"worms":[{"path":[[0,0],[1,0]],"destinations":[[1,0]],"start":0}]}`.
//!
//! A node is a list of coordinates or, of a graph, a number. `start` is in nanoseconds, 0 where it is missing. Whether there is such
//! a path in a network is not asked here.

use super::error::{InputError, Problem};
use super::json_path::path_at;
use super::{bytes, refusal};
use crate::readable::Printed;
use meshcast_algorithms::pathbased::NodeName;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, de};
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

/// A byte order mark, which some editors write in front of a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A worm of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a worm with a path and destinations")]
pub(crate) struct Route {
    /// The nodes, its source first.
    #[serde(deserialize_with = "nodes")]
    pub(crate) path: Vec<NodeName>,
    /// In the order of the path.
    #[serde(deserialize_with = "nodes")]
    pub(crate) destinations: Vec<NodeName>,
    /// In nanoseconds.
    #[serde(default, deserialize_with = "nanoseconds")]
    pub(crate) start: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with worms")]
struct RouteFile {
    #[serde(deserialize_with = "worms")]
    worms: Vec<Route>,
}

/// The worms of the file at `path`, in its order.
pub(crate) fn read(path: &Path) -> Result<Vec<Route>, InputError> {
    let name = path.to_string_lossy();
    let bytes = bytes(path)?;
    let text = bytes.strip_prefix(MARK).unwrap_or(&bytes);
    let RouteFile { worms } = serde_json::from_slice(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let said = error.to_string();
        let place = format!(" at line {line} column {column}");
        let reason = Printed::of(said.strip_suffix(&place).unwrap_or(&said));
        let problem = Problem::Routes { column, path: path_at(text, line, column), reason };
        InputError { file: name.clone().into_owned(), line: Some(line as u64), problem }
    })?;
    if worms.is_empty() {
        return Err(refusal(&name, Problem::NoWorms));
    }
    Ok(worms)
}

fn worms<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Route>, D::Error> {
    deserializer.deserialize_seq(ListOf { what: "a list of worms", part: PhantomData })
}

fn nodes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<NodeName>, D::Error> {
    let what = "a list of nodes such as [[0,0],[1,0]]";
    let nodes = deserializer.deserialize_seq(ListOf::<Node> { what, part: PhantomData })?;
    Ok(nodes.into_iter().map(|Node(name)| name).collect())
}

fn nanoseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_u64(Whole("a whole number of nanoseconds from 0 on"))
}

/// A list of what can be read.
struct ListOf<T> {
    what: &'static str,
    part: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListOf<T> {
    type Value = Vec<T>;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.what)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut parts = Vec::new();
        while let Some(part) = list.next_element()? {
            parts.push(part);
        }
        Ok(parts)
    }
}

/// A whole number, which the text says what for.
struct Whole(&'static str);

impl Visitor<'_> for Whole {
    type Value = u64;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.0)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }
}

/// A coordinate of a node.
struct Coordinate(usize);

impl<'de> Deserialize<'de> for Coordinate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let whole = Whole("a coordinate, a whole number from 0 on");
        let number = deserializer.deserialize_u64(whole)?;
        // No network has as many nodes.
        Ok(Self(usize::try_from(number).unwrap_or(usize::MAX)))
    }
}

/// A node, as results name it.
struct Node(NodeName);

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor).map(|name| Self(NodeName::new(name)))
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Vec<usize>;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a node such as [0,1], or 5 of a graph")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Vec<usize>, E> {
        Ok(vec![usize::try_from(number).unwrap_or(usize::MAX)])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<usize>, A::Error> {
        let mut coordinates = Vec::new();
        while let Some(Coordinate(coordinate)) = list.next_element()? {
            coordinates.push(coordinate);
        }
        Ok(coordinates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tempfile::tempdir;

    fn read_text(text: &str) -> Result<Vec<Route>, String> {
        let folder = tempdir().unwrap();
        let file = folder.path().join("routes.json");
        fs::write(&file, text).unwrap();
        let folder = format!("{}/", folder.path().display());
        read(&file).map_err(|error| error.to_string().replace(&folder, ""))
    }

    #[test]
    fn nodes_are_lists_or_numbers_and_a_start_may_be_missing() {
        let text = r#"{"worms": [
            {"path": [[0, 0], [1, 0]], "destinations": [[1, 0]], "start": 70},
            {"destinations": [2], "path": [1, 2]}
        ]}"#;
        let worms = read_text(text).unwrap();
        let marked = read_text(&format!("\u{feff}{text}")).unwrap();
        assert_eq!(marked.len(), worms.len(), "a byte order mark is no part of the text");
        let name = |coordinates: &[usize]| NodeName::new(coordinates.to_vec());
        assert_eq!(worms[0].path, [name(&[0, 0]), name(&[1, 0])]);
        assert_eq!((worms[0].start, worms[1].start), (70, 0));
        assert_eq!(
            (&worms[1].path[..], &worms[1].destinations[..]),
            (&[name(&[1]), name(&[2])][..], &[name(&[2])][..])
        );
    }

    #[test]
    fn what_is_no_such_file_is_refused_with_its_place() {
        let form = r#"expected {"worms":[{"path":[[0,0],[1,0]],"destinations":[[1,0]],"start":0}]}, found none of that form"#;
        for (text, place, reason) in [
            ("worms", "1", "column 1: expected value"),
            ("", "1", "column 0: EOF while parsing a value"),
            ("[]", "1", "column 2: invalid length 0, expected an object with worms"),
            ("{}", "1", "column 2: missing field `worms`"),
            (
                "{\"worms\":[\n{\"path\":[0,1],\"destination\":[1]}]}",
                "2",
                "column 27, worms[0]: unknown field `destination`, expected one of `path`, `destinations`, `start`",
            ),
            (
                "{\"worms\":[{\"path\":[\"0,1\"],\"destinations\":[1]}]}",
                "1",
                "column 24, worms[0].path[0]: invalid type: string \"0,1\", expected a node such as [0,1], or 5 of a graph",
            ),
            (
                "{\"worms\":[{\"path\":[[0,-1]],\"destinations\":[1]}]}",
                "1",
                "column 24, worms[0].path[0][1]: invalid type: integer `-1`, expected a coordinate, a whole number from 0 on",
            ),
            (
                "{\"worms\":[{\"path\":[1.5],\"destinations\":[1]}]}",
                "1",
                "column 22, worms[0].path[0]: invalid type: floating point `1.5`, expected a node such as [0,1], or 5 of a graph",
            ),
            (
                "{\"worms\":[{\"path\":[1,2],\"destinations\":[2]},\n{\"path\":{},\"destinations\":[2]}]}",
                "2",
                "column 8, worms[1].path: invalid type: map, expected a list of nodes such as [[0,0],[1,0]]",
            ),
            (
                "{\"worms\":[{\"path\":[1,2],\"destinations\":[2],\"start\":1e3}]}",
                "1",
                "column 54, worms[0].start: invalid type: floating point `1000.0`, expected a whole number of nanoseconds from 0 on",
            ),
            (
                "{\"worms\":[{\"path\":[1,2]}]}",
                "1",
                "column 24, worms[0]: missing field `destinations`",
            ),
            (
                "{\"worms\":[4]}",
                "1",
                "column 11, worms[0]: invalid type: integer `4`, expected a worm with a path and destinations",
            ),
        ] {
            let refusal = read_text(text).unwrap_err();
            assert_eq!(refusal, format!("routes.json:{place}: {form} ({reason})"), "{text}");
        }
        assert_eq!(
            read_text("{\"worms\":[]}").unwrap_err(),
            "routes.json: expected at least one worm, found none"
        );
    }
}
