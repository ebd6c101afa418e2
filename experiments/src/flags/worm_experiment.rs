//! Reads the flags of `meshcast worm experiment`.

use super::list_parser::PartOf;
use super::number_parsers::{from_1_to, whole};
use super::{LeadersName, NetworkArgs, RunArgs, WormTimesArgs};
use clap::builder::EnumValueParser;
use clap::{Args, ValueEnum};
use meshcast_algorithms::pathbased::{Ports, Scheme, Threshold};
use std::path::PathBuf;

/// Compare all schemes and groupings on random and on clustered destinations.
///
/// Every way of serving a set is tried on the same sets: mean latencies with 95 % intervals, and whether each way is faster or slower than
/// dual-path without groups, set by set. With --load, many nodes send at once. The network is the mesh of 16x16 unless a flag names
/// another one; graphs have no groupings.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast worm experiment
  meshcast worm experiment --mesh 8x8 --sizes 4,8,16 --sets 50 --schemes dual-path,ocms-free
  meshcast worm experiment --torus 8x8 --sets 50 --schemes dual-path,otms
  meshcast worm experiment --kind random --schemes dual-path --address-flits 1 --leaders async --csv cells.csv
  meshcast worm experiment --readings --sets 100
  meshcast worm experiment --load 0.05,0.2,1 --arrivals 20000
  meshcast worm experiment --load 0.2 --messages 20 --think 5000")]
pub(crate) struct WormExperimentArgs {
    /// Numbers of destinations [default: 20 in even steps up to all nodes but one; with --load a 16th of the nodes]
    #[arg(long, value_name = "K,...", value_delimiter = ',', value_parser = PartOf(whole::<usize>))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) sizes: Vec<usize>,
    /// Sets of each kind and size; with --load runs of each [default: 200, with --load 20]
    #[arg(long, value_name = "N", value_parser = from_1_to(1_000_000), allow_negative_numbers = true)]
    pub(crate) sets: Option<usize>,
    /// What is tried beside dual-path [default: all that the network has]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = PartOf(EnumValueParser::<StarName>::new()))]
    pub(crate) schemes: Vec<StarName>,
    /// Which sets are drawn [default: both kinds]
    #[arg(long, value_enum, value_name = "KIND", conflicts_with = "load")]
    pub(crate) kind: Option<KindName>,
    /// After what the worms of leaders start, for the means that JSON has beside those of both rules.
    #[arg(long, value_enum, value_name = "RULE", default_value_t, conflicts_with = "load")]
    pub(crate) leaders: LeadersName,
    /// Write the means of all cells to FILE.csv, a row for each rule of leaders; - for standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "load")]
    pub(crate) csv: Option<PathBuf>,
    /// Compare dual-path with and without groups under all readings of what the papers leave open, as a table in Markdown.
    #[arg(long)]
    #[arg(conflicts_with_all = ["load", "schemes", "effort", "kind", "leaders", "csv", "body"])]
    #[arg(conflicts_with_all = ["address_flits", "address_flit_time", "routing", "startup_charged"])]
    pub(crate) readings: bool,
    /// Moves of a search by ocms or otms on one side of a source, after which it gives the best star found
    /// [default: 1073741824, one or two seconds]
    #[arg(long, value_name = "MOVES", value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) effort: Option<u64>,
    /// Clusters of a clustered set [default: 4]
    #[arg(long, value_name = "N", value_parser = from_1_to(1_000_000))]
    #[arg(allow_negative_numbers = true, conflicts_with = "load")]
    pub(crate) clusters: Option<usize>,
    /// How full the boxes of gpg are at least, as a ratio above 0 and at most 1 [default: 4/5]
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub(crate) threshold: Option<Threshold>,
    /// Every node is a source with these probabilities, and sends to random destinations.
    #[arg(long, value_name = "P,...", value_delimiter = ',', value_parser = PartOf(probability))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) load: Vec<f64>,
    /// With --load, sources start at random in the first so many nanoseconds [default: 0, all at once]
    #[arg(long, value_name = "NS", value_parser = whole::<u64>, allow_negative_numbers = true)]
    #[arg(requires = "load")]
    pub(crate) arrivals: Option<u64>,
    /// With --load, multicasts of a source, each after the end of the one before it [default: 1]
    #[arg(long, value_name = "N", value_parser = from_1_to(1_000_000), allow_negative_numbers = true)]
    #[arg(requires = "load")]
    pub(crate) messages: Option<usize>,
    /// With --messages, from the end of a multicast to the start of the source's next one [default: 0]
    #[arg(long, value_name = "NS", value_parser = whole::<u64>, allow_negative_numbers = true)]
    #[arg(requires = "messages")]
    pub(crate) think: Option<u64>,
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    #[command(flatten)]
    pub(crate) times: WormTimesArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Clusters of a clustered set, unless said otherwise.
pub(crate) const CLUSTERS: usize = 4;

/// A kind of sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum KindName {
    /// Any destinations, all equally likely.
    #[default]
    Random,
    /// The nodes nearest to some centres.
    Clustered,
}

fn probability(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|&number: &f64| 0.0 < number && number <= 1.0);
    number.ok_or("expected a probability above 0 and at most 1")
}

/// A scheme with its rule for ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StarName {
    /// One path upwards, one downwards.
    DualPath,
    /// Up to two each way, on meshes of two dimensions.
    MultiPath,
    /// The fewest channels, ports strict.
    Ocms,
    /// The fewest channels, ports free.
    OcmsFree,
    /// The shortest longest path, ports strict.
    Otms,
    /// The shortest longest path, ports free.
    OtmsFree,
}

impl StarName {
    /// The scheme.
    pub(crate) fn scheme(self) -> Scheme {
        match self {
            Self::DualPath => Scheme::DualPath,
            Self::MultiPath => Scheme::MultiPath,
            Self::Ocms => Scheme::Ocms(Ports::Strict),
            Self::OcmsFree => Scheme::Ocms(Ports::Free),
            Self::Otms => Scheme::Otms(Ports::Strict),
            Self::OtmsFree => Scheme::Otms(Ports::Free),
        }
    }
}
