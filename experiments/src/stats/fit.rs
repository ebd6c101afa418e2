//! Fits ordinary least squares, with intervals by Student's t.
//!
//! The factorisation is Householder's: the normal equations would square the condition of a design such as Longley's.

use statrs::distribution::{Beta, ContinuousCDF, StudentsT};

/// A column counts as a combination of those before it if this share of its length, or less, is its own.
const OWN_SHARE: f64 = 1e-11;

/// y ≈ Σ βⱼxⱼ with the least sum of squared residuals.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fit {
    /// βⱼ, in the order of the columns.
    pub(crate) coefficients: Vec<f64>,
    /// y less what was fitted, in the order of the observations.
    pub(crate) residuals: Vec<f64>,
    /// Observations less columns.
    pub(crate) degrees_of_freedom: usize,
    /// The standard deviation that intervals rest on: of the residuals, unless [`Self::with_deviation_from`] raised it.
    pub(crate) deviation: f64,
    /// R⁻¹, by rows, of the factors QR of the design.
    inverse: Vec<Vec<f64>>,
}

/// An estimate and where the truth is with some confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    pub(crate) estimate: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Fit {
    /// The fit to observations, each with the values of all columns: a column of ones stands for an intercept.
    ///
    /// `None` if the observations do not determine the coefficients, or are too few for a residual.
    pub(crate) fn new(design: &[Vec<f64>], values: &[f64]) -> Option<Self> {
        let columns = design.first()?.len();
        let degrees_of_freedom = design.len().checked_sub(columns).filter(|&df| df > 0)?;
        let (inverse, projected) = solve(design, values, columns)?;
        let coefficients: Vec<f64> = inverse.iter().map(|row| dot(row, &projected)).collect();
        let residuals: Vec<f64> =
            design.iter().zip(values).map(|(row, value)| value - dot(row, &coefficients)).collect();
        let deviation = (dot(&residuals, &residuals) / degrees_of_freedom as f64).sqrt();
        let fit = Self { coefficients, residuals, degrees_of_freedom, deviation, inverse };
        fit.coefficients.iter().all(|beta| beta.is_finite()).then_some(fit)
    }

    /// The line y ≈ β₀ + β₁x.
    pub(crate) fn line(points: &[(f64, f64)]) -> Option<Self> {
        let (design, values): (Vec<_>, Vec<_>) =
            points.iter().map(|&(x, y)| (vec![1.0, x], y)).unzip();
        Self::new(&design, &values)
    }

    /// This fit with a standard deviation of at least `least`: what is known of the spread of an observation besides the
    /// residuals, which can be small by chance where they are few.
    pub(crate) fn with_deviation_from(self, least: f64) -> Self {
        Self { deviation: self.deviation.max(least), ..self }
    }

    /// The standard error of a coefficient.
    pub(crate) fn standard_error(&self, column: usize) -> f64 {
        self.deviation * norm(&self.inverse[column])
    }

    /// The interval of a coefficient.
    pub(crate) fn interval(&self, column: usize, confidence: f64) -> Interval {
        self.around(self.coefficients[column], self.standard_error(column), confidence)
    }

    /// The interval of the mean of y at some values of the columns: a point of a confidence band.
    pub(crate) fn at(&self, values: &[f64], confidence: f64) -> Interval {
        let columns = 0..values.len();
        let along = |j: usize| columns.clone().map(|i| values[i] * self.inverse[i][j]).sum();
        let lever: Vec<f64> = columns.clone().map(along).collect();
        self.around(dot(values, &self.coefficients), self.deviation * norm(&lever), confidence)
    }

    fn around(&self, estimate: f64, standard_error: f64, confidence: f64) -> Interval {
        let reach = quantile(self.degrees_of_freedom, confidence) * standard_error;
        Interval { estimate, low: estimate - reach, high: estimate + reach }
    }
}

/// The coefficients alone, which need no residual. `None` if the observations do not determine them.
pub(crate) fn coefficients(design: &[Vec<f64>], values: &[f64]) -> Option<Vec<f64>> {
    let columns = design.first().filter(|row| row.len() <= design.len())?.len();
    let (inverse, projected) = solve(design, values, columns)?;
    Some(inverse.iter().map(|row| dot(row, &projected)).collect())
}

/// Where the probability of an event is that was seen in `count` of `trials`, after Clopper and Pearson.
pub(crate) fn share(count: usize, trials: usize, confidence: f64) -> Interval {
    let tail = f64::midpoint(0.0, 1.0 - confidence);
    let (seen, not) = (count as f64, (trials - count) as f64);
    let at = |a: f64, b: f64, p: f64| Beta::new(a, b).map_or(f64::NAN, |beta| beta.inverse_cdf(p));
    Interval {
        estimate: seen / (seen + not),
        low: if count == 0 { 0.0 } else { at(seen, not + 1.0, tail) },
        high: if count == trials { 1.0 } else { at(seen + 1.0, not, 1.0 - tail) },
    }
}

/// How many standard errors an interval reaches to either side.
pub(crate) fn quantile(degrees_of_freedom: usize, confidence: f64) -> f64 {
    let student = StudentsT::new(0.0, 1.0, degrees_of_freedom as f64);
    student.map_or(f64::INFINITY, |student| student.inverse_cdf(f64::midpoint(1.0, confidence)))
}

/// R⁻¹ and the first entries of Qᵀy. `None` if R has no inverse.
fn solve(design: &[Vec<f64>], values: &[f64], columns: usize) -> Option<(Vec<Vec<f64>>, Vec<f64>)> {
    // By columns, with y as the last one.
    let column = |j: usize| design.iter().map(|row| row[j]).collect::<Vec<f64>>();
    let mut matrix: Vec<Vec<f64>> = (0..columns).map(column).collect();
    let lengths: Vec<f64> = matrix.iter().map(|column| norm(column)).collect();
    matrix.push(values.to_vec());
    for j in 0..columns {
        let mut mirror = matrix[j][j..].to_vec();
        let length = norm(&mirror);
        if length.is_nan() || length <= OWN_SHARE * lengths[j] {
            return None;
        }
        mirror[0] += length.copysign(mirror[0]);
        let square = dot(&mirror, &mirror);
        for column in &mut matrix[j..] {
            let factor = 2.0 * dot(&mirror, &column[j..]) / square;
            column[j..].iter_mut().zip(&mirror).for_each(|(entry, part)| *entry -= factor * part);
        }
    }
    let inverse = invert(|i, j| matrix[j][i], columns);
    Some((inverse, matrix[columns][..columns].to_vec()))
}

/// The inverse, by rows, of an upper triangle.
fn invert(entry: impl Fn(usize, usize) -> f64, columns: usize) -> Vec<Vec<f64>> {
    let mut inverse = vec![vec![0.0; columns]; columns];
    // From the last row up, each from those below it.
    for i in (0..columns).rev() {
        let below = inverse.split_off(i + 1);
        let value = |j: usize| {
            let sum: f64 = (i + 1..=j).map(|k| entry(i, k) * below[k - i - 1][j]).sum();
            (if i == j { 1.0 } else { 0.0 } - sum) / entry(i, i)
        };
        for (j, place) in inverse[i].iter_mut().enumerate().skip(i) {
            *place = value(j);
        }
        inverse.extend(below);
    }
    inverse
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

fn norm(values: &[f64]) -> f64 {
    dot(values, values).sqrt()
}

#[cfg(test)]
mod tests;
