//! Reads or generates the message set and the network that it is sent on.
//!
//! The set has as many nodes as the network, and both number them alike: x₁ first, on planes row by row. A file is placed on the
//! columns and rows of a plane as `meshcast route` does it; on other networks its nodes have the numbers that they have in the file, or
//! stand at random.

use crate::catalogue::AdmissionError;
use crate::commands::worm::error::WormError;
use crate::commands::worm::request::{longest_leg, network};
use crate::flags::{MessageSetArgs, NetworkArgs, WormRunArgs};
use crate::input::{Placement, PlacementError};
use crate::load::{self, LoadError};
use crate::memory::{self, Sketch};
use crate::message_set::MessageSet;
use meshcast_algorithms::pathbased::Network;

/// The message set that `args` ask for and its network: the one that a flag names, or the mesh of the set.
pub(super) fn set_and_network(args: &WormRunArgs) -> Result<(MessageSet, Network), WormError> {
    args.set.refuse_blocks("worm run").map_err(LoadError::from)?;
    if !args.network.is_given() {
        let set = load::message_set(&args.set, &[], args.run.seed, &|sketch| admit(sketch, None))?;
        let network = mesh(&set)?;
        return Ok((set, network));
    }
    let network = network(&args.network)?;
    let flags = fitted(&args.set, &args.network, &network)?;
    let admit = |sketch: &Sketch| admit(sketch, Some(&network));
    let set =
        load::message_set(&flags, &[], args.run.seed, &admit).map_err(|error| match error {
            LoadError::Placement { error: PlacementError::TooFewNodes { needed, .. }, .. } => {
                let (flag, nodes) = (args.network.flag(), network.nodes());
                WormError::FewNodes { flag, needed, nodes, network: network.to_string() }
            }
            error => error.into(),
        })?;
    Ok((set, network))
}

/// The mesh of a set. Coordinates are columns first, so that both number nodes row by row.
pub(super) fn mesh(set: &MessageSet) -> Result<Network, WormError> {
    let network = Network::mesh(&[set.shape.cols(), set.shape.rows()]);
    let flag = "--side, --cols, --input";
    network.map_err(|error| WormError::Network { flag, error })
}

/// The flags of a set with as many nodes as a network: a square of them for a workload, for a file the columns and rows of a plane, or
/// one row.
fn fitted(
    set: &MessageSetArgs,
    flags: &NetworkArgs,
    network: &Network,
) -> Result<MessageSetArgs, WormError> {
    let (flag, nodes) = (flags.flag(), network.nodes());
    let (rows, cols) = match (set.workload, network.sides()) {
        (Some(_), _) if nodes == 1 => {
            return Err(WormError::OneNode { flag, network: network.to_string() });
        }
        (Some(_), _) if nodes.isqrt().pow(2) != nodes => {
            return Err(WormError::NoSquare { flag, nodes, network: network.to_string() });
        }
        (Some(_), _) => (nodes.isqrt(), nodes.isqrt()),
        (None, &[cols, rows]) => (rows, cols),
        (None, _) => {
            if matches!(set.placement, Some(Placement::Snake | Placement::Hilbert)) {
                return Err(WormError::Placeless { network: network.to_string() });
            }
            (1, nodes)
        }
    };
    Ok(MessageSetArgs { side: Some(rows), cols: Some(cols), ..set.clone() })
}

/// Refuses a set that there is no room to make, or to make and send, on a network or the mesh of the set.
fn admit(sketch: &Sketch, network: Option<&Network>) -> Result<(), AdmissionError> {
    sketch.check(memory::Room::Available)?;
    let of_mesh = sketch.shape.map(|shape| (shape.nodes(), shape.rows() + shape.cols()));
    let extent = network.map(|network| (network.nodes(), longest_leg(network))).or(of_mesh);
    if let Some(extent) = extent {
        let need = memory::sending(sketch.size, extent, None).saturating_add(sketch.size.bytes());
        memory::check(|| sketch.what.clone(), need)?;
    }
    Ok(())
}
