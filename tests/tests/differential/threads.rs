//! The number of threads and the instructions change nothing that can be seen.

use super::{Run, Way, cases};
use meshcast_engine::Kernels;

#[test]
fn a_run_is_the_same_on_any_number_of_threads_and_with_any_instructions() {
    let mut tiled = 0;
    for case in cases(2000..2150, 9, true) {
        let alone = Run::of(&case, Way::WATCHED);
        for threads in [2, 3, 8] {
            let together = Run::of(&case, Way { threads, ..Way::WATCHED });
            assert_eq!(alone.observed, together.observed, "{threads} threads {case:#?}");
            assert_eq!(alone.audit, together.audit, "{threads} threads {case:#?}");
            assert_eq!(alone.trace, together.trace, "{threads} threads {case:#?}");
            let plain = Run::of(&case, Way { threads, ..Way::PLAIN });
            assert_eq!(alone.observed, plain.observed, "{threads} threads {case:#?}");
            let banded = Run::of(&case, Way { threads, bands: true, ..Way::PLAIN });
            assert_eq!(alone.observed, banded.observed, "{threads} bands {case:#?}");
        }
        let portable = Run::of(&case, Way { kernels: Kernels::Portable, ..Way::PLAIN });
        assert_eq!(alone.observed, portable.observed, "portable {case:#?}");
        for ops in &case.unlawful {
            let alone = Run::of_ops(&case, ops, Way::PLAIN).observed.map(|_| ());
            let together = Run::of_ops(&case, ops, Way { threads: 3, ..Way::PLAIN });
            assert_eq!(alone, together.observed.map(|_| ()), "{ops:#?} {case:#?}");
            for threads in [2, 3, 8] {
                let banded = Run::of_ops(&case, ops, Way { threads, bands: true, ..Way::PLAIN });
                assert_eq!(
                    alone,
                    banded.observed.map(|_| ()),
                    "{threads} bands {ops:#?} {case:#?}"
                );
            }
        }
        tiled += usize::from(format!("{:?}", case.ops).contains("Tiles"));
    }
    assert!(tiled > 75, "only {tiled} programs use tiles");
}
