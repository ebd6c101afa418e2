//! Counts the packets for which a node has places.

use super::band_shift::SHIFT_LANES;
use super::columns::ROOM;
use super::windows::Windows;

/// Places of a node for packets: those of columns, and those of rows, which are most in a shift, or in a column that is in both windows.
pub(super) fn places_of_a_node(windows: Windows) -> usize {
    SHIFT_LANES + usize::from(windows.middle().is_some()) + ROOM
}
