//! Draws bars divided into parts, the name of each bar below it.

use super::super::figure::{Part, Shares};
use super::super::palette::Palette;
use super::layout::layout;
use kuva::plot::BarPlot;
use kuva::plot::legend::{LegendEntry, LegendShape};
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;
use std::collections::BTreeMap;

/// The plot of these bars and its layout: one legend for all, a line for each colour.
pub(super) fn drawn(shares: &Shares, palette: &Palette) -> (Vec<Plot>, Layout) {
    let mut bars = BarPlot::new().with_stacked().with_width(0.7);
    for bar in &shares.bars {
        let parts = bar.parts.iter().map(|part| (part.percent, palette.part(part.color)));
        bars = bars.with_group(bar.label.as_str(), parts);
    }
    let plots = vec![Plot::from(bars)];
    let entries = entries(shares, palette);
    let layout = layout(&plots, entries.len())
        .with_legend_entries(entries)
        .with_x_tick_rotate(-30.0)
        .with_y_label(shares.label.as_str())
        .with_y_axis_max(100.0);
    (plots, layout)
}

/// What is in any bar, the uncoloured last.
fn entries(shares: &Shares, palette: &Palette) -> Vec<LegendEntry> {
    let parts = shares.bars.iter().flat_map(|bar| &bar.parts);
    let place = |part: &Part| part.color.unwrap_or(usize::MAX);
    let parts: BTreeMap<usize, &Part> = parts.map(|part| (place(part), part)).collect();
    let entry = |part: &Part| LegendEntry {
        label: part.label.to_owned(),
        color: palette.part(part.color),
        shape: LegendShape::Rect,
        dasharray: None,
    };
    parts.into_values().map(entry).collect()
}
