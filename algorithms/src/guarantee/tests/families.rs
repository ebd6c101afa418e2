//! Holds the theorem of `docs/slotted.md` against all deals on small meshes: sets of nodes of any form, overlapping too.

use super::dealt::{choices, orders};

/// Sets of nodes, by node the numbers of those that it is in, and how many packets each serves.
type Family = (Vec<Vec<usize>>, usize, usize);

/// What is left by all sets of a family, if packets come to these nodes.
fn left((of, sets, room): &Family, nodes: impl Iterator<Item = usize>) -> usize {
    let mut met = vec![0_usize; *sets];
    nodes.for_each(|node| of[node].iter().for_each(|&set| met[set] += 1));
    met.iter().map(|met| met.saturating_sub(*room)).sum()
}

/// Diagonals, as trains are; diagonals with rows; and squares that overlap.
fn families(rows: usize, cols: usize, room: usize) -> [Family; 3] {
    let nodes = || (0..rows * cols).map(|node| (node / cols, node % cols));
    let diagonals = nodes().map(|(row, col)| vec![(row + col) % cols]).collect();
    let crossed = nodes().map(|(row, col)| vec![(2 * row + col) % cols, cols + row]).collect();
    let squares = nodes().map(|(row, col)| {
        let corner = |down: usize, across: usize| {
            (row + rows - down) % rows < 2 && (col + cols - across) % cols < 2
        };
        (0..rows * cols).filter(|at| corner(at / cols, at % cols)).collect()
    });
    [(diagonals, cols, room), (crossed, cols + rows, room), (squares.collect(), rows * cols, room)]
}

#[test]
fn no_deal_is_worse_than_independent_choices_for_sets_of_any_form() {
    let mut strict = 0;
    for ((rows, cols), nth) in [((2, 2), 1), ((2, 3), 1), ((3, 2), 1), ((3, 3), 37)] {
        let (of_rows, of_cols) = (orders(rows), orders(cols));
        let (columns, lines) = (choices(of_rows.len(), cols), choices(of_cols.len(), rows));
        for set in (1..1_usize << (rows * cols)).step_by(nth) {
            let packets: Vec<usize> =
                (0..rows * cols).filter(|node| set >> node & 1 == 1).collect();
            if packets.len() > 4 {
                continue;
            }
            for family in [1, 2].into_iter().flat_map(|room| families(rows, cols, room)) {
                let most = packets.len() * 5 + 1;
                let mut dealt = vec![0_u64; most];
                for (column, line) in
                    columns.iter().flat_map(|column| lines.iter().map(move |line| (column, line)))
                {
                    let nodes = packets.iter().map(|&node| {
                        let row = of_rows[column[node % cols]][node / cols];
                        row * cols + of_cols[line[row]][node % cols]
                    });
                    dealt[left(&family, nodes)] += 1;
                }
                let mut alone = vec![0_u64; most];
                for chosen in choices(rows * cols, packets.len()) {
                    alone[left(&family, chosen.into_iter())] += 1;
                }
                for tilt in [0.1, 0.7, 2.0_f64] {
                    let grown = |counts: &[u64]| {
                        let all: u64 = counts.iter().sum();
                        let of = |(left, &count): (usize, &u64)| {
                            (tilt * left as f64).exp() * count as f64 / all as f64
                        };
                        counts.iter().enumerate().map(of).sum::<f64>()
                    };
                    let (dealt, alone) = (grown(&dealt), grown(&alone));
                    assert!(dealt <= alone + 1e-9, "{rows} x {cols} {packets:?}: {dealt} {alone}");
                    strict += usize::from(dealt < alone - 1e-9);
                }
            }
        }
    }
    assert!(strict > 1000, "most deals are better: {strict}");
}
