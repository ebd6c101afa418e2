//! Packets carry their payloads wherever a program moves them, and carrying them changes nothing else.

use super::run::load;
use super::{Case, Op, Run, Way, cases, cases_in_batches};

const CARRYING: Way = Way { payload_words: 2, ..Way::PLAIN };

#[test]
fn every_packet_left_carries_the_words_of_its_message() {
    let tiled = cases(8000..8200, 9, true);
    let packets: usize = cases(9000..9200, 9, false).chain(tiled).map(|case| check(&case)).sum();
    assert!(packets > 2000, "only {packets} packets are left");
}

/// Checks the packets that a program leaves; returns how many there are.
fn check(case: &Case) -> usize {
    let plain = Run::of(case, Way::PLAIN);
    for way in [CARRYING, Way { traced: true, ..CARRYING }, Way { threads: 3, ..CARRYING }] {
        let carrying = Run::of(case, way);
        assert_eq!(carrying.observed, plain.observed, "{way:?} {case:#?}");
        for (message, payload) in &carrying.payloads {
            let source = case.sources[*message as usize];
            assert_eq!(*payload, load(source, 2), "{way:?} message {message} {case:#?}");
        }
    }
    for ops in &case.unlawful {
        let [plain, carrying] = [Way::PLAIN, CARRYING]
            .map(|way| Run::of_ops(case, ops, way).observed.map(|_| ()).unwrap_err());
        assert_eq!(plain, carrying, "{ops:#?} {case:#?}");
    }
    plain.payloads.len()
}

/// Identities differ between a program and the same one on a transposed mesh, what packets carry does not.
#[test]
fn what_packets_carry_does_not_depend_on_how_the_mesh_is_seen() {
    for case in cases(9500..9600, 7, true) {
        let twice = vec![Op::Transposed(vec![Op::Transposed(case.ops.clone())])];
        let (straight, turned) = (Run::of(&case, CARRYING), Run::of_ops(&case, &twice, CARRYING));
        assert_eq!(straight.payloads, turned.payloads, "{case:#?}");
    }
}

/// Those that leave their input queues later carry 0s.
#[test]
fn what_nobody_has_written_is_0() {
    let mut late = 0;
    for case in cases_in_batches(9700..9800, 9, true) {
        let run = Run::of(&case, CARRYING);
        assert_eq!(run.observed, Run::of(&case, Way::PLAIN).observed, "{case:#?}");
        for (message, payload) in run.payloads {
            let source = case.sources[message as usize];
            let is_late = !source.is_multiple_of(3);
            late += usize::from(is_late);
            assert_eq!(payload, if is_late { vec![0; 2] } else { load(source, 2) }, "{case:#?}");
        }
    }
    assert!(late > 100, "only {late} packets left later");
}
