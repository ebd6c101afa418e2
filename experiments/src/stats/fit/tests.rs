//! Fits against certified values of the National Institute of Standards and Technology, and intervals against the truth.
//!
//! Data and values: Statistical Reference Datasets, linear regression, sets Norris, Pontius and Longley,
//! <https://www.itl.nist.gov/div898/strd/lls/lls.shtml>.

use super::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Instrument response against ozone concentration, as y, x.
const NORRIS: [(f64, f64); 36] = [
    (0.1, 0.2),
    (338.8, 337.4),
    (118.1, 118.2),
    (888.0, 884.6),
    (9.2, 10.1),
    (228.1, 226.5),
    (668.5, 666.3),
    (998.5, 996.3),
    (449.1, 448.6),
    (778.9, 777.0),
    (559.2, 558.2),
    (0.3, 0.4),
    (0.1, 0.6),
    (778.1, 775.5),
    (668.8, 666.9),
    (339.3, 338.0),
    (448.9, 447.5),
    (10.8, 11.6),
    (557.7, 556.0),
    (228.3, 228.1),
    (998.0, 995.8),
    (888.8, 887.6),
    (119.6, 120.2),
    (0.3, 0.3),
    (0.6, 0.3),
    (557.6, 556.8),
    (339.3, 339.1),
    (888.0, 887.2),
    (998.5, 999.0),
    (778.9, 779.0),
    (10.2, 11.1),
    (117.6, 118.3),
    (228.9, 229.2),
    (668.4, 669.1),
    (449.2, 448.9),
    (0.2, 0.5),
];

/// Employment, and what it is explained by: price deflator, GNP, unemployed, armed forces, population, year.
const LONGLEY: [[f64; 7]; 16] = [
    [60323.0, 83.0, 234_289.0, 2356.0, 1590.0, 107_608.0, 1947.0],
    [61122.0, 88.5, 259_426.0, 2325.0, 1456.0, 108_632.0, 1948.0],
    [60171.0, 88.2, 258_054.0, 3682.0, 1616.0, 109_773.0, 1949.0],
    [61187.0, 89.5, 284_599.0, 3351.0, 1650.0, 110_929.0, 1950.0],
    [63221.0, 96.2, 328_975.0, 2099.0, 3099.0, 112_075.0, 1951.0],
    [63639.0, 98.1, 346_999.0, 1932.0, 3594.0, 113_270.0, 1952.0],
    [64989.0, 99.0, 365_385.0, 1870.0, 3547.0, 115_094.0, 1953.0],
    [63761.0, 100.0, 363_112.0, 3578.0, 3350.0, 116_219.0, 1954.0],
    [66019.0, 101.2, 397_469.0, 2904.0, 3048.0, 117_388.0, 1955.0],
    [67857.0, 104.6, 419_180.0, 2822.0, 2857.0, 118_734.0, 1956.0],
    [68169.0, 108.4, 442_769.0, 2936.0, 2798.0, 120_445.0, 1957.0],
    [66513.0, 110.8, 444_546.0, 4681.0, 2637.0, 121_950.0, 1958.0],
    [68655.0, 112.6, 482_704.0, 3813.0, 2552.0, 123_366.0, 1959.0],
    [69564.0, 114.2, 502_601.0, 3931.0, 2514.0, 125_368.0, 1960.0],
    [69331.0, 115.7, 518_173.0, 4806.0, 2572.0, 127_852.0, 1961.0],
    [70551.0, 116.9, 554_894.0, 4007.0, 2827.0, 130_081.0, 1962.0],
];

fn assert_close(found: f64, certified: f64, digits: i32) {
    let off = (found / certified - 1.0).abs();
    assert!(off < 10f64.powi(-digits), "{found}, certified {certified}");
}

#[test]
fn norris_is_fitted_as_certified() {
    let fit = Fit::line(&NORRIS.map(|(y, x)| (x, y))).unwrap();
    assert_eq!(fit.degrees_of_freedom, 34);
    assert_close(fit.coefficients[0], -0.262_323_073_774_029, 9);
    assert_close(fit.standard_error(0), 0.232_818_234_301_152, 9);
    assert_close(fit.coefficients[1], 1.002_116_818_020_45, 12);
    assert_close(fit.standard_error(1), 0.429_796_848_199_937e-3, 9);
    assert_close(fit.deviation, 0.884_796_396_144_373, 9);
}

