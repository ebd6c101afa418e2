//! Draws a number for every node.

use super::super::figure::Heat;
use super::layout::WIDTH;
use kuva::TickFormat;
use kuva::plot::Heatmap;
use kuva::plot::colormap::ColorMap;
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;
use std::sync::Arc;

/// Points for the rows' numbers and the scale beside a map, and for the title and the columns' numbers above and below it, about.
const BESIDE: f64 = 155.0;
const BELOW: f64 = 100.0;

/// The plot of this map and its layout, with a scale of its colours beside it.
pub(super) fn drawn(heat: &Heat) -> (Vec<Plot>, Layout) {
    let rows = heat.values.chunks(heat.cols).map(<[f64]>::to_vec);
    // The first row of a picture is the lowest, that of a mesh the highest.
    let mut rows: Vec<Vec<f64>> = rows.collect();
    rows.reverse();
    let count = rows.len();
    // Row 0 is at a tick, and so are the rows that are named below it.
    let top = (count as f64 / step(count)).ceil() * step(count);
    let (low, high) = (top - count as f64 + 0.5, top + 0.5);
    let height = (WIDTH - BESIDE) * (count as f64 / heat.cols as f64).clamp(0.2, 1.2) + BELOW;
    let map = Heatmap::new()
        .with_color_map(scale(heat))
        .with_data(rows)
        .with_x_range(-0.5, heat.cols as f64 - 0.5)
        .with_y_range(low, high)
        .with_cell_size(1.0);
    let plots = vec![Plot::from(map)];
    let cell = heat.cell as f64;
    let nodes = move |cells: f64| format!("{:.0}", cell * cells);
    let layout = Layout::auto_from_plots(&plots)
        .with_height(height)
        .with_equal_aspect()
        .with_x_axis_min(-0.5)
        .with_x_axis_max(heat.cols as f64 - 0.5)
        .with_y_axis_min(low)
        .with_y_axis_max(high)
        .with_x_tick_step(step(heat.cols))
        .with_y_tick_step(step(count))
        .with_x_tick_format(TickFormat::Custom(Arc::new(nodes)))
        .with_y_tick_format(TickFormat::Custom(Arc::new(move |place| nodes(top - place))))
        .with_x_label("column of the mesh (nodes)")
        .with_y_label("row of the mesh (nodes)");
    (plots, layout)
}

/// The colours of this map: a map with smaller values has the lower part of the scale, which the crate would stretch.
fn scale(heat: &Heat) -> ColorMap {
    let values = || heat.values.iter().copied();
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let most = heat.most;
    ColorMap::Custom(Arc::new(move |part| {
        let value = low + part * (high - low);
        ColorMap::Viridis.map(if most > 0.0 { value / most } else { 0.0 })
    }))
}

/// Whole cells between ticks, of which there are about eight.
fn step(cells: usize) -> f64 {
    cells.div_ceil(8).next_power_of_two() as f64
}
