//! Peaks of buffers that are known.

use super::*;

/// Values enough to refute.
const SIX: &[u64] = &[1, 2, 4, 8, 16, 32];

#[test]
fn peaks_that_do_not_grow_are_supported_and_others_are_not() {
    let flat = MADE.verdicts();
    for claim in ["peak-on-n", "peak-on-c", "peak-on-d"] {
        assert_verdict(&flat.claim(claim), Verdict::Supported);
    }
    let growing = Made { peak: |n, _| 40.0 * n.powf(0.1), ..MADE };
    assert_verdict(&growing.claim("peak-on-n"), Verdict::Refuted);
    assert_verdict(&growing.claim("peak-on-c"), Verdict::Supported);
    let with_c = Made { peak: |_, c| 40.0 * c.sqrt(), congestions: SIX, ..MADE };
    assert_verdict(&with_c.claim("peak-on-c"), Verdict::Refuted);
    // One room for all that is not full yet is no proof of growth without end.
    let mut rows = growing.rows(1);
    for row in &mut rows {
        row.capacity = Some(1000);
    }
    assert_verdict(&verdicts(&rows).claim("peak-on-n"), Verdict::Undecided);
    // Some rooms are no excuse for peaks where there is no end.
    for row in rows.iter_mut().filter(|row| row.nodes > 1 << 13) {
        row.capacity = None;
    }
    assert_verdict(&verdicts(&rows).claim("peak-on-n"), Verdict::Refuted);
}

#[test]
fn a_peak_above_its_capacity_is_found() {
    let mut rows = MADE.rows(1);
    for row in &mut rows {
        row.capacity = Some(4);
    }
    assert_verdict(&verdicts(&rows).claim("peak-within-capacity"), Verdict::Supported);
    rows[9].capacity = Some(3);
    assert_verdict(&verdicts(&rows).claim("peak-within-capacity"), Verdict::Refuted);
}

#[test]
fn stored_packets_have_to_grow_as_the_congestion() {
    let peaks: [(PeakLaw, Verdict); 3] = [
        (|_, c| 200.0 * c, Verdict::Supported),
        (|_, c| 200.0 * c.powf(0.8), Verdict::Refuted),
        (|_, _| 200.0, Verdict::Refuted),
    ];
    for (peak, verdict) in peaks {
        let made = Made { algorithm: "buffered", peak, congestions: SIX, ..MADE };
        let found = made.claim("peak-is-theta-c");
        assert_verdict(&found, verdict);
    }
}

#[test]
fn a_peak_that_grows_and_then_stays_is_undecided() {
    let peak: PeakLaw = |_, c| match c as u64 {
        1 => 2.0,
        4 => 5.0,
        16 => 7.0,
        _ => 8.0,
    };
    // The other is a term k/√c and nothing else.
    for peak in [peak, |_, c: f64| 4000.0 * (-2.0 / c.sqrt()).exp2()] {
        let congestions = &[1, 4, 16, 64, 256, 1024];
        let found = Made { congestions, peak, ..MADE }.claim("peak-on-c");
        assert_verdict(&found, Verdict::Undecided);
    }
}

#[test]
fn bounds_are_no_peaks() {
    let mut rows = Made { algorithm: "buffered", peak: |_, c| 9.0 * c, ..MADE }.rows(1);
    for row in &mut rows {
        row.capacity = Some(20 * row.congestion.unwrap());
    }
    assert_verdict(&verdicts(&rows).claim("peak-is-theta-c"), Verdict::Supported);
    assert_verdict(&verdicts(&rows).claim("peak-within-capacity"), Verdict::Supported);
    leap(&mut rows, |_| true, |row| row.capacity.unwrap());
    let found = verdicts(&rows);
    for claim in ["peak-is-theta-c", "peak-within-capacity"] {
        let found = found.claim(claim);
        assert_verdict(&found, Verdict::Undecided);
        assert!(found.rests_on.starts_with("no peak is measured; "), "{}", found.rests_on);
    }
    let flat = found.claim("peak-on-n");
    assert_verdict(&flat, Verdict::Supported);
    assert!(flat.rests_on.ends_with("on which alone it rests"), "{}", flat.rests_on);
}

