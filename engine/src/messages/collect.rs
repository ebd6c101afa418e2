//! Collects the destinations of messages before a set is made of them.

/// Messages in the making: their lists of destinations, one after the other in one array, in any order.
#[derive(Clone, Debug)]
pub struct MessageLists {
    pub(super) sources: Vec<u32>,
    /// Where every list begins, then the end.
    pub(super) offsets: Vec<usize>,
    pub(super) destinations: Vec<u32>,
}

impl Default for MessageLists {
    /// No lists.
    fn default() -> Self {
        Self::with_room(0, 0)
    }
}

impl MessageLists {
    /// No lists, but room for so many `messages` with so many `deliveries`.
    pub fn with_room(messages: usize, deliveries: usize) -> Self {
        let mut offsets = Vec::with_capacity(messages + 1);
        offsets.push(0);
        let (sources, destinations) =
            (Vec::with_capacity(messages), Vec::with_capacity(deliveries));
        Self { sources, offsets, destinations }
    }

    /// A list of `degree` destinations from each of nodes 0, 1, …: the rows of `table`.
    ///
    /// # Panics
    /// If `degree` is 0, or the table has not whole rows.
    pub fn of_table(table: Vec<u32>, degree: usize) -> Self {
        assert!(table.len().is_multiple_of(degree), "all rows of a table are alike");
        let rows = table.len() / degree;
        let offsets = (0..=rows).map(|row| row * degree).collect();
        Self { sources: (0..rows as u32).collect(), offsets, destinations: table }
    }

    /// Adds the list of a source.
    pub fn push(&mut self, source: u32, destinations: impl IntoIterator<Item = u32>) {
        self.sources.push(source);
        self.destinations.extend(destinations);
        self.offsets.push(self.destinations.len());
    }

    /// The lists as (source, destinations).
    pub fn iter(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let lists = self.offsets.windows(2).map(|list| &self.destinations[list[0]..list[1]]);
        self.sources.iter().copied().zip(lists)
    }

    /// The same lists in increasing order of their sources.
    pub(super) fn by_source(self) -> Self {
        if self.sources.is_sorted() {
            return self;
        }
        let mut order: Vec<u32> = (0..self.sources.len() as u32).collect();
        order.sort_by_key(|&list| self.sources[list as usize]);
        self.in_order(order.into_iter().map(|list| list as usize))
    }

    /// The lists of these numbers, in their order.
    pub(super) fn in_order(&self, order: impl Iterator<Item = usize>) -> Self {
        let mut lists = Self::with_room(self.sources.len(), self.destinations.len());
        for list in order {
            let destinations = &self.destinations[self.offsets[list]..self.offsets[list + 1]];
            lists.push(self.sources[list], destinations.iter().copied());
        }
        lists
    }
}

impl<L: IntoIterator<Item = u32>> FromIterator<(u32, L)> for MessageLists {
    fn from_iter<I: IntoIterator<Item = (u32, L)>>(messages: I) -> Self {
        let mut lists = Self::default();
        for (source, destinations) in messages {
            lists.push(source, destinations);
        }
        lists
    }
}
