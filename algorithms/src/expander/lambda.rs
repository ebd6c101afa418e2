//! Parses and checks the expansion λ that is asked for.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Decimals of a [`Lambda`].
const DECIMALS: usize = 9;
const ONE: u32 = 10u32.pow(DECIMALS as u32);

/// A decimal fraction between 0 and 1, exactly.
///
/// ```
/// use meshcast_algorithms::Lambda;
/// let lambda: Lambda = "0.315".parse()?;
/// assert_eq!((lambda.to_string().as_str(), lambda.value()), ("0.315", 0.315));
/// // At most 17 of 54 edges lead to fewer than 0.315·54 = 17.01 outputs.
/// assert_eq!((lambda.most_below(54), lambda.refuted_by(17, 54)), (17, true));
/// assert!("1".parse::<Lambda>().is_err());
/// # Ok::<(), meshcast_algorithms::NotALambda>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lambda {
    billionths: u32,
}

/// A text that is no [`Lambda`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a decimal fraction above 0 and below 1 with at most {DECIMALS} decimals")]
pub struct NotALambda;

impl Lambda {
    /// `millionths` of one; `None` unless that is between 0 and 1.
    pub(super) fn of_millionths(millionths: u32) -> Option<Self> {
        (0 < millionths && millionths < 1_000_000).then_some(Self { billionths: millionths * 1000 })
    }

    /// The nearest double.
    pub fn value(self) -> f64 {
        f64::from(self.billionths) / f64::from(ONE)
    }

    /// The greatest whole number below λ · `edges`: ⌈λ · `edges`⌉ − 1.
    pub fn most_below(self, edges: usize) -> usize {
        let product = u128::from(self.billionths) * edges as u128;
        (product.div_ceil(u128::from(ONE)) as usize).saturating_sub(1)
    }

    /// Whether `gamma` neighbours are fewer than λ · `edges`.
    pub fn refuted_by(self, gamma: usize, edges: usize) -> bool {
        edges > 0 && gamma <= self.most_below(edges)
    }
}

impl FromStr for Lambda {
    type Err = NotALambda;

    fn from_str(text: &str) -> Result<Self, NotALambda> {
        let decimals =
            text.strip_prefix('0').unwrap_or(text).strip_prefix('.').ok_or(NotALambda)?;
        let digits = decimals.bytes().all(|byte| byte.is_ascii_digit());
        if !digits || decimals.len() > DECIMALS {
            return Err(NotALambda);
        }
        let billionths = format!("{decimals:0<DECIMALS$}").parse().map_err(|_| NotALambda)?;
        if billionths == 0 { Err(NotALambda) } else { Ok(Self { billionths }) }
    }
}

impl fmt::Display for Lambda {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:0DECIMALS$}", self.billionths);
        write!(out, "0.{}", digits.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_between_0_and_1_is_refused() {
        for text in [
            "",
            ".",
            "0",
            "1",
            "0.0",
            "1.0",
            "-0.5",
            "+0.5",
            "0.5e-1",
            "nan",
            "0.1234567890",
            "00.5",
            "0.5 ",
        ] {
            assert_eq!(text.parse::<Lambda>(), Err(NotALambda), "{text}");
        }
        for (text, shown) in
            [("0.5", "0.5"), (".25", "0.25"), ("0.000000001", "0.000000001"), ("0.900", "0.9")]
        {
            assert_eq!(text.parse::<Lambda>().unwrap().to_string(), shown);
        }
    }

    #[test]
    fn a_bound_that_is_met_is_not_refuted() {
        let half: Lambda = "0.5".parse().unwrap();
        assert_eq!((half.most_below(6), half.most_below(7), half.most_below(0)), (2, 3, 0));
        assert!(half.refuted_by(2, 6) && !half.refuted_by(3, 6) && half.refuted_by(3, 7));
    }
}
