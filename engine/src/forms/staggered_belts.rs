//! Moves packets on staggered belts, where those on their way west are a step behind those on their way east.

use super::belts::runs;
use crate::geometry::{Port, Shape};
use crate::machine::{Footprint, Stage, Step};
use crate::nodes::{Slot, lane_bit};
use crate::packet::EMPTY;
use crate::violation::Violation;
use pulp::NullaryFnOnce;
use std::ops::Range;

/// The slots of a staggered belt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaggeredBelt {
    /// The slot of packets on their way east.
    pub east: usize,
    /// The slot of packets on their way west.
    pub west: usize,
    /// The slot, in the last column, of a packet that is no longer on its way east and not yet on its way west.
    pub turning: usize,
    /// The slots of packets on their way east and west in the first column of a window that is the last one of the window before; none is
    /// used where no windows share a column.
    pub beside: [usize; 2],
}

impl StaggeredBelt {
    /// The slots of the belt, and those beside them if windows share columns.
    fn lanes(self, shares: bool) -> ([usize; 3], Option<[usize; 2]>) {
        let Self { east, west, turning, beside } = self;
        let own = [east, west, turning];
        let differ = own.iter().map(|&lane| lane_bit(lane)).fold(0, |all, lane| all ^ lane);
        assert_eq!(differ.count_ones(), 3, "a staggered belt has three slots in a node");
        let all = beside.iter().map(|&lane| lane_bit(lane)).fold(differ, |all, lane| all ^ lane);
        assert!(!shares || all.count_ones() == 5, "belts that share a node have five slots there");
        (own, shares.then_some(beside))
    }

    /// The lanes whose packets advance, those that they enter, a bit each, and the ports over which they do.
    fn used_by(self, advancing: Advancing, shares: bool) -> (u64, u64, &'static [Port]) {
        let (own, beside) = self.lanes(shares);
        let [east, west, turning] = own.map(lane_bit);
        let [beside_east, beside_west] = beside.map_or([0; 2], |lanes| lanes.map(lane_bit));
        match advancing {
            Advancing::Eastbound => (east | beside_east, east | turning, &[Port::East]),
            Advancing::Westbound => (west | turning, west | beside_west, &[Port::West]),
            Advancing::All => {
                let all = east | west | turning | beside_east | beside_west;
                (all, all, &[Port::East, Port::West])
            }
        }
    }

    /// The slots of packets on their way east and west at the first node of a run.
    fn at_first(self, run: &Run) -> [usize; 2] {
        if run.is_shared { self.beside } else { [self.east, self.west] }
    }
}

/// The nodes of a window of a row, and whether the first is also the last one of the window before.
#[derive(Clone, Debug)]
struct Run {
    nodes: Range<usize>,
    is_shared: bool,
}

impl Run {
    fn first(&self) -> usize {
        self.nodes.start
    }

    fn last(&self) -> usize {
        self.nodes.end - 1
    }
}

/// Every window of every row.
fn belts_of(shape: Shape, windows: &[Range<usize>]) -> impl Iterator<Item = Run> {
    let mut end = 0;
    runs(shape, windows).map(move |nodes| {
        let is_shared = nodes.start < end;
        end = nodes.end;
        Run { nodes, is_shared }
    })
}

/// Whether some window begins in the last column of the one before.
fn share_columns(windows: &[Range<usize>]) -> bool {
    windows.windows(2).any(|pair| pair[1].start < pair[0].end)
}

/// Panics unless the windows lie one after the other, no two of them with more than one column in common.
fn check_order(windows: &[Range<usize>]) {
    assert!(windows.iter().all(|window| window.len() > 1), "a belt has two columns or more");
    let in_order = windows.windows(2).all(|pair| pair[0].end <= pair[1].start + 1);
    assert!(in_order, "windows lie in the mesh one after the other");
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
    /// loses a step where it turns at the east end, and gains one at the west end, where two places are a hop. A window may begin in the
    /// last column of the one before: its packets have the slots `beside` there.
    ///
    /// # Errors
    /// M1 if another form of this step uses a port over which packets advance; M3 if another form uses one of the lanes; M6 for a slot
    /// beyond the capacity, or where a slot is taken that packets enter at an end and none of the belt leaves.
    ///
    /// # Panics
    /// If windows do not lie in the mesh one after the other, share more than a column, or have fewer than two, or if two slots are one.
    ///
    /// ```
    /// use meshcast_engine::{Advancing, Machine, Messages, Options, Shape, StaggeredBelt};
    /// use std::sync::Arc;
    /// // A packet in the last column turns, then follows its belt to the west.
    /// let set = Arc::new(Messages::new(3, [(2, vec![])])?);
    /// let mut machine = Machine::new(Shape::new(1, 3)?, set, Some(3), Options::default());
    /// machine.inject(0, |node| node.id());
    /// let belt = StaggeredBelt { east: 0, west: 1, turning: 2, beside: [3, 4] };
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
        check_order(windows);
        let shares = share_columns(windows);
        let (lanes, beside) = belt.lanes(shares);
        let (acting, entered, ports) = belt.used_by(advancing, shares);
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
        let end = windows.last().map_or(0, |window| window.end);
        assert!(end <= shape.cols(), "windows lie in the mesh one after the other");
        let all = || lanes.into_iter().chain(beside.into_iter().flatten());
        stage.need_slots(all().max().unwrap_or(0) + 1)?;
        for lane in all() {
            stage.nodes.buffers.enliven(lane);
        }
        stage.check_free(windows, belt, advancing)?;
        if stage.is_watched() {
            stage.log_staggered(windows, belt, advancing);
        }
        let kernels = stage.kernels();
        let planes = Planes::of(stage.nodes.buffers.planes_mut(), lanes, beside);
        let (crossing, full) = kernels.run(Belts { shape, windows, advancing, planes });
        let planes = Planes::of(stage.nodes.buffers.planes_mut(), lanes, beside);
        rotate((shape, windows), advancing, planes, EMPTY);
        stage.count_links(crossing);
        if full {
            stage.count_ends(windows, advancing);
        } else {
            stage.nodes.buffers.forget_counts();
        }
        if let Some(identities) = stage.nodes.buffers.identities_mut() {
            rotate((shape, windows), advancing, Planes::of(identities, lanes, beside), 0);
        }
        Ok(())
    }
}

