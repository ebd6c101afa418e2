//! Says how many steps an algorithm takes by its formulas alone, on meshes of any size.

use super::parameters::Parameters;
use meshcast_engine::Shape;

/// The steps of an algorithm on a mesh of which every node has a message for c nodes, and gets as many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Formula {
    /// What the steps are held against.
    pub(crate) envelope: Envelope,
    /// What is taken for what depends on data, in a few words.
    pub(crate) supposes: &'static str,
    /// The steps for a mesh and a congestion.
    pub(crate) steps: fn(Shape, usize, Parameters) -> u64,
}

/// A bound on steps, but for a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Envelope {
    /// n.
    Nodes,
    /// √n.
    Root,
    /// √(cn).
    RootOfLoad,
    /// c√n.
    LoadTimesRoot,
    /// √(cn)·log₂² n.
    RootOfLoadLogSquared,
}

impl Envelope {
    /// As results spell it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Nodes => "n",
            Self::Root => "sqrt(n)",
            Self::RootOfLoad => "sqrt(cn)",
            Self::LoadTimesRoot => "c sqrt(n)",
            Self::RootOfLoadLogSquared => "sqrt(cn) log^2 n",
        }
    }

    /// As people write it.
    pub(crate) fn symbols(self) -> &'static str {
        match self {
            Self::Nodes => "n",
            Self::Root => "√n",
            Self::RootOfLoad => "√(cn)",
            Self::LoadTimesRoot => "c√n",
            Self::RootOfLoadLogSquared => "√(cn)·log² n",
        }
    }

    /// Its value, without a constant.
    pub(crate) fn of(self, nodes: f64, congestion: f64) -> f64 {
        let log = nodes.log2();
        match self {
            Self::Nodes => nodes,
            Self::Root => nodes.sqrt(),
            Self::RootOfLoad => (congestion * nodes).sqrt(),
            Self::LoadTimesRoot => congestion * nodes.sqrt(),
            Self::RootOfLoadLogSquared => (congestion * nodes).sqrt() * log * log,
        }
    }
}
