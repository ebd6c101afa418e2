//! Verdicts on rows from known laws are right as often as docs/verification.md says.

use meshcast_tests::calibration::{LAWS, Law, Rates, SIZES, Sizes};
use meshcast_tests::tier;

/// So many stores of a law are judged.
fn stores() -> u64 {
    tier::count(1000)
}

const BOUNDS: Sizes = SIZES[0];
const PAPER: Sizes = SIZES[1];
const QUICK: Sizes = SIZES[2];

fn law(name: &str) -> Law {
    LAWS.into_iter().find(|law| law.name == name).expect("a law")
}

/// At most 1 % of the stores are refuted where the claim holds, and at most 5 % supported where it does not.
fn assert_rare_errors(law: &Law, rates: Rates) {
    if law.is_theta {
        assert!(100 * rates.refuted as u64 <= stores(), "{}: {rates:?}", law.name);
    } else {
        assert!(20 * rates.supported as u64 <= stores(), "{}: {rates:?}", law.name);
    }
}

#[test]
fn errors_are_rare_at_the_sizes_of_bounds() {
    for law in &LAWS {
        assert_rare_errors(law, law.rates(&BOUNDS, stores()));
    }
}

#[test]
fn errors_are_rare_on_fewer_sides() {
    for law in &LAWS {
        assert_rare_errors(law, law.rates(&PAPER, stores()));
    }
}

#[test]
fn few_sides_refute_nothing() {
    for law in &LAWS {
        let rates = law.rates(&QUICK, stores());
        assert_eq!(rates.refuted, 0, "{}", law.name);
        assert_rare_errors(law, rates);
    }
}

#[test]
fn a_log_factor_is_refuted_nine_times_of_ten() {
    for name in ["× ln n", "× ln n, copies", "× ln n, uneven seeds"] {
        let rates = law(name).rates(&BOUNDS, stores());
        assert!(10 * rates.refuted as u64 >= 9 * stores(), "{name}: {rates:?}");
    }
}

/// The verdict on each law is the same with and without copies of its rows under other names.
#[test]
fn copies_change_no_verdict() {
    for (one, copied) in [("Θ(√(cn))", "Θ, copies"), ("× ln n", "× ln n, copies")] {
        for sizes in &SIZES {
            assert_eq!(law(one).rates(sizes, 100), law(copied).rates(sizes, 100), "{one}");
        }
    }
}
