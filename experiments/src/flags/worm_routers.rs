//! Flags of routers: buffers, virtual channels and ports.

use super::number_parsers::from_1_to;
use clap::{Args, ValueEnum};
use meshcast_engine::wormhole::{MOST_VIRTUAL_CHANNELS, Ports, Routers, Timing};
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// What is limited in a router.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Wormhole switching")]
pub(crate) struct WormRouterArgs {
    /// Flits that have room at the end of a virtual channel, or unlimited: flits follow each other by the time between them.
    #[arg(long, value_name = "F", default_value_t, allow_negative_numbers = true)]
    pub(crate) buffer_flits: BufferFlits,
    /// Virtual channels of a channel, from 1 to 4, which share its time flit by flit.
    #[arg(long, value_name = "V", default_value_t = 1)]
    #[arg(value_parser = from_1_to(MOST_VIRTUAL_CHANNELS as usize), allow_negative_numbers = true)]
    pub(crate) virtual_channels: usize,
    /// How many worms a node begins at a time.
    #[arg(long, value_enum, value_name = "WORMS", default_value_t)]
    pub(crate) inject: PortsOfNode,
    /// How many worms a node consumes at a time.
    #[arg(long, value_enum, value_name = "WORMS", default_value_t)]
    pub(crate) consume: PortsOfNode,
}

impl WormRouterArgs {
    /// Whether something limits worms beside their channels, so that their flits move one by one.
    pub(crate) fn move_flits_one_by_one(&self) -> bool {
        let has_one_port = [self.inject, self.consume].contains(&PortsOfNode::One);
        self.buffer_flits.0.is_some() || self.virtual_channels > 1 || has_one_port
    }

    /// The routers with these times, on a network whose channels lead from node to node.
    pub(super) fn routers<'a>(&self, timing: Timing, ends: &'a [(u32, u32)]) -> Routers<'a> {
        let is_one = |ports| ports == PortsOfNode::One;
        let (inject_one, consume_one) = (is_one(self.inject), is_one(self.consume));
        let routers = Routers::new(timing)
            .with_virtual_channels(self.virtual_channels as u32)
            .with_ports(Ports { ends, inject_one, consume_one });
        match self.buffer_flits.0 {
            Some(flits) => routers.with_buffers(flits),
            None => routers,
        }
    }
}

/// Room for flits, or none that is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BufferFlits(pub(crate) Option<NonZeroU32>);

impl FromStr for BufferFlits {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let most = u32::MAX;
        let refused = |_| format!("expected a whole number from 1 to {most}, or unlimited");
        match text {
            "unlimited" => Ok(Self(None)),
            _ => text.parse().map(|flits| Self(Some(flits))).map_err(refused),
        }
    }
}

impl fmt::Display for BufferFlits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(flits) => flits.fmt(f),
            None => f.write_str("unlimited"),
        }
    }
}

/// How many worms pass between a node and its router at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PortsOfNode {
    /// One.
    One,
    /// As many as there are.
    #[default]
    All,
}

impl PortsOfNode {
    /// As the command line has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::All => "all",
        }
    }
}
