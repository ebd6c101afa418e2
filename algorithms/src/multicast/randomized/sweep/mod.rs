//! Runs the variants `sweep`: packets run along their rows, copies along their columns.

mod band_count;
mod band_shift;
mod bands;
mod columns;
mod course;
mod drains;
mod foreseen;
mod halts;
mod laps;
mod leap;
mod left;
mod listed;
mod places;
mod plain;
mod random_start;
mod row_laps;
mod shift_steps;
mod start;
mod survey;
mod tour;
mod windows;

pub(crate) use band_count::sweep_bands;
pub(super) use bands::BandRounds;
pub(super) use shift_steps::shift_steps;
pub(super) use windows::{EAST, WEST};

use super::deal;
use crate::multicast::Multicast;
use crate::multicast::congestion::{Congestion, Survey};
use crate::multicast::inject::{inject, injected};
use crate::multicast::message_parameters::MessageParameters;
use crate::permutation::Permutation;
use band_count::{bands_for, has_second_phase};
use columns::Traffic;
use course::MOST_ROWS;
use drains::{drain, drain_steps};
use foreseen::foreseen;
use meshcast_engine::{Machine, Messages, Shape, Tiling, Variable, Violation};
use places::places_of_a_node;
use row_laps::Laps;
use start::{Start, stored_steps};
use std::sync::Arc;
use windows::Windows;

