//! Draws sparse matrices of many patterns, as the multicasts of their products with a vector.

use super::{Instance, least_square};
use meshcast_engine::Messages;
use meshcast_tests::corpus::{below, generator, shuffled, some_of};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The rows of matrices: from 2⁶ to 2¹².
const ROWS_LOG2: (f64, f64) = (6.0, 6.0);

/// What the entries of a matrix are like.
const PATTERNS: [(&str, Pattern); 10] = [
    ("band", |(_, rows, width), row, _| {
        (row.saturating_sub(width)..(row + width + 1).min(rows)).collect()
    }),
    ("blocks", |(_, rows, width), row, _| {
        let first = row / (2 * width) * (2 * width);
        (first..(first + 2 * width).min(rows)).collect()
    }),
    ("grid", grid),
    ("diagonals", |(number, rows, width), row, _| {
        let ahead = some_of(rows, width, number).into_iter();
        ahead.map(|ahead| (row + ahead as usize) % rows).collect()
    }),
    ("anywhere", |(_, rows, width), _, random| (0..width).map(|_| below(random, rows)).collect()),
    ("power law", |(_, rows, width), _, random| {
        let length = width * 1024 / (1 + below(random, 1024));
        (0..length.min(rows)).map(|_| below(random, rows)).collect()
    }),
    ("triangle", |(_, rows, width), row, random| {
        (row..rows).filter(|&col| col == row || below(random, rows) < width * width).collect()
    }),
    (
        "arrow",
        |(_, rows, width), row, _| {
            if row < width { (0..rows).collect() } else { (0..width).chain([row]).collect() }
        },
    ),
    ("few dense rows", |(_, rows, width), row, random| {
        let length = if row < 3 { rows / width } else { 3 };
        (0..length).map(|_| below(random, rows)).collect()
    }),
    ("few rows", |(_, rows, width), row, random| {
        let length = if row % width == 0 { 2 * width } else { 0 };
        (0..length).map(|_| below(random, rows)).collect()
    }),
];

/// The columns of the entries in a row of a matrix, which is given by its number, how many rows it has and how wide the pattern is.
type Pattern = fn((u64, usize, usize), usize, &mut Xoshiro256PlusPlus) -> Vec<usize>;

/// The points of a square grid, each with itself and its neighbours no farther than some columns away, in three rows.
fn grid(
    (_, rows, width): (u64, usize, usize),
    row: usize,
    _: &mut Xoshiro256PlusPlus,
) -> Vec<usize> {
    let side = rows.isqrt();
    let near = |place: usize, most: usize| place.saturating_sub(most)..(place + most + 1).min(side);
    let (y, x) = (row / side, row % side);
    near(y, 1).flat_map(|y| near(x, width).map(move |x| y * side + x)).collect()
}

/// Matrix `number`: row i is node i of the least square, or both rows and columns are in random order, the same or another.
pub(crate) fn random_matrix(number: u64) -> Option<Instance> {
    let random = &mut generator(number);
    let share = below(random, 1 << 20) as f64 / f64::from(1 << 20);
    let rows = (ROWS_LOG2.0 + ROWS_LOG2.1 * share).exp2() as usize;
    let (name, pattern) = PATTERNS[below(random, PATTERNS.len())];
    let width = 1 << below(random, 5);
    let in_order: Vec<u32> = (0..rows as u32).collect();
    let any = shuffled(rows, number);
    let (order, of_rows, of_cols) = match below(random, 3) {
        0 => ("in order", in_order.clone(), in_order),
        1 => ("rows and columns permuted alike", any.clone(), any),
        _ => ("rows and columns permuted", any, shuffled(rows, number ^ 1)),
    };
    let mut lists = vec![Vec::new(); rows];
    for (row, &to) in of_rows.iter().enumerate() {
        for col in pattern((number, rows, width), row, random) {
            lists[of_cols[col] as usize].push(to);
        }
    }
    let shape = least_square(rows);
    let what = format!("{name} of width {width}, {order}");
    let lists = lists.into_iter().enumerate().map(|(source, mut list)| {
        list.sort_unstable();
        list.dedup();
        (source as u32, list)
    });
    let messages = Messages::new(shape.nodes(), lists.collect::<Vec<_>>()).ok()?;
    Some(Instance { shape, messages, what })
}
