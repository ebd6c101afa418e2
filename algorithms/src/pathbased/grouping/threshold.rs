//! Holds the threshold of GPG as an exact ratio.

use super::super::error::ThresholdError;
use std::fmt;
use std::str::FromStr;

/// A ratio above 0 and at most 1.
///
/// # Example
/// ```
/// use meshcast_algorithms::pathbased::Threshold;
/// let half: Threshold = "1/2".parse()?;
/// assert!(half.is_reached(4, 8) && !half.is_reached(3, 8));
/// assert!("3/2".parse::<Threshold>().is_err());
/// # Ok::<(), meshcast_algorithms::pathbased::ThresholdError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    numerator: u32,
    denominator: u32,
}

impl Threshold {
    /// 1/2, as in the paper's example.
    pub const HALF: Self = Self { numerator: 1, denominator: 2 };

    /// 4/5, as in the paper's experiment.
    pub const FOUR_FIFTHS: Self = Self { numerator: 4, denominator: 5 };

    /// `numerator` / `denominator`.
    ///
    /// # Errors
    /// Unless it is above 0 and at most 1.
    pub fn new(numerator: u32, denominator: u32) -> Result<Self, ThresholdError> {
        let is_ratio = 0 < numerator && numerator <= denominator;
        is_ratio.then_some(Self { numerator, denominator }).ok_or(ThresholdError)
    }

    /// Whether `members` among `nodes` are as many as this.
    pub fn is_reached(self, members: usize, nodes: usize) -> bool {
        members as u128 * u128::from(self.denominator) >= nodes as u128 * u128::from(self.numerator)
    }
}

impl FromStr for Threshold {
    type Err = ThresholdError;

    fn from_str(text: &str) -> Result<Self, ThresholdError> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let number = |digits: &str| digits.parse().map_err(|_| ThresholdError);
        Self::new(number(numerator)?, number(denominator)?)
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.numerator, self.denominator)
    }
}
