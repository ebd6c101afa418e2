//! Derives bounds for larger sets from the fewest neighbours of smaller ones.

use super::graph::ExpanderGraph;
use super::table::{Method, Table};

/// C(n, k), unless it is too large.
fn binomial(n: usize, k: usize) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    (0..k as u128).try_fold(1u128, |product, i| Some(product.checked_mul(n as u128 - i)? / (i + 1)))
}

/// Raises the bounds of sets larger than `size` by averaging over their subsets of `size` inputs.
///
/// Let S have s inputs, of which x are adjacent to output v. A random subset T of j inputs has the sum of
/// 1 − C(s − x, j)/C(s, j) over all v as neighbours on average, and γ(j) at least. The summand is concave in x and
/// increases, 0 at x = 0, and the x add up to D at most, the s largest degrees: of all x on k outputs, D spread evenly
/// gives the largest sum. So |Γ(S)| is at least the smallest k for which that sum reaches γ(j)·C(s, j).
pub(super) fn average(graph: &ExpanderGraph, table: &mut Table, size: usize, by: Method) {
    let fewest = table.lower(size).gamma as u128;
    let mut degrees: Vec<usize> =
        (0..graph.inputs()).map(|input| graph.neighbours(input).len()).collect();
    degrees.sort_unstable_by(|one, other| other.cmp(one));
    let mut sum: usize = degrees[..size].iter().sum();
    for larger in size + 1..=table.largest() {
        sum += degrees[larger - 1];
        let Some(gamma) = least_outputs(fewest, size, larger, sum) else { return };
        table.raise(larger, gamma, by);
    }
}

/// The smallest k of [`average`], unless a number is too large.
fn least_outputs(fewest: u128, size: usize, larger: usize, sum: usize) -> Option<usize> {
    let all = binomial(larger, size)?;
    let needed = fewest.checked_mul(all)?;
    let reaches = |outputs: usize| {
        let (each, rest) = (sum / outputs, sum % outputs);
        let hit = |inputs: usize| Some(all - binomial(larger.saturating_sub(inputs), size)?);
        let more = hit(each + 1)?.checked_mul(rest as u128)?;
        Some(hit(each)?.checked_mul((outputs - rest) as u128)?.checked_add(more)? >= needed)
    };
    let (mut low, mut high) = (1, sum);
    while low < high {
        let middle = low.midpoint(high);
        if reaches(middle)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_sets_of_which_any_two_have_six_neighbours() {
        // Of degree 4: 12 edges. On 6 outputs, 2 each, a pair hits 1 − C(1, 2)/3 of all: 6. On 5 outputs, fewer than 6.
        assert_eq!(least_outputs(6, 2, 3, 12), Some(6));
        // Disjoint neighbours.
        assert_eq!(least_outputs(8, 2, 3, 12), Some(12));
        assert_eq!(binomial(5, 2), Some(10));
        assert_eq!(binomial(200, 100), None);
    }
}