#[test]
fn a_bound_that_grows_says_nothing_of_the_peak() {
    let mut rows = MADE.rows(1);
    leap(&mut rows, |_| true, |row| row.nodes);
    let found = verdicts(&rows).claim("peak-on-n");
    assert_verdict(&found, Verdict::Undecided);
    assert!(found.rests_on.contains("a bound that grows"), "{}", found.rests_on);
}

#[test]
fn measured_peaks_and_bounds_are_not_mixed() {
    // Flat where they are measured; a bound at the larger meshes, far above.
    let mut rows = MADE.rows(1);
    leap(&mut rows, |row| row.nodes > 1 << 13, |_| 1000);
    let found = verdicts(&rows).claim("peak-on-n");
    assert_verdict(&found, Verdict::Supported);
    assert_eq!((found.estimate.map(|slope| slope.abs() < 1e-9), found.cells), (Some(true), 27));
    assert!(found.rests_on.ends_with("which do not count"), "{}", found.rests_on);
    // Two measured values make no verdict; the bounds do.
    leap(&mut rows, |row| row.nodes > 1 << 10, |_| 1000);
    let found = verdicts(&rows).claim("peak-on-n");
    assert_verdict(&found, Verdict::Supported);
    assert!(found.rests_on.ends_with("on which alone it rests"), "{}", found.rests_on);
    // A cell with a measured peak is none of bounds.
    leap(&mut rows, |row| row.seed == 2, |_| 1000);
    let found = verdicts(&rows).claim("peak-on-n");
    assert_verdict(&found, Verdict::Supported);
    assert_eq!(found.cells, 36);
    // Within a cell the seeds that measured count.
    let mut rows = MADE.rows(1);
    leap(&mut rows, |row| row.seed == 2, |row| row.nodes);
    let found = verdicts(&rows).claim("peak-on-n");
    assert_verdict(&found, Verdict::Supported);
    assert_eq!(found.runs, 2 * found.cells);
    // Peaks that are Θ(c) are measured.
    let mut rows = Made { algorithm: "buffered", peak: |_, c| 9.0 * c, ..MADE }.rows(1);
    leap(&mut rows, |row| row.congestion == Some(16), |_| 144);
    assert_verdict(&verdicts(&rows).claim("peak-is-theta-c"), Verdict::Undecided);
}

#[test]
fn room_excuses_no_peak_that_has_to_grow_with_the_congestion() {
    let peak: PeakLaw = |_, c| 200.0 * c.powf(0.8);
    let found = Made { algorithm: "buffered", peak, congestions: SIX, ..MADE };
    let mut rows = found.rows(1);
    for row in &mut rows {
        row.capacity = Some(300 * row.congestion.unwrap());
    }
    assert_verdict(&verdicts(&rows).claim("peak-is-theta-c"), Verdict::Refuted);
}

#[test]
fn what_is_not_stored_is_missed() {
    let mut rows = Made { algorithm: "randomized:paper", ..MADE }.rows(1);
    for row in &mut rows {
        (row.phases, row.capacity) = (Some(1), Some(4));
    }
    let found = verdicts(&rows);
    assert_verdict(&found.claim("number-of-phases"), Verdict::Supported);
    assert_verdict(&found.claim("peak-within-capacity"), Verdict::Supported);
    (rows[3].phases, rows[4].peak) = (None, None);
    let found = verdicts(&rows);
    // What holds with high probability may be missed once.
    let cases = [
        ("number-of-phases", Verdict::Supported, "no phases are stored"),
        ("peak-within-capacity", Verdict::Refuted, "no peak is stored"),
    ];
    for (claim, verdict, says) in cases {
        let found = found.claim(claim);
        assert_verdict(&found, verdict);
        assert!(found.rests_on.starts_with("1 of 162 runs break it"), "{}", found.rests_on);
        assert!(found.rests_on.contains(says), "{}", found.rests_on);
    }
}