/// Multicast in 1.25 to 8 √(cn) steps with twelve packets a node, or thirteen: packets run along their rows past every column, and leave
/// copies that have only a few rows to go.
///
/// A *phase* cuts the rows into H *bands* of h = rows/H rows; a column of a band is a *segment*. Every message is two packets, one for the
/// destinations in either half of the columns, its *window*; they begin at a random node of the window. In each of H rounds, the packets
/// make a *lap*: they go once round their window on a belt that runs east and back west, and stop in every column once. Where a packet
/// that stops has *open* destinations in the segment, it is copied if there is room; the copy goes up and down the segment, and is
/// delivered there. Whether or not all copies have arrived, the packets then move on to other bands, so that in H rounds they pass every
/// segment.
///
/// | | in a node |
/// |---|---|
/// | packets of rows | one eastbound, one westbound; a third in a shift, or where it turns; four where the windows overlap |
/// | packets of columns | at most 6 that rise, 6 that sink, 9 together |
///
/// *Belts.* In a cycle of three steps a packet stops for a step, then makes two moves. Those on their way west do so a step later than
/// those on their way east: of the packets of a node one stops at a time, and it can copy either (rule M2). A packet that turns at the
/// east end waits a step in a slot of its own, one that turns at the west end gains it. Nothing else waits on a belt, and no packet passes
/// a column twice in vain: by parity, it stops in each column either on its way east or on its way west. Of an odd number of columns the
/// one in the middle is in both windows. Packets of the second one only turn there, in slots of their own, and belts of one length have a
/// place for every packet.
///
/// *Columns.* In the first step of a cycle nodes tell their neighbours how many packets they have room for, at most two, and keep a
/// place for one of their own; in the other two these move. Copies are made only where there is room then and at most seven wait:
/// nothing overflows, whatever the messages. Nodes that are full let nobody pass, so that full columns carry less than others. A copy
/// for nodes above only rises, one for nodes below only sinks, one for both rises to its last destination first. Those that rise always
/// leave a place for one that sinks, so the lowest that sink get on; no packet that sinks waits for ever, then none that rises, and none
/// waits for a belt: all arrive.
///
/// *Shifts.* Bands are on a ring, 0, 2, 4, …, 5, 3, 1; packets that start a lap eastbound go round it forward, the others backward. Of
/// any two neighbouring bands then one sends down what the other sends up, and a shift takes about 2h steps. Its timetable follows from
/// the rows and H alone: a program of O(rows) words, the same at every node.
///
/// Packets that were passed over, few if H is chosen well, have a second phase with one band, where segments are columns. It is left out
/// where one phase is mostly enough: where the bands are low for the congestion c that is planned for,
/// (h + 1)²·c ≤ min(23/10, 27/20 + 37/(10 √c))·n, and with H = 1 if c = 1 or there are fewer than 10 rows. Then packets of columns run
/// on alone for a while, a *drain*. A survey finds the column with the most that were passed over, and counts the copies that are still
/// under way: if any destination is open, it gives the bands of another phase, otherwise a last drain, for as long as those copies may
/// take (proved in `left.rs`). After phases but the first the survey does not wait for a drain. Where copies may take long, there is
/// another drain and survey, then drains twice as long as the one before.
///
/// *Start.* Packets begin at random places of the belts ([`Sweep::new`]), to which they go along their column and their row, by
/// permutations that nodes draw from the seed, or where a stored permutation says ([`Sweep::stored`]). It is stored before
/// messages are known, and those who know it can choose messages that collide ([`adversarial`](crate::adversarial)): all that want one
/// segment in one band, so that a lap brings more of them than the links of the segment carry. They stay together in later phases, since
/// no phase stirs them again.
///
/// How many phases there are is not proved. H is 1 where rows²·c ≤ min(5, 7/2 + 7/(2 √c))·n, otherwise the least number with
/// (h + 1)²·c ≤ min(33/10, 5/2 + 4/√c)·n: 0.55 to 0.63 √c on a large square, rounded up. So chosen, two phases are hardly ever too few on
/// uniform sets, where every segment is wanted by c·h packets. Links do not keep up with taller segments: with a band less several may
/// follow.
///
/// # Shape
/// Any rows × cols, any message set; nodes without a message and messages without destinations allowed; a source may be
/// its own destination. Meshes higher than wide are turned. Bands may differ by a row.
///
/// # Cost
/// [`Sweep::steps`] of a run:
///
/// | | steps, exact | times |
/// |---|---|---|
/// | strip | 1 | 1 |
/// | shuffle, to random places | rows + cols − 1 | 1 |
/// | scatter and split, to stored ones | those of a [`PermutationRouting`] with 4 blocks a side, 3.1√n, and 1 + ⌈cols/2⌉ | 1 |
/// | first survey, if the congestion is unknown | 2⌊rows/2⌋ + 2⌊cols/2⌋, and cols if columns are [counted](Congestion::Counted) | 1 |
/// | lap | 3⌈cols/2⌉ + 1 | the sum of all H |
/// | shift | 2h for bands of equal height, at most 4 more for others | of every H, one less |
/// | retire | 1 | phases |
/// | first two drains after phases but the first | 0 | 1 each |
/// | other drains | 3(⌊h/2⌋ + 1), h the rows of the tallest band, twice; then twice as many each time | surveys, less those above |
/// | survey | 2⌊rows/2⌋ + 2⌊cols/2⌋ | surveys |
/// | last drain | 3 [`SweepRun::last_drain`]: for one copy for one node at most 3(⌊(h + 1)/2⌋ − ⌊2⌊cols/2⌋/3⌋) or 0 | 1 |
///
/// In the last drain after several phases h is the rows of the mesh.
///
/// Where c > n/16 or so [`Hamiltonian`](crate::Hamiltonian) takes fewer steps. It is [`Auto`](crate::Auto) that chooses between the two.
///
/// The laps of the first phase are 0.83 to 0.95 √(cn) on a square, rounded up to laps of 1.5√n, its shifts 2√n, the rest 4√n, or 5.5√n
/// with a second phase. The buffer holds at most twelve packets, thirteen in the column that is in both windows.
///
/// # Errors
/// None of its own; a broken machine rule, M6 if the machine's capacity is below that of [`Multicast::capacity`].
///
/// # Source
/// Ours; the setting is that of Theorem 3 in K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on
/// the mesh", 2006: random groups that visit all parts of the mesh, phases with fewer and larger parts.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Multicast, Sweep};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// let shape = Shape::new(4, 4)?;
/// let set = Messages::new(16, [(0, vec![3, 5, 12]), (7, vec![5]), (15, vec![0, 5, 15])])?;
/// let sweep = Sweep::new(shape, &set, 1);
/// let (messages, capacity) = (sweep.messages(), sweep.capacity());
/// let mut machine = Machine::new(shape, messages, capacity, Options::default());
/// let run = sweep.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.deliveries.len(), 7);
/// assert_eq!(outcome.steps, sweep.steps(&run));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`PermutationRouting`]: meshcast_primitives::PermutationRouting
#[derive(Clone, Debug)]
pub struct Sweep {
    messages: Arc<Messages>,
    /// The mesh as it is seen, no higher than wide, and whether rows and columns change places for that.
    shape: Shape,
    transposed: bool,
    /// The congestion, and what nodes know of it.
    most: usize,
    congestion: Congestion,
    /// Messages with destinations.
    packets: usize,
    start: Start,
    /// Whether every node is asked by every form: for testing.
    plainly: bool,
}