#[test]
fn longley_is_fitted_as_certified_though_its_columns_are_nearly_dependent() {
    let design: Vec<Vec<f64>> = LONGLEY.iter().map(|row| [&[1.0], &row[1..]].concat()).collect();
    let fit = Fit::new(&design, &LONGLEY.map(|row| row[0])).unwrap();
    let certified = [
        (-3_482_258.634_595_82, 890_420.383_607_373),
        (15.061_872_271_373_3, 84.914_925_774_766_9),
        (-0.358_191_792_925_910e-1, 0.334_910_077_722_432e-1),
        (-2.020_229_803_816_83, 0.488_399_681_651_699),
        (-1.033_226_867_173_59, 0.214_274_163_161_675),
        (-0.511_041_056_535_807e-1, 0.226_073_200_069_370),
        (1_829.151_464_613_55, 455.478_499_142_212),
    ];
    for (column, (estimate, error)) in certified.into_iter().enumerate() {
        assert_close(fit.coefficients[column], estimate, 7);
        assert_close(fit.standard_error(column), error, 7);
    }
    assert_close(fit.deviation, 304.854_073_561_965, 7);
}

#[test]
fn quantiles_are_those_of_tables() {
    // Two-sided, 95 %: 1, 2, 10 and 30 degrees of freedom.
    for (free, expected) in [(1, 12.706_205), (2, 4.302_653), (10, 2.228_139), (30, 2.042_272)] {
        assert!((quantile(free, 0.95) - expected).abs() < 1e-5, "{free}");
    }
}

#[test]
fn intervals_cover_the_truth_as_often_as_they_say() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut normal = || {
        let (radius, angle): (f64, f64) = (random.random(), random.random());
        (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    };
    let (mut slopes, mut bands) = (0, 0);
    for _ in 0..4000 {
        let points: [f64; 7] = std::array::from_fn(|x| x as f64);
        let fit = Fit::line(&points.map(|x| (x, 3.0 + 0.5 * x + 0.2 * normal()))).unwrap();
        let holds = |interval: Interval, truth| interval.low <= truth && truth <= interval.high;
        slopes += usize::from(holds(fit.interval(1, 0.95), 0.5));
        bands += usize::from(holds(fit.at(&[1.0, 8.0], 0.95), 7.0));
    }
    assert!((3740..=3860).contains(&slopes), "{slopes}");
    assert!((3740..=3860).contains(&bands), "{bands}");
}

#[test]
fn what_is_not_determined_is_not_fitted() {
    assert_eq!(Fit::line(&[]), None);
    assert_eq!(Fit::line(&[(1.0, 2.0), (2.0, 3.0)]), None, "no residual is left");
    assert_eq!(Fit::line(&[(3.0, 1.0), (3.0, 2.0), (3.0, 4.0)]), None, "x does not vary");
    assert_eq!(Fit::line(&[(1.0, 2.0), (2.0, f64::NAN), (3.0, 4.0)]), None);
}

#[test]
fn a_known_spread_widens_intervals_and_never_narrows_them() {
    let fit = Fit::line(&[(0.0, 0.0), (1.0, 1.1), (2.0, 1.9), (3.0, 3.0)]).unwrap();
    let width = |fit: &Fit| fit.interval(1, 0.95).high - fit.interval(1, 0.95).low;
    assert_eq!(fit.clone().with_deviation_from(0.0), fit);
    let twice = fit.clone().with_deviation_from(2.0 * fit.deviation);
    assert!((width(&twice) / width(&fit) - 2.0).abs() < 1e-12);
}

#[test]
fn shares_are_those_of_tables() {
    // Clopper and Pearson 1934: 0 of 10, 1 of 10 and 5 of 10 at 95 %.
    for (count, low, high) in [(0, 0.0, 0.3085), (1, 0.0025, 0.4450), (5, 0.1871, 0.8129)] {
        let found = share(count, 10, 0.95);
        assert!((found.low - low).abs() < 1e-4 && (found.high - high).abs() < 1e-4, "{found:?}");
    }
    assert!((share(10, 10, 0.95).high - 1.0).abs() < 1e-12);
}

#[test]
fn coefficients_need_no_residual() {
    let two = coefficients(&[vec![1.0, 1.0], vec![1.0, 3.0]], &[1.0, 2.0]).unwrap();
    assert!((two[0] - 0.5).abs() < 1e-12 && (two[1] - 0.5).abs() < 1e-12);
    assert_eq!(coefficients(&[vec![1.0, 1.0]], &[1.0]), None);
}
