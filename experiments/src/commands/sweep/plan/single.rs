//! Reads a file of a single run: TOML with the keys of the runs of a plan, each with one value, as the flags of `route`.
//!
//! ```toml
//! algorithms = "randomized:paper instances=3"
//! workloads = "uniform"
//! sides = 32
//! congestions = [16]
//! ```

use super::knowledge;
use super::reader::Reader;
use crate::catalogue::{self, Algorithm};
use crate::commands::sweep::plan_error::{Place, PlanError};
use crate::readable::Printed;
use meshcast_algorithms::Congestion;
use serde::de::value::Error as NoValue;
use serde::de::{self, IntoDeserializer, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use thiserror::Error;
use toml::Spanned;

/// The command that takes such files.
const COMMAND: &str = "route";

/// The flag that names one.
const FLAG: &str = "--config";

/// A file of a single run that cannot be used. Its `Display` is one line that begins with the flag, or the file and line.
#[derive(Debug, Error)]
pub(crate) enum SingleRunError {
    #[error("--config: expected a file that can be read, found: {source}: {file}")]
    Unreadable { file: Printed, source: io::Error },
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// A run as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SingleRun {
    algorithms: Option<Spanned<Values<String>>>,
    workloads: Option<Spanned<Values<String>>>,
    sides: Option<Spanned<Values<u64>>>,
    congestions: Option<Spanned<Values<u64>>>,
    degrees: Option<Spanned<Values<u64>>>,
    experts: Option<Spanned<Values<u64>>>,
    popularity: Option<Spanned<Values<PathBuf>>>,
    top: Option<Spanned<Values<u64>>>,
    inputs: Option<Spanned<Values<PathBuf>>>,
    placements: Option<Spanned<Values<String>>>,
    block: Option<Spanned<Values<String>>>,
    knowledge: Option<Spanned<Values<String>>>,
    seeds: Option<Spanned<Values<u64>>>,
    mode: Option<Spanned<Values<String>>>,
    audit: Option<Spanned<Values<String>>>,
}

/// A value, or the values of a list.
#[derive(Debug)]
struct Values<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Values<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValuesVisitor(PhantomData))
    }
}

struct ValuesVisitor<T>(PhantomData<T>);

