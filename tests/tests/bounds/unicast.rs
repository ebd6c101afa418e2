//! `unicast`: steps/√(cn) where every message has one destination, below the goal of 7.5 for n = 2^14, c = 64.

use meshcast_algorithms::{UnicastRound, Workload, generate};
use meshcast_engine::{Options, Order, Shape};
use meshcast_primitives::{PermutationRouting, Sort};
use meshcast_tests::corpus::run_unicast;

#[test]
fn sets_of_degree_one_take_a_few_roots() {
    for (side, c, most) in [(32, 16, 5.2), (32, 64, 4.0), (64, 16, 5.3), (64, 64, 4.1)] {
        let shape = Shape::new(side, side).expect("small");
        let set = generate(Workload::HotBlock, side, Some(1), Some(c), 1).expect("in range");
        assert_eq!((set.degree(), set.congestion()), (1, c));
        let (outcome, run) = run_unicast(shape, &set, 1, Options::default()).expect("lawful");
        let over_root = outcome.steps as f64 / ((c * side * side) as f64).sqrt();
        assert!(over_root <= most, "side {side}, c = {c}: {over_root} √(cn) steps");
        assert_eq!(run.rounds.len(), 1);
    }
}

/// The steps of a round on a square of side s whose tiles are alike and all packets toured once, restated.
fn round_steps(s: usize, round: &UnicastRound, finds_runs: bool) -> usize {
    let &UnicastRound { down, across, passes, .. } = round;
    assert!(s.is_multiple_of(down) && s.is_multiple_of(across) && passes == 1, "{round:?}");
    let (tiles, height, width) = (down * across, s / down, s / across);
    let sort = |rows, cols| {
        Sort::new(Shape::new(rows, cols).expect("small"), Order::RowMajor).steps() as usize
    };
    let runs = if finds_runs { s - 1 + 2 * (s / 2) + 4 * (s / 2) } else { 0 };
    let deal = PermutationRouting::new(Shape::new(s, s).expect("small"), 3).steps() as usize;
    let start = if tiles > 1 { deal + sort(height, width) } else { 0 };
    // A ring through an even number of tiles in at least two rows and columns crosses a tile at a time.
    let shift = height.max(width);
    sort(s, s) + runs + start + tiles * (height + width - 1) + (tiles - 1) * shift
}

#[test]
fn a_run_takes_the_documented_steps() {
    for (s, c) in [(16, 4), (16, 16), (32, 16), (32, 64), (48, 36)] {
        let shape = Shape::new(s, s).expect("small");
        let set = generate(Workload::HotBlock, s, Some(1), Some(c), 1).expect("in range");
        let (outcome, run) = run_unicast(shape, &set, 1, Options::default()).expect("lawful");
        let [round] = &run.rounds[..] else { panic!("{run:?}") };
        assert_eq!(outcome.steps as usize, 1 + round_steps(s, round, false), "{round:?}");
    }
    // Rounds of several destinations: a copy before each but the last.
    let (s, d) = (16, 4);
    let shape = Shape::new(s, s).expect("small");
    let mut checked = 0;
    for seed in 1..=8 {
        let set = generate(Workload::Uniform, s, None, Some(d), seed).expect("in range");
        let (outcome, run) = run_unicast(shape, &set, seed, Options::default()).expect("lawful");
        assert_eq!(run.rounds.len(), d);
        let even = |round: &UnicastRound| [round.down, round.across] == [2, 2];
        if run.rounds.iter().all(even) {
            let rounds = run.rounds.iter().map(|round| round_steps(s, round, true));
            assert_eq!(outcome.steps as usize, 1 + d - 1 + rounds.sum::<usize>(), "{run:?}");
            checked += 1;
        }
    }
    assert!(checked > 0, "no set had even tiles in all rounds");
}
