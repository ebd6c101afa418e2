//! Says what an experiment tries on what, once the command line has been checked.

use super::method::{Method, check_scheme, check_size, groupings_of, schemes_of, searches};
use crate::commands::worm::error::WormError;
use crate::commands::worm::request::{ends, network_or, refuse_idle};
use crate::flags::{CLUSTERS, KindName, LeadersName, WormExperimentArgs, effort};
use crate::results::worm_experiment::Kind;
use meshcast_algorithms::pathbased::{
    Effort, Grouping, Leaders, Network, Scheme, Threshold, Topology,
};

/// The sides of the mesh, unless a network is named.
const MESH: [usize; 2] = [16, 16];

/// Sizes, unless others are given.
const SIZES: usize = 20;

/// The rules for leaders, and their names.
pub(super) const RULES: [(Leaders, &str); 2] =
    [(Leaders::Barrier, "barrier"), (Leaders::Async, "async")];

/// What is tried on what, once the command line has been checked.
pub(super) struct Trial {
    pub(super) network: Network,
    /// From which node to which its channels lead.
    pub(super) ends: Vec<(u32, u32)>,
    pub(super) sizes: Vec<usize>,
    /// Dual-path first.
    pub(super) schemes: Vec<Scheme>,
    pub(super) effort: Effort,
    /// None first.
    pub(super) groupings: Vec<Grouping>,
    pub(super) threshold: Threshold,
    /// Which sets are drawn.
    pub(super) kinds: Vec<Kind>,
    pub(super) clusters: usize,
    /// Whether progress is shown.
    pub(super) watched: bool,
}

impl Trial {
    pub(super) fn new(args: &WormExperimentArgs, watched: bool) -> Result<Self, WormError> {
        let network = network_or(&args.network, &MESH)?;
        let most = network.nodes() - 1;
        if most == 0 {
            return Err(WormError::OneNode {
                flag: args.network.flag(),
                network: network.to_string(),
            });
        }
        let mut sizes: Vec<usize> = match &args.sizes[..] {
            [] if args.load.is_empty() => {
                (1..=SIZES).map(|part| (part * most / SIZES).max(1)).collect()
            }
            [] => vec![network.nodes().div_ceil(16).min(most)],
            sizes => sizes.to_vec(),
        };
        sizes.sort_unstable();
        sizes.dedup();
        if let Some(&found) = sizes.iter().find(|&&size| size == 0 || size > most) {
            let network = network.to_string();
            return Err(WormError::SetSize { flag: "--sizes", most, network, found });
        }
        let mut schemes = vec![Scheme::DualPath];
        for scheme in asked_for(args, &network) {
            check_scheme("--schemes", scheme, &network)?;
            if !schemes.contains(&scheme) {
                schemes.push(scheme);
            }
        }
        check_size("--sizes", sizes.last().copied().unwrap_or(0), schemes.iter().copied())?;
        check_idle(args, &network, &schemes)?;
        let threshold = args.threshold.unwrap_or(Threshold::FOUR_FIFTHS);
        Ok(Self {
            ends: ends(&network),
            sizes,
            schemes,
            effort: effort(args.effort),
            groupings: groupings_of(&network, threshold),
            threshold,
            kinds: args.kind.map_or_else(|| Kind::BOTH.to_vec(), |kind| vec![kind.into()]),
            clusters: args.clusters.unwrap_or(CLUSTERS),
            watched,
            network,
        })
    }

    /// Every scheme with every grouping.
    pub(super) fn methods(&self) -> Vec<Method> {
        let effort = self.effort;
        let with = |&scheme: &Scheme| {
            self.groupings.iter().map(move |&grouping| Method { scheme, effort, grouping })
        };
        self.schemes.iter().flat_map(with).collect()
    }
}

/// Refuses flags on which nothing depends that is tried.
fn check_idle(
    args: &WormExperimentArgs,
    network: &Network,
    schemes: &[Scheme],
) -> Result<(), WormError> {
    let searchless = !schemes.iter().copied().any(searches);
    let unclustered = args.kind == Some(KindName::Random);
    let groupless = network.topology() == Topology::Graph;
    let is_async = args.leaders == LeadersName::Async;
    let boxes = ("--mesh, --torus or --hypercube", "--graph");
    refuse_idle(&[
        ("--effort", args.effort.is_some() && searchless, "ocms or otms among --schemes", "others"),
        ("--clusters", args.clusters.is_some() && unclustered, "--kind clustered", "--kind random"),
        ("--threshold", args.threshold.is_some() && groupless, boxes.0, boxes.1),
        ("--leaders async", is_async && groupless, boxes.0, boxes.1),
    ])
}

/// The schemes that `args` name, or all that the network has.
fn asked_for(args: &WormExperimentArgs, network: &Network) -> Vec<Scheme> {
    if args.readings {
        return Vec::new();
    }
    if !args.schemes.is_empty() {
        return args.schemes.iter().map(|name| name.scheme()).collect();
    }
    schemes_of(network)
}
