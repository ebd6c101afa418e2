//! Expects how many packets and clones the fullest node has, where every node has a message for c random nodes and gets as many.

use super::bounds::Bounds;
use super::cuts::{Axis, Cuts};
use meshcast_engine::Shape;

/// The chance that a node with more is somewhere: so many are the most packets in one run of two.
const EVEN: f64 = 0.5;

/// Weights that count, beside 1 of the heaviest.
const LEAST_WEIGHT: f64 = 1e-30;

/// The congestion up to which clones are followed one by one: where it is a power of four times as great, a node has as many more
/// packets, and its clones are off the mean by the root of that.
const MOST_FOLLOWED: usize = 256;

/// The most packets of a node after the replication, and the most clones.
pub(super) fn fullest(bounds: &Bounds) -> (usize, usize) {
    let Bounds { cuts, congestion, .. } = *bounds;
    if cuts.tiles() == 1 {
        return (1, congestion);
    }
    let wanted = Destinations::of(cuts.shape, cuts.tiles(), congestion);
    let packets = most_packets(&cuts, 1.0 - wanted.chances[0]);
    let mut times = 1;
    while congestion / (times * times) > MOST_FOLLOWED {
        times *= 2;
    }
    let (tiles, followed) = (cuts.tiles() / (times * times), congestion / (times * times));
    let wanted = Destinations::of(cuts.shape, tiles, followed);
    (packets, congestion + times * (wanted.most_clones(cuts.shape.nodes()) - followed))
}

/// The most packets of a node after the replication, if it gets those of other lines with this chance each.
fn most_packets(cuts: &Cuts, chance: f64) -> usize {
    let [rows, columns] = [Axis::Rows, Axis::Columns].map(|axis| cuts.copies(axis, cuts.levels));
    let pairs = rows.iter().flat_map(|row| columns.iter().map(move |column| (row, column)));
    let mut beyond = Vec::new();
    for ((down, rows), (across, columns)) in pairs {
        add(&mut beyond, (rows * columns) as f64, &binomial(down * across, chance));
    }
    exceeded(&beyond)
}

/// In how many tiles of a packet it has no destination, one, two, and so on.
struct Destinations {
    tiles: usize,
    /// The chances that a tile has so many destinations of a packet.
    chances: Vec<f64>,
}

impl Destinations {
    /// Of `congestion` destinations of a packet, all different, among the nodes of equal tiles.
    fn of(shape: Shape, tiles: usize, congestion: usize) -> Self {
        let (nodes, all) = (shape.nodes() as f64, congestion as f64);
        let tile = nodes / tiles as f64;
        let next = |number: usize| {
            let number = number as f64;
            let (left, places) = (all - number, tile - number);
            let elsewhere = nodes - tile - all + number + 1.0;
            left * places.max(0.0) / ((number + 1.0) * elsewhere)
        };
        let mut weights = vec![1.0];
        while weights.len() <= congestion {
            let weight = weights[weights.len() - 1] * next(weights.len() - 1);
            if weight < LEAST_WEIGHT {
                break;
            }
            weights.push(weight);
        }
        Self { tiles, chances: shares(weights) }
    }

    /// The most clones of a node: its packets have ranks as many apart as a tile has nodes, those with few destinations first.
    fn most_clones(&self, nodes: usize) -> usize {
        let classes: Vec<&[f64]> = (0..usize::BITS)
            .map_while(|class| {
                let (from, to) = (1_usize << class, (2_usize << class).min(self.chances.len()));
                self.chances.get(from..to).filter(|chances| !chances.is_empty())
            })
            .collect();
        // Where each class ends, in nodes of a tile.
        let mut ends = vec![0.0];
        for class in &classes {
            let packets = class.iter().sum::<f64>() * self.tiles as f64;
            ends.push(ends[ends.len() - 1] + packets);
        }
        // Nodes between two of these places have as many packets of each class.
        let mut places: Vec<f64> = ends.iter().map(|end| end.fract()).collect();
        places.push(1.0);
        places.sort_by(f64::total_cmp);
        let mut beyond = Vec::new();
        for place in places.windows(2).filter(|place| place[1] > place[0]) {
            let middle = f64::midpoint(place[0], place[1]);
            let mut clones = vec![1.0];
            for (number, class) in classes.iter().enumerate() {
                let [before, after] = [ends[number], ends[number + 1]]
                    .map(|end| (end - middle).ceil().max(0.0) as usize);
                let chances = shares(class.to_vec());
                for _ in before..after {
                    clones = sum(&clones, &chances, 1 << number);
                }
            }
            add(&mut beyond, nodes as f64 * (place[1] - place[0]), &clones);
        }
        exceeded(&beyond)
    }
}

