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
    router: u64,
    link: u64,
    period: u64,
    addresses: Addresses,
}

/// What headers have to do with destinations.
///
/// # Source
/// Bouchitté, Cohen and Fleury 1997, §1: a worm "contains in its header the list of destination node addresses", from which routers delete
/// their own. Chen, Chang and Sheu 2000, §4, charge the time of a router for each routing flit. Neither says how many flits an address has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Addresses {
    /// Flits in front of the message for each destination, in the order of the path. A destination strips its own.
    pub flits: u32,
    /// How far behind an address flit the next flit is, in nanoseconds.
    pub period: u64,
    /// Whether routers take their time for each address that is left, rather than once a worm.
    pub routed_one_by_one: bool,
}

impl Timing {
    /// `router` and `link` nanoseconds a hop for a header of one flit, and the body behind it.
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
        Ok(Self { router, link, period, addresses: Addresses::default() })
    }

    /// The same with addresses in headers.
    ///
    /// ```
    /// use meshcast_engine::wormhole::{Addresses, Body, Start, Timing, Worm, run};
    /// let addresses = Addresses { flits: 2, period: 20, routed_one_by_one: false };
    /// let timing = Timing::new(20, 5, Body::Link)?.with_addresses(addresses);
    /// let (path, destinations) = (vec![0, 1, 2], vec![1, 3]);
    /// let worm = Worm { start: Start::At(0), startup: 100, flits: 10, path, destinations };
    /// let outcome = run(timing, 3, &[worm])?;
    /// // Four address flits are before the message. The first destination strips two, so that the front is two flits farther back.
    /// assert_eq!(outcome.journey(0).header(1), 100 + 25);
    /// assert_eq!(outcome.journey(0).granted(2), 100 + 25 + 2 * 20);
    /// assert_eq!(outcome.journey(0).tail(3), 100 + 3 * 25 + 4 * 20 + 9 * 5);
    /// assert_eq!((outcome.channels()[0].flits, outcome.channels()[1].flits), (14, 12));
    /// # Ok::<(), meshcast_engine::wormhole::WormholeError>(())
    /// ```
    #[must_use]
    pub fn with_addresses(self, addresses: Addresses) -> Self {
        Self { addresses, ..self }
    }

    /// h: what a hop takes a header of one flit.
    pub fn hop(self) -> u64 {
        self.router + self.link
    }

    /// b: flits of the message are this far apart; at most h.
    pub fn period(self) -> u64 {
        self.period
    }

    /// How far behind a flit of an address the next flit is.
    pub(super) fn address_period(self) -> u64 {
        self.addresses.period
    }

    /// Whether all hops take the same time and headers stay whole.
    pub(super) fn is_even(self) -> bool {
        self.addresses.flits == 0 && !self.addresses.routed_one_by_one
    }

    /// What a hop takes the front of a worm with so many addresses left.
    pub(super) fn hop_with(self, left: usize) -> u64 {
        let routed = if self.addresses.routed_one_by_one { left as u64 } else { 1 };
        self.link + self.router * routed
    }

    /// The most flits that are in a hop of a worm that moves as one piece behind a front with so many addresses left; flits are apart.
    pub(super) fn flits_in_a_hop(self, left: usize) -> u64 {
        let hop = self.hop_with(left);
        let closest = if self.address_flits(left) > 0 {
            self.period.min(self.addresses.period)
        } else {
            self.period
        };
        hop.div_ceil(closest)
    }

    /// Whether a flit of a worm can enter a channel with the next one.
    pub(super) fn has_flits_at_once(self) -> bool {
        self.period == 0 || self.addresses.flits > 0 && self.addresses.period == 0
    }

    /// The address flits of so many destinations.
    pub(super) fn address_flits(self, destinations: usize) -> u64 {
        u64::from(self.addresses.flits) * destinations as u64
    }

    /// How far behind the first of so many addresses the flit after them is.
    pub(super) fn addresses(self, destinations: usize) -> u64 {
        self.address_flits(destinations) * self.addresses.period
    }

    /// How far the last of so many flits of a message is behind flit 0.
    pub(super) fn behind(self, flits: u32) -> u64 {
        u64::from(flits - 1) * self.period
    }

    /// A time in which a worm that never waits is at its end; none if it has more than 64 bits.
    pub(super) fn alone(self, hops: usize, flits: u32, destinations: usize) -> Option<u64> {
        let under_way = self.longest_hop(destinations)?.checked_mul(hops as u64)?;
        let addresses = self.addresses_of(destinations)?.checked_mul(self.addresses.period)?;
        let behind = self.period.checked_mul(u64::from(flits - 1))?;
        under_way.checked_add(addresses)?.checked_add(behind)
    }

    /// A time in which every flit of a worm has crossed every channel of its path and passed every port, one after another; none if it
    /// has more than 64 bits.
    pub(super) fn one_by_one(self, hops: usize, flits: u32, destinations: usize) -> Option<u64> {
        let all = self.addresses_of(destinations)?.checked_add(u64::from(flits))?;
        let slowest = self.longest_hop(destinations)?.checked_add(self.addresses.period)?;
        let crossings = all.checked_mul(hops as u64 + 2)?;
        slowest.checked_add(self.period)?.checked_mul(crossings)
    }

    fn longest_hop(self, destinations: usize) -> Option<u64> {
        let routed = if self.addresses.routed_one_by_one { destinations as u64 } else { 1 };
        self.router.checked_mul(routed)?.checked_add(self.link)
    }

    fn addresses_of(self, destinations: usize) -> Option<u64> {
        u64::from(self.addresses.flits).checked_mul(destinations as u64)
    }
}
