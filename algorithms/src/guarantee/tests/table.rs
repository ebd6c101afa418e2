//! Tests the table of docs/rounds.md.

use super::*;
use crate::guarantee::forced_rounds::forced_in_blocks;
use crate::guarantee::stage::block;

type Row = (u32, u32, [u64; 2], u64, [u64; 2]);

/// lg n; lg c; rounds at failure 1/2 and 2^-20; with α = 2 at 2^-20; rounds forced with blocks of b nodes, and with the
/// blocks of the program.
const FIXED: [Row; 22] = [
    (14, 4, [6, 6], 5, [4, 3]),
    (14, 7, [10, 11], 8, [3, 3]),
    (14, 10, [14, 15], 10, [2, 2]),
    (16, 4, [6, 6], 5, [4, 4]),
    (16, 8, [10, 10], 8, [3, 3]),
    (16, 12, [16, 17], 12, [2, 2]),
    (20, 5, [7, 7], 6, [4, 4]),
    (20, 10, [11, 11], 8, [4, 3]),
    (20, 15, [20, 21], 15, [3, 2]),
    (20, 16, [21, 21], 15, [2, 2]),
    (24, 6, [8, 8], 6, [5, 4]),
    (24, 12, [12, 12], 9, [4, 4]),
    (24, 18, [19, 19], 14, [3, 2]),
    (24, 20, [25, 25], 17, [2, 2]),
    (30, 8, [9, 9], 7, [5, 5]),
    (30, 15, [13, 13], 10, [4, 4]),
    (30, 22, [19, 19], 15, [3, 3]),
    (30, 26, [31, 31], 22, [2, 2]),
    (40, 10, [10, 10], 8, [6, 6]),
    (40, 20, [14, 14], 11, [5, 5]),
    (40, 30, [21, 21], 17, [4, 3]),
    (40, 36, [40, 40], 28, [2, 2]),
];

#[test]
fn a_fixed_number_of_tiles_takes_the_rounds_of_the_table() {
    for (nodes, congestion, rounds, doubled, forced) in FIXED {
        let of = |failure, instances| {
            let question = Question { instances, ..question(nodes, congestion, failure) };
            answer(Schedule::Fixed, &question).rounds()
        };
        let found = ([of(-1, 1), of(-20, 1)], of(-20, 2));
        assert_eq!(found, (rounds, doubled), "n = 2^{nodes}, c = 2^{congestion}");
        let (nodes, tiles) = (1 << nodes, 1 << congestion);
        let block = block(nodes, tiles);
        let found = [forced_in_blocks(nodes, tiles, block, block), forced_rounds(nodes, tiles, 1)];
        assert_eq!(found, forced);
    }
}

/// lg n; lg c; what `Shrink`, `Overload`, and `Overload` with one stored word cost at 2^-20, in rounds with c tiles.
const FALLING: [(u32, u32, &str); 14] = [
    (14, 4, "5.00 4.00 4.00"),
    (14, 6, "6.00 4.62 7.50"),
    (14, 10, "6.44 4.00 4.00"),
    (16, 4, "5.25 4.00 4.00"),
    (16, 8, "6.38 5.12 8.62"),
    (16, 12, "6.45 4.00 4.00"),
    (20, 4, "5.50 4.00 4.00"),
    (20, 6, "6.25 5.00 6.38"),
    (20, 10, "6.56 5.50 8.09"),
    (20, 14, "6.70 5.47 8.00"),
    (24, 6, "6.25 5.38 6.38"),
    (24, 12, "6.72 5.70 7.78"),
    (30, 8, "7.12 6.00 6.75"),
    (30, 14, "7.02 6.02 7.45"),
];

#[test]
fn falling_numbers_of_tiles_cost_what_the_table_says() {
    for (nodes, congestion, expected) in FALLING {
        let of = |schedule, words| {
            let question = Question { words, ..question(nodes, congestion, -20) };
            format!("{:.2}", answer(schedule, &question).full_rounds())
        };
        let found = [
            of(Schedule::Shrink, StoredWords::All),
            of(Schedule::Overload, StoredWords::All),
            of(Schedule::Overload, StoredWords::One),
        ];
        assert_eq!(found.join(" "), expected, "n = 2^{nodes}, c = 2^{congestion}");
    }
}
