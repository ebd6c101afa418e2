//! Flags of wormhole switching: what takes how long.

use super::WormRouterArgs;
use super::number_parsers::{from_0_to, from_1_to, whole};
use clap::{Args, ValueEnum};
use meshcast_algorithms::pathbased::{Leaders, Schedule, StartupCharge};
use meshcast_engine::wormhole::{Addresses, Body, Routers, Timing, Worm, WormholeError};

/// The times of §4 of Chen, Chang and Sheu, unless others are given.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Wormhole switching")]
pub(crate) struct WormTimesArgs {
    /// From the start of a worm to the request of its first channel.
    #[arg(long, value_name = "NS", default_value_t = 1000, value_parser = whole::<u64>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) startup: u64,
    /// What a router takes.
    #[arg(long, value_name = "NS", default_value_t = 20, value_parser = whole::<u64>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) router: u64,
    /// What a link takes.
    #[arg(long, value_name = "NS", default_value_t = 5, value_parser = whole::<u64>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) link: u64,
    /// Flits of a worm, its header among them.
    #[arg(long, value_name = "L", default_value_t = 100, value_parser = from_1_to(u32::MAX as usize))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) flits: usize,
    /// How far apart flits are: the time of a link, of a router, or of both.
    #[arg(long, value_enum, value_name = "NAME", default_value_t)]
    pub(crate) body: BodyName,
    /// Flits of address in front of a worm for each of its destinations, which strip their own.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = from_0_to(u32::MAX as usize))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) address_flits: usize,
    /// How far behind a flit of address the next flit is [default: as far as flits of the message].
    #[arg(long, value_name = "NS", value_parser = whole::<u64>)]
    #[arg(allow_negative_numbers = true, requires = "address_flits")]
    pub(crate) address_flit_time: Option<u64>,
    /// Whether a router takes its time once a worm, or for each address that is left.
    #[arg(long, value_enum, value_name = "RULE", default_value_t)]
    pub(crate) routing: RoutingName,
    /// Which worms of a multicast the start-up is charged for: each, or those of the source.
    #[arg(long, value_enum, value_name = "RULE", default_value_t)]
    pub(crate) startup_charged: ChargeName,
    #[command(flatten)]
    pub(crate) routers: WormRouterArgs,
}

