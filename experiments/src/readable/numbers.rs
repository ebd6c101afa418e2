//! Writes numbers as people read them.

/// A whole number with its digits in groups of three.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A ratio with two decimals.
pub(crate) fn ratio(ratio: f64) -> String {
    format!("{ratio:.2}")
}

/// A number with two significant digits, or all of those before the point.
pub(crate) fn significant(number: f64) -> String {
    let (mut shifted, mut decimals) = (number, 0);
    while 0.0 < shifted && shifted < 10.0 {
        (shifted, decimals) = (10.0 * shifted, decimals + 1);
    }
    format!("{number:.decimals$}")
}

/// A share of a whole in percent.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    format!("{:.1}%", 100.0 * part as f64 / whole as f64)
}

/// Seconds in a unit that suits them.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} us", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.2} s"),
        s => format!("{:.1} min", s / 60.0),
    }
}

/// A rate with three significant digits.
pub(crate) fn rate(per_second: f64) -> String {
    let (value, unit) = match per_second {
        r if r < 1e6 => (r / 1e3, "thousand"),
        r if r < 1e9 => (r / 1e6, "million"),
        r => (r / 1e9, "billion"),
    };
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_in_threes() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (67_108_864, "67,108,864")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!([counted(1, "step"), counted(2, "step")], ["1 step", "2 steps"]);
    }

    #[test]
    fn two_digits_are_significant() {
        let cases =
            [(13.4, "13"), (128.0, "128"), (1.55, "1.6"), (0.2, "0.20"), (0.002_34, "0.0023")];
        for (number, text) in cases {
            assert_eq!(significant(number), text);
        }
        assert_eq!(significant(0.0), "0");
    }

    #[test]
    fn durations_and_rates_choose_their_unit() {
        let durations = [2e-6, 0.0123, 1.5, 300.0].map(duration);
        assert_eq!(durations, ["2 us", "12.3 ms", "1.50 s", "5.0 min"]);
        let rates = [5e3, 33.61e6, 123.4e6, 6.3e9].map(rate);
        assert_eq!(rates, ["5.00 thousand", "33.6 million", "123 million", "6.30 billion"]);
    }
}
