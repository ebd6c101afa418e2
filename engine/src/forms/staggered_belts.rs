//! Moves packets on staggered belts, where those on their way west are a step behind those on their way east.

use super::belts::{check_windows, runs};
use crate::geometry::{Port, Shape};
use crate::machine::{Footprint, Stage, Step};
use crate::nodes::{Slot, lane_bit};
use crate::packet::EMPTY;
use crate::violation::Violation;
use pulp::NullaryFnOnce;
use std::ops::Range;

/// The slots of a staggered belt: of its packets on their way east and west, and of one that turns at the east end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaggeredBelt {
    /// The slot of packets on their way east.
    pub east: usize,
    /// The slot of packets on their way west.
    pub west: usize,
    /// The slot, in the last column, of a packet that is no longer on its way east and not yet on its way west.
    pub turning: usize,
}

impl StaggeredBelt {
    fn lanes(self) -> [usize; 3] {
        let Self { east, west, turning } = self;
        let differ = east != west && west != turning && east != turning;
        assert!(differ, "a staggered belt has three slots in a node");
        [east, west, turning]
    }

    /// The lanes whose packets advance, those that they enter, a bit each, and the ports over which they do.
    fn used_by(self, advancing: Advancing) -> (u64, u64, &'static [Port]) {
        let [east, west, turning] = self.lanes().map(lane_bit);
        match advancing {
            Advancing::Eastbound => (east, east | turning, &[Port::East]),
            Advancing::Westbound => (west | turning, west, &[Port::West]),
            Advancing::All => {
                let all = east | west | turning;
                (all, all, &[Port::East, Port::West])
            }
        }
    }
}

/// The packets of a staggered belt that advance in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advancing {
    /// Those on their way east: each crosses a link, but the one in the last column begins to turn.
    Eastbound,
    /// Those on their way west: each crosses a link, and the one that turns in the last column follows them without.
    Westbound,
    /// Both, and packets turn in the first column: the one that is there leaves eastbound at once, and the one that arrives there from
    /// the east is eastbound from now on.
    All,
}

impl Step<'_> {
    /// Moves packets one place on along their staggered belts. Each row has one in every one of `windows`, runs of two or more columns:
    /// slot `east` of its nodes from the first to the last, a place to turn in the last, then slot `west` back to the first. So a packet
    /// loses a step where it turns at the east end, and gains one at the west end, where two places are a hop.
    ///
    /// # Errors
    /// M1 if another form of this step uses a port over which packets advance; M3 if another form uses one of the lanes; M6 for a slot
    /// beyond the capacity, or where a slot is taken that packets enter at an end and none of the belt leaves.
    ///
    /// # Panics
    /// If the windows do not lie in the mesh one after the other, or have fewer than two columns, or if two slots are one.
    ///
    /// ```
    /// use meshcast_engine::{Advancing, Machine, Messages, Options, Shape, StaggeredBelt};
    /// use std::sync::Arc;
    /// // A packet in the last column turns, then follows its belt to the west.
    /// let set = Arc::new(Messages::new(3, [(2, vec![])])?);
    /// let mut machine = Machine::new(Shape::new(1, 3)?, set, Some(3), Options::default());
    /// machine.inject(0, |node| node.id());
    /// let belt = StaggeredBelt { east: 0, west: 1, turning: 2 };
    /// for advancing in [Advancing::Eastbound, Advancing::Westbound, Advancing::Westbound] {
    ///     machine.step(|step| step.advance_staggered(&[0..3], belt, advancing))?;
    /// }
    /// let outcome = machine.finish();
    /// assert_eq!(outcome.packet(1, 0, 1).map(|packet| packet.key()), Some(2));
    /// assert_eq!(outcome.link_uses, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance_staggered(
        &mut self,
        windows: &[Range<usize>],
        belt: StaggeredBelt,
        advancing: Advancing,
    ) -> Result<(), Violation> {
        let lanes = belt.lanes();
        let (acting, entered, ports) = belt.used_by(advancing);
        let Some(mut stage) = self.claim(&Footprint {
            name: "advance_staggered",
            acting,
            entered,
            ports,
            ports_per_node: ports.len() as u64,
            keeps_counts: true,
            ..Footprint::default()
        })?
        else {
            return Ok(());
        };
        let stage = &mut *stage;
        let shape = stage.nodes.shape();
        check_windows(shape, windows);
        assert!(windows.iter().all(|window| window.len() > 1), "a belt has two columns or more");
        stage.need_slots(lanes.into_iter().max().unwrap_or(0) + 1)?;
        for lane in lanes {
            stage.nodes.buffers.enliven(lane);
        }
        stage.check_free(windows, belt, advancing)?;
        if stage.is_watched() {
            stage.log_staggered(windows, belt, advancing);
        }
        let kernels = stage.kernels();
        let belts = Belts { shape, windows, advancing, planes: stage.nodes.buffers.planes(lanes) };
        let (crossing, full) = kernels.run(belts);
        rotate((shape, windows), advancing, stage.nodes.buffers.planes(lanes), EMPTY);
        stage.count_links(crossing);
        if full {
            stage.count_ends(windows, advancing);
        } else {
            stage.nodes.buffers.forget_counts();
        }
        if let Some(identities) = stage.nodes.buffers.identities_mut() {
            let lanes = identities.get_disjoint_mut(lanes).expect("three different lanes");
            rotate((shape, windows), advancing, lanes.map(|lane| &mut lane[..]), 0);
        }
        Ok(())
    }
}

