//! Lists every multicast algorithm that the program runs, one a file.
//!
//! A file says all that the program knows of its algorithm: its name and flags, how it is planned, the memory and the steps that a run
//! needs, what a result says, and what is claimed of it. [`SHIPPED`] is the one list that names them. The algorithms themselves are in
//! `meshcast_algorithms`.

mod admission;
mod algorithm;
mod auto;
mod buffered;
mod certified;
mod choice;
mod claim;
mod classes;
mod deterministic_paper;
mod entry;
mod error;
mod explicit;
mod extent;
mod findings;
mod formula;
mod greedy_tree;
mod greedy_unicast;
mod growth;
mod hamiltonian;
mod own;
mod parameters;
mod plan;
mod randomized_paper;
mod rounds;
mod setting;
mod slotted;
mod stored_sweep;
mod sweep;
mod tuned;
mod unicast;

#[cfg(test)]
mod tests;

pub(crate) use algorithm::Algorithm;
pub(crate) use choice::Choice;
pub(crate) use claim::Claim;
pub(crate) use classes::{Class, Plans};
pub(crate) use entry::{Ignorance, Numbering};
pub(crate) use error::AdmissionError;
pub(crate) use explicit::EVERY_SET;
pub(crate) use extent::Extent;
pub(crate) use findings::{Findings, one_after_another};
pub(crate) use formula::{Envelope, Formula};
pub(crate) use growth::Growth;
pub(crate) use own::take_in;
pub use own::{Known, OwnAlgorithm};
pub(crate) use parameters::{Flag, MOST_INSTANCES, MarksName, Parameters, ScheduleName, WordsName};
pub(crate) use rounds::ANY_PERMUTATIONS;
pub(crate) use setting::Setting;
pub(crate) use unicast::ALGORITHM as UNICAST;

/// The algorithms that come with the program, in the order of tables.
pub(crate) const SHIPPED: [Algorithm; 15] = [
    hamiltonian::ALGORITHM,
    buffered::ALGORITHM,
    randomized_paper::ALGORITHM,
    tuned::ALGORITHM,
    sweep::ALGORITHM,
    certified::ALGORITHM,
    slotted::ALGORITHM,
    deterministic_paper::ALGORITHM,
    rounds::ALGORITHM,
    stored_sweep::ALGORITHM,
    explicit::ALGORITHM,
    unicast::ALGORITHM,
    greedy_unicast::ALGORITHM,
    greedy_tree::ALGORITHM,
    auto::ALGORITHM,
];

/// Every algorithm, in the order of tables: those that the process was started with come last.
pub(crate) fn all() -> impl Iterator<Item = Algorithm> {
    SHIPPED.into_iter().chain(own::own())
}

/// The algorithm with this label, or the default variant of this name.
pub(crate) fn named(name: &str) -> Option<Algorithm> {
    all().find(|algorithm| {
        let is_default = algorithm.entry().is_default_variant();
        algorithm.label() == name || is_default && algorithm.name() == name
    })
}

/// The algorithm that a plan or a result spells: a name, or a name and its variant, then its parameters, a space between two.
pub(crate) fn spelled(text: &str) -> Result<Algorithm, String> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let found = named(name);
    let found =
        found.ok_or_else(|| format!("expected an algorithm, found \"{}\"", name.escape_debug()))?;
    words.try_fold(found, |algorithm, word| {
        algorithm.said(word).ok_or_else(|| {
            let label = algorithm.label();
            format!("expected a parameter of {label}, found \"{}\"", word.escape_debug())
        })
    })
}

/// The name of an algorithm with its variant.
pub(crate) fn label(name: &str, variant: Option<&str>) -> String {
    variant.map_or_else(|| name.to_owned(), |variant| format!("{name}:{variant}"))
}
