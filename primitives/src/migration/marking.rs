//! Sends marks back: masters learn which tiles their copies have reached.

use super::lanes::MASTER;
use super::selection::{FRESH, OPEN, SERVED, Selection, is_fresh};
use crate::permutation::PermutationRouting;
use crate::scan::{scan, scan_steps};
use crate::sort::KkSort;
use meshcast_engine::{Machine, Node, Order, Shape, Variable, Violation, Word, register};

/// Blocks a side of the routing.
const BLOCKS: usize = 2;

/// The marking of masters by the copies that a [`LiteralMigration`] has sent out, ready to run on any machine or tile of
/// one shape: a reference for the marks that masters get when they are selected, which come to the same.
///
/// A migration marks what a copy is *for*. Here the copies come back and say where they *have been*: destinations in
/// these tiles are served, and marks for others are withdrawn.
///
/// Copies and masters are sorted together, the copies of a master before it: every copy finds in its header where its
/// master is. t pipelined scans bring every master, for each tile, the news whether one of the copies between it and the
/// master before has been there. The copies leave, and two routings take the masters back to their nodes: those that have
/// ended up in the first slots, then those in the second.
///
/// # Shape
/// Any rows × cols, cut by [`Tiling::grid`](meshcast_engine::Tiling::grid) into down × across = t tiles. Masters in lane
/// [`Migration::MASTER`], copies in lane 0, in the tiles that they were sent to; lanes 1 to 4 empty, those between not
/// touched. Keys are overwritten. n(t + 1) ≤ 2³².
///
/// # Cost
/// | | steps, exact | buffer |
/// |---|---|---|
/// | sort | [`KkSort::steps`] of two packets a node in snake order | 5 |
/// | scans | [`scan_steps`] of t waves | 2 |
/// | the copies leave | 1 | 1 |
/// | masters | 2 [`PermutationRouting::steps`] with 2 × 2 blocks | 6 |
///
/// # Errors
/// None of its own; a broken machine rule: M5 if a master has other copies in the network.
///
/// # Panics
/// If the machine has another shape.
///
/// # Source
/// Substep 4(a)iii of the algorithm of Theorem 4 in K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast
/// routing on the mesh", 2006: "marking in each replica the destinations visited […] using sorting and prefix operations",
/// and no more. The form is ours: a mark is a word of a header that copies share, so it is masters that travel to the news.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::{LiteralMigration, Marking, Migration};
/// use std::sync::Arc;
/// // Two tiles, the rows. The copy for the second one gets lost.
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::new(4, [(1, vec![0, 3])])?);
/// let (migration, marking) = (LiteralMigration::new(shape, 2, 1), Marking::new(shape, (2, 1)));
/// let mut machine = Machine::new(shape, set, Some(Migration::CAPACITY), Options::default());
/// machine.inject(Migration::MASTER, |_| 0);
/// migration.run(&mut machine)?;
/// machine.step(|step| step.discard(0, |node| node.row() == 1))?;
/// marking.run(&mut machine)?;
/// let open = machine.variable(2, |node, i| {
///     node.words(Migration::MASTER).iter().nth(i).is_some_and(Migration::is_open_word)
/// })?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, migration.steps() + 1 + marking.steps());
/// assert_eq!(open.reveal(&outcome)[2..4], [false, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`LiteralMigration`]: crate::LiteralMigration
/// [`Migration::MASTER`]: crate::Migration::MASTER
#[derive(Clone, Debug)]
pub struct Marking {
    selection: Selection,
    sort: KkSort,
    routing: PermutationRouting,
}

/// What lies before a node along the snake, and what is in it: a scan of these tells every node what lies before it.
#[derive(Clone, Copy, Debug, Default)]
struct Between {
    before: News,
    here: News,
}

register!(Between { before: News, here: News });
register!(News { has_master: bool, has_copy: bool });

/// What a stretch of nodes tells the next master behind it of one tile.
#[derive(Clone, Copy, Debug, Default)]
struct News {
    /// Whether there is a master in the stretch.
    has_master: bool,
    /// Whether there is a copy from the tile behind the last master of the stretch.
    has_copy: bool,
}

impl News {
    fn then(self, next: Self) -> Self {
        Self {
            has_master: self.has_master || next.has_master,
            has_copy: next.has_copy || (self.has_copy && !next.has_master),
        }
    }
}

impl Between {
    fn then(self, next: Self) -> Self {
        Self { before: self.before.then(self.here).then(next.before), here: next.here }
    }
}

impl Word for Between {
    fn to_bits(self) -> u64 {
        let News { has_master, has_copy } = self.before;
        let bits = [has_master, has_copy, self.here.has_master, self.here.has_copy];
        bits.into_iter().fold(0, |bits, bit| bits << 1 | u64::from(bit))
    }
    fn from_bits(bits: u64) -> Self {
        let news = |bits: u64| News { has_master: bits & 2 != 0, has_copy: bits & 1 != 0 };
        Self { before: news(bits >> 2), here: news(bits) }
    }
}