impl<T> ValuesVisitor<T> {
    fn alone<'de, V, E: de::Error>(value: V) -> Result<Values<T>, E>
    where
        T: Deserialize<'de>,
        V: IntoDeserializer<'de, NoValue>,
    {
        let value = T::deserialize(value.into_deserializer());
        value.map(|value| Values(vec![value])).map_err(|error| E::custom(error.to_string()))
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for ValuesVisitor<T> {
    type Value = Values<T>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value or a list of one")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Values<T>, E> {
        Self::alone(text.to_owned())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Values<T>, E> {
        Self::alone(number)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Values<T>, E> {
        Self::alone(number)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Values<T>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Values(values))
    }
}

/// The command line `args` with what the file of its `--config` says, if it is one of `route`. A flag that is given stands, whatever
/// the file says of the same.
pub(crate) fn with_single_run(args: Vec<OsString>) -> Result<Vec<OsString>, SingleRunError> {
    if args.get(1).is_none_or(|command| command != COMMAND) {
        return Ok(args);
    }
    let Some(path) = named_file(&args) else { return Ok(args) };
    let name = path.to_string_lossy();
    let text = fs::read_to_string(&path)
        .map_err(|source| SingleRunError::Unreadable { file: Printed::of(&name), source })?;
    let place = Place { name: &name, text: &text };
    let folder = path.parent().unwrap_or(Path::new(""));
    let run: SingleRun = toml::from_str(&text).map_err(|error| place.syntax(&error))?;
    let flags = run.flags(&Reader { place, folder, seed: 1 }, &args)?;
    Ok(args.into_iter().chain(flags).collect())
}

/// The file that `--config` names.
fn named_file(args: &[OsString]) -> Option<PathBuf> {
    let joined =
        |arg: &OsString| arg.to_str()?.strip_prefix(FLAG)?.strip_prefix('=').map(PathBuf::from);
    let after = args.iter().position(|arg| arg == FLAG);
    let after = after.and_then(|at| args.get(at + 1)).map(PathBuf::from);
    after.or_else(|| args.iter().find_map(joined))
}

/// Whether one of some flags is given.
fn is_given(args: &[OsString], flags: &[&str]) -> bool {
    let is_it = |arg: &OsString, flag: &str| {
        let rest = arg.as_encoded_bytes().strip_prefix(flag.as_bytes());
        rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'=')
    };
    flags.iter().any(|flag| args.iter().any(|arg| is_it(arg, flag)))
}

impl SingleRun {
    /// The flags that mean the run, without those that `given` has.
    fn flags(&self, reader: &Reader, given: &[OsString]) -> Result<Vec<OsString>, PlanError> {
        let mut flags: Vec<OsString> = Vec::new();
        let mut add = |others: &[&str], flag: &str, value: &OsStr| {
            if !is_given(given, &[&[flag], others].concat()) {
                flags.extend([OsString::from(flag), value.to_owned()]);
            }
        };
        if let Some(text) = one(reader, self.algorithms.as_ref())? {
            let algorithm = reader.one(Some(&text), |text| catalogue::spelled(text))?;
            let spelled = algorithm.map(Algorithm::spelled).unwrap_or_default();
            let mut words = spelled.split_whitespace();
            add(&[], "--algorithm", OsStr::new(words.next().unwrap_or_default()));
            for (key, value) in words.filter_map(|word| word.split_once('=')) {
                add(&["--algorithm"], &format!("--{key}"), OsStr::new(value));
            }
        }
        for (file, others, flag) in [
            (&self.inputs, &["--workload"][..], "--input"),
            (&self.popularity, &[], "--popularity"),
        ] {
            if let Some(file) = one(reader, file.as_ref())? {
                add(others, flag, reader.beside(&file)?.as_os_str());
            }
        }
        if let Some(name) = one(reader, self.knowledge.as_ref())? {
            let known = reader.one(Some(&name), |name| knowledge(name))?;
            let guesses = known.and_then(guesses);
            let (known, by) = ("--congestion-known", "--congestion-by");
            if let Some(by_name) = guesses.filter(|_| !is_given(given, &[known, by])) {
                add(&[], known, OsStr::new("false"));
                add(&[], by, OsStr::new(by_name));
            }
        }
        for (values, others, flag) in [
            (&self.workloads, &["--input"][..], "--workload"),
            (&self.placements, &[], "--placement"),
            (&self.block, &[], "--block"),
            (&self.mode, &[], "--mode"),
            (&self.audit, &[], "--audit"),
        ] {
            if let Some(word) = one(reader, values.as_ref())? {
                add(others, flag, OsStr::new(word.get_ref()));
            }
        }
        for (values, flag) in [
            (&self.sides, "--side"),
            (&self.congestions, "--congestion"),
            (&self.degrees, "--degree"),
            (&self.experts, "--experts"),
            (&self.top, "--top"),
            (&self.seeds, "--seed"),
        ] {
            if let Some(number) = one(reader, values.as_ref())? {
                add(&[], flag, OsStr::new(&number.get_ref().to_string()));
            }
        }
        Ok(flags)
    }
}

/// How nodes guess what they do not know, in the word of `--congestion-by`.
fn guesses(known: Congestion) -> Option<&'static str> {
    match known {
        Congestion::Known => None,
        Congestion::Counted => Some("counting"),
        Congestion::Doubled => Some("doubling"),
    }
}

/// The only value of an entry.
fn one<T: Clone>(
    reader: &Reader,
    values: Option<&Spanned<Values<T>>>,
) -> Result<Option<Spanned<T>>, PlanError> {
    let Some(values) = values else { return Ok(None) };
    match &values.get_ref().0[..] {
        [value] => Ok(Some(Spanned::new(values.span(), value.clone()))),
        several => {
            let count = several.len();
            let what = format!("expected one value, found {count}; a plan of sweep has lists");
            Err(reader.place.at(values.span().start, &what))
        }
    }
}
