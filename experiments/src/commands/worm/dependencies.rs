//! `meshcast worm dependencies`: whether worms can wait for each other in a circle.

use super::error::WormError;
use super::own_paths;
use super::request::{check_plane, network};
use crate::console::reply::Reply;
use crate::flags::{SchemeName, WormDependenciesArgs};
use crate::memory;
use crate::present::text;
use crate::results::worm_dependencies::DependenciesResult;
use crate::results::worm_network::{NetworkResult, NodeResult};
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::pathbased::{Dependencies, Network};

/// Proves that the worms that `args` name cannot deadlock, or finds a shortest cycle.
pub(super) fn dependencies(args: &WormDependenciesArgs) -> Result<Reply, WormError> {
    let network = network(&args.network)?;
    if args.scheme == Some(SchemeName::MultiPath) {
        check_plane("--scheme", &network)?;
    }
    let (dependencies, worms) = if let Some(file) = &args.paths {
        let own = own_paths::read(file, &network)?;
        let walks: Vec<&[u32]> = own.iter().map(|worm| worm.path.nodes()).collect();
        (Dependencies::of_walks(&network, &walks), Some(own.len()))
    } else {
        let (channels, pairs) = (network.channels(), Dependencies::count_of_routing(&network));
        let need = memory::dependencies(channels as u64, pairs, network.sides().len());
        memory::check(|| args.network.flag().to_owned(), need)?;
        (Dependencies::of_routing(&network), None)
    };
    let cycle = dependencies.cycle();
    let result = DependenciesResult {
        schema: "meshcast.worm-dependencies/1",
        version: VERSION,
        commit: COMMIT,
        network: NetworkResult::of(&network),
        scheme: args.scheme.map(SchemeName::name),
        worms,
        channels: network.channels(),
        dependencies: dependencies.count(),
        acyclic: cycle.is_none(),
        numbering: dependencies.numbering().map(|order| named(&network, order)),
        cycle: cycle.map(|cycle| named(&network, cycle)),
    };
    Ok(Reply::showing(args.output.format, &result, text::worm_dependencies))
}

/// Channels by the nodes at their ends.
fn named(network: &Network, channels: Vec<u32>) -> Vec<[NodeResult; 2]> {
    let name = |channel| {
        let (from, to) = network.ends(channel);
        [from, to].map(|node| NodeResult::of(network, node))
    };
    channels.into_iter().map(name).collect()
}