/// What is in the slots of all belts: on the way east, on the way west, and turning; and in those beside them where windows share columns.
struct Planes<'a, T> {
    own: [&'a mut [T]; 3],
    beside: Option<[&'a mut [T]; 2]>,
}

impl<'a, T> Planes<'a, T> {
    fn of(lanes: &'a mut [Vec<T>], own: [usize; 3], beside: Option<[usize; 2]>) -> Self {
        let [east, west, turning] = own;
        let Some([beside_east, beside_west]) = beside else {
            let own = lanes.get_disjoint_mut(own).expect("three different lanes");
            return Self { own: own.map(|lane| &mut lane[..]), beside: None };
        };
        let all = lanes.get_disjoint_mut([east, west, turning, beside_east, beside_west]);
        let [east, west, turning, beside_east, beside_west] =
            all.expect("five different lanes").map(|lane| &mut lane[..]);
        Self { own: [east, west, turning], beside: Some([beside_east, beside_west]) }
    }

    /// Puts what is beside a belt at the first node of a run where it would be if no other belt were there, or back.
    #[inline]
    fn exchange(&mut self, run: &Run) {
        let Some([beside_east, beside_west]) = self.beside.as_mut().filter(|_| run.is_shared)
        else {
            return;
        };
        let [eastbound, westbound, _] = &mut self.own;
        std::mem::swap(&mut eastbound[run.first()], &mut beside_east[run.first()]);
        std::mem::swap(&mut westbound[run.first()], &mut beside_west[run.first()]);
    }
}

/// What is on the staggered belts of all rows.
struct Belts<'a> {
    shape: Shape,
    windows: &'a [Range<usize>],
    advancing: Advancing,
    planes: Planes<'a, u64>,
}

impl NullaryFnOnce for Belts<'_> {
    type Output = (usize, bool);

    /// The packets that are about to cross a link, and whether one is about to cross every link of the belts: then only nodes at the ends
    /// have more or fewer afterwards.
    #[expect(clippy::inline_always, reason = "a kernel is compiled anew for every kind of vectors")]
    #[inline(always)]
    fn call(self) -> Self::Output {
        let Self { shape, windows, advancing, mut planes } = self;
        let (mut crossing, mut full) = (0, true);
        for run in belts_of(shape, windows) {
            planes.exchange(&run);
            let (first, last) = (run.first(), run.last());
            let [eastbound, westbound, _] = &planes.own;
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
            planes.exchange(&run);
        }
        (crossing as usize, full)
    }
}

/// Moves what is in the slots of all belts; `empty` is left where nothing follows.
fn rotate<T: Copy>(
    (shape, windows): (Shape, &[Range<usize>]),
    advancing: Advancing,
    mut planes: Planes<'_, T>,
    empty: T,
) {
    for run in belts_of(shape, windows) {
        planes.exchange(&run);
        let (first, last) = (run.first(), run.last());
        let [eastbound, westbound, turning] = &mut planes.own;
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
        planes.exchange(&run);
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
        for run in belts_of(self.nodes.shape(), windows) {
            let [east, west] = belt.at_first(&run);
            let (lane, node) = match advancing {
                Advancing::Eastbound => (belt.turning, run.last()),
                Advancing::Westbound => (west, run.first()),
                Advancing::All => (east, run.first()),
            };
            let free = self.free_slot(lane..lane + 1, node)?;
            if free.lane != lane {
                self.nodes.buffers.swap(Slot { lane, node }, free);
            }
        }
        Ok(())
    }

    /// Counts the packets at the ends of full belts, where their numbers change.
    fn count_ends(&mut self, windows: &[Range<usize>], advancing: Advancing) {
        for run in belts_of(self.nodes.shape(), windows) {
            let (more, fewer) = match advancing {
                Advancing::Eastbound => (run.last(), run.first()),
                Advancing::Westbound => (run.first(), run.last()),
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
        belt: StaggeredBelt,
        advancing: Advancing,
    ) {
        let mut sent: Vec<(usize, usize, usize)> = Vec::new();
        for run in belts_of(self.nodes.shape(), windows) {
            for node in run.nodes.clone() {
                let [east, west] =
                    if node == run.first() { belt.at_first(&run) } else { [belt.east, belt.west] };
                let turns = advancing == Advancing::All && node == run.first();
                if advancing != Advancing::Westbound && node < run.last() {
                    sent.push((node, if turns { west } else { east }, node + 1));
                }
                if advancing != Advancing::Eastbound && node > run.first() {
                    sent.push((node, west, node - 1));
                }
            }
        }
        sent.sort_unstable_by_key(|&(node, _, to)| (node, std::cmp::Reverse(to)));
        for (node, lane, to) in sent {
            if let Some(held) = self.nodes.buffers.held(Slot { lane, node }) {
                self.log_move(node, to, held.identity);
            }
        }
    }
}
