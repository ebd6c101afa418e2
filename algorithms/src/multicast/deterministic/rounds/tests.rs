//! Tests which permutations are refused, where packets stand, and how many words a node stores.

use super::*;
use crate::guarantee::Schedule;

#[test]
#[should_panic(expected = "as many numbers as there are nodes")]
fn permutations_of_other_lengths_are_refused() {
    let set = Messages::one_each(16).expect("small");
    let permutations = Permutations::Each(Arc::from([Permutation::random(15, 1)]));
    let shape = Shape::new(4, 4).expect("small");
    let _ = Rounds::new(shape, &set, Pace::Set(Schedule::Fixed), permutations);
}

/// πρʲπ⁻¹ by its definition, with ρ in segments of `segment` indices.
fn rotated(permutation: &Permutation, segment: usize, rounds: usize) -> Permutation {
    let turned = |index: usize| {
        let first = index / segment * segment;
        first + (index % segment + rounds) % segment.min(permutation.len() - first)
    };
    let mut places = vec![0; permutation.len()];
    for (index, &node) in permutation.entries().iter().enumerate() {
        places[node as usize] = permutation.entries()[turned(index)];
    }
    Permutation::new(places).expect("a permutation")
}

#[test]
fn places_are_those_that_packets_are_brought_to() {
    let shape = Shape::new(20, 20).expect("small");
    let set = Messages::new(400, (0..16).map(|from| (from, vec![5]))).expect("small");
    let places = |permutations, known| {
        let rounds = Rounds::new(shape, &set, Pace::Adaptive, permutations);
        rounds.with_congestion(known).places().collect::<Vec<_>>()
    };
    let all: Vec<Permutation> = (1..=16).map(|seed| Permutation::random(400, seed)).collect();
    let each = Permutations::Each(Arc::from(&all[..5]));
    let one = Permutations::Rotated(Arc::new(all[0].clone()));
    for known in [Congestion::Known, Congestion::Counted] {
        assert!(places(each.clone(), known) == all[..5], "{known:?}");
        let turned: Vec<Permutation> = (1..=16).map(|j| rotated(&all[0], 16, j)).collect();
        assert!(places(one.clone(), known) == turned, "{known:?}");
    }
    let all_in_one = Messages::new(400, [(0, vec![1])]).expect("small");
    let rounds = Rounds::new(shape, &all_in_one, Pace::Adaptive, each);
    assert_eq!(rounds.places().count(), 0, "there is one tile");
}

/// Stages of different lengths that may be the first have segments of their own.
#[test]
fn an_unknown_congestion_has_the_places_of_all_first_stages() {
    let shape = Shape::new(64, 64).expect("small");
    let set = Messages::new(4096, (0..4).map(|from| (from, vec![5]))).expect("small");
    let permutation = Permutation::random(4096, 1);
    let one = Permutations::Rotated(Arc::new(permutation.clone()));
    let rounds = Rounds::new(shape, &set, Pace::Set(Schedule::Fixed), one);
    let known: Vec<Permutation> = rounds.places().collect();
    let unknown: Vec<Permutation> = rounds.with_congestion(Congestion::Counted).places().collect();
    assert!(known.len() < unknown.len() && known.iter().all(|known| unknown.contains(known)));
    for segment in [8, 16] {
        assert!(unknown.contains(&rotated(&permutation, segment, 1)), "{segment}");
    }
}

#[test]
fn the_words_of_a_node_are_counted() {
    let shape = Shape::new(128, 128).expect("small");
    let count = |pace, words, way| {
        let set = Messages::new(shape.nodes(), (0..64).map(|from| (from, vec![5])));
        let permutations = Permutations::Drawn { words, seed: 1 };
        let set = set.expect("small");
        Rounds::new(shape, &set, pace, permutations).with_congestion(way).stored_words()
    };
    let (known, unknown) = (Congestion::Known, Congestion::Counted);
    for schedule in [Schedule::Fixed, Schedule::Shrink, Schedule::Overload] {
        let pace = Pace::Set(schedule);
        for words in [StoredWords::All, StoredWords::One] {
            let (some, more) = (count(pace, words, known), count(pace, words, unknown));
            let least = if words == StoredWords::All { 3 } else { 1 };
            assert!((least..=more).contains(&some), "{schedule:?}: {some} of {more}");
        }
    }
    for way in [known, unknown] {
        assert_eq!(count(Pace::Adaptive, StoredWords::All, way), 16);
        assert_eq!(count(Pace::Adaptive, StoredWords::One, way), 1);
    }
}
