//! Verdicts on rows from known laws are right as often as docs/verification.md says.

use meshcast_tests::calibration::{LAWS, Law, Rates, SIZES, Sizes};

const STORES: u64 = 1000;

const BOUNDS: Sizes = SIZES[0];
const PAPER: Sizes = SIZES[1];
const QUICK: Sizes = SIZES[2];

fn law(name: &str) -> Law {
    LAWS.into_iter().find(|law| law.name == name).expect("a law")
}

/// Of a thousand stores at most 10 are refuted where the claim holds, and at most 50 supported where it does not.
fn assert_rare_errors(law: &Law, rates: Rates) {
    if law.is_theta {
        assert!(rates.refuted <= 10, "{}: {rates:?}", law.name);
    } else {
        assert!(rates.supported <= 50, "{}: {rates:?}", law.name);
    }
}

#[test]
fn errors_are_rare_at_the_sizes_of_bounds() {
    for law in &LAWS {
        assert_rare_errors(law, law.rates(&BOUNDS, STORES));
    }
}

#[test]
fn errors_are_rare_on_fewer_sides() {
    for law in &LAWS {
        assert_rare_errors(law, law.rates(&PAPER, STORES));
    }
}

#[test]
fn few_sides_refute_nothing() {
    for law in &LAWS {
        let rates = law.rates(&QUICK, STORES);
        assert_eq!(rates.refuted, 0, "{}", law.name);
        assert_rare_errors(law, rates);
    }
}

#[test]
fn a_log_factor_is_refuted_nine_times_of_ten() {
    for name in ["× ln n", "× ln n, copies", "× ln n, uneven seeds"] {
        let rates = law(name).rates(&BOUNDS, STORES);
        assert!(rates.refuted >= 900, "{name}: {rates:?}");
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
