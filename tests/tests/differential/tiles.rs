//! A machine is its own only tile.

use super::run::Observed;
use super::{Op, Run, Way, cases};

/// A mesh that is transposed twice is cut out and put back as tiles are; a single tile is not. The registers that a tile
/// works with are its own.
#[test]
fn the_only_tile_is_the_whole_machine() {
    for case in cases(5000..5150, 7, true) {
        let seen = |ops: &[Op]| {
            let Run { observed, audit, trace, .. } = Run::of_ops(&case, ops, Way::WATCHED);
            (observed.map(|seen| Observed { values: Vec::new(), ..seen }), audit, trace)
        };
        let tile = seen(&[Op::Tiles { down: 0, across: 0, body: case.ops.clone() }]);
        let cut_out = seen(&[Op::Transposed(vec![Op::Transposed(case.ops.clone())])]);
        assert_eq!(tile, cut_out, "{case:#?}");
    }
}
