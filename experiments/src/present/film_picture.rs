//! Draws a film as an animated picture, which needs no script.

use crate::film::Film;
use std::fmt::{Display, Write as _};

/// The most nodes times frames of a picture: beyond, a page is smaller and faster.
pub(crate) const MOST_PICTURE_CELLS: u64 = 1 << 17;

/// Frames shown a second.
const RATE: f64 = 8.0;

/// Frames for which the last one stays.
const PAUSE: usize = 12;

/// From an empty node to a full one.
const SHADES: [&str; 6] = ["#e6e8ea", "#b9dcd3", "#8dbfb4", "#619f93", "#358072", "#0a5c50"];

const ACROSS: &str = "#1f6fd0";
const ALONG: &str = "#d9730b";

/// Whether the film has two dimensions at most and few enough nodes and frames.
pub(crate) fn is_drawable(film: &Film) -> bool {
    let is_flat = film.network.radix_and_dims().is_none_or(|(_, dims)| dims <= 2);
    is_flat && film.network.nodes() as u64 * film.grid.frames() <= MOST_PICTURE_CELLS
}

/// The picture: a square a node, darker with more packets, and half an edge for every link that is used, at the node that sends.
pub(crate) fn film_picture(film: &Film, title: &str) -> String {
    let (rows, cols) = sides(film);
    let side = (640 / cols.max(rows)).clamp(8, 40);
    let (width, height) = (cols * side + side, rows * side + side);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#fbfbf9\"/>\n",
        crate::present::markup::escaped(title)
    );
    let frames = film.grid.frames() as usize;
    let links: [(isize, isize); 4] = match film.network.sides() {
        Some(_) => [(-1, 0), (1, 0), (0, -1), (0, 1)],
        None => [(0, 1), (0, -1), (1, 0), (-1, 0)],
    };
    let most = (film.peak.clamp(1, 15)) as usize;
    for node in 0..film.network.nodes() {
        let (x, y) = (node % cols * side + side / 2, node / cols * side + side / 2);
        let shades = (0..frames).map(|frame| {
            SHADES[(usize::from(film.held(frame, node)).min(most) * (SHADES.len() - 1))
                .div_ceil(most)]
        });
        let inset = side / 5;
        let square = side - 2 * inset;
        square_of(&mut picture, (x + inset, y + inset, square, square), "fill", shades);
        for (link, (down, across)) in links.into_iter().enumerate() {
            let uses = (0..frames).map(|frame| film.uses(frame, node) >> link & 1);
            if uses.clone().any(|used| used > 0) {
                let place = half_edge((x, y), side, (down, across));
                let colour = if across != 0 { ACROSS } else { ALONG };
                let _ = write!(picture, "<g fill=\"{colour}\">");
                square_of(&mut picture, place, "opacity", uses);
                picture.push_str("</g>\n");
            }
        }
    }
    let base = height - side / 4;
    let passed = (0..frames).map(|frame| width * frame / (frames - 1).max(1));
    picture.push_str("<g fill=\"#5a626d\">");
    square_of(&mut picture, (0, base, width, 3), "width", passed);
    picture.push_str("</g>\n</svg>\n");
    picture
}

/// Rows and columns; a torus of one dimension is a row.
fn sides(film: &Film) -> (usize, usize) {
    let torus = film.network.radix_and_dims();
    let torus = torus.map(|(radix, dims)| if dims == 1 { (1, radix) } else { (radix, radix) });
    film.network.sides().or(torus).unwrap_or((1, 1))
}

/// Left, top, width and height of the half of a link at its node.
fn half_edge(
    (x, y): (usize, usize),
    side: usize,
    (down, across): (isize, isize),
) -> (usize, usize, usize, usize) {
    let (reach, thick) = (side / 5, (side / 4).max(2));
    let middle = (side - thick) / 2;
    match (down, across) {
        (_, 1) => (x + side - reach, y + middle, reach, thick),
        (_, -1) => (x, y + middle, reach, thick),
        (1, _) => (x + middle, y + side - reach, thick, reach),
        _ => (x + middle, y, thick, reach),
    }
}

/// A rectangle of which one attribute goes through a value a frame.
fn square_of<T: Display + PartialEq>(
    picture: &mut String,
    (x, y, width, height): (usize, usize, usize, usize),
    attribute: &str,
    values: impl ExactSizeIterator<Item = T>,
) {
    let whole = values.len() + PAUSE;
    let mut changes: Vec<(usize, T)> = Vec::new();
    for (frame, value) in values.enumerate() {
        if changes.last().is_none_or(|(_, before)| *before != value) {
            changes.push((frame, value));
        }
    }
    let size = if attribute == "width" {
        format!("height=\"{height}\"")
    } else {
        format!("width=\"{width}\" height=\"{height}\"")
    };
    let _ = write!(picture, "<rect x=\"{x}\" y=\"{y}\" {size}");
    if let [(_, value)] = changes.as_slice() {
        let _ = writeln!(picture, " {attribute}=\"{value}\"/>");
        return;
    }
    let joined = |parts: Vec<String>| parts.join(";");
    let times =
        changes.iter().map(|&(frame, _)| format!("{:.5}", frame as f64 / whole as f64)).collect();
    let values = changes.iter().map(|(_, value)| value.to_string()).collect();
    let _ = writeln!(
        picture,
        "><animate attributeName=\"{attribute}\" calcMode=\"discrete\" dur=\"{:.3}s\" repeatCount=\"indefinite\" keyTimes=\"{}\" values=\"{}\"/></rect>",
        whole as f64 / RATE,
        joined(times),
        joined(values)
    );
}
