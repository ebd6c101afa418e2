//! Says how long a hop takes.

use super::WormholeError;

/// How far apart the flits of a body are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Body {
    /// The time of a link: routers decide for headers only.
    Link,
    /// The time of a router.
    Router,
    /// Both, as for headers.
    Both,
}

/// What routers and links take, in nanoseconds.
///
/// ```
/// use meshcast_engine::wormhole::{Body, Timing};
/// let timing = Timing::new(20, 5, Body::Link)?;
/// assert_eq!((timing.hop(), timing.period()), (25, 5));
/// # Ok::<(), meshcast_engine::wormhole::WormholeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timing {
    hop: u64,
    period: u64,
}

impl Timing {
    /// `router` and `link` nanoseconds a hop for a header, and the body behind it.
    ///
    /// # Errors
    /// Both are 0, or their sum is 2^64 or more.
    pub fn new(router: u64, link: u64, body: Body) -> Result<Self, WormholeError> {
        let hop = router.checked_add(link).ok_or(WormholeError::TooLong)?;
        if hop == 0 {
            return Err(WormholeError::HopsTakeNoTime);
        }
        let period = match body {
            Body::Link => link,
            Body::Router => router,
            Body::Both => hop,
        };
        Ok(Self { hop, period })
    }

    /// h: what a hop takes a header.
    pub fn hop(self) -> u64 {
        self.hop
    }

    /// b: flits are this far apart; at most h.
    pub fn period(self) -> u64 {
        self.period
    }

    /// How far the last of so many flits is behind the header.
    pub(super) fn behind(self, flits: u32) -> u64 {
        u64::from(flits - 1) * self.period
    }
}
