//! Local work on registers, and the one way from data to control flow.

use crate::bands::{cut, least};
use crate::machine::Machine;
use crate::node::Node;
use crate::told::Control;
use crate::variable::Variable;
use crate::violation::{Rule, Violation};
use crate::word::Word;
use std::ops::Range;

/// Bytes of one register group: a few words.
const REGISTER_BYTES: usize = 64;

impl Machine {
    /// `per_node` registers at every node, filled by what each node knows: free local work.
    ///
    /// # Errors
    /// M5 past [`LOCAL_PASSES`](crate::LOCAL_PASSES) passes of local work between two steps.
    pub fn variable<T: Copy + Send>(
        &mut self,
        per_node: usize,
        value: impl Fn(&Node<'_>, usize) -> T + Sync,
    ) -> Result<Variable<T>, Violation> {
        const { assert!(size_of::<T>() <= REGISTER_BYTES, "a register holds a few words") };
        if !self.local_pass()? {
            return Ok(self.registers(Vec::new(), per_node));
        }
        let values = self.gather(per_node, |node, values| {
            values.extend((0..per_node).map(|i| value(node, i)));
        });
        Ok(self.registers(values, per_node))
    }

    /// Free local work on the registers of every node.
    ///
    /// # Errors
    /// M5 past [`LOCAL_PASSES`](crate::LOCAL_PASSES) passes of local work between two steps.
    ///
    /// # Panics
    /// If the registers are of another machine.
    pub fn compute<T: Copy + Send>(
        &mut self,
        variable: &mut Variable<T>,
        work: impl Fn(&Node<'_>, &mut [T]) + Sync,
    ) -> Result<(), Violation> {
        self.check_own(variable);
        if !self.local_pass()? {
            return Ok(());
        }
        let (shape, per_node) = (self.shape, variable.per_node);
        let machine = &*self;
        let work_on = |(registers, rows): (&mut [T], Range<usize>)| {
            let nodes = rows.flat_map(|row| (0..shape.cols()).map(move |col| (row, col)));
            for (i, (row, col)) in nodes.enumerate() {
                work(&machine.node_at(row, col), &mut registers[i * per_node..(i + 1) * per_node]);
            }
        };
        match self.bands(shape.nodes(), least::REGISTERS) {
            Some(bands) => {
                let parts = cut(&mut variable.values, shape.cols() * per_node, &bands);
                self.workers.run(parts.zip(bands.iter().cloned()), work_on);
            }
            None => work_on((&mut variable.values, 0..shape.rows())),
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
    pub fn map<T: Copy + Sync, U: Copy + Send>(
        &mut self,
        variable: &Variable<T>,
        work: impl Fn(&Node<'_>, &T) -> U + Sync,
    ) -> Result<Variable<U>, Violation> {
        const { assert!(size_of::<U>() <= REGISTER_BYTES, "a register holds a few words") };
        self.check_own(variable);
        if !self.local_pass()? {
            return Ok(self.registers(Vec::new(), variable.per_node));
        }
        let values = self.gather(variable.per_node, |node, values| {
            values.extend(variable.at(node.index()).iter().map(|value| work(node, value)));
        });
        Ok(self.registers(values, variable.per_node))
    }

    /// The value that every node holds in every register of `variable`: the only way for control flow to depend on data.
    /// What it cost to let every node know has been charged already.
    ///
    /// # Errors
    /// M7 if two nodes hold different values.
    ///
    /// # Panics
    /// If the registers are of another machine, or none at all; in a part of a program that [leaps](Machine::leap).
    pub fn agree<T: Word>(&mut self, variable: &Variable<T>) -> Result<T, Violation> {
        self.check_own(variable);
        assert!(variable.per_node > 0, "nodes without registers cannot agree");
        self.go_on()?;
        self.depend_on(Control::Data);
        // Compared bit by bit: a comparison of the program's own might call different values equal.
        let value = variable.values[0].to_bits();
        let differs = |other: &&T| other.to_bits() != value;
        if let Some(node) = variable.values.iter().position(|other| differs(&other)) {
            let dissent = variable.values.iter().filter(differs).count();
            self.breach(Rule::M7, node / variable.per_node, dissent as u64, 0)?;
        }
        Ok(T::from_bits(value))
    }

    /// What `fill` adds at every node, `per_node` values.
    fn gather<T: Send>(
        &self,
        per_node: usize,
        fill: impl Fn(&Node<'_>, &mut Vec<T>) + Sync,
    ) -> Vec<T> {
        let shape = self.shape;
        let fill_rows = |rows: Range<usize>, values: &mut Vec<T>| {
            for row in rows {
                (0..shape.cols()).for_each(|col| fill(&self.node_at(row, col), values));
            }
        };
        let mut values = Vec::with_capacity(shape.nodes() * per_node);
        let Some(bands) = self.bands(shape.nodes(), least::REGISTERS) else {
            fill_rows(0..shape.rows(), &mut values);
            return values;
        };
        let mut others: Vec<Vec<T>> = bands[1..].iter().map(|_| Vec::new()).collect();
        let parts = std::iter::once(&mut values).chain(&mut others);
        self.workers.run(bands.iter().cloned().zip(parts), |(rows, part)| {
            part.reserve(rows.len() * shape.cols() * per_node);
            fill_rows(rows, part);
        });
        for mut part in others {
            values.append(&mut part);
        }
        values
    }

    fn registers<T>(&self, values: Vec<T>, per_node: usize) -> Variable<T> {
        Variable::new(values, per_node, &self.run, self.frame)
    }

    /// Registers stay at the nodes they were made for, and only rehearsals do without their values.
    pub(crate) fn check_own<T>(&self, variable: &Variable<T>) {
        assert!(self.is_of(&variable.run, variable.frame), "the registers are of another machine");
        let values = self.shape.nodes() * variable.per_node;
        let all_here = self.rehearses || variable.values.len() == values;
        assert!(all_here, "the registers are of a rehearsal");
    }

    /// What a program leaves in the place of `per_node` registers a node is as many registers of the same nodes.
    pub(crate) fn check_left<T>(&self, variable: &Variable<T>, per_node: usize) {
        self.check_own(variable);
        let as_many = variable.per_node == per_node;
        assert!(as_many, "a program changed how many registers a node has");
    }
}
