//! Reads the flags of `meshcast worm`.

use super::list_parser::PartOf;
use super::number_parsers::whole;
use super::{
    Format, LeadersName, NetworkArgs, WormExperimentArgs, WormLoadArgs, WormReplayArgs,
    WormRunArgs, WormTimesArgs,
};
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use meshcast_algorithms::pathbased::{Effort, NodeName, Threshold};
use std::path::PathBuf;

/// Multicast by worms, each of which visits several destinations on its path.
///
/// Nodes are labelled along a Hamiltonian path, back and forth on meshes, tori and hypercubes. A worm visits its destinations in the
/// order of their labels, so that worms cannot wait for one another in a circle.
#[derive(Debug, Args)]
pub(crate) struct WormArgs {
    #[command(subcommand)]
    pub(crate) command: WormCommand,
}

/// What to do with worms.
#[derive(Debug, Subcommand)]
pub(crate) enum WormCommand {
    Plan(WormPlanArgs),
    Latency(WormLatencyArgs),
    Run(WormRunArgs),
    Experiment(WormExperimentArgs),
    Dependencies(WormDependenciesArgs),
    Load(WormLoadArgs),
}

/// Find the paths of a multicast, and say how many channels they take.
///
/// Paths do not depend on the flags of wormhole switching, which the result repeats.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast worm plan --mesh 8x8 --source 2,5 --destinations \"1,6;2,6;5,2\" --scheme otms --ports free
  meshcast worm plan --mesh 8x8 --source 2,5 --destinations \"1,6;2,6;5,2\" --scheme dual-path --grouping ppg --svg plan.svg
  meshcast worm plan --torus 6x6 --source 0,0 --destinations \"5,0;5,5;3,3\" --scheme ocms --svg torus.svg
  meshcast worm plan --hypercube 4 --source 0,0,0,0 --destinations \"1,1,1,1;0,1,0,1\" --scheme dual-path
  meshcast worm plan --graph ring.edges --source 0 --destinations \"3;5\" --scheme ocms
  meshcast worm plan --mesh 4x4 --paths routes.json --svg routes.svg")]
pub(crate) struct WormPlanArgs {
    #[command(flatten)]
    pub(crate) set: WormSetArgs,
    /// Draw the network and the paths into FILE.svg; - for standard output.
    #[arg(long, value_name = "FILE", help_heading = "Run and output")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a row a worm to FILE.csv: its path, and its stage and group; - for standard output.
    #[arg(long, value_name = "FILE.csv", help_heading = "Run and output")]
    pub(crate) csv: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) times: WormTimesArgs,
    #[command(flatten)]
    pub(crate) output: WormOutputArgs,
}

/// Send the worms of a plan, flit by flit, and say when the last destination has all.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast worm latency --mesh 8x8 --source 2,5 --destinations \"1,6;2,6;5,2\" --scheme dual-path
  meshcast worm latency --mesh 8x8 --source 2,5 --destinations \"1,6;2,6;5,2\" --scheme otms --grouping ppg --leaders async --startup-charged once
  meshcast worm latency --mesh 4x4 --paths routes.json --svg deadlock.svg --replay deadlock.html")]
pub(crate) struct WormLatencyArgs {
    #[command(flatten)]
    pub(crate) set: WormSetArgs,
    #[command(flatten)]
    pub(crate) times: WormTimesArgs,
    /// After what the worms of leaders start.
    #[arg(long, value_enum, value_name = "RULE", default_value_t)]
    #[arg(help_heading = "Wormhole switching", conflicts_with = "paths")]
    pub(crate) leaders: LeadersName,
    /// Draw the paths into FILE.svg; after a deadlock its cycle; - for standard output.
    #[arg(long, value_name = "FILE", help_heading = "Run and output")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a row a worm to FILE.csv: its path, and when it delivers; - for standard output.
    #[arg(long, value_name = "FILE.csv", help_heading = "Run and output")]
    pub(crate) csv: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: WormReplayArgs,
    #[command(flatten)]
    pub(crate) output: WormOutputArgs,
}

/// Prove that worms cannot wait for each other in a circle, or find a shortest cycle of channels.
///
/// A worm that holds a channel may wait for the next one on its path: that is a dependency between the two. The proof is an order of all
/// channels in which every dependency leads to a later one. Without --paths the worms are all that visit destinations in the order
/// of labels; those of every scheme are among them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast worm dependencies --torus 6x6
  meshcast worm dependencies --hypercube 4 --scheme dual-path --format json
  meshcast worm dependencies --mesh 4x4 --paths routes.json")]
#[command(group(ArgGroup::new("named network").required(true).args(NETWORKS)))]
pub(crate) struct WormDependenciesArgs {
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    /// The scheme whose worms are meant; all schemes have the same dependencies.
    #[arg(long, value_enum, value_name = "NAME", conflicts_with = "paths", help_heading = "Worms")]
    pub(crate) scheme: Option<SchemeName>,
    /// The worms of a file instead, as `worm latency` takes it.
    #[arg(long, value_name = "FILE", help_heading = "Worms")]
    pub(crate) paths: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: WormOutputArgs,
}