impl WormTimesArgs {
    /// How routers switch worms on a network whose channels lead from node to node.
    pub(crate) fn routers<'a>(&self, ends: &'a [(u32, u32)]) -> Result<Routers<'a>, WormholeError> {
        Ok(self.routers.routers(self.timing()?, ends))
    }

    /// How many flits of as many worms as there are destinations are under way at most over so many channels, if they move one by one.
    pub(crate) fn flits_under_way(&self, destinations: u64, channels: usize) -> Option<u64> {
        if !self.routers.move_flits_one_by_one() {
            return None;
        }
        let WormRouterArgs { buffer_flits, virtual_channels, .. } = self.routers;
        let of_a_worm = (self.flits as u64).saturating_add(self.address_flits as u64);
        let all = destinations.saturating_mul(of_a_worm);
        // As far as any worm has addresses left.
        let times_routed = match self.routing {
            RoutingName::PerWorm => 1,
            RoutingName::PerAddress => destinations.max(1),
        };
        let unlimited = || {
            let hop = self.router.saturating_mul(times_routed).saturating_add(self.link);
            let closest = match self.address_flits {
                0 => self.period_ns(),
                _ => self.period_ns().min(self.address_flit_ns()),
            };
            hop.div_ceil(closest.max(1))
        };
        let places = buffer_flits.0.map_or_else(unlimited, |flits| flits.get().into());
        let lanes = (channels * virtual_channels) as u64;
        Some(places.saturating_mul(lanes).min(all))
    }

    /// How often flits of worms cross channels, those of addresses among them.
    pub(crate) fn crossings(&self, worms: &[Worm]) -> u64 {
        let of_worm = |worm: &Worm| {
            let addresses =
                (self.address_flits as u64).saturating_mul(worm.destinations.len() as u64);
            addresses.saturating_add(worm.flits.into()).saturating_mul(worm.path.len() as u64)
        };
        worms.iter().map(of_worm).fold(0, u64::saturating_add)
    }

    /// What routers and links take.
    fn timing(&self) -> Result<Timing, WormholeError> {
        let body = match self.body {
            BodyName::Link => Body::Link,
            BodyName::Router => Body::Router,
            BodyName::Both => Body::Both,
        };
        let addresses = Addresses {
            flits: self.address_flits as u32,
            period: self.address_flit_ns(),
            routed_one_by_one: self.routing == RoutingName::PerAddress,
        };
        Ok(Timing::new(self.router, self.link, body)?.with_addresses(addresses))
    }

    /// How far behind a flit of address the next flit is, in nanoseconds.
    pub(crate) fn address_flit_ns(&self) -> u64 {
        self.address_flit_time.unwrap_or(match self.body {
            BodyName::Link => self.link,
            BodyName::Router => self.router,
            // What is too long is refused with the times of a hop.
            BodyName::Both => self.router.saturating_add(self.link),
        })
    }

    /// What a hop takes a header of one flit, in nanoseconds.
    pub(crate) fn hop_ns(&self) -> u64 {
        self.router.saturating_add(self.link)
    }

    /// How far behind its first flit the last flit of a message is, in nanoseconds.
    pub(crate) fn behind_ns(&self) -> u64 {
        self.period_ns().saturating_mul(self.flits as u64 - 1)
    }

    /// From a flit of the body to the next, in nanoseconds.
    fn period_ns(&self) -> u64 {
        match self.body {
            BodyName::Link => self.link,
            BodyName::Router => self.router,
            BodyName::Both => self.hop_ns(),
        }
    }

    /// For how long a worm keeps a channel from others at least, in nanoseconds.
    pub(crate) fn least_hold_ns(&self) -> u64 {
        match self.routers.virtual_channels {
            1 => self.packet_ns(),
            _ => self.period_ns().saturating_mul(self.flits as u64),
        }
    }

    /// What a message takes over one link, all of its flits: for so long a worm that does not wait holds a channel.
    pub(crate) fn packet_ns(&self) -> u64 {
        self.hop_ns().saturating_add(self.behind_ns())
    }

    /// Those of the paper, which the command line has without any flag.
    #[cfg(test)]
    pub(crate) fn usual() -> Self {
        let command = Self::augment_args(clap::Command::new("worms"));
        clap::FromArgMatches::from_arg_matches(&command.get_matches_from(["worms"]))
            .expect("all flags have defaults")
    }

    /// How the worms of a plan are sent.
    pub(crate) fn schedule(&self, leaders: Leaders) -> Schedule {
        let charged = match self.startup_charged {
            ChargeName::Each => StartupCharge::Each,
            ChargeName::Once => StartupCharge::Once,
        };
        Schedule { startup: self.startup, flits: self.flits as u32, leaders, charged }
    }
}

/// How far apart flits are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BodyName {
    /// The time of a link.
    #[default]
    Link,
    /// The time of a router.
    Router,
    /// Both times.
    Both,
}

impl BodyName {
    /// As the command line has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Router => "router",
            Self::Both => "both",
        }
    }
}

/// How often a router takes its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RoutingName {
    /// Once for each worm.
    #[default]
    PerWorm,
    /// For each address that is left in the header.
    PerAddress,
}

impl RoutingName {
    /// As the command line has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::PerWorm => "per-worm",
            Self::PerAddress => "per-address",
        }
    }
}

/// After what leaders start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeadersName {
    /// After the deliveries to all leaders.
    #[default]
    Barrier,
    /// Each after its own.
    Async,
}

impl LeadersName {
    /// The rule.
    pub(crate) fn rule(self) -> Leaders {
        match self {
            Self::Barrier => Leaders::Barrier,
            Self::Async => Leaders::Async,
        }
    }

    /// As the command line has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Barrier => "barrier",
            Self::Async => "async",
        }
    }
}

/// How often the start-up is charged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChargeName {
    /// For each worm.
    #[default]
    Each,
    /// For those of the source.
    Once,
}

impl ChargeName {
    /// As the command line has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Each => "each",
            Self::Once => "once",
        }
    }
}
