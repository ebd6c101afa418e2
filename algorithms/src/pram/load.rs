//! Counts how many leaders of the first reads a tile gets, on the host: how often new hash keys are needed.

use super::memory_map::MemoryMap;
use super::program::Program;
use super::run::Pram;

/// The leaders of the fullest tile, and those that it serves in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileLoad {
    /// Different cells of the tile that are read.
    pub leaders: u32,
    /// More of them are an overload.
    pub limit: u32,
}

impl TileLoad {
    /// Whether a round does not serve it.
    pub fn is_overload(self) -> bool {
        self.leaders > self.limit
    }
}

impl<P: Program> Pram<'_, P> {
    /// The probability of an overload, at most, if every processor reads a cell of its own and these cells are at random places.
    ///
    /// A tile of b nodes gets X of them, μ = b on average. Places are drawn without replacement, so that the bound of Chernoff holds:
    /// X exceeds kb with probability at most exp(−μ(x ln x − x + 1)), x = (kb + 1)/b. The bound is the sum over all tiles,
    /// each as if it was the smallest.
    pub fn overload_bound(&self) -> f64 {
        let (tiles, smallest) = self.shared().tiles();
        let mean = smallest as f64;
        let over = (self.shared().per_node() * smallest + 1) as f64 / mean;
        let exponent = mean * (over * over.ln() - over + 1.0);
        (tiles as f64 * (-exponent).exp()).min(1.0)
    }

    /// The load of the fullest tile, of its limit, by the first reads with the hash keys of a seed; 0 if nothing is read. A map to
    /// which no run belongs: it says what a run would find.
    ///
    /// # Example
    /// ```
    /// use meshcast_algorithms::programs::{AccessOnce, AccessPattern};
    /// use meshcast_algorithms::{Layout, Pram, PramMode, TileLoad};
    /// use meshcast_engine::Shape;
    /// // 1,024 neighbouring cells of 64 times as many are all in one tile, if addresses are places.
    /// let program = AccessOnce::new(AccessPattern::Identity, (1024, 65536), PramMode::Arbitrary, 1);
    /// let pram = Pram::new(&program, Shape::new(32, 32)?, PramMode::Arbitrary, Layout::Identity, 1);
    /// assert_eq!(pram.first_read_load(1), TileLoad { leaders: 1024, limit: 128 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_read_load(&self, seed: u64) -> TileLoad {
        let (program, shared) = (self.program(), self.shared());
        let map = MemoryMap::new(program.cells(), self.layout(), seed, 0);
        let reads = program.phase(0).is_some_and(|phase| phase.reads);
        let readers = if reads { self.shape().nodes() as u32 } else { 0 };
        let cells = (0..readers).filter_map(|reader| {
            let state = program.state(reader);
            program.read(0, reader, &state)
        });
        let mut places: Vec<u32> = cells.map(|cell| map.place(cell)).collect();
        places.sort_unstable();
        places.dedup();
        // The places of a tile are one after the other.
        let tiles = places
            .chunk_by(|&one, &other| shared.first_of_tile(one) == shared.first_of_tile(other));
        let loads = tiles.map(|tile| TileLoad {
            leaders: tile.len() as u32,
            limit: shared.served_of_tile(tile[0]),
        });
        let fuller = |one: TileLoad, other: TileLoad| {
            let is_fuller = u64::from(other.leaders) * u64::from(one.limit)
                > u64::from(one.leaders) * u64::from(other.limit);
            if is_fuller { other } else { one }
        };
        loads.reduce(fuller).unwrap_or(TileLoad { leaders: 0, limit: 1 })
    }
}
