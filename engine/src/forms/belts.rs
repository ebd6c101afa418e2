//! Moves packets on belts, which run along a window of a row and back.

use crate::geometry::{Port, Shape};
use crate::machine::{Footprint, Stage, Step};
use crate::nodes::{Slot, lane_bit};
use crate::packet::EMPTY;
use crate::violation::Violation;
use pulp::NullaryFnOnce;
use std::ops::Range;

impl Step<'_> {
    /// Moves every packet one place on along its belt. Each row has a belt in every one of `windows`, runs of columns: slot
    /// `east` of its nodes from the first to the last, then slot `west` back to the first. At the ends of a window packets turn inside
    /// their nodes; the others cross a link each.
    ///
    /// # Errors
    /// M1 if another form of this step uses the ports to the east or west; M3 if another form uses one of the lanes; M6 for a slot
    /// beyond the capacity.
    ///
    /// # Panics
    /// If the windows do not lie in the mesh one after the other, or the two slots are one.
    ///
    /// ```
    /// use meshcast_engine::{Machine, Messages, Options, Shape};
    /// use std::sync::Arc;
    /// // Two packets on a belt of six places: the one at the end turns.
    /// let set = Arc::new(Messages::new(3, [(1, vec![]), (2, vec![])])?);
    /// let mut machine = Machine::new(Shape::new(1, 3)?, set, Some(2), Options::default());
    /// machine.inject(0, |node| node.id());
    /// machine.step(|step| step.advance(&[0..3], (0, 1)))?;
    /// let outcome = machine.finish();
    /// let key = |lane, col| outcome.packet(lane, 0, col).map(|packet| packet.key());
    /// assert_eq!((key(0, 2), key(1, 2), outcome.link_uses), (Some(1), Some(2), 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance(
        &mut self,
        windows: &[Range<usize>],
        (east, west): (usize, usize),
    ) -> Result<(), Violation> {
        assert_ne!(east, west, "a belt has two slots in a node");
        let both = lane_bit(east) | lane_bit(west);
        let Some(mut stage) = self.claim(&Footprint {
            name: "advance",
            acting: both,
            entered: both,
            ports: &[Port::East, Port::West],
            ports_per_node: 2,
            keeps_counts: true,
            ..Footprint::default()
        })?
        else {
            return Ok(());
        };
        let stage = &mut *stage;
        check_windows(stage.nodes.shape(), windows);
        stage.need_slots(east.max(west) + 1)?;
        stage.nodes.buffers.enliven(east);
        stage.nodes.buffers.enliven(west);
        if stage.is_watched() {
            stage.log_belts(windows, (east, west));
        }
        let (shape, kernels) = (stage.nodes.shape(), stage.kernels());
        let [eastbound, westbound] = stage.nodes.buffers.planes([east, west]);
        let belts = Belts { shape, windows, eastbound, westbound };
        let (crossing, full) = kernels.run(belts);
        rotate(shape, windows, eastbound, westbound);
        stage.count_links(crossing);
        if !full {
            stage.nodes.buffers.forget_counts();
        }
        if let Some(identities) = stage.nodes.buffers.identities_mut() {
            let both = identities.get_disjoint_mut([east, west]);
            let [eastbound, westbound] = both.expect("two different lanes");
            rotate(shape, windows, eastbound, westbound);
        }
        Ok(())
    }
}

/// Panics unless the windows lie in the mesh one after the other.
pub(super) fn check_windows(shape: Shape, windows: &[Range<usize>]) {
    let ends = windows.iter().flat_map(|window| [window.start, window.end]);
    let in_order = ends.clone().is_sorted() && ends.last() <= Some(shape.cols());
    assert!(in_order, "windows lie in the mesh one after the other");
}

/// Every window of every row: the places of its nodes in a lane.
pub(super) fn runs(shape: Shape, windows: &[Range<usize>]) -> impl Iterator<Item = Range<usize>> {
    let rows = (0..shape.rows()).map(move |row| shape.index(row, 0));
    let run = |first: usize, window: &Range<usize>| first + window.start..first + window.end;
    rows.flat_map(move |first| windows.iter().map(move |window| run(first, window)))
        .filter(|run| !run.is_empty())
}

/// What is on the belts of all rows.
struct Belts<'a> {
    shape: Shape,
    windows: &'a [Range<usize>],
    eastbound: &'a [u64],
    westbound: &'a [u64],
}

impl NullaryFnOnce for Belts<'_> {
    type Output = (usize, bool);

    /// The packets that are about to cross a link, and whether the belts are full: then nodes have as many packets afterwards as before.
    #[expect(clippy::inline_always, reason = "a kernel is compiled anew for every kind of vectors")]
    #[inline(always)]
    fn call(self) -> Self::Output {
        let (mut crossing, mut full) = (0, true);
        for row in 0..self.shape.rows() {
            let first = self.shape.index(row, 0);
            for window in self.windows.iter().filter(|window| !window.is_empty()) {
                let (start, last) = (first + window.start, first + window.end - 1);
                let mut packets = 0;
                for &slot in &self.eastbound[start..last] {
                    packets += u64::from(slot != EMPTY);
                }
                for &slot in &self.westbound[start + 1..=last] {
                    packets += u64::from(slot != EMPTY);
                }
                crossing += packets;
                let turning = [self.eastbound[last], self.westbound[start]];
                full &= packets == 2 * (last - start) as u64 && !turning.contains(&EMPTY);
            }
        }
        (crossing as usize, full)
    }
}

/// Moves what is in two lanes one place on along every belt.
fn rotate<T: Copy>(
    shape: Shape,
    windows: &[Range<usize>],
    eastbound: &mut [T],
    westbound: &mut [T],
) {
    for run in runs(shape, windows) {
        let (first, last) = (run.start, run.end - 1);
        let (turns_west, turns_east) = (eastbound[last], westbound[first]);
        eastbound.copy_within(first..last, first + 1);
        westbound.copy_within(first + 1..=last, first);
        (eastbound[first], westbound[last]) = (turns_east, turns_west);
    }
}

impl Stage {
    /// Records what crosses links, node by node, eastbound first.
    #[cold]
    fn log_belts(&mut self, windows: &[Range<usize>], (east, west): (usize, usize)) {
        for run in runs(self.nodes.shape(), windows) {
            for node in run.clone() {
                let to = [
                    (east, node + 1, node + 1 < run.end),
                    (west, node.wrapping_sub(1), node > run.start),
                ];
                for (lane, to, crosses) in to {
                    let held = self.nodes.buffers.held(Slot { lane, node }).filter(|_| crosses);
                    if let Some(held) = held {
                        self.log_move(node, to, held.identity);
                    }
                }
            }
        }
    }
}
