//! Reads what the commands about worms have in common from their flags: the network, the multicast, how worms are found, and times.

use super::error::WormError;
use crate::console::progress::watch;
use crate::console::terminal::Terminal;
use crate::flags::{
    FlagError, GroupingName, NetworkArgs, PortsName, SchemeName, WormMethodArgs, WormSetArgs,
    WormTimesArgs, effort,
};
use crate::input::{self};
use crate::memory;
use crate::readable::Printed;
use crate::results::worm::WormholeResult;
use meshcast_algorithms::pathbased::{
    Grouping, MulticastSet, Network, Plan, PlanError, Ports, Scheme, Search, SetError, Threshold,
    Topology,
};
use meshcast_engine::wormhole::Worm;
use std::path::Path;

/// Nodes but one between which legs of a graph are measured.
const LEGS: u64 = 8;

/// The most crossings of channels by flits that move one by one.
const MOST_CROSSINGS: u64 = 1 << 35;

/// The network that `args` name.
pub(super) fn network(args: &NetworkArgs) -> Result<Network, WormError> {
    // The command line has one of them.
    network_or(args, &[])
}

/// The network that `args` name, or else the mesh of these sides.
pub(super) fn network_or(args: &NetworkArgs, sides: &[usize]) -> Result<Network, WormError> {
    let NetworkArgs { mesh, torus, hypercube, graph } = args;
    let network = match (mesh, torus, hypercube, graph) {
        (.., Some(path)) => return read_graph(path),
        (.., Some(dimensions), None) => Network::hypercube(*dimensions),
        (_, Some(sides), None, None) => Network::torus(&sides.0),
        (Some(sides), None, None, None) => Network::mesh(&sides.0),
        (None, None, None, None) => Network::mesh(sides),
    };
    network.map_err(|error| WormError::Network { flag: args.flag(), error })
}

/// The graph of the edge list at `path`.
fn read_graph(path: &Path) -> Result<Network, WormError> {
    if !input::is_edge_list(path) {
        return Err(WormError::GraphSuffix { found: Printed::of(&path.to_string_lossy()) });
    }
    let edges = input::read(path)?;
    let pairs = edges.iter().flat_map(|(from, to)| to.iter().map(move |&to| (from, to)));
    let graph = Network::graph(edges.nodes(), &pairs.collect::<Vec<_>>());
    let file = || Printed::of(&path.to_string_lossy());
    graph.map_err(|error| WormError::Graphless { file: file(), error })
}

/// How worms are found: the scheme with its effort and the grouping that `args` name.
pub(super) fn method(args: &WormMethodArgs) -> Result<(Search, Grouping), WormError> {
    let ports = match args.ports {
        Some(PortsName::Free) => Ports::Free,
        _ => Ports::Strict,
    };
    let goalless = |with| {
        let given = [("--ports", args.ports.is_some()), ("--effort", args.effort.is_some())];
        match given.into_iter().find(|&(_, is_given)| is_given) {
            Some((flag, _)) => Err(misplaced(flag, "--scheme ocms or otms", with)),
            None => Ok(()),
        }
    };
    let scheme = match args.scheme {
        SchemeName::DualPath => goalless("--scheme dual-path").map(|()| Scheme::DualPath),
        SchemeName::MultiPath => goalless("--scheme multi-path").map(|()| Scheme::MultiPath),
        SchemeName::Ocms => Ok(Scheme::Ocms(ports)),
        SchemeName::Otms => Ok(Scheme::Otms(ports)),
    }?;
    let grouping = match (args.grouping, args.threshold) {
        (GroupingName::Gpg, threshold) => Grouping::Gpg(threshold.unwrap_or(Threshold::HALF)),
        (GroupingName::None, None) => Grouping::None,
        (GroupingName::Ppg, None) => Grouping::Ppg,
        (GroupingName::None, Some(_)) => {
            return Err(misplaced("--threshold", "--grouping gpg", "--grouping none"));
        }
        (GroupingName::Ppg, Some(_)) => {
            return Err(misplaced("--threshold", "--grouping gpg", "--grouping ppg"));
        }
    };
    Ok((scheme.within(effort(args.effort)), grouping))
}

pub(super) fn misplaced(flag: &'static str, needs: &'static str, with: &'static str) -> WormError {
    FlagError::Misplaced { flag, needs, with }.into()
}

