//! Decides where a replay draws the nodes and channels of a network: planes as they are, three dimensions as layers side by side, other
//! networks as the pictures of worms do.

use super::canvas::Point;
use super::layout::{Layout, TooLarge};
use crate::film::Drawing;
use meshcast_algorithms::pathbased::{Network, Topology};

/// Between neighbours, in hundredths of a step.
const STEP: i64 = 100;
/// How long the end of a channel is that leaves the picture, likewise.
const STUB: i64 = 36;
/// Of a channel to another layer, sideways and upwards.
const SLANTED_STUB: i64 = 26;
/// Of the name of a node, above the node.
const ABOVE: i64 = 30;
/// The most nodes of a layout that have their names.
const MOST_NAMES: usize = 64;
/// The closest nodes of a layout, which are a step apart in the drawing.
const CLOSEST: f64 = 34.0;

/// So many steps.
fn steps(count: usize) -> i64 {
    i64::from(count as u32) * STEP
}

/// A text of a drawing and its place.
pub(crate) type Label = (i64, i64, String);

/// The drawing of a whole network, with the coordinates at its sides and the names of its layers.
pub(crate) fn places(network: &Network) -> Result<(Drawing, Vec<Label>), TooLarge> {
    match network.topology() {
        Topology::Mesh(sides @ ([_] | [_, _] | [_, _, _]))
        | Topology::Torus(sides @ ([_, _] | [_, _, _])) => Ok(layers(network, sides)),
        _ => laid_out(network),
    }
}

/// Coordinate 1 to the right, coordinate 2 upwards, a layer for every value of coordinate 3.
fn layers(network: &Network, sides: &[usize]) -> (Drawing, Vec<Label>) {
    let side = |dimension: usize| sides.get(dimension).copied().unwrap_or(1);
    let (cols, rows, layers) = (side(0), side(1), side(2));
    let root = layers.isqrt();
    let across = if root * root < layers { root + 1 } else { root };
    let corner = |layer: usize| [layer % across * (cols + 1), layer / across * (rows + 1)];
    let place = |node: u32| {
        let name = network.coordinates(node);
        let at = |dimension: usize| name.get(dimension).copied().unwrap_or(0);
        let [left, top] = corner(at(2));
        (steps(left + at(0)), steps(top + rows - 1 - at(1)))
    };
    let stub = |channel: u32| {
        let (from, to) = network.ends(channel);
        let (from, to) = (network.coordinates(from), network.coordinates(to));
        let Some(dimension) = (0..from.len()).find(|&dimension| from[dimension] != to[dimension])
        else {
            return (0, 0);
        };
        let is_around = from[dimension].abs_diff(to[dimension]) > 1;
        let way = if (to[dimension] > from[dimension]) == is_around { -1 } else { 1 };
        match (dimension, is_around) {
            (2, _) => (way * SLANTED_STUB, -way * SLANTED_STUB),
            (_, false) => (0, 0),
            (0, true) => (way * STUB, 0),
            (_, true) => (0, -way * STUB),
        }
    };
    let mut labels = Vec::new();
    for layer in 0..layers {
        let [left, top] = corner(layer).map(steps);
        let bottom = top + steps(rows) - STEP * 3 / 10;
        labels.extend((0..cols).map(|at| (left + steps(at), bottom, at.to_string())));
        let height = |at: usize| top + steps(rows - 1 - at);
        labels.extend((0..side(1)).map(|at| (left - STEP * 7 / 10, height(at), at.to_string())));
        if layers > 1 {
            let (middle, below) = (left + steps(cols - 1) / 2, bottom + STEP * 3 / 10);
            labels.push((middle, below, format!("x\u{2083} = {layer}")));
        }
    }
    let places = (0..network.nodes() as u32).map(place).collect();
    (Drawing { places, stubs: (0..network.channels() as u32).map(stub).collect() }, labels)
}

