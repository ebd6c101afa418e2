//! Reads worms with paths that a user gives: `{"worms":[{"path":[[0,0],[1,0]],"destinations":[[1,0]],"start":0}]}`.
//!
//! A node is a list of coordinates or, of a graph, a number. `start` is in nanoseconds, 0 where it is missing. Whether there is such
//! a path in a network is not asked here.

use super::error::{InputError, Problem};
use super::{open, refusal};
use crate::readable::Printed;
use meshcast_algorithms::pathbased::NodeName;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, de};
use std::fmt;
use std::path::Path;

/// A worm of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Route {
    /// The nodes, its source first.
    #[serde(deserialize_with = "nodes")]
    pub(crate) path: Vec<NodeName>,
    /// In the order of the path.
    #[serde(deserialize_with = "nodes")]
    pub(crate) destinations: Vec<NodeName>,
    /// In nanoseconds.
    #[serde(default)]
    pub(crate) start: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RouteFile {
    worms: Vec<Route>,
}

/// The worms of the file at `path`, in its order.
pub(crate) fn read(path: &Path) -> Result<Vec<Route>, InputError> {
    let name = path.to_string_lossy();
    let file = serde_json::from_reader(open(path)?);
    let RouteFile { worms } = file.map_err(|error: serde_json::Error| {
        if let Some(kind) = error.io_error_kind() {
            return refusal(&name, Problem::Unreadable(kind.into()));
        }
        let text = error.to_string();
        let (line, column) = (error.line() as u64, error.column());
        let place = format!(" at line {line} column {column}");
        let reason = Printed::of(text.strip_suffix(&place).unwrap_or(&text));
        let problem = Problem::Routes { column, reason };
        InputError { file: name.clone().into_owned(), line: Some(line), problem }
    })?;
    if worms.is_empty() {
        return Err(refusal(&name, Problem::NoWorms));
    }
    Ok(worms)
}

fn nodes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<NodeName>, D::Error> {
    let nodes = Vec::<Node>::deserialize(deserializer)?;
    Ok(nodes.into_iter().map(|Node(name)| name).collect())
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
        let node = usize::try_from(number);
        node.map(|node| vec![node])
            .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(number), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<usize>, A::Error> {
        let mut coordinates = Vec::new();
        while let Some(coordinate) = list.next_element()? {
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
            ("[]", "1", "column 2: invalid length 0, expected struct RouteFile with 1 element"),
            ("{}", "1", "column 2: missing field `worms`"),
            (
                "{\"worms\":[\n{\"path\":[0,1],\"destination\":[1]}]}",
                "2",
                "column 28: unknown field `destination`, expected one of `path`, `destinations`, `start`",
            ),
            (
                "{\"worms\":[{\"path\":[\"0,1\"],\"destinations\":[1]}]}",
                "1",
                "column 24: invalid type: string \"0,1\", expected a node such as [0,1], or 5 of a graph",
            ),
            (
                "{\"worms\":[{\"path\":[[0,-1]],\"destinations\":[1]}]}",
                "1",
                "column 25: invalid value: integer `-1`, expected usize",
            ),
            (
                "{\"worms\":[{\"path\":[1.5],\"destinations\":[1]}]}",
                "1",
                "column 23: invalid type: floating point `1.5`, expected a node such as [0,1], or 5 of a graph",
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
