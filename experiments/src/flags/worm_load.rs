//! Reads the flags of `meshcast worm load`.

use super::list_parser::PartOf;
use super::number_parsers::{from_0_to, from_1_to, whole};
use super::worm::GroupingName;
use super::worm_experiment::{KindName, StarName};
use super::{LeadersName, NetworkArgs, RunArgs, WormTimesArgs};
use clap::builder::EnumValueParser;
use clap::{Args, Parser, ValueEnum};
use meshcast_algorithms::pathbased::Threshold;
use std::path::PathBuf;

/// Send multicasts at random times at a rate, and say how long they take and how many the network carries.
///
/// An open loop: every node begins multicasts at --rate, whatever becomes of the earlier ones. Those that begin in the window, after
/// the warm-up, are measured. Rates are in multicasts per node and microsecond, all times in nanoseconds.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  meshcast worm load --rate 0.005
  meshcast worm load --mesh 8x8 --size 8 --schemes dual-path,ocms-free --groupings none,ppg --out load.svg --csv load.csv
  meshcast worm load --mesh 8x8 --size 1 --schemes dual-path --groupings none --rates 0.05,0.1,0.2 --saturation")]
pub(crate) struct WormLoadArgs {
    #[command(flatten)]
    pub(crate) traffic: LoadTrafficArgs,
    /// What is sent [default: dual-path with --rate, else all that the network has]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = PartOf(EnumValueParser::<StarName>::new()))]
    pub(crate) schemes: Vec<StarName>,
    /// How destinations are put into groups [default: none with --rate, else all that the network has]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = PartOf(EnumValueParser::<GroupingName>::new()))]
    pub(crate) groupings: Vec<GroupingName>,
    /// Multicasts that a node begins in a microsecond [default: eight rates up to saturation, which is searched for]
    #[arg(long, value_name = "R", value_parser = rate, allow_negative_numbers = true)]
    #[arg(conflicts_with = "rates")]
    pub(crate) rate: Option<f64>,
    /// The same for each of several points of a curve.
    #[arg(long, value_name = "R,...", value_delimiter = ',', value_parser = PartOf(rate))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) rates: Vec<f64>,
    /// With --rate or --rates, search for saturation, too.
    #[arg(long)]
    pub(crate) saturation: bool,
    /// How far apart the two rates may be that saturation is between, as a share [default: 0.05]
    #[arg(long, value_name = "SHARE", value_parser = tolerance, allow_negative_numbers = true)]
    pub(crate) tolerance: Option<f64>,
    /// Draw latencies over rates to a file, SVG or PNG by its suffix; - for SVG on standard output.
    #[arg(long, value_name = "FILE", help_heading = "Run and output")]
    pub(crate) out: Option<PathBuf>,
    /// Draw what the network carries over what it is offered, likewise.
    #[arg(long, value_name = "FILE", help_heading = "Run and output")]
    pub(crate) out_throughput: Option<PathBuf>,
    /// Write a row a point as comma-separated values; - for standard output.
    #[arg(long, value_name = "FILE.csv", help_heading = "Run and output")]
    pub(crate) csv: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The longest warm-up, window and drain: 1000 s.
const LONGEST: usize = 1_000_000_000_000;

/// What is sent through which network, and what is measured of it.
#[derive(Debug, Args)]
pub(crate) struct LoadTrafficArgs {
    /// The network; a mesh of 16x16 nodes unless there is one.
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    /// Destinations of a multicast [default: a 16th of the nodes]
    #[arg(long, value_name = "K", value_parser = whole::<usize>, allow_negative_numbers = true)]
    pub(crate) size: Option<usize>,
    /// How destinations are drawn.
    #[arg(long, value_enum, value_name = "KIND", default_value_t)]
    pub(crate) kind: KindName,
    /// Clusters of a clustered set [default: 4]
    #[arg(long, value_name = "N", value_parser = from_1_to(1_000_000), allow_negative_numbers = true)]
    pub(crate) clusters: Option<usize>,
    /// How full the boxes of gpg are at least, as a ratio above 0 and at most 1 [default: 4/5]
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub(crate) threshold: Option<Threshold>,
    /// Moves of a search by ocms or otms on one side of a source, after which it gives the best star found
    /// [default: 1073741824, one or two seconds]
    #[arg(long, value_name = "MOVES", value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) effort: Option<u64>,
    /// When nodes begin multicasts.
    #[arg(long, value_enum, value_name = "PROCESS", default_value_t)]
    pub(crate) arrivals: ArrivalsName,
    /// With --arrivals bernoulli, how far apart the moments are in which a node may begin one [default: the time of a link]
    #[arg(long, value_name = "NS", value_parser = from_1_to(1_000_000_000), allow_negative_numbers = true)]
    pub(crate) slot: Option<usize>,
    /// How long the network is loaded before anything is measured.
    #[arg(long, value_name = "NS", default_value_t = 500_000, value_parser = from_0_to(LONGEST))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) warm_up: usize,
    /// For how long multicasts that begin are measured.
    #[arg(long, value_name = "NS", default_value_t = 2_000_000, value_parser = from_2_to(LONGEST))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) window: usize,
    /// How long measured multicasts may take after the window, while others go on beginning.
    #[arg(long, value_name = "NS", default_value_t = 500_000, value_parser = from_0_to(LONGEST))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) drain: usize,
    /// Into how many batches the multicasts of the window are divided for intervals.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = from_2_to(1000))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) batches: usize,
    #[command(flatten)]
    pub(crate) times: WormTimesArgs,
    /// After what the worms of leaders start.
    #[arg(long, value_enum, value_name = "RULE", default_value_t)]
    #[arg(help_heading = "Wormhole switching")]
    pub(crate) leaders: LeadersName,
}

/// Flags of traffic in one line.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct TrafficLine {
    #[command(flatten)]
    traffic: LoadTrafficArgs,
}

impl LoadTrafficArgs {
    /// What a line of flags asks for, as plans have it: words with spaces between.
    pub(crate) fn of_line(line: &str) -> Result<Self, String> {
        let parsed = TrafficLine::try_parse_from(line.split_whitespace());
        parsed.map(|line| line.traffic).map_err(|error| {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            first.trim_start_matches("error: ").to_owned()
        })
    }
}

/// When nodes begin multicasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ArrivalsName {
    /// A Poisson process at every node.
    #[default]
    Poisson,
    /// Every node throws a coin every --slot.
    Bernoulli,
}

impl ArrivalsName {
    /// As the command line has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Poisson => "poisson",
            Self::Bernoulli => "bernoulli",
        }
    }
}

fn rate(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|&number: &f64| number > 0.0 && number.is_finite());
    number.ok_or("expected a number above 0")
}

fn tolerance(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|number: &f64| (0.001..=1.0).contains(number));
    number.ok_or("expected a number from 0.001 to 1")
}

fn from_2_to(
    most: usize,
) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse() {
        Ok(number) if (2..=most).contains(&number) => Ok(number),
        _ => Err(format!("expected a whole number from 2 to {most}")),
    }
}
