//! Flags that name the network of worms.

use super::number_parsers::whole;
use clap::Args;
use std::path::PathBuf;
use std::str::FromStr;

/// Where worms go: at most one of these flags.
#[derive(Debug, Args)]
#[group(id = "network", multiple = false)]
#[command(next_help_heading = "Network")]
pub(crate) struct NetworkArgs {
    /// A mesh of these sides, such as 8x8 or 4x4x4.
    #[arg(long, value_name = "K1xK2...", allow_negative_numbers = true)]
    pub(crate) mesh: Option<Sides>,
    /// A torus of these sides: the mesh, and channels between the ends of its lines.
    #[arg(long, value_name = "K1xK2...", allow_negative_numbers = true)]
    pub(crate) torus: Option<Sides>,
    /// A hypercube of so many dimensions; a node has a coordinate of 0 or 1 in each.
    #[arg(long, value_name = "N", value_parser = whole::<usize>, allow_negative_numbers = true)]
    pub(crate) hypercube: Option<usize>,
    /// A graph whose nodes 0, 1, ... stand along a Hamiltonian path: a line for each edge, in a file that ends in .edges or .txt.
    #[arg(long, value_name = "FILE")]
    pub(crate) graph: Option<PathBuf>,
}

impl NetworkArgs {
    /// Whether a flag names a network.
    pub(crate) fn is_given(&self) -> bool {
        let Self { mesh, torus, hypercube, graph } = self;
        mesh.is_some() || torus.is_some() || hypercube.is_some() || graph.is_some()
    }

    /// The flag that names the network; that of meshes if there is none.
    pub(crate) fn flag(&self) -> &'static str {
        match self {
            Self { graph: Some(_), .. } => "--graph",
            Self { hypercube: Some(_), .. } => "--hypercube",
            Self { torus: Some(_), .. } => "--torus",
            _ => "--mesh",
        }
    }
}

/// The sides of a mesh or torus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sides(pub(crate) Vec<usize>);

impl FromStr for Sides {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sides = text.split('x').map(str::parse).collect::<Result<_, _>>();
        sides.map(Self).map_err(|_| "expected whole numbers with x between, such as 8x8")
    }
}