/// The flags that name networks.
pub(super) const NETWORKS: [&str; 4] = ["mesh", "torus", "hypercube", "graph"];

/// Flags of every command, where nothing is random.
#[derive(Debug, Args)]
pub(crate) struct WormOutputArgs {
    /// As every command has it; nothing here is random.
    #[arg(long, value_name = "N", value_parser = super::number_parsers::whole::<u64>)]
    #[arg(allow_negative_numbers = true, help_heading = "Run and output")]
    seed: Option<u64>,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t, help_heading = "Run and output")]
    pub(crate) format: Format,
}

/// What is sent, and where: a multicast and how it is served, or worms of a file.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("named network").required(true).args(NETWORKS)))]
pub(crate) struct WormSetArgs {
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    /// The source: coordinates x1,x2,..., or the number of a node of a graph.
    #[arg(long, value_name = "NODE", value_parser = node, allow_hyphen_values = true)]
    #[arg(required_unless_present = "paths", help_heading = "Worms")]
    pub(crate) source: Option<NodeName>,
    /// The destinations, as the source, with semicolons between.
    #[arg(long, value_name = "NODES", value_parser = PartOf(node), value_delimiter = ';')]
    #[arg(required_unless_present = "paths", allow_hyphen_values = true, help_heading = "Worms")]
    pub(crate) destinations: Vec<NodeName>,
    #[command(flatten)]
    pub(crate) method: WormMethodArgs,
    /// Worms with paths of your own, in a file of JSON, instead of a multicast:
    /// {"worms":[{"path":[[0,0],[1,0],[1,1]],"destinations":[[1,1]],"start":0},...]}
    #[arg(long, value_name = "FILE", help_heading = "Worms")]
    #[arg(conflicts_with_all = ["source", "destinations", "scheme", "ports", "grouping", "threshold", "effort"])]
    pub(crate) paths: Option<PathBuf>,
}

impl WormSetArgs {
    /// The files that the flags name.
    pub(crate) fn files(&self) -> Vec<(&'static str, PathBuf)> {
        let files = [("--graph", &self.network.graph), ("--paths", &self.paths)];
        files.into_iter().filter_map(|(flag, file)| Some((flag, file.clone()?))).collect()
    }
}

/// How a multicast is served.
#[derive(Debug, Args)]
pub(crate) struct WormMethodArgs {
    /// Which worms serve which destinations.
    #[arg(long, value_enum, value_name = "NAME", default_value_t, help_heading = "Worms")]
    pub(crate) scheme: SchemeName,
    /// By which ports worms of ocms and otms leave the source [default: strict]
    #[arg(long, value_enum, value_name = "RULE", help_heading = "Worms")]
    pub(crate) ports: Option<PortsName>,
    /// How destinations are put into groups that have a leader each.
    #[arg(long, value_enum, value_name = "NAME", default_value_t, help_heading = "Worms")]
    pub(crate) grouping: GroupingName,
    /// How full the boxes of gpg are at least, as a ratio above 0 and at most 1 [default: 1/2]
    #[arg(long, value_name = "T", allow_negative_numbers = true, help_heading = "Worms")]
    pub(crate) threshold: Option<Threshold>,
    /// Moves of a search by ocms or otms on one side of a source, after which it gives the best star found with a lower bound
    /// [default: 1073741824, one or two seconds]
    #[arg(long, value_name = "MOVES", value_parser = whole::<u64>, allow_negative_numbers = true)]
    #[arg(help_heading = "Worms")]
    pub(crate) effort: Option<u64>,
}

/// The effort of a search, the usual one where none is given.
pub(crate) fn effort(moves: Option<u64>) -> Effort {
    moves.map_or_else(Effort::default, Effort)
}

/// The schemes, as the command line names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemeName {
    /// One path upwards, one downwards.
    #[default]
    DualPath,
    /// Up to two each way, on meshes of two dimensions.
    MultiPath,
    /// The paths that take the fewest channels in all.
    Ocms,
    /// The paths of which the longest is the shortest.
    Otms,
}

impl SchemeName {
    /// As the command line has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::DualPath => "dual-path",
            Self::MultiPath => "multi-path",
            Self::Ocms => "ocms",
            Self::Otms => "otms",
        }
    }
}

/// Rules for ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PortsName {
    /// By the port that the routing function takes to the first destination.
    Strict,
    /// By any port from which the routing function goes on to it.
    Free,
}

/// Groupings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupingName {
    /// None: the source serves all itself.
    #[default]
    None,
    /// Graph-based proximity grouping.
    Gpg,
    /// Pattern-based proximity grouping.
    Ppg,
}

fn node(text: &str) -> Result<NodeName, &'static str> {
    let coordinates = text.split(',').map(|number| number.trim().parse()).collect::<Result<_, _>>();
    let expected = "expected coordinates from 0 on, such as 2,5, or the number of a node";
    coordinates.map(NodeName::new).map_err(|_| expected)
}