/// The chances of 0, 1, 2 and so on of `packets`, each of which is there with this chance.
fn binomial(packets: usize, chance: f64) -> Vec<f64> {
    let odds = chance / (1.0 - chance);
    let up = |number: usize| (packets - number) as f64 * odds / (number + 1) as f64;
    let middle = (packets as f64 * chance) as usize;
    let mut weights = vec![0.0; packets + 1];
    weights[middle] = 1.0;
    for number in middle..packets {
        weights[number + 1] = weights[number] * up(number);
        if weights[number + 1] < LEAST_WEIGHT {
            break;
        }
    }
    for number in (0..middle).rev() {
        weights[number] = weights[number + 1] / up(number);
        if weights[number] < LEAST_WEIGHT {
            break;
        }
    }
    shares(weights)
}

/// Weights as shares of their sum.
fn shares(weights: Vec<f64>) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// The chances of the sum of two numbers, of which the second is `first` at least.
fn sum(one: &[f64], other: &[f64], first: usize) -> Vec<f64> {
    let mut sums = vec![0.0; one.len() + other.len() + first - 1];
    for (number, chance) in one.iter().enumerate().filter(|(_, chance)| **chance > LEAST_WEIGHT) {
        for (place, share) in other.iter().enumerate() {
            sums[number + place + first] += chance * share;
        }
    }
    sums
}

/// Adds how many of `nodes` are expected to have more than 0, 1, 2 and so on.
fn add(beyond: &mut Vec<f64>, nodes: f64, chances: &[f64]) {
    beyond.resize(beyond.len().max(chances.len()), 0.0);
    let mut more = 0.0;
    for number in (0..chances.len()).rev() {
        beyond[number] += nodes * more;
        more += chances[number];
    }
}

/// The number that as many nodes as [`EVEN`] are expected to exceed.
fn exceeded(beyond: &[f64]) -> usize {
    beyond.iter().position(|&nodes| nodes < EVEN).unwrap_or(beyond.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    #[test]
    fn chances_are_those_of_the_binomial_distribution() {
        for packets in [1, 4, 17] {
            for chance in [0.1, 0.5, 0.9] {
                let found = binomial(packets, chance);
                for (number, share) in found.iter().enumerate() {
                    let ways: f64 =
                        (0..number).map(|i| (packets - i) as f64 / (i + 1) as f64).product();
                    let few = chance.powf(number as f64);
                    let expected = ways * few * (1.0 - chance).powf((packets - number) as f64);
                    assert!((share - expected).abs() < 1e-12, "{number} of {packets}: {share}");
                }
            }
        }
    }

    #[test]
    fn sums_have_the_chances_of_two_dice() {
        let die = [1.0 / 6.0; 6];
        let (one, chances) = (sum(&[1.0], &die, 1), sum(&sum(&[1.0], &die, 1), &die, 1));
        assert!(one[0] <= 0.0 && (one[6] - 1.0 / 6.0).abs() < 1e-12);
        assert!((chances[7] - 6.0 / 36.0).abs() < 1e-12 && (chances[2] - 1.0 / 36.0).abs() < 1e-12);
        let mut beyond = Vec::new();
        add(&mut beyond, 72.0, &chances);
        // Of 72 throws two show twelve, and six show more than ten.
        assert!((beyond[11] - 2.0).abs() < 1e-9 && (beyond[10] - 6.0).abs() < 1e-9);
        assert_eq!((exceeded(&beyond), exceeded(&[0.7, 0.4])), (12, 1));
    }

    /// Packets that draw their destinations, are put in order and dealt to the nodes of a tile.
    #[test]
    fn the_fullest_node_has_as_many_clones_as_one_that_is_dealt_packets() {
        for (side, tiles, congestion) in [(64, 4, 4), (64, 16, 16), (128, 16, 9)] {
            let (nodes, mut draws) = (side * side, Draws::of_phase(3, congestion));
            let tile = nodes / tiles;
            let mut counts = vec![Vec::new(); tiles];
            for _ in 0..nodes {
                let mut here = vec![0_usize; tiles];
                for _ in 0..congestion {
                    here[draws.below(tiles as u32) as usize] += 1;
                }
                for (wanted, counts) in here.into_iter().zip(&mut counts) {
                    counts.extend((wanted > 0).then_some(wanted));
                }
            }
            let mut most = 0;
            for counts in &mut counts {
                counts.sort_by_key(|count| count.ilog2());
                let clones = |node: usize| counts.iter().skip(node).step_by(tile).sum::<usize>();
                most = most.max((0..tile).map(clones).max().unwrap_or(0));
            }
            let shape = Shape::new(side, side).expect("small");
            let expected = Destinations::of(shape, tiles, congestion).most_clones(nodes);
            assert!(most.abs_diff(expected) <= 1, "{most} clones, not {expected}");
        }
    }

    #[test]
    fn clones_of_many_packets_are_off_the_mean_by_the_root() {
        let shape = Shape::new(1 << 12, 1 << 12).expect("in range");
        let followed = Destinations::of(shape, 1024, 1024).most_clones(shape.nodes());
        let (_, stretched) = fullest(&Bounds::new(shape, 1024, 1024, 1024));
        assert!(followed.abs_diff(stretched) * 100 <= followed, "{followed}, not {stretched}");
    }
}
