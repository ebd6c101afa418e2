//! Says in words what a film shows: in a sentence, and phase by phase.

use crate::film::Film;
use crate::present::markup::escaped;
use crate::readable::{counted, grouped};
use std::fmt::Write as _;

/// Directed links of the network of a film.
pub(super) fn links(film: &Film) -> u64 {
    let links = match (film.network.sides(), film.network.radix_and_dims()) {
        (Some((rows, cols)), _) => 2 * (rows * (cols - 1) + cols * (rows - 1)),
        (_, Some((radix, dims))) => film.network.nodes() * dims * if radix == 2 { 1 } else { 2 },
        _ => 0,
    };
    links as u64
}

/// The network and the run in a sentence.
pub(super) fn summary(film: &Film) -> String {
    let network = match (film.network.sides(), film.network.radix_and_dims()) {
        (Some((rows, cols)), _) => format!("{rows} \u{d7} {cols} mesh"),
        (_, Some((radix, 1))) => format!("1 \u{d7} {radix} torus"),
        (_, Some((radix, 2))) => format!("{radix} \u{d7} {radix} torus"),
        (_, Some((radix, dims))) => {
            let layers = grouped(radix.pow(dims as u32 - 2) as u64);
            format!("{radix} \u{d7} {radix} torus, {layers} layers of it")
        }
        _ => String::new(),
    };
    let deliveries = match film.deliveries {
        1 => "1 delivery".to_owned(),
        deliveries => format!("{} deliveries", grouped(deliveries)),
    };
    let room = film.capacity.map_or_else(String::new, |room| format!(" that may hold {room}"));
    let sampled = match film.grid.stride {
        1 => String::new(),
        stride => format!(
            " One step of {stride} is shown; a link counts as used if it was since the step shown before."
        ),
    };
    format!(
        "{network}, {}: {}, {}, {deliveries}, at most {} in a node{room}.{sampled}",
        counted(film.messages, "message"),
        counted(film.grid.steps, "step"),
        counted(film.links, "link use"),
        counted(film.peak, "packet"),
    )
}

/// What is counted of a phase.
#[derive(Default)]
struct Row {
    path: String,
    start: u64,
    times: u64,
    steps: u64,
    links: u64,
    deliveries: u64,
}

/// The phases of the two outer levels with their steps, uses of links and deliveries, as the rows of a table.
pub(super) fn phase_rows(film: &Film) -> String {
    let mut text = String::new();
    for Row { path, start, times, steps, links, deliveries } in rows(film) {
        let jump = format!(
            "<button type=\"button\" class=\"link\" data-step=\"{}\">{}</button>",
            start + 1,
            escaped(&path)
        );
        let _ = write!(text, "<tr><td>{jump}</td>");
        for number in [times, steps, links, deliveries] {
            let _ = write!(text, "<td>{}</td>", grouped(number));
        }
        text.push_str("</tr>\n");
    }
    text
}

fn rows(film: &Film) -> Vec<Row> {
    let (mut rows, mut outer): (Vec<Row>, &str) = (Vec::new(), "");
    for bar in film.bars.iter().filter(|bar| bar.depth <= 1) {
        let name = &film.names[bar.name as usize];
        let path = if bar.depth == 0 { name.clone() } else { format!("{outer} / {name}") };
        if bar.depth == 0 {
            outer = name;
        }
        let place = rows.iter().position(|row| row.path == path).unwrap_or_else(|| {
            rows.push(Row { path, start: bar.start, ..Row::default() });
            rows.len() - 1
        });
        let row = &mut rows[place];
        row.times += 1;
        row.steps += bar.end - bar.start;
        let frame =
            |step: u64| step.div_ceil(film.grid.stride).min(film.grid.frames() - 1) as usize;
        for moment in &film.series[frame(bar.start + 1)..=frame(bar.end)] {
            row.links += moment.links;
            row.deliveries += moment.deliveries;
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::{Grid, film};

    #[test]
    fn a_film_is_summed_up_as_a_whole_and_by_phases() {
        let trace = r#"{"trace":"meshcast/2","rows":2,"cols":4,"topology":"mesh","capacity":2,"ports":"all","exchange_steps":1,"copy_steps":1}
{"message":0,"source":5,"destinations":[6]}
{"t":0,"e":"inject","at":5,"p":0,"m":0}
{"t":0,"e":"enter","path":"a<b"}
{"t":0,"e":"enter","path":"a<b/carry"}
{"t":1,"e":"move","from":5,"to":6,"p":0}
{"t":1,"e":"leave","path":"a<b/carry"}
{"t":1,"e":"enter","path":"a<b/carry"}
{"t":2,"e":"deliver","at":6,"p":0}
{"t":2,"e":"leave","path":"a<b/carry"}
{"t":2,"e":"leave","path":"a<b"}
{"e":"end","steps":2}
"#;
        let film = film(trace.as_bytes(), Grid::new((8, 2), 2, None).unwrap()).unwrap();
        assert_eq!(links(&film), 20);
        assert_eq!(
            summary(&film),
            "2 \u{d7} 4 mesh, 1 message: 2 steps, 1 link use, 1 delivery, at most 1 packet in a node that may hold 2."
        );
        let jump = "<tr><td><button type=\"button\" class=\"link\" data-step=\"1\">a&lt;b";
        let expected = format!(
            "{jump}</button></td><td>1</td><td>2</td><td>1</td><td>1</td></tr>\n{jump} / carry</button></td><td>2</td><td>2</td><td>1</td><td>1</td></tr>\n"
        );
        assert_eq!(phase_rows(&film), expected);
    }
}
