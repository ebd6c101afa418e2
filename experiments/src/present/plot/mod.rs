//! Makes the figures of a store. A figure says what it shows; `draw` makes pictures of it. Each kind of figure has a file.

mod cells;
mod crossover;
mod draw;
mod families;
mod figure;
mod heat_map;
mod limits;
mod loads;
mod occupancy;
mod opening;
mod palette;
mod peaks;
mod prams;
mod ratio;
mod scaling;
mod series;
mod shares;

pub(crate) use cells::{Cell, algorithms, algorithms_of, cells};
pub(crate) use crossover::crossover_map;
pub(crate) use figure::{Axis, Curve, Figure, Mark, Picture, Plane, Scale, Style};
pub(crate) use heat_map::heat_map;
pub(crate) use limits::limits_figure;
pub(crate) use loads::{latency_over_rate, throughput};
pub(crate) use opening::Opening;
pub(crate) use palette::COLORS;

use crate::results::limits::FormulaCurve;
use crate::store::{LoadRow, PramRow, RunRow};
use std::collections::HashMap;

/// All figures that the runs of a store give, in the order of a report.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// Those that a report opens with, four at most.
    pub(crate) opening: Vec<Figure>,
    /// All others, by what they show.
    pub(crate) kinds: Vec<Kind>,
}

/// Figures that show the same of different runs.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) title: &'static str,
    pub(crate) figures: Vec<Figure>,
}

impl Figures {
    /// Of these runs, open loops and PRAM programs, with what formulas say about the opening figures.
    pub(crate) fn of(
        rows: &[RunRow],
        (loads, prams): (&[LoadRow], &[PramRow]),
        cells: &[Cell],
        formulas: &[FormulaCurve],
    ) -> Self {
        let mut opening = Opening::of(cells).figures(formulas);
        opening.extend(crossover::figures(rows, &cells::algorithms(cells)));
        let kind = |title, figures| Kind { title, figures };
        let [latencies, throughputs] = loads::figures(loads);
        let mut kinds = vec![
            kind("Steps against n, c and d", scaling::figures(cells)),
            kind("Steps over √(cn)", ratio::figures(cells)),
            kind("Fullest buffers", peaks::figures(cells)),
            kind("What steps are spent on", shares::figures(cells)),
            kind("Buffers over time", occupancy::figures(rows)),
            kind("Buffers on the mesh", heat_map::figures(rows)),
            kind("Latency of multicasts over their rate", latencies),
            kind("Throughput of multicasts", throughputs),
            kind("Steps of the mesh for a step of a PRAM", prams::figures(prams)),
        ];
        for kind in &mut kinds {
            // What opens a report is not shown twice.
            kind.figures.retain(|figure| opening.iter().all(|shown| shown.name != figure.name));
        }
        kinds.retain(|kind| !kind.figures.is_empty());
        let mut figures = Self { opening, kinds };
        distinguish(figures.all_mut());
        figures
    }

    /// All, in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Figure> {
        self.opening.iter().chain(self.kinds.iter().flat_map(|kind| &kind.figures))
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Figure> {
        let kinds = self.kinds.iter_mut().flat_map(|kind| &mut kind.figures);
        self.opening.iter_mut().chain(kinds)
    }
}

/// Gives figures whose names differ in nothing that a name may have a number.
fn distinguish<'a>(figures: impl Iterator<Item = &'a mut Figure>) {
    let mut met = HashMap::<String, usize>::new();
    for figure in figures {
        let count = met.entry(figure.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            figure.name = format!("{}--{count}", figure.name);
        }
    }
}