impl Marking {
    /// The marking on `shape` cut into a grid of `down` × `across` tiles.
    ///
    /// # Panics
    /// If the mesh has fewer than `down` rows or `across` columns, or either is zero; if nodes and tiles are too many for
    /// keys of 32 bits.
    pub fn new(shape: Shape, grid: (usize, usize)) -> Self {
        let selection = Selection::new(shape, shape, grid, (1, 1));
        let keys = shape.nodes() as u64 * (selection.tiles() as u64 + 1);
        assert!(keys <= 1 << 32, "a key names a node and a tile");
        let sort = KkSort::new(shape, 2, Order::Snake);
        Self { selection, sort, routing: PermutationRouting::new(shape, BLOCKS) }
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        let scans = scan_steps(self.selection.shape(), Order::Snake, self.selection.tiles());
        self.sort.steps() + scans + 1 + 2 * self.routing.steps()
    }

    /// Steps of [`Marking::new`], also on meshes for formulas alone.
    pub fn steps_on(shape: Shape, (down, across): (usize, usize)) -> u64 {
        KkSort::steps_on(shape, 2, Order::Snake)
            + scan_steps(shape, Order::Snake, down * across)
            + 1
            + 2 * PermutationRouting::steps_on(shape, BLOCKS)
    }

    /// Marks the masters, and lets the copies leave the network.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.span("mark", |machine| {
            let tiles = self.selection.tiles() as u32;
            // A key names the master's node, and the tile; of the master itself, one tile more than there are.
            let key = |home: u32, tile: u32| Some(home * (tiles + 1) + tile);
            machine.rekey(0, |node| {
                let home = home(node, 0)?;
                key(home, self.selection.tile_at(node.index()) as u32)
            })?;
            machine.rekey(MASTER, |node| key(node.index() as u32, tiles))?;
            machine.swap_lanes(|_| [(1, MASTER)])?;
            self.sort.run(machine)?;
            let news = self.collect(machine)?;
            machine.step(|step| {
                [0, 1].into_iter().try_for_each(|lane| {
                    step.discard(lane, |node| self.tile_of(node, lane).is_some())
                })
            })?;
            for lane in [0, 1] {
                self.write(machine, lane, &news)?;
                machine.rekey(lane, |node| Some(node.packet(lane)?.key() / (tiles + 1)))?;
            }
            machine.swap_lanes(|_| [(1, MASTER)])?;
            self.routing.run(machine)?;
            machine.swap_lanes(|_| [(0, MASTER)])?;
            self.routing.run(machine)?;
            machine.swap_lanes(|node| node.packet(0).map(|_| (0, MASTER)))
        })
    }

    /// For each tile and both slots of a node, as bits 0 and 1, whether a master there would get news of a copy.
    fn collect(&self, machine: &mut Machine) -> Result<Variable<u8>, Violation> {
        let slot = |node: &Node<'_>, lane: usize, tile: usize| match self.tile_of(node, lane) {
            Some(of) => News { has_master: false, has_copy: of == tile as u32 },
            None => News { has_master: node.packet(lane).is_some(), has_copy: false },
        };
        let mut between = machine.variable(self.selection.tiles(), |node, tile| Between {
            before: News::default(),
            here: slot(node, 0, tile).then(slot(node, 1, tile)),
        })?;
        scan(machine, &mut between, Order::Snake, Between::then)?;
        machine.variable(self.selection.tiles(), |node, tile| {
            let first = node.own(&between)[tile].before;
            let second = first.then(slot(node, 0, tile));
            u8::from(first.has_copy) | u8::from(second.has_copy) << 1
        })
    }

    /// Rewrites the marks of the masters in slot `lane`.
    fn write(
        &self,
        machine: &mut Machine,
        lane: usize,
        news: &Variable<u8>,
    ) -> Result<(), Violation> {
        machine.annotate(lane, |node, words| {
            for (i, at) in node.destinations_here(lane) {
                if words.get(i) > SERVED {
                    let has_copy = node.own(news)[self.selection.tile_at(at)] >> lane & 1 != 0;
                    words.set(i, if has_copy { SERVED } else { OPEN });
                }
            }
        })
    }

    /// The tile that the copy in slot `lane` has been in; none of a master.
    fn tile_of(&self, node: &Node<'_>, lane: usize) -> Option<u32> {
        let tiles = self.selection.tiles() as u32;
        let tile = node.packet(lane)?.key() % (tiles + 1);
        (tile < tiles).then_some(tile)
    }
}

/// The node of the master of the copy in slot `lane`: every mark says it.
fn home(node: &Node<'_>, lane: usize) -> Option<u32> {
    node.words(lane).iter().find(|&word| is_fresh(word)).map(|word| word - FRESH)
}
