//! Prints how often verdicts on rows from known laws are right: the tables of docs/verification.md.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example calibration [-- STORES]
//! ```
//!
//! STORES of a law and plan is 1000 unless it is given.

use meshcast_tests::calibration::{LAWS, SIZES};
use std::env;

fn main() {
    let stores = env::args().nth(1).map_or(1000, |text| text.parse().expect("a number of stores"));
    for sizes in &SIZES {
        println!("| {} | supported | refuted | undecided |\n|---|---|---|---|", sizes.name);
        for law in &LAWS {
            let rates = law.rates(sizes, stores);
            let share = |count: usize| 100.0 * count as f64 / stores as f64;
            println!(
                "| {} | {:.1} % | {:.1} % | {:.1} % |",
                law.name,
                share(rates.supported),
                share(rates.refuted),
                share(rates.undecided)
            );
        }
        println!();
    }
}
