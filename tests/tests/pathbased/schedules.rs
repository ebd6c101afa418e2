//! Plans as worms: several grouped multicasts of one run, beside the run flit by flit, and who starts when.

use super::{Case, draw};
use crate::wormhole::reference::sight_of;
use meshcast_algorithms::pathbased::{
    Grouping, Leaders, MulticastSet, Plan, Ports, Schedule, Scheme, StartupCharge, Threshold,
};
use meshcast_engine::wormhole::{Body, Delivery, Start, Timing, Worm, run};
use meshcast_tests::oracle::{Sight, Times, wormhole};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::Range;

const SCHEMES: [Scheme; 4] =
    [Scheme::DualPath, Scheme::MultiPath, Scheme::Ocms(Ports::Free), Scheme::Otms(Ports::Strict)];

/// A multicast among others.
struct Sent<'a> {
    set: MulticastSet<'a>,
    plan: Plan,
    schedule: Schedule,
    /// At this time or, after the first, so long after the end of the one before.
    time: u64,
    is_after: bool,
    /// Its worms among all.
    worms: Range<usize>,
}

fn pick<T: Copy>(random: &mut Xoshiro256PlusPlus, from: &[T]) -> T {
    from[random.random_range(0..from.len())]
}

/// Up to four multicasts and their worms.
fn several<'a>(random: &mut Xoshiro256PlusPlus, case: &'a Case) -> (Vec<Sent<'a>>, Vec<Worm>) {
    let (mut multicasts, mut worms): (Vec<Sent>, Vec<Worm>) = (Vec::new(), Vec::new());
    for _ in 0..random.random_range(1..=4) {
        let k = random.random_range(1..=10);
        let (source, destinations) = draw(random, case.graph.nodes(), k);
        let set = case.set(source, &destinations);
        let groupings = [Grouping::None, Grouping::Ppg, Grouping::Gpg(Threshold::HALF)];
        let plan = Plan::new(&set, pick(random, &SCHEMES), pick(random, &groupings)).unwrap();
        let schedule = Schedule {
            startup: random.random_range(0..30),
            flits: random.random_range(1..7),
            leaders: pick(random, &[Leaders::Barrier, Leaders::Async]),
            charged: pick(random, &[StartupCharge::Each, StartupCharge::Once]),
        };
        let time = random.random_range(0..40);
        let before = multicasts.last().filter(|_| random.random_bool(0.5));
        let start = before.map_or(Start::At(time), |before: &Sent| {
            let last = |worm: usize| Delivery { worm, hops: worms[worm].path.len() as u32 };
            Start::After { deliveries: before.worms.clone().map(last).collect(), delay: time }
        });
        let (is_after, first) = (before.is_some(), worms.len());
        worms.extend(schedule.worms(&plan, &case.network, &start, first));
        let range = first..worms.len();
        multicasts.push(Sent { set, plan, schedule, time, is_after, worms: range });
    }
    (multicasts, worms)
}

/// When the last flit was seen of a worm at a node of its path.
fn delivered(sight: &Sight, worm: usize, hops: usize) -> u64 {
    sight.arrivals[worm][hops - 1].last().unwrap().unwrap()
}

/// When every destination of a multicast had all flits, by stage; all of the second come from leaders.
fn check_starts(sight: &Sight, sent: &Sent, start: u64) {
    let legs: Vec<_> = sent.plan.worms().zip(sent.worms.clone()).collect();
    let told = |leader: u32| {
        let mut to_leaders = legs.iter().filter(|(leg, _)| leg.stage == 1);
        let found = to_leaders.find_map(|(leg, worm)| {
            let mut stops = leg.path.destinations().zip(leg.path.hops());
            let (_, &hops) = stops.find(|&(node, _)| node == leader)?;
            Some(delivered(sight, *worm, hops))
        });
        found.expect("a leader is a destination of the first stage")
    };
    let leaders = sent.plan.groups().iter().filter_map(|group| group.leader);
    let all_told = leaders.map(told).max();
    for (leg, worm) in &legs {
        let expected = match leg.group.map(|group| sent.plan.groups()[group].leader.unwrap()) {
            None => start,
            Some(leader) if sent.schedule.leaders == Leaders::Async => told(leader),
            Some(_) => all_told.unwrap(),
        };
        assert_eq!(sight.starts[*worm], Some(expected), "stage {}", leg.stage);
    }
}

#[test]
fn every_worm_starts_after_the_deliveries_of_its_own_multicast() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(10);
    let [mut contended, mut led, mut followed] = [0; 3];
    for _ in 0..120 {
        let sides = [random.random_range(4..=6), random.random_range(4..=6)];
        let case = Case::mesh(&sides);
        let (multicasts, worms) = several(&mut random, &case);
        let (router, link) = (random.random_range(0..4), random.random_range(1..4));
        let timing = Timing::new(router, link, Body::Link).unwrap();
        let channels = case.network.channels();
        let times = Times { router, link, period: link, ..Times::default() };
        let sight = wormhole(times, channels, &worms);
        let outcome = run(timing, channels, &worms).expect("no deadlock");
        assert_eq!(sight_of(&worms, &outcome), sight);
        let mut end = 0;
        for sent in &multicasts {
            let after = if sent.is_after { end } else { 0 };
            check_starts(&sight, sent, after + sent.time);
            let mut served = Vec::new();
            end = 0;
            for (leg, worm) in sent.plan.worms().zip(sent.worms.clone()) {
                let is_charged = leg.stage == 1 || sent.schedule.charged == StartupCharge::Each;
                assert_eq!(worms[worm].startup, if is_charged { sent.schedule.startup } else { 0 });
                assert_eq!(worms[worm].flits, sent.schedule.flits);
                for &hops in &worms[worm].destinations {
                    let channel = worms[worm].path[hops as usize - 1];
                    served.push(case.network.ends(channel).1);
                    end = end.max(delivered(&sight, worm, hops as usize));
                }
                led += usize::from(leg.stage == 2);
            }
            served.sort_unstable();
            let mut destinations = sent.set.destinations().to_vec();
            destinations.sort_unstable();
            assert_eq!(served, destinations);
            followed += usize::from(sent.is_after);
        }
        contended += usize::from(sight.channels.iter().any(|channel| channel.blocked > 0));
    }
    assert!(contended > 20 && led > 200 && followed > 40, "{contended} {led} {followed}");
}
