//! Follows the formulas that the figures of a store show beside its runs.

use crate::asymptotics::{curves, processors};
use crate::present::plot::{Cell, Opening, algorithms};
use crate::results::limits::FormulaCurve;

/// The steps by formula of the algorithms of these cells, where the opening figures show them.
pub(super) fn formulas(cells: &[Cell]) -> Vec<FormulaCurve> {
    let [along_nodes, along_congestion] = Opening::of(cells).places();
    curves(&algorithms(cells), &along_nodes, &along_congestion, processors())
}
