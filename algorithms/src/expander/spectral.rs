//! Bounds the second singular value of the graph, rigorously.

use super::graph::ExpanderGraph;
use super::table::{Method, Table};

/// Larger graphs would take too long: the work grows with c³.
pub(super) const MOST_OUTPUTS: usize = 1024;
/// Steps of the power iteration that guesses the greatest eigenvalue.
const GUESSING: usize = 100;
/// Results of a few roundings are widened by this much, thousands of times what they need.
const WIDER: f64 = 1e-12;
/// Above this, not every whole number is a double.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// What [`spectral`] costs: the multiplications of two factorisations.
pub(super) fn cost(graph: &ExpanderGraph) -> u64 {
    let (outputs, degree) = (graph.outputs() as u64, graph.degree() as u64);
    outputs.pow(3) / 3 + graph.inputs() as u64 * degree * degree
}

/// Bounds γ(s) for all s by σ, the greatest singular value of the graph without its constant part.
///
/// Let A be the m × c matrix of the numbers of edges and P = I − 11ᵀ/c. A set S of s inputs sends `y = Aᵀ1_S` edges to
/// the outputs, r·s in all, so that |Γ(S)| ≥ (r·s)²/|y|² (Cauchy), and |y|² = (r·s)²/c + |Py|². With
/// `1_S` = (s/m)·1 + z, |z|² = s − s²/m, and `δ = |PAᵀ1|`, the deviation of the outputs' degrees from their mean,
/// |Py| ≤ σ·√(s − s²/m) + (s/m)·δ, where σ² is the greatest eigenvalue of `PAᵀAP`. Where all degrees are equal, δ = 0
/// and this is Tanner's bound.
///
/// c²·PAᵀAP is a matrix of whole numbers below 2^53. If Cholesky's factorisation of μI − c²·PAᵀAP comes to its end in
/// floating point, the matrix has no eigenvalue below −γ/(1 − γ)·trace, γ = (c + 1)u/(1 − (c + 1)u), u = 2^−53 (N. J. Higham, "Accuracy and
/// Stability of Numerical Algorithms", Theorem 10.3, and `‖|Rᵀ||R|‖ ≤ ‖R‖²_F`). No eigenvalue that an iteration has found is trusted: it
/// only says which μ to try.
///
/// Gives back whether it has said anything: not if the numbers are too large to be exact.
///
/// # Source
/// R. M. Tanner, "Explicit concentrators from generalized N-gons", SIAM J. Algebraic Discrete Methods 5, 1984.
/// Deviation: degrees of outputs may differ.
pub(super) fn spectral(graph: &ExpanderGraph, table: &mut Table) -> bool {
    let Some(sigma_squared) = sigma_squared(graph) else { return false };
    let (inputs, outputs) = (graph.inputs() as f64, graph.outputs() as f64);
    let degrees = graph.degrees_of_outputs();
    let square = |number: u64| u128::from(number) * u128::from(number);
    let squares: u128 = degrees.iter().map(|&degree| square(degree)).sum();
    // A small difference of large numbers, and exact.
    let uneven = graph.outputs() as u128 * squares - square(degrees.iter().sum());
    let delta = (uneven as f64 / outputs).sqrt();
    for size in 1..=table.largest() {
        let (s, ends) = (size as f64, size as f64 * graph.degree() as f64);
        let uneven = sigma_squared.sqrt() * (s * (inputs - s) / inputs).sqrt() + s / inputs * delta;
        let squared = (ends * ends / outputs + uneven * uneven) * (1.0 + WIDER);
        let gamma = (ends * ends / squared * (1.0 - WIDER)).ceil();
        #[expect(clippy::cast_sign_loss, reason = "a quotient of squares")]
        table.raise(size, gamma as usize, Method::Spectral);
    }
    true
}

/// An upper bound of σ²; `None` if the numbers are too large to be exact.
fn sigma_squared(graph: &ExpanderGraph) -> Option<f64> {
    let matrix = Matrix::new(graph)?;
    let guess = matrix.greatest_eigenvalue();
    let square = (graph.outputs() * graph.outputs()) as f64;
    let mut margin = 1e-6;
    loop {
        let mu = (guess * (1.0 + margin) + square * 1e-9).ceil();
        if mu >= EXACT {
            return None;
        }
        if let Some(beyond) = matrix.exceeds_all_by(mu) {
            return Some((mu + beyond) / square * (1.0 + WIDER));
        }
        margin *= 10.0;
    }
}

/// c²·PAᵀAP.
struct Matrix {
    side: usize,
    entries: Vec<f64>,
}

impl Matrix {
    fn new(graph: &ExpanderGraph) -> Option<Self> {
        let side = graph.outputs();
        let mut products = vec![0i64; side * side];
        for input in 0..graph.inputs() {
            for &one in graph.edges(input) {
                let row = &mut products[one as usize * side..][..side];
                graph.edges(input).iter().for_each(|&other| row[other as usize] += 1);
            }
        }
        let sums: Vec<i64> = products.chunks(side).map(|row| row.iter().sum()).collect();
        let total: i64 = sums.iter().sum();
        // A term of an entry is at most c times the sum of all products.
        if total as f64 * (side * side) as f64 >= EXACT / 4.0 {
            return None;
        }
        let c = side.cast_signed() as i64;
        let entry = |(place, product): (usize, &i64)| {
            (c * c * product - c * (sums[place / side] + sums[place % side]) + total) as f64
        };
        Some(Self { side, entries: products.iter().enumerate().map(entry).collect() })
    }

    /// A guess of the greatest eigenvalue, by the power iteration.
    fn greatest_eigenvalue(&self) -> f64 {
        // Not orthogonal to anything in particular.
        let mut vector: Vec<f64> = (0..self.side).map(|i| (i * i % 17) as f64 - 7.9).collect();
        let mut value = 0.0;
        for _ in 0..GUESSING {
            let norm = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
            if norm <= 0.0 {
                return 0.0;
            }
            for x in &mut vector {
                *x /= norm;
            }
            let image: Vec<f64> =
                self.entries.chunks(self.side).map(|row| dot(row, &vector)).collect();
            value = dot(&image, &vector);
            vector = image;
        }
        value
    }

    /// How far at most an eigenvalue lies above `mu`, if the factorisation of μI less this matrix comes to its end.
    fn exceeds_all_by(&self, mu: f64) -> Option<f64> {
        let side = self.side;
        let mut factor = vec![0.0; side * side];
        let mut trace = 0.0;
        for i in 0..side {
            for j in 0..=i {
                let given = if i == j { mu } else { 0.0 } - self.entries[i * side + j];
                let rest = given - dot(&factor[i * side..][..j], &factor[j * side..][..j]);
                if i > j {
                    factor[i * side + j] = rest / factor[j * side + j];
                } else {
                    trace += given;
                    if rest <= 0.0 || rest.is_nan() {
                        return None;
                    }
                    factor[i * side + i] = rest.sqrt();
                }
            }
        }
        let steps = (side + 1) as f64 * (f64::EPSILON / 2.0);
        // Twice the bound covers the rounding of the bound, and 1 whatever underflows.
        Some(2.0 * steps / (1.0 - 2.0 * steps) * trace + 1.0)
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(x, y)| x * y).sum()
}
