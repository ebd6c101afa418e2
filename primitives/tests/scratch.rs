use meshcast_engine::*;
use meshcast_primitives::Sort;
use std::sync::Arc;
fn check(rows: usize, cols: usize, order: Order, seed: u64, density: u64, shear: bool) {
    let shape = Shape::new(rows, cols).unwrap();
    let mut x = seed.wrapping_mul(0x9E3779B97F4A7C15) | 1;
    let mut rng = move || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x
    };
    let mut lists = vec![];
    for node in 0..shape.nodes() {
        if rng() % 100 < density {
            lists.push((node as u32, vec![]));
        }
    }
    let set = Arc::new(Messages::new(shape.nodes(), lists).unwrap());
    let keys: Vec<u32> = (0..set.count())
        .map(|_| {
            (rng() % 7) as u32 * if seed % 2 == 0 { 1 } else { 1000003 % (1 + rng() as u32 % 1000) }
        })
        .collect();
    let sort = if shear { Sort::shearsort(shape, order) } else { Sort::new(shape, order) };
    let mut m = Machine::new(shape, set.clone(), Some(5), Options::default());
    m.inject(0, |j| keys[j as usize]);
    sort.run(&mut m).unwrap();
    let out = m.finish();
    assert_eq!(out.steps, sort.steps(), "{rows}x{cols}");
    let mut want: Vec<(u32, u32)> = keys.iter().enumerate().map(|(j, &k)| (k, j as u32)).collect();
    want.sort();
    for rank in 0..shape.nodes() {
        let (r, c) = order.position(shape, rank);
        let got = out.packet(0, r, c).map(|p| (p.key(), p.message()));
        assert_eq!(got, want.get(rank).copied(), "{rows}x{cols} {order:?} rank {rank}");
        assert!(out.packets_left(r, c) <= 1);
    }
}
#[test]
fn sorts() {
    for order in [Order::Snake, Order::RowMajor, Order::ColumnMajor] {
        for rows in 1..=20 {
            for cols in 1..=20 {
                for seed in 0..3 {
                    check(rows, cols, order, seed, [100, 60, 20][seed as usize], false);
                }
                check(rows, cols, order, 9, 100, true);
            }
        }
    }
}
