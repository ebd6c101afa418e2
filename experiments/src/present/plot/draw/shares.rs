//! Draws bars divided into parts.

use super::super::figure::{Bar, Shares};
use super::super::palette::Palette;
use super::layout::HEIGHT;
use kuva::plot::BarPlot;
use kuva::plot::legend::{LegendEntry, LegendPosition, LegendShape};
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;

/// Lines of a legend that fit beside the bars of the usual height.
const LINES: usize = 20;

/// The plot of these bars and its layout: the legend has a group for each bar.
pub(super) fn drawn(shares: &Shares, palette: &Palette) -> (Vec<Plot>, Layout) {
    let mut bars = BarPlot::new().with_stacked().with_width(0.7);
    for (place, bar) in shares.bars.iter().enumerate() {
        let parts = bar.parts.iter().enumerate();
        let parts = parts.map(|(color, part)| (part.percent, palette.series(color, false)));
        bars = bars.with_group((place + 1).to_string(), parts);
    }
    let plots = vec![Plot::from(bars)];
    let lines: usize = shares.bars.iter().map(|bar| bar.parts.len() + 2).sum();
    let mut layout = Layout::auto_from_plots(&plots)
        .with_height(HEIGHT + 17.0 * lines.saturating_sub(LINES) as f64)
        .with_legend_position(LegendPosition::OutsideRightTop)
        .with_legend_box(false)
        .with_x_label("algorithm")
        .with_y_label(shares.label.as_str())
        .with_y_axis_max(100.0);
    for (place, bar) in shares.bars.iter().enumerate() {
        layout = layout
            .with_legend_group(format!("{}: {}", place + 1, bar.label), entries(bar, palette));
    }
    (plots, layout)
}

fn entries(bar: &Bar, palette: &Palette) -> Vec<LegendEntry> {
    let entry = |(color, part): (usize, &super::super::figure::Part)| LegendEntry {
        label: match part.percent {
            ..0.5 => format!("{} < 1 %", part.label),
            percent => format!("{} {percent:.0} %", part.label),
        },
        color: palette.series(color, false),
        shape: LegendShape::Rect,
        dasharray: None,
    };
    bar.parts.iter().enumerate().map(entry).collect()
}