/// What a run of [`Sweep`] has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SweepRun {
    /// The guess at the congestion that the first phase was for, if it is unknown.
    pub guesses: Vec<usize>,
    /// The bands H of every phase.
    pub bands: Vec<usize>,
    /// By survey, the most times in one column that a packet was passed over in the phase before.
    pub leftovers: Vec<u32>,
    /// By survey, the cycles of three steps in which packets of columns ran on alone before it.
    pub drains: Vec<usize>,
    /// Such cycles after the last survey, which was certain that they would be enough.
    pub last_drain: usize,
}

impl Sweep {
    /// The lane in which packets begin.
    pub(in crate::multicast) const LANE: usize = deal::LANE;

    /// The algorithm for `messages` on `shape`, of which all nodes know the congestion and how many have destinations;
    /// nodes draw their random numbers from `seed`.
    pub fn new(shape: Shape, messages: &Messages, seed: u64) -> Self {
        Self::from_start(shape, messages, Start::Random(seed))
    }

    /// The same algorithm without random numbers: packets begin where `permutation` says, that of node i at node π(i). A
    /// routing takes the place of the sorts. Every node stores its entry, a word.
    ///
    /// # Panics
    /// If the permutation is not of as many numbers as there are nodes.
    pub fn stored(shape: Shape, messages: &Messages, permutation: Permutation) -> Self {
        assert_eq!(permutation.len(), shape.nodes(), "a permutation has as many numbers as nodes");
        Self::from_start(shape, messages, Start::Stored(permutation.into()))
    }

    /// Words that a node stores.
    pub fn stored_words(&self) -> usize {
        match self.start {
            Start::Random(_) => 0,
            Start::Stored(_) => 1,
        }
    }

    fn from_start(shape: Shape, messages: &Messages, start: Start) -> Self {
        let transposed = shape.rows() > shape.cols();
        let inner = if transposed { shape.transposed() } else { shape };
        debug_assert!(inner.rows() <= MOST_ROWS, "a mesh has at most 2^26 nodes");
        let windows = Windows::new(inner.cols());
        let position = |node: u32| {
            let (row, col) = shape.position(node as usize);
            if transposed { (col, row) } else { (row, col) }
        };
        let is_left = |node| windows.is_left(position(node).1);
        let arranged = messages.arranged(|node| {
            let (row, col) = position(node);
            u64::from(!is_left(node)) << 63 | (row as u64) << 32 | col as u64
        });
        let halves = arranged.in_parts_where(|_, one, next| is_left(one) != is_left(next));
        Self {
            messages: Arc::new(halves),
            shape: inner,
            transposed,
            most: messages.congestion(),
            congestion: Congestion::Known,
            packets: injected(messages),
            start,
            plainly: false,
        }
    }

    /// The same run, made by forms that ask every node: for testing.
    #[doc(hidden)]
    #[must_use]
    pub fn plainly(self) -> Self {
        Self { plainly: true, ..self }
    }

    /// Sets what nodes know about the congestion. If it is unknown, a survey, where blocks to be counted are columns, finds the guess
    /// that the bands of the first phase are for; those between phases find what later ones need, as they always do.
    #[must_use]
    pub fn with_congestion(self, congestion: Congestion) -> Self {
        Self { congestion, ..self }
    }

    /// Routes the packets of messages with destinations, which are in [`Self::LANE`].
    pub(in crate::multicast) fn route_injected(
        &self,
        machine: &mut Machine,
    ) -> Result<SweepRun, Violation> {
        let (packets, guess) = match self.first_survey() {
            None => (self.packets, None),
            Some(survey) => {
                let all = survey.run(machine, &[Self::LANE])?;
                (all.packets as usize, Some(all.load as usize))
            }
        };
        if packets == 0 {
            return Ok(SweepRun::default());
        }
        if self.transposed {
            machine.transposed(|machine| self.route(machine, guess))
        } else {
            self.route(machine, guess)
        }
    }

