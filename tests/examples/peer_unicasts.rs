//! Sends unicasts over XY routes through the wormhole engine, and draws them beside those of another simulator: `tests/peer/booksim.sh`.
//!
//! ```text
//! peer_unicasts run SIDE FLITS HOP OFFSET CYCLES RATE...
//! peer_unicasts draw ROWS.csv FILE.svg
//! ```
//!
//! `run` prints a row a rate: what was offered and accepted in packets a node and cycle, and the mean latency in cycles with a
//! 95 % interval by batch means. A nanosecond of the engine is a cycle. A packet goes through a channel into its router, along its
//! row and then its column, and through a channel out of its router; a header takes HOP cycles for each of them, and flits are a
//! cycle apart. OFFSET cycles are subtracted from every latency, for ends that take less than a hop. Every node throws a coin every
//! cycle, and sends to any node, itself among them. Warm-up, window and drain have CYCLES each.
//!
//! `draw` draws the latencies of all simulators of a file over the rates.

use kuva::backend::svg::SvgBackend;
use kuva::plot::legend::LegendPosition;
use kuva::plot::{LinePlot, ScatterPlot};
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;
use kuva::render::render::render_multiple;
use meshcast_engine::wormhole::{Body, Start, Timing, Worm, WormholeError, run};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;

/// Into how many batches the packets of the window are divided.
const BATCHES: usize = 20;

/// Student's t with 19 degrees of freedom, 95 % to both sides.
const STUDENT: f64 = 2.093;

struct Setting {
    side: u32,
    flits: u32,
    timing: Timing,
    offset: f64,
    /// Of warm-up, window and drain each.
    cycles: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["run", side, flits, hop, offset, cycles, ref rates @ ..] => {
            let timing = Timing::new(hop.parse::<u64>()? - 1, 1, Body::Link)?;
            let (side, flits) = (side.parse()?, flits.parse()?);
            let (offset, cycles) = (offset.parse()?, cycles.parse()?);
            let setting = Setting { side, flits, timing, offset, cycles };
            for rate in rates {
                println!("{}", row(&setting, rate.parse()?)?);
            }
            Ok(())
        }
        ["draw", rows, file] => Ok(fs::write(file, picture(&fs::read_to_string(rows)?))?),
        _ => {
            Err("expected run SIDE FLITS HOP OFFSET CYCLES RATE... or draw ROWS.csv FILE.svg"
                .into())
        }
    }
}

fn row(setting: &Setting, rate: f64) -> Result<String, WormholeError> {
    let (nodes, cycles) = (setting.side * setting.side, setting.cycles);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut worms = Vec::new();
    for now in 0..3 * cycles {
        for from in 0..nodes {
            if random.random_bool(rate) {
                worms.push(worm(setting, now, (from, random.random_range(0..nodes))));
            }
        }
    }
    let outcome = run(setting.timing, 6 * nodes as usize, &worms)?;
    let passages: Vec<(u64, u64)> =
        outcome.journeys().map(|journey| (journey.start(), journey.completion())).collect();
    let is_in = |time: u64| (cycles..2 * cycles).contains(&time);
    let own = || passages.iter().filter(|&&(start, _)| is_in(start));
    let drained = own().filter(|&&(_, end)| end < 3 * cycles);
    let latency = |&(start, end): &(u64, u64)| (end - start) as f64 - setting.offset;
    let latencies: Vec<f64> = drained.map(latency).collect();
    let (mean, reach) = batch_means(&latencies);
    let per_node = |count: usize| count as f64 / cycles as f64 / f64::from(nodes);
    let ended = passages.iter().filter(|&&(_, end)| is_in(end)).count();
    let (offered, accepted) = (per_node(own().count()), per_node(ended));
    Ok(format!(
        "meshcast,{rate},{offered:.6},{accepted:.6},{mean:.2},{:.2},{:.2}",
        mean - reach,
        mean + reach
    ))
}

/// Six channels a node: to the right, left, down, up, in and out.
fn worm(setting: &Setting, start: u64, (from, to): (u32, u32)) -> Worm {
    let side = setting.side;
    let mut path = vec![6 * from + 4];
    let mut at = from;
    while at % side != to % side {
        let is_right = at % side < to % side;
        path.push(6 * at + u32::from(!is_right));
        at = if is_right { at + 1 } else { at - 1 };
    }
    while at != to {
        let is_down = at < to;
        path.push(6 * at + 2 + u32::from(!is_down));
        at = if is_down { at + side } else { at - side };
    }
    path.push(6 * to + 5);
    let destinations = vec![path.len() as u32];
    Worm { start: Start::At(start), startup: 0, flits: setting.flits, path, destinations }
}

/// The mean of all and the reach of its interval.
fn batch_means(values: &[f64]) -> (f64, f64) {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let all = mean(values);
    let size = (values.len() / BATCHES).max(1);
    let square: f64 =
        values.chunks_exact(size).take(BATCHES).map(|batch| (mean(batch) - all).powi(2)).sum();
    (all, STUDENT * (square / (BATCHES - 1) as f64 / BATCHES as f64).sqrt())
}

/// A curve for each simulator.
fn picture(rows: &str) -> String {
    let mut curves = BTreeMap::<&str, Vec<(f64, f64)>>::new();
    for row in rows.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        if let (Ok(rate), Ok(latency)) = (cells[1].parse(), cells[4].parse()) {
            curves.entry(cells[0]).or_default().push((rate, latency));
        }
    }
    let mut plots: Vec<Plot> = Vec::new();
    for ((name, points), color) in curves.into_iter().zip(["#d55e00", "#0072b2"]) {
        let line = LinePlot::new().with_data(points.clone()).with_color(color);
        plots.push(line.with_legend(name).into());
        plots.push(ScatterPlot::new().with_data(points).with_color(color).into());
    }
    let layout = Layout::auto_from_plots(&plots)
        .with_title("Unicasts of 16 flits on the 16x16 mesh, one virtual channel")
        .with_x_label("packets a node and cycle")
        .with_y_label("mean latency (cycles)")
        .with_legend_position(LegendPosition::InsideTopLeft)
        .with_log_y();
    SvgBackend::new().render_scene(&render_multiple(plots, layout))
}