/// What is on the staggered belts of all rows: on the way east, on the way west, and turning.
struct Belts<'a> {
    shape: Shape,
    windows: &'a [Range<usize>],
    advancing: Advancing,
    planes: [&'a mut [u64]; 3],
}

impl NullaryFnOnce for Belts<'_> {
    type Output = (usize, bool);

    /// The packets that are about to cross a link, and whether all places are taken that packets are about to leave: then only nodes at
    /// the ends have more or fewer afterwards.
    #[expect(clippy::inline_always, reason = "a kernel is compiled anew for every kind of vectors")]
    #[inline(always)]
    fn call(self) -> Self::Output {
        let Self { shape, windows, advancing, planes: [eastbound, westbound, turning] } = self;
        let (mut crossing, mut full) = (0, true);
        for row in 0..shape.rows() {
            let start = shape.index(row, 0);
            for window in windows {
                let (first, last) = (start + window.start, start + window.end - 1);
                let (east, west) = match advancing {
                    Advancing::Eastbound => (first..last, 0..0),
                    Advancing::Westbound => (0..0, first + 1..last + 1),
                    Advancing::All => (first + 1..last, first..last + 1),
                };
                let mut packets = 0;
                for &slot in &eastbound[east.clone()] {
                    packets += u64::from(slot != EMPTY);
                }
                for &slot in &westbound[west.clone()] {
                    packets += u64::from(slot != EMPTY);
                }
                crossing += packets;
                full &= packets == (east.len() + west.len()) as u64;
                full &= advancing == Advancing::Westbound || eastbound[last] != EMPTY;
                full &= advancing == Advancing::Eastbound || turning[last] != EMPTY;
            }
        }
        (crossing as usize, full)
    }
}

/// Moves what is in the three lanes of all belts; `empty` is left where nothing follows.
fn rotate<T: Copy>(
    (shape, windows): (Shape, &[Range<usize>]),
    advancing: Advancing,
    [eastbound, westbound, turning]: [&mut [T]; 3],
    empty: T,
) {
    for run in runs(shape, windows) {
        let (first, last) = (run.start, run.end - 1);
        let (turns, follows) = (eastbound[last], turning[last]);
        if advancing != Advancing::Westbound {
            if advancing == Advancing::All {
                eastbound[first] = westbound[first];
            }
            eastbound.copy_within(first..last, first + 1);
            (eastbound[first], turning[last]) = (empty, turns);
        }
        if advancing != Advancing::Eastbound {
            westbound.copy_within(first + 1..=last, first);
            westbound[last] = follows;
        }
        match advancing {
            Advancing::Eastbound => {}
            Advancing::Westbound => turning[last] = empty,
            Advancing::All => {
                eastbound[first] = westbound[first];
                westbound[first] = empty;
            }
        }
    }
}

impl Stage {
    /// Checks that the slots are free which packets enter and no packet of the belt leaves.
    fn check_free(
        &mut self,
        windows: &[Range<usize>],
        belt: StaggeredBelt,
        advancing: Advancing,
    ) -> Result<(), Violation> {
        let (lane, is_first) = match advancing {
            Advancing::Eastbound => (belt.turning, false),
            Advancing::Westbound => (belt.west, true),
            Advancing::All => (belt.east, true),
        };
        for run in runs(self.nodes.shape(), windows) {
            let node = if is_first { run.start } else { run.end - 1 };
            let free = self.free_slot(lane..lane + 1, node)?;
            if free.lane != lane {
                self.nodes.buffers.swap(Slot { lane, node }, free);
            }
        }
        Ok(())
    }

    /// Counts the packets at the ends of full belts, where their numbers change.
    fn count_ends(&mut self, windows: &[Range<usize>], advancing: Advancing) {
        for run in runs(self.nodes.shape(), windows) {
            let (first, last) = (run.start, run.end - 1);
            let (more, fewer) = match advancing {
                Advancing::Eastbound => (last, first),
                Advancing::Westbound => (first, last),
                Advancing::All => return,
            };
            self.nodes.buffers.count_in(more);
            self.nodes.buffers.count_out(fewer, 1);
        }
    }

    /// Records what crosses links, node by node, eastbound first.
    #[cold]
    fn log_staggered(
        &mut self,
        windows: &[Range<usize>],
        StaggeredBelt { east, west, .. }: StaggeredBelt,
        advancing: Advancing,
    ) {
        for run in runs(self.nodes.shape(), windows) {
            for node in run.clone() {
                let turns = advancing == Advancing::All && node == run.start;
                let eastward = advancing != Advancing::Westbound && node + 1 < run.end;
                let westward = advancing != Advancing::Eastbound && node > run.start;
                let to = [
                    (if turns { west } else { east }, node + 1, eastward),
                    (west, node.wrapping_sub(1), westward),
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
