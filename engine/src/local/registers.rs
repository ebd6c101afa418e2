//! Lets nodes make registers and compute with them.

use crate::machine::{Machine, Stage};
use crate::nodes::{Node, Variable};
use crate::register::{Register, keep, words_of};
use crate::violation::Violation;
use crate::workers::{cut, least};
use std::ops::Range;

/// Words of one register: a few.
const REGISTER_WORDS: u64 = 8;

impl Machine {
    /// `per_node` registers at every node, filled by what each node knows: free local work.
    ///
    /// # Errors
    /// M5 past [`LOCAL_PASSES`](crate::LOCAL_PASSES) passes of local work between two steps.
    pub fn variable<T: Register>(
        &mut self,
        per_node: usize,
        value: impl Fn(&Node<'_>, usize) -> T + Sync,
    ) -> Result<Variable<T>, Violation> {
        const { assert!(words_of::<T>() <= REGISTER_WORDS, "a register holds a few words") };
        let values = match self.local_pass("variable")? {
            Some(stage) => stage.gather(per_node, &|rows, values| {
                stage.at_nodes(rows, values, |node, values| {
                    values.extend((0..per_node).map(|i| value(node, i)));
                });
            }),
            None => Vec::new(),
        };
        Ok(self.nodes().registers(values, per_node))
    }

    /// Free local work on the registers of every node.
    ///
    /// # Errors
    /// M5 past [`LOCAL_PASSES`](crate::LOCAL_PASSES) passes of local work between two steps.
    ///
    /// # Panics
    /// If the registers are of another machine.
    pub fn compute<T: Register>(
        &mut self,
        variable: &mut Variable<T>,
        work: impl Fn(&Node<'_>, &mut [T]) + Sync,
    ) -> Result<(), Violation> {
        self.check_own(variable);
        let Some(stage) = self.local_pass("compute")? else { return Ok(()) };
        let (shape, per_node) = (stage.nodes.shape(), variable.per_node());
        let work_on = |(registers, rows): (&mut [T], Range<usize>)| {
            let nodes = rows.flat_map(|row| (0..shape.cols()).map(move |col| (row, col)));
            for (i, (row, col)) in nodes.enumerate() {
                let own = &mut registers[i * per_node..(i + 1) * per_node];
                work(&stage.nodes.node_at(row, col), own);
                keep(own);
            }
        };
        match stage.bands(shape.nodes(), least::REGISTERS) {
            Some(bands) => {
                let parts = cut(variable.values_mut(), shape.cols() * per_node, &bands);
                stage.workers().run(parts.zip(bands.iter().cloned()), work_on);
            }
            None => work_on((variable.values_mut(), 0..shape.rows())),
        }
        Ok(())
    }

    /// New registers computed from old ones by free local work: `work` makes register i of a node from its old register i.
    ///
    /// # Errors
    /// M5 past [`LOCAL_PASSES`](crate::LOCAL_PASSES) passes of local work between two steps.
    ///
    /// # Panics
    /// If the registers are of another machine.
    pub fn map<T: Register, U: Register>(
        &mut self,
        variable: &Variable<T>,
        work: impl Fn(&Node<'_>, &T) -> U + Sync,
    ) -> Result<Variable<U>, Violation> {
        const { assert!(words_of::<U>() <= REGISTER_WORDS, "a register holds a few words") };
        self.check_own(variable);
        let values = match self.local_pass("map")? {
            Some(stage) => stage.gather(variable.per_node(), &|rows, values| {
                stage.at_nodes(rows, values, |node, values| {
                    values.extend(variable.at(node.index()).iter().map(|value| work(node, value)));
                });
            }),
            None => Vec::new(),
        };
        Ok(self.nodes().registers(values, variable.per_node()))
    }
}

impl Stage {
    /// What `fill` adds at every node of some rows.
    #[inline]
    fn at_nodes<T: Register>(
        &self,
        rows: Range<usize>,
        values: &mut Vec<T>,
        fill: impl Fn(&Node<'_>, &mut Vec<T>),
    ) {
        for row in rows {
            let first = values.len();
            let nodes = 0..self.nodes.shape().cols();
            nodes.for_each(|col| fill(&self.nodes.node_at(row, col), values));
            keep(&mut values[first..]);
        }
    }

    /// What `fill_rows` adds at the nodes of rows, `per_node` values at each, over all rows. Behind a pointer: bands are not compiled
    /// for each program.
    fn gather<T: Register>(
        &self,
        per_node: usize,
        fill_rows: &(dyn Fn(Range<usize>, &mut Vec<T>) + Sync),
    ) -> Vec<T> {
        let shape = self.nodes.shape();
        let mut values = Vec::with_capacity(shape.nodes() * per_node);
        let Some(bands) = self.bands(shape.nodes(), least::REGISTERS) else {
            fill_rows(0..shape.rows(), &mut values);
            return values;
        };
        let mut others: Vec<Vec<T>> = bands[1..].iter().map(|_| Vec::new()).collect();
        let parts = std::iter::once(&mut values).chain(&mut others);
        self.workers().run(bands.iter().cloned().zip(parts), |(rows, part)| {
            part.reserve(rows.len() * shape.cols() * per_node);
            fill_rows(rows, part);
        });
        for mut part in others {
            values.append(&mut part);
        }
        values
    }
}
