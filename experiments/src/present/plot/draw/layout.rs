//! Lays out plots with a legend below.

use kuva::plot::legend::LegendPosition;
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;

/// Points wide.
pub(super) const WIDTH: f64 = 760.0;

/// Points high, but for a legend below.
pub(super) const HEIGHT: f64 = 460.0;

/// The layout of these plots with a legend of `entries` lines below.
pub(super) fn layout(plots: &[Plot], entries: usize) -> Layout {
    Layout::auto_from_plots(plots)
        .with_height(HEIGHT + 18.0 * entries.div_ceil(2) as f64)
        .with_legend_position(LegendPosition::OutsideBottomColumns)
        .with_legend_col_limit(2)
        .with_legend_box(false)
}