    /// Steps of a run with these phases and surveys.
    pub fn steps(&self, run: &SweepRun) -> u64 {
        let first = self.first_survey().map_or(0, |survey| survey.steps());
        if self.packets == 0 {
            return 1 + first;
        }
        let phase = |&bands: &usize| {
            let shifts = shift_steps(self.shape.rows(), bands);
            bands as u64 * self.laps().steps() + shifts as u64 + 1
        };
        1 + self.start.steps(self.shape)
            + first
            + run.bands.iter().map(phase).sum::<u64>()
            + drain_steps(self.shape, run)
    }

    /// The steps of a run whose phases, surveys and drains are those to expect: one phase, or two, and a survey or two.
    pub fn expected_steps(shape: Shape, known: MessageParameters) -> u64 {
        let transposed = shape.rows() > shape.cols();
        let shape = if transposed { shape.transposed() } else { shape };
        let MessageParameters { packets, congestion: most, .. } = known;
        let run = foreseen(shape, known);
        let messages = MessageParameters::no_messages();
        let (congestion, start, plainly) = (Congestion::Known, Start::Random(0), false);
        let sweep = Self { messages, shape, transposed, most, congestion, packets, start, plainly };
        sweep.steps(&run)
    }

    /// The same of a run whose packets begin at stored places instead of random ones, also on meshes for formulas alone.
    pub fn expected_stored_steps(shape: Shape, known: MessageParameters) -> u64 {
        let wide = if shape.rows() > shape.cols() { shape.transposed() } else { shape };
        let shuffle = Start::Random(0).steps(wide);
        Self::expected_steps(shape, known) - shuffle + stored_steps(wide)
    }

    /// Finds the first guess, if the congestion is unknown.
    fn first_survey(&self) -> Option<Survey> {
        let shape = if self.transposed { self.shape.transposed() } else { self.shape };
        let columns = || {
            let (down, across) =
                if self.transposed { (shape.rows(), 1) } else { (1, shape.cols()) };
            Tiling::grid(shape, down, across)
        };
        match self.congestion {
            Congestion::Known => None,
            Congestion::Doubled => Some(Survey::without_blocks(shape)),
            Congestion::Counted => Some(Survey::of(&columns())),
        }
    }

    fn route(&self, machine: &mut Machine, guess: Option<usize>) -> Result<SweepRun, Violation> {
        assert_eq!(machine.shape(), self.shape, "the algorithm is for another shape");
        self.start.run(machine)?;
        let mut load = guess.unwrap_or(self.most);
        let mut traffic = machine.variable(1, |_, _| Traffic::default())?;
        let mut run = SweepRun { guesses: guess.into_iter().collect(), ..SweepRun::default() };
        loop {
            let bands = bands_for(self.shape, load);
            self.phase(machine, &mut traffic, bands, &mut run)?;
            if run.bands.len() == 1 && has_second_phase(self.shape, load) {
                self.phase(machine, &mut traffic, 1, &mut run)?;
            }
            let left = drain(self.laps(), machine, &mut traffic, &mut run)?;
            match left {
                Some(most) => load = (most as usize).div_ceil(self.shape.rows()),
                None => return Ok(run),
            }
        }
    }

    fn windows(&self) -> Windows {
        Windows::new(self.shape.cols())
    }

    fn laps(&self) -> Laps {
        Laps::new(self.shape, self.transposed, self.plainly)
    }

    fn phase(
        &self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        bands: usize,
        run: &mut SweepRun,
    ) -> Result<(), Violation> {
        let BandRounds { bands, shifts } = BandRounds::new(self.shape.rows(), bands);
        run.bands.push(bands.count());
        machine.compute(traffic, |_, own| own[0].passed_on = 0)?;
        let tiling = bands.tiling(self.shape, self.windows());
        let rounds = |machine: &mut Machine| {
            for round in 0..bands.count() {
                if round > 0 {
                    machine.span("band shift", |machine| shifts[round - 1].run(machine))?;
                }
                machine.span("lap", |machine| self.laps().run(machine, traffic, &bands, round))?;
            }
            machine.span("retire", Laps::retire)
        };
        machine.span("phase", |machine| machine.divided("bands", &tiling, rounds))
    }
}

impl Multicast for Sweep {
    type Run = SweepRun;

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        Some(places_of_a_node(self.windows()))
    }

    fn run(&self, machine: &mut Machine) -> Result<SweepRun, Violation> {
        inject(machine, Self::LANE)?;
        self.route_injected(machine)
    }
}
