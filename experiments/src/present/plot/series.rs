//! Groups the cells that one figure shows: they differ in the algorithm and along one variable.

use super::cells::{Cell, Panel, algorithms};
use super::figure::Curve;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A variable that cells are compared along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    Nodes,
    Congestion,
    Degree,
}

impl Variable {
    /// Its value; none where the degree was left open.
    fn of(self, cell: &Cell) -> Option<u64> {
        match self {
            Self::Nodes => Some(cell.nodes),
            Self::Congestion => Some(cell.congestion),
            Self::Degree => cell.asked_degree,
        }
    }

    /// The letter of the papers.
    pub(super) fn letter(self) -> &'static str {
        match self {
            Self::Nodes => "n",
            Self::Congestion => "c",
            Self::Degree => "d",
        }
    }

    /// What an axis says.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Nodes => "n (nodes)",
            Self::Congestion => "c (messages for a node)",
            Self::Degree => "d (destinations of a message)",
        }
    }
}

/// The cells along a variable where all others are fixed.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    pub(super) along: Variable,
    panel: Panel,
    /// The other variables, none for a degree that was left open.
    fixed: [(Variable, Option<u64>); 2],
    /// All algorithms of the store, whose places are their colours in every figure.
    algorithms: Vec<String>,
    cells: Vec<Cell>,
}

/// Slices along n of one panel, at most: more say nothing new.
const MOST: usize = 4;

/// Points of an axis, at least.
pub(super) const FEWEST: usize = 3;

impl Slice {
    /// Some of [`Self::every`]: along n, up to four values of c of a panel, the least and the greatest among them; along c and d, where
    /// n is greatest.
    pub(super) fn all(cells: &[Cell], along: Variable) -> Vec<Self> {
        let mut panels = BTreeMap::<Panel, Vec<Self>>::new();
        for slice in Self::every(cells, along) {
            panels.entry(slice.panel.clone()).or_default().push(slice);
        }
        let some = |slices: Vec<Self>| match along {
            Variable::Nodes => spread(slices),
            _ => slices.into_iter().next_back().into_iter().collect(),
        };
        panels.into_values().flat_map(some).collect()
    }

    /// The slices along a variable in which an algorithm has three points or more: with fewer there is nothing to see.
    pub(super) fn every(cells: &[Cell], along: Variable) -> Vec<Self> {
        let others = match along {
            Variable::Nodes => [Variable::Congestion, Variable::Degree],
            Variable::Congestion => [Variable::Nodes, Variable::Degree],
            Variable::Degree => [Variable::Nodes, Variable::Congestion],
        };
        let algorithms = algorithms(cells);
        let mut groups = BTreeMap::<Panel, BTreeMap<_, Vec<Cell>>>::new();
        for cell in cells.iter().filter(|cell| along.of(cell).is_some()) {
            let key = others.map(|other| other.of(cell));
            let group = groups.entry(cell.panel.clone()).or_default().entry(key).or_default();
            group.push(cell.clone());
        }
        let mut slices = Vec::new();
        for (panel, groups) in groups {
            let slice = |(values, cells): ([Option<u64>; 2], Vec<Cell>)| {
                let fixed = [(others[0], values[0]), (others[1], values[1])];
                let (panel, algorithms) = (panel.clone(), algorithms.clone());
                Self { along, panel, fixed, algorithms, cells }
            };
            slices.extend(groups.into_iter().map(slice).filter(Self::has_a_curve));
        }
        slices
    }

    fn has_a_curve(&self) -> bool {
        self.algorithms.iter().any(|algorithm| {
            let own = self.cells.iter().filter(|cell| cell.algorithm == *algorithm);
            own.filter_map(|cell| self.along.of(cell)).collect::<BTreeSet<u64>>().len() >= FEWEST
        })
    }

    /// Whether it is of uniform message sets whose congestion nodes know, which the theorems' runs are of.
    pub(super) fn is_uniform(&self) -> bool {
        self.panel.source == "uniform" && self.panel.knowledge == "known"
    }

    /// How many of its cells are as asked for.
    pub(super) fn count(&self, of: impl Fn(&Cell) -> bool) -> usize {
        self.cells.iter().filter(|cell| of(cell)).count()
    }

    /// The nodes and congestions of its cells.
    pub(super) fn places(&self) -> Vec<(u64, u64)> {
        let places: BTreeSet<(u64, u64)> =
            self.cells.iter().map(|cell| (cell.nodes, cell.congestion)).collect();
        places.into_iter().collect()
    }

    /// The value at which another variable is fixed, if it is.
    pub(super) fn fixed_at(&self, variable: Variable) -> Option<u64> {
        self.fixed.iter().find(|(fixed, _)| *fixed == variable)?.1
    }

    /// A curve for each algorithm.
    pub(super) fn curves(&self, value: impl Fn(&Cell) -> f64) -> Vec<Curve> {
        self.curves_of(|_| true, value)
    }

    /// A curve for each algorithm, of those of its cells that count.
    pub(super) fn curves_of(
        &self,
        counts: impl Fn(&Cell) -> bool,
        value: impl Fn(&Cell) -> f64,
    ) -> Vec<Curve> {
        let curve = |(color, label): (usize, &String)| {
            let own = self.cells.iter().filter(|cell| cell.algorithm == *label && counts(cell));
            let mut points: Vec<(f64, f64)> =
                own.filter_map(|cell| Some((self.along.of(cell)? as f64, value(cell)))).collect();
            // A logarithm has no place for nothing, which runs without messages come to.
            points.retain(|&(x, y)| x > 0.0 && y > 0.0);
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            Curve { label: label.clone(), color, points, ..Curve::default() }
        };
        let curves = self.algorithms.iter().enumerate().map(curve);
        curves.filter(|curve| !curve.points.is_empty()).collect()
    }

    /// What is fixed, in words.
    pub(super) fn title(&self) -> String {
        let mut text = self.panel.to_string();
        for (variable, value) in self.fixed {
            if let Some(value) = value {
                let _ = write!(text, ", {} = {value}", variable.letter());
            }
        }
        text
    }

    /// The same for a name.
    pub(super) fn name(&self, quantity: &str) -> String {
        let mut text = format!("{quantity}-{}-{}", self.along.letter(), self.panel.name());
        for (variable, value) in self.fixed {
            if let Some(value) = value {
                let _ = write!(text, "-{}{value}", variable.letter());
            }
        }
        text
    }
}

/// At most so many, the first and the last among them.
fn spread(slices: Vec<Slice>) -> Vec<Slice> {
    let last = slices.len().saturating_sub(1);
    let most = MOST.min(slices.len());
    let places: BTreeSet<usize> = (0..most).map(|place| place * last / (most - 1).max(1)).collect();
    let kept = slices.into_iter().enumerate().filter(|(place, _)| places.contains(place));
    kept.map(|(_, slice)| slice).collect()
}
