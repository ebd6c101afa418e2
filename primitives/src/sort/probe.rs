use crate::KkSort;
use super::ListSort;
use meshcast_engine::{Order, Shape};
#[test]
fn probe() {
    for order in [Order::Snake, Order::RowMajor] {
    for (r, c) in [(2,2),(3,3),(4,4),(6,6),(8,8),(12,12),(16, 16), (24,24),(32, 32), (37, 37), (64, 64), (100, 100), (128, 128), (256, 256),(257,257),(64,128),(128,64),(16,64),(64,16),(200,37)] {
        let shape = Shape::new(r, c).unwrap();
        let side = r.max(c) as f64;
        print!("{order:?} {r}x{c}:");
        for k in [3usize, 4,5, 6, 8, 10, 12, 16, 32] {
            let (a, b) = (ListSort::steps_on(shape, k, order), KkSort::steps_on(shape, k, order));
            print!(" {k}: {:.1}->{:.1} ({:.0}%)", a as f64 / side, b as f64 / side, 100.0 * b as f64 / a as f64);
        }
        println!();
    }
    }
}
