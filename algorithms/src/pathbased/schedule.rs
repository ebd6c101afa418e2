//! Turns plans into worms of the wormhole engine, and says who starts after what.

use super::network::Network;
use super::plan::{Plan, Worm};
use meshcast_engine::wormhole::{self, Delivery, Start};

/// After what the worms of leaders start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaders {
    /// After the deliveries to all leaders.
    Barrier,
    /// Each after the delivery to its own leader.
    Async,
}

/// For which worms of a multicast the start-up is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartupCharge {
    /// For each.
    Each,
    /// For those of the source only.
    Once,
}

/// How the worms of a plan are sent.
///
/// # Source
/// Chen, Chang, Sheu, Algorithm 1 and §4, which say neither whether leaders wait for each other nor how often `t_s` is charged.
///
/// # Example
/// Dual-path on the set of their Fig. 2: the longer path has 18 channels and no worm waits, so that the latency is
/// `t_s` + 18·(`t_r` + `t_l`) + 99·`t_l` = 1000 + 450 + 495 ns.
/// ```
/// use meshcast_algorithms::pathbased::{
///     Grouping, Leaders, MulticastSet, Network, NodeName, Plan, Schedule, Scheme, StartupCharge,
/// };
/// use meshcast_engine::wormhole::{Body, Delivery, Start, Timing, run};
/// let mesh = Network::mesh(&[8, 8])?;
/// let name = |(x, y)| NodeName::new(vec![x, y]);
/// let destinations = [(1, 6), (2, 6), (1, 7), (2, 3), (5, 2), (1, 2), (0, 2), (6, 1)].map(name);
/// let set = MulticastSet::named(&mesh, &name((2, 5)), &destinations)?;
/// let plan = Plan::new(&set, Scheme::DualPath, Grouping::None)?;
/// let (leaders, charged) = (Leaders::Barrier, StartupCharge::Each);
/// let schedule = Schedule { startup: 1000, flits: 100, leaders, charged };
/// let mut worms = schedule.worms(&plan, &mesh, &Start::At(0), 0);
/// let timing = Timing::new(20, 5, Body::Link)?;
/// assert_eq!(run(timing, mesh.channels(), &worms)?.end(), 1945);
///
/// // The same once more, 55 ns after the last destination has all flits of the first.
/// let ends = worms.iter().map(|worm| worm.path.len() as u32).enumerate();
/// let deliveries = ends.map(|(worm, hops)| Delivery { worm, hops }).collect();
/// let again = Start::After { deliveries, delay: 55 };
/// worms.extend(schedule.worms(&plan, &mesh, &again, worms.len()));
/// assert_eq!(run(timing, mesh.channels(), &worms)?.end(), 1945 + 55 + 1945);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// `t_s` in nanoseconds.
    pub startup: u64,
    /// L: flits of every worm.
    pub flits: u32,
    /// After what leaders start.
    pub leaders: Leaders,
    /// Who is charged `t_s`.
    pub charged: StartupCharge,
}

impl Schedule {
    /// The worms of a multicast on `network`, in the order of [`Plan::worms`]. Those of the source start at `start`, those of leaders
    /// after deliveries of the same multicast.
    ///
    /// Worms are numbered over a whole run, and leaders name the worms that they wait for by their numbers: `before` is
    /// how many worms of other multicasts come before these in the run, 0 if the run has this multicast alone.
    /// Deliveries in `start` have the numbers of the run, too.
    ///
    /// # Panics
    /// If the plan is one of another network.
    pub fn worms(
        &self,
        plan: &Plan,
        network: &Network,
        start: &Start,
        before: usize,
    ) -> Vec<wormhole::Worm> {
        let to_leaders = || plan.worms().take_while(|worm| worm.stage == 1).enumerate();
        let delivery =
            |worm: usize, hops: usize| Delivery { worm: before + worm, hops: hops as u32 };
        // Tails come to the leaders on a path in their order: all are served when the last ones are.
        let all = || to_leaders().map(|(worm, to)| delivery(worm, to.path.length())).collect();
        let own = |leader: u32| {
            let at = |path: &super::Path| path.destinations().position(|node| node == leader);
            let found = to_leaders().find_map(|(worm, to)| {
                at(to.path).map(|place| delivery(worm, to.path.hops()[place]))
            });
            found.into_iter().collect()
        };
        let worm = |worm: Worm| {
            let is_first = worm.stage == 1;
            let after = |deliveries| Start::After { deliveries, delay: 0 };
            let is_charged = is_first || self.charged == StartupCharge::Each;
            wormhole::Worm {
                start: match self.leaders {
                    _ if is_first => start.clone(),
                    Leaders::Barrier => after(all()),
                    Leaders::Async => after(own(worm.path.nodes()[0])),
                },
                startup: if is_charged { self.startup } else { 0 },
                flits: self.flits,
                path: worm.path.channels(network),
                destinations: worm.path.hops().iter().map(|&hops| hops as u32).collect(),
            }
        };
        plan.worms().map(worm).collect()
    }
}