/// A flag, whether nothing depends on it though it is given, what it goes with, and what it is found with.
type Idle = (&'static str, bool, &'static str, &'static str);

/// Refuses the first of some flags on which nothing depends.
pub(super) fn refuse_idle(flags: &[Idle]) -> Result<(), WormError> {
    let idle = flags.iter().find(|(_, is_idle, ..)| *is_idle);
    idle.map_or(Ok(()), |&(flag, _, needs, with)| Err(misplaced(flag, needs, with)))
}

/// Refuses multi-path, which `flag` names, on a network that is no plane.
pub(super) fn check_plane(flag: &'static str, network: &Network) -> Result<(), WormError> {
    if is_plane(network) { Ok(()) } else { Err(planless(flag, PlanError::NotPlane, network)) }
}

/// Whether `network` has a left and a right, which multi-path needs.
pub(super) fn is_plane(network: &Network) -> bool {
    matches!(network.mesh_sides(), Some([_, _]))
}

/// The multicast on `network` that `args` name, with its plan.
pub(super) fn planned<'a>(
    args: &WormSetArgs,
    network: &'a Network,
    terminal: Terminal,
) -> Result<(MulticastSet<'a>, Plan, Scheme, Grouping), WormError> {
    let (search, grouping) = method(&args.method)?;
    // Without the flag of worms of a file, the command line has a source.
    let source = args.source.as_ref().ok_or(SetError::NoDestinations)?;
    let set = MulticastSet::named(network, source, &args.destinations)?;
    let plan = watch("finding paths", terminal.progress, || plan(&set, search, grouping))?;
    Ok((set, plan, search.scheme, grouping))
}

/// The plan of `set` by what `--scheme` and `--grouping` name.
pub(super) fn plan(
    set: &MulticastSet,
    search: Search,
    grouping: Grouping,
) -> Result<Plan, WormError> {
    Plan::new(set, search, grouping).map_err(|error| {
        let flag = match error {
            PlanError::NoBoxes | PlanError::NotAPartition { .. } => "--grouping",
            _ => "--scheme",
        };
        planless(flag, error, set.network())
    })
}

/// Why a scheme or grouping that `flag` names has no plan on `network`.
pub(super) fn planless(flag: &'static str, error: PlanError, network: &Network) -> WormError {
    let found = || network.to_string();
    match error {
        PlanError::NotPlane => WormError::NotAPlane { flag, found: found() },
        PlanError::NoBoxes => WormError::Boxless { flag, found: found() },
        error => WormError::Planless { flag, error },
    }
}

/// From which node to which every channel of a network leads.
pub(super) fn ends(network: &Network) -> Vec<(u32, u32)> {
    (0..network.channels() as u32).map(|channel| network.ends(channel)).collect()
}

/// About how many hops a leg between destinations has at most: as many as a mesh is wide in all its dimensions together, on
/// graphs as many as between some nodes that are spread evenly.
pub(super) fn longest_leg(network: &Network) -> usize {
    if network.topology() != Topology::Graph {
        return network.sides().iter().sum();
    }
    let nodes = network.nodes() as u32;
    let spread = (0..=LEGS).map(|part| (u64::from(nodes - 1) * part / LEGS) as u32);
    let legs = spread.clone().flat_map(|from| spread.clone().map(move |to| (from, to)));
    legs.map(|(from, to)| network.distance(from, to)).max().unwrap_or(0)
}

/// Refuses so many runs at once, each to so many destinations, whose flits do not fit where they move one by one.
pub(super) fn check_flits(
    times: &WormTimesArgs,
    network: &Network,
    (runs, destinations): (usize, usize),
) -> Result<(), WormError> {
    let flits = times.flits_under_way(destinations as u64, network.channels()).unwrap_or(0);
    let need = memory::under_way(flits).saturating_mul(runs as u64);
    Ok(memory::check(|| "--flits, --buffer-flits".to_owned(), need)?)
}

/// Refuses worms whose flits move one by one and cross more channels than a run gets done in an hour or so.
pub(super) fn check_crossings(times: &WormTimesArgs, worms: &[Worm]) -> Result<(), WormError> {
    let found = times.crossings(worms);
    if times.routers.move_flits_one_by_one() && found > MOST_CROSSINGS {
        return Err(WormError::ManyCrossings { most: MOST_CROSSINGS, found });
    }
    Ok(())
}

/// What takes how long, by the flags.
pub(super) fn wormhole(times: &WormTimesArgs) -> WormholeResult {
    WormholeResult {
        startup_ns: times.startup,
        router_ns: times.router,
        link_ns: times.link,
        flits: times.flits,
        body: times.body.name(),
        startup_charged: times.startup_charged.name(),
        address_flits: times.address_flits,
        address_flit_ns: times.address_flit_ns(),
        routing: times.routing.name(),
        buffer_flits: times.routers.buffer_flits.0,
        virtual_channels: times.routers.virtual_channels,
        inject: times.routers.inject.name(),
        consume: times.routers.consume.name(),
    }
}
