//! A machine is its own only tile.

use super::{Op, Run, Way, cases};

/// A mesh that is transposed twice is cut out and put back as tiles are; a single tile is not.
#[test]
fn the_only_tile_is_the_whole_machine() {
    for case in cases(5000..5150, 7, true) {
        let tile = vec![Op::Tiles { down: 0, across: 0, body: case.ops.clone() }];
        let cut_out = vec![Op::Transposed(vec![Op::Transposed(case.ops.clone())])];
        let (tile, cut_out) =
            (Run::of_ops(&case, &tile, Way::WATCHED), Run::of_ops(&case, &cut_out, Way::WATCHED));
        assert_eq!(tile.observed, cut_out.observed, "{case:#?}");
        assert_eq!(tile.audit, cut_out.audit, "{case:#?}");
        assert_eq!(tile.trace, cut_out.trace, "{case:#?}");
    }
}
