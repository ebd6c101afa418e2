//! Reads the lists of a plan that say where messages come from.

use super::reader::{Reader, from_1_to, named, or_none};
use crate::commands::sweep::digested_file::DigestedFile;
use crate::commands::sweep::plan_error::PlanError;
use crate::commands::sweep::source::{Blocks, Source};
use crate::flags::Generated;
use crate::input::{self, Block, Placement};
use clap::ValueEnum;
use meshcast_algorithms::Workload;
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
    /// Of the workload moe.
    pub(super) experts: &'t [Spanned<usize>],
    pub(super) popularity: &'t [Spanned<PathBuf>],
    pub(super) top: &'t [Spanned<usize>],
    pub(super) inputs: &'t [Spanned<PathBuf>],
    pub(super) placements: &'t [Spanned<String>],
    pub(super) block: Option<&'t Spanned<String>>,
}

impl SourceLists<'_> {
    /// Refuses all but the sides.
    pub(super) fn refuse(&self, reader: &Reader<'_>, what: &str) -> Result<(), PlanError> {
        reader.refuse(self.workloads, what)?;
        reader.refuse(self.congestions, what)?;
        reader.refuse(self.degrees, what)?;
        self.refuse_experts(reader, what)?;
        reader.refuse(self.inputs, what)?;
        reader.refuse(self.placements, what)
    }

    fn refuse_experts(&self, reader: &Reader<'_>, what: &str) -> Result<(), PlanError> {
        reader.refuse(self.experts, what)?;
        reader.refuse(self.popularity, what)?;
        reader.refuse(self.top, what)
    }
}

impl Reader<'_> {
    /// Families of workloads, then mixtures of experts, then files.
    pub(super) fn sources(&self, lists: &SourceLists<'_>) -> Result<Vec<Source>, PlanError> {
        let workloads = self.each(lists.workloads, |name| match Generated::named(name)? {
            Generated::Family(family) => Ok(Some(family)),
            Generated::Experts => Ok(None),
            Generated::Adversarial => Err("expected a workload that a seed is enough for, found \
                                           \"adversarial\", which takes files"
                .to_owned()),
        })?;
        let sides = self.each(lists.sides, |&side| from_1_to(side, MAX_NODES.isqrt()))?;
        if workloads.is_empty() && lists.inputs.is_empty() {
            return Err(self.place.at(lists.start, "expected workloads or inputs, found neither"));
        }
        if let Some(entry) = lists.block {
            if sides.is_empty() || lists.inputs.is_empty() || !workloads.is_empty() {
                let what = "expected inputs and sides with it, and no workloads";
                return Err(self.place.at(entry.span().start, what));
            }
        } else if workloads.is_empty() != sides.is_empty() {
            let what = "expected workloads and sides together, found one";
            return Err(self.place.at(lists.start, what));
        }
        let has_experts = workloads.contains(&None);
        let families: Vec<Workload> = workloads.into_iter().flatten().collect();
        let mut sources = self.families(lists, &families, &sides)?;
        sources.extend(self.mixtures(lists, has_experts, &sides)?);
        sources.extend(self.files(lists, &sides)?);
        Ok(sources)
    }

    fn families(
        &self,
        lists: &SourceLists<'_>,
        families: &[Workload],
        sides: &[usize],
    ) -> Result<Vec<Source>, PlanError> {
        if families.is_empty() {
            let other = if lists.workloads.is_empty() { "workloads" } else { "workloads but moe" };
            let only = |key: &str| format!("expected {key} only with {other}");
            self.refuse(lists.congestions, &only("congestions"))?;
            self.refuse(lists.degrees, &only("degrees"))?;
        }
        let congestions = self.each(lists.congestions, |&c| from_1_to(c, MAX_NODES))?;
        let degrees = self.each(lists.degrees, |&d| from_1_to(d, MAX_NODES))?;
        let mut sources = Vec::new();
        for &workload in families {
            for &side in sides {
                for congestion in or_none(&congestions) {
                    for degree in or_none(&degrees) {
                        sources.push(Source::Workload { workload, side, congestion, degree });
                    }
                }
            }
        }
        Ok(sources)
    }

    /// The workload moe: numbers of experts by Zipf's law, and files of experts, each with every k.
    fn mixtures(
        &self,
        lists: &SourceLists<'_>,
        asked: bool,
        sides: &[usize],
    ) -> Result<Vec<Source>, PlanError> {
        if !asked {
            lists.refuse_experts(self, "expected only with the workload moe")?;
            return Ok(Vec::new());
        }
        let experts = self.each(lists.experts, |&experts| from_1_to(experts, MAX_NODES))?;
        let top = self.each(lists.top, |&top| from_1_to(top, MAX_NODES))?;
        let mut popularities: Vec<_> = experts.into_iter().map(|experts| (experts, None)).collect();
        for file in lists.popularity {
            popularities.push(self.popularity(file)?);
        }
        if popularities.is_empty() || top.is_empty() {
            let what = "expected top, and experts or popularity, with the workload moe, found none";
            return Err(self.place.at(lists.start, what));
        }
        let mut sources = Vec::new();
        for &side in sides {
            for (experts, popularity) in &popularities {
                sources.extend(top.iter().map(|&top| {
                    let (experts, popularity) = (*experts, popularity.clone());
                    Source::Experts { side, experts, top, popularity }
                }));
            }
        }
        Ok(sources)
    }

    /// How many experts a file has, and the file.
    fn popularity(
        &self,
        input: &Spanned<PathBuf>,
    ) -> Result<(usize, Option<DigestedFile>), PlanError> {
        let file = self.file(input)?;
        let counts = input::read_counts(file.path());
        let counts =
            counts.map_err(|error| self.place.at(input.span().start, &error.to_string()))?;
        Ok((counts.len(), Some(file)))
    }

    fn files(&self, lists: &SourceLists<'_>, sides: &[usize]) -> Result<Vec<Source>, PlanError> {
        if lists.inputs.is_empty() {
            self.refuse(lists.placements, "expected placements only with inputs")?;
        }
        let placements =
            self.each(lists.placements, |name| named(name, Placement::value_variants()))?;
        let placements =
            if placements.is_empty() { vec![Placement::default()] } else { placements };
        let block = self.one(lists.block, |name| named(name, Block::value_variants()))?;
        let blocks: Vec<Option<Blocks>> = match block {
            None => vec![None],
            Some(block) => sides.iter().map(|&side| Some(Blocks { block, side })).collect(),
        };
        let mut sources = Vec::new();
        for input in lists.inputs {
            let file = self.file(input)?;
            for &placement in &placements {
                sources.extend(blocks.iter().map(|&blocks| {
                    let file = file.clone();
                    Source::File { file, placement, blocks }
                }));
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
    fn file(&self, input: &Spanned<PathBuf>) -> Result<DigestedFile, PlanError> {
        let refused = |what: &str| self.place.at(input.span().start, what);
        let unread = |error| refused(&format!("expected a file that can be read, found: {error}"));
        DigestedFile::new(self.beside(input)?).map_err(unread)
    }
}
