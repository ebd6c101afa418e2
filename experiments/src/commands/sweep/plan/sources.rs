//! Reads the lists of a plan that say where messages come from.

use super::reader::{Reader, from_1_to, named, or_none};
use crate::commands::sweep::plan_error::PlanError;
use crate::commands::sweep::source::{Blocks, Source};
use crate::flags::Generated;
use crate::input::{Block, Placement};
use clap::ValueEnum;
use meshcast_engine::MAX_NODES;
use std::fs;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// Workloads with their parameters, and files with their placements.
pub(super) struct SourceLists<'t> {
    /// Where their table begins.
    pub(super) start: usize,
    pub(super) workloads: &'t [Spanned<String>],
    pub(super) sides: &'t [Spanned<usize>],
    pub(super) congestions: &'t [Spanned<usize>],
    pub(super) degrees: &'t [Spanned<usize>],
    pub(super) inputs: &'t [Spanned<PathBuf>],
    pub(super) placements: &'t [Spanned<String>],
    pub(super) block: Option<&'t Spanned<String>>,
}

impl Reader<'_> {
    /// The message sets that lists stand for.
    pub(super) fn sources(&self, lists: &SourceLists) -> Result<Vec<Source>, PlanError> {
        let start = lists.start;
        let workloads = self.each(lists.workloads, |name| match Generated::named(name)? {
            Generated::Family(family) => Ok(family),
            Generated::Adversarial => Err("expected a workload that a seed is enough for, found \
                                           \"adversarial\", which takes files"
                .to_owned()),
            Generated::Experts => Err("expected a workload that a seed is enough for, found \
                                       \"moe\", which takes flags"
                .to_owned()),
        })?;
        let sides = self.each(lists.sides, |&side| from_1_to(side, MAX_NODES.isqrt()))?;
        let congestions = self.each(lists.congestions, |&c| from_1_to(c, MAX_NODES))?;
        let degrees = self.each(lists.degrees, |&d| from_1_to(d, MAX_NODES))?;
        let placements =
            self.each(lists.placements, |name| named(name, Placement::value_variants()))?;
        if workloads.is_empty() && lists.inputs.is_empty() {
            return Err(self.place.at(start, "expected workloads or inputs, found neither"));
        }
        let block = self.one(lists.block, |name| named(name, Block::value_variants()))?;
        if let Some(entry) = lists.block {
            if sides.is_empty() || lists.inputs.is_empty() || !workloads.is_empty() {
                let what = "expected inputs and sides with it, and no workloads";
                return Err(self.place.at(entry.span().start, what));
            }
        } else if workloads.is_empty() != sides.is_empty() {
            return Err(self.place.at(start, "expected workloads and sides together, found one"));
        }
        if workloads.is_empty() {
            self.refuse(lists.congestions, "expected congestions only with workloads")?;
            self.refuse(lists.degrees, "expected degrees only with workloads")?;
        }
        if lists.inputs.is_empty() {
            self.refuse(lists.placements, "expected placements only with inputs")?;
        }
        let mut sources = Vec::new();
        for &workload in &workloads {
            for &side in &sides {
                for congestion in or_none(&congestions) {
                    for degree in or_none(&degrees) {
                        sources.push(Source::Workload { workload, side, congestion, degree });
                    }
                }
            }
        }
        let placements =
            if placements.is_empty() { vec![Placement::default()] } else { placements };
        let blocks: Vec<Option<Blocks>> = match block {
            None => vec![None],
            Some(block) => sides.iter().map(|&side| Some(Blocks { block, side })).collect(),
        };
        for input in lists.inputs {
            let file = self.file(input)?;
            for &placement in &placements {
                sources.extend(blocks.iter().map(|&blocks| file.clone().placed(placement, blocks)));
            }
        }
        Ok(sources)
    }

    /// A file beside or below the plan, also after any links: whoever runs a plan of others reads no file that is not with it.
    pub(super) fn beside(&self, input: &Spanned<PathBuf>) -> Result<PathBuf, PlanError> {
        let refused = |what: &str| self.place.at(input.span().start, what);
        let unread = |error| refused(&format!("expected a file that can be read, found: {error}"));
        let path = self.folder.join(input.get_ref());
        let beside = if self.folder.as_os_str().is_empty() { Path::new(".") } else { self.folder };
        let folder = fs::canonicalize(beside).map_err(unread)?;
        if !fs::canonicalize(&path).map_err(unread)?.starts_with(folder) {
            let found = input.get_ref().to_string_lossy();
            let what = format!("expected a file beside or below the plan, found \"{found}\"");
            return Err(refused(&what));
        }
        Ok(path)
    }

    /// Such a file with what is in it.
    fn file(&self, input: &Spanned<PathBuf>) -> Result<Source, PlanError> {
        let refused = |what: &str| self.place.at(input.span().start, what);
        let unread = |error| refused(&format!("expected a file that can be read, found: {error}"));
        Source::file(&self.beside(input)?).map_err(unread)
    }
}
