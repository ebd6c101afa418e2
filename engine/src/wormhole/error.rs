//! Says why a run has no outcome.

use super::{Deadlock, Delivery};
use thiserror::Error;

/// Bad input, or a deadlock.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WormholeError {
    /// Neither routers nor links take time.
    #[error("a hop must take time, found 0 ns for the router and 0 ns for the link")]
    HopsTakeNoTime,
    /// Flits of a message follow each other in no time, and move one by one.
    #[error("flits must be apart where buffers, virtual channels or ports are limited, found 0 ns")]
    FlitsTakeNoTime,
    /// A run could last 2^64 ns, or worms wait that long in sum.
    #[error("expected times below 2^64 ns, found some that could reach it")]
    TooLong,
    /// A worm without a header.
    #[error("worm {worm} has no flits")]
    NoFlits {
        /// The worm.
        worm: usize,
    },
    /// A path without channels.
    #[error("the path of worm {worm} is empty")]
    EmptyPath {
        /// The worm.
        worm: usize,
    },
    /// A channel that there is not.
    #[error("channel {channel} of worm {worm} is none of {channels}")]
    ChannelOutside {
        /// The worm.
        worm: usize,
        /// The channel.
        channel: u32,
        /// Channels that there are.
        channels: usize,
    },
    /// A path with a channel that it has before: the worm would wait for itself.
    #[error("the path of worm {worm} has channel {channel} twice")]
    ChannelTwice {
        /// The worm.
        worm: usize,
        /// The channel.
        channel: u32,
    },
    /// A path with two destinations at one node, which consumes one worm at a time: the worm would wait for itself.
    #[error("worm {worm} has two destinations at node {node}, which consumes one worm at a time")]
    DestinationTwice {
        /// The worm.
        worm: usize,
        /// The node.
        node: u32,
    },
    /// Destinations that do not increase from 1 hop or more to the end of the path.
    #[error("the destinations of worm {worm} must increase from 1 to its {hops} hops")]
    BadDestinations {
        /// The worm.
        worm: usize,
        /// Channels of its path.
        hops: usize,
    },
    /// A start after a delivery that there is not.
    #[error("worm {worm} waits for a delivery of worm {} after {} hops, which there is not", delivery.worm, delivery.hops)]
    NoSuchDelivery {
        /// The worm that waits.
        worm: usize,
        /// What it waits for.
        delivery: Delivery,
    },
    /// Worms that start after each other.
    #[error(
        "no start comes first: each of the worms {worms:?} waits for the next one, and the last for the first"
    )]
    StartsInACycle {
        /// The worms, the one with the lowest number first.
        worms: Vec<usize>,
    },
    /// Worms that wait for each other's channels.
    #[error(transparent)]
    Deadlock(#[from] Deadlock),
}