/// As pictures of worms have it, with the names of nodes if they are few.
fn laid_out(network: &Network) -> Result<(Drawing, Vec<Label>), TooLarge> {
    let nodes: Vec<u32> = (0..network.nodes() as u32).collect();
    let layout = Layout::around(network, &nodes)?;
    let scaled =
        |Point { x, y }: Point, by: f64| ((x * by).round() as i64, (y * by).round() as i64);
    let places = nodes.iter().map(|&node| scaled(layout.at(node), STEP as f64 / CLOSEST));
    let places: Vec<(i64, i64)> = places.collect();
    let stub = |channel: u32| {
        let (from, to) = network.ends(channel);
        let way = layout.around_the_end(from, to);
        way.map_or((0, 0), |way| scaled(way.unit(), STUB as f64))
    };
    let stubs = (0..network.channels() as u32).map(stub);
    let few = if nodes.len() <= MOST_NAMES { &places[..] } else { &[] };
    let named =
        |(node, &(x, y)): (u32, &(i64, i64))| (x, y - ABOVE, network.coordinates(node).to_string());
    let labels = (0..).zip(few).map(named).collect();
    Ok((Drawing { places, stubs: stubs.collect() }, labels))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stub(network: &Network, from: &[usize], to: &[usize]) -> (i64, i64) {
        let node = |name| network.node(name).unwrap();
        let channel = network.channel(node(from), node(to)).unwrap();
        places(network).unwrap().0.stubs[channel as usize]
    }

    #[test]
    fn planes_lie_as_they_are_and_layers_side_by_side() {
        let plane = Network::torus(&[4, 3]).unwrap();
        let (drawing, labels) = places(&plane).unwrap();
        let at = |name: &[usize]| drawing.places[plane.node(name).unwrap() as usize];
        assert_eq!([at(&[0, 0]), at(&[3, 0]), at(&[1, 2])], [(0, 200), (300, 200), (100, 0)]);
        assert_eq!(stub(&plane, &[0, 0], &[1, 0]), (0, 0));
        assert_eq!(stub(&plane, &[3, 0], &[0, 0]), (36, 0));
        assert_eq!(stub(&plane, &[0, 0], &[0, 2]), (0, 36));
        assert_eq!(stub(&plane, &[0, 2], &[0, 0]), (0, -36));
        assert_eq!((labels.len(), &labels[0]), (7, &(0, 270, "0".to_owned())));
        let cube = Network::torus(&[3, 3, 3]).unwrap();
        let (drawing, labels) = places(&cube).unwrap();
        let at = |name: &[usize]| drawing.places[cube.node(name).unwrap() as usize];
        assert_eq!([at(&[0, 2, 0]), at(&[0, 2, 1]), at(&[0, 2, 2])], [(0, 0), (400, 0), (0, 400)]);
        assert_eq!(stub(&cube, &[0, 0, 0], &[0, 0, 1]), (26, -26));
        assert_eq!(stub(&cube, &[0, 0, 2], &[0, 0, 0]), (26, -26));
        assert_eq!(stub(&cube, &[0, 0, 0], &[0, 0, 2]), (-26, 26));
        assert_eq!(labels.last().unwrap().2, "x\u{2083} = 2");
    }

    #[test]
    fn other_networks_have_all_nodes_apart() {
        for network in [
            Network::hypercube(5).unwrap(),
            Network::torus(&[7]).unwrap(),
            Network::graph(4, &[(0, 1), (1, 2), (2, 3)]).unwrap(),
            Network::mesh(&[2, 3, 2, 2]).unwrap(),
        ] {
            let (drawing, labels) = places(&network).unwrap();
            assert_eq!(labels.len(), network.nodes());
            for (place, one) in drawing.places.iter().enumerate() {
                for other in &drawing.places[..place] {
                    let apart = (one.0 - other.0).abs().max((one.1 - other.1).abs());
                    assert!(apart > 25, "{network}: {one:?} {other:?}");
                }
            }
            assert_eq!(drawing.stubs.len(), network.channels());
        }
    }
}
