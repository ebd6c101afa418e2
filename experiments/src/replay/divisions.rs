//! Follows how a program divides the mesh into tiles, and which nodes work alone.

use super::event::Division;
use super::network::Network;

/// The divisions that are open.
#[derive(Debug)]
pub(super) struct Divisions {
    rows: usize,
    cols: usize,
    open: Vec<Rectangle>,
    /// The tile of each node among those that work alone, by a number that no tile before it had; empty before the first division.
    tiles: Vec<u32>,
    /// Tiles so far.
    count: u32,
}

/// A rectangle that is divided.
#[derive(Debug)]
struct Rectangle {
    at: usize,
    rows: usize,
    cols: usize,
    /// The tile around it, where its own work alone.
    around: Option<u32>,
}

impl Divisions {
    pub(super) fn of(network: Network) -> Self {
        let (rows, cols) = network.sides().unwrap_or_default();
        Self { rows, cols, open: Vec::new(), tiles: Vec::new(), count: 0 }
    }

    /// Divides a rectangle, or says why it cannot be divided so.
    pub(super) fn divide(&mut self, division: &Division) -> Result<(), String> {
        let Division { at, rows, cols, apart, .. } = division;
        let is_outside = || format!("the tiles from node {at} on do not lie in the mesh");
        let side = |parts: &[usize]| {
            let whole = parts.iter().try_fold(0_usize, |sum, &part| sum.checked_add(part));
            whole.filter(|_| !parts.is_empty() && !parts.contains(&0)).ok_or_else(is_outside)
        };
        let (height, width) = (side(rows)?, side(cols)?);
        let fits = *at < self.rows * self.cols
            && height <= self.rows - at / self.cols
            && width <= self.cols - at % self.cols;
        if !fits {
            return Err(is_outside());
        }
        let mut rectangle = Rectangle { at: *at, rows: height, cols: width, around: None };
        if *apart {
            self.tiles.resize(self.rows * self.cols, 0);
            let around = self.tiles[*at];
            rectangle.around = Some(around);
            if rectangle.nodes(self.cols).any(|node| self.tiles[node] != around) {
                return Err(format!("the tiles from node {at} on lie in several tiles"));
            }
            self.number(*at, rows, cols);
        }
        self.open.push(rectangle);
        Ok(())
    }

    /// Gives the tiles of a rectangle new numbers.
    fn number(&mut self, at: usize, rows: &[usize], cols: &[usize]) {
        let mut first_row = at;
        for &height in rows {
            let mut first = first_row;
            for &width in cols {
                self.count += 1;
                let tile = Rectangle { at: first, rows: height, cols: width, around: None };
                tile.nodes(self.cols).for_each(|node| self.tiles[node] = self.count);
                first += width;
            }
            first_row += height * self.cols;
        }
    }

    /// Ends the division that was last made of a rectangle with this first node, or says that there is none.
    pub(super) fn unite(&mut self, at: usize) -> Result<(), String> {
        let last = self.open.iter().rposition(|rectangle| rectangle.at == at);
        let last = last.ok_or_else(|| format!("no tiles are open from node {at} on"))?;
        let rectangle = self.open.remove(last);
        if let Some(around) = rectangle.around {
            rectangle.nodes(self.cols).for_each(|node| self.tiles[node] = around);
        }
        Ok(())
    }

    /// Whether two nodes are in different tiles that work alone.
    pub(super) fn are_apart(&self, a: usize, b: usize) -> bool {
        self.tiles.get(a) != self.tiles.get(b)
    }
}

impl Rectangle {
    /// Its nodes in a mesh of so many columns.
    fn nodes(&self, mesh_cols: usize) -> impl Iterator<Item = usize> {
        let (at, cols) = (self.at, self.cols);
        (0..self.rows).flat_map(move |row| (0..cols).map(move |col| at + row * mesh_cols + col))
    }
}
