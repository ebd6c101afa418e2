//! Makes sets of which a node has several messages, class by class.

use super::collect::MessageLists;
use super::set::{Messages, MessagesError};
use std::ops::Range;

impl Messages {
    /// A set of which a node may have several messages: the lists of one source, in their order, are in the classes 0, 1, …, so that a
    /// class has at most one message a node. Messages are numbered class by class, those of each in the order of their sources.
    ///
    /// ```
    /// use meshcast_engine::{MessageLists, Messages};
    /// let lists: MessageLists = [(2, vec![0]), (0, vec![1, 2]), (2, vec![1, 0])].into_iter().collect();
    /// let set = Messages::in_classes(3, lists)?;
    /// assert_eq!((set.sources(), set.per_node()), (&[0, 2, 2][..], 2));
    /// assert_eq!(set.class(0), Messages::new(3, [(0, vec![1, 2]), (2, vec![0])])?);
    /// assert_eq!(set.class(1), Messages::new(3, [(2, vec![0, 1])])?);
    /// // Node 0 gets two messages, in two classes.
    /// assert_eq!((set.congestion(), set.class(0).congestion()), (2, 1));
    /// # Ok::<(), meshcast_engine::MessagesError>(())
    /// ```
    ///
    /// # Errors
    /// A source or destination outside `nodes`, too many nodes.
    pub fn in_classes(nodes: usize, lists: MessageLists) -> Result<Self, MessagesError> {
        let lists = lists.by_source();
        let mut classes: Vec<Vec<usize>> = Vec::new();
        let mut first = 0;
        for of_node in lists.sources.chunk_by(|one, next| one == next) {
            classes.resize(classes.len().max(of_node.len()), Vec::new());
            for (class, list) in classes.iter_mut().zip(first..first + of_node.len()) {
                class.push(list);
            }
            first += of_node.len();
        }
        if classes.len() <= 1 {
            return Self::from_lists(nodes, lists);
        }
        let starts = classes.iter().scan(0, |next, class| {
            *next += class.len();
            Some(*next)
        });
        let starts = std::iter::once(0).chain(starts).collect();
        Self::assembled(nodes, lists.in_order(classes.into_iter().flatten()), starts)
    }

    /// The most messages of a node: classes, of which there is always one.
    pub fn per_node(&self) -> usize {
        self.classes.len() - 1
    }

    /// The messages of class `class`, a set of its own.
    ///
    /// # Panics
    /// If there is no such class.
    #[must_use]
    pub fn class(&self, class: usize) -> Self {
        if self.per_node() == 1 && class == 0 {
            return self.clone();
        }
        let mut lists = MessageLists::default();
        for message in self.class_range(class) {
            lists.push(self.source(message), self.destinations(message).iter().copied());
        }
        Self::from_lists(self.nodes(), lists).expect("a class has at most one message a node")
    }

    /// The numbers of the messages of class `class`.
    pub(crate) fn class_range(&self, class: usize) -> Range<usize> {
        self.classes[class]..self.classes[class + 1]
    }

    /// The messages that start at `node`, a class each.
    pub(crate) fn all_at(&self, node: u32) -> impl Iterator<Item = usize> + '_ {
        (0..self.per_node()).filter_map(move |class| {
            let range = self.class_range(class);
            let place = self.sources()[range.clone()].binary_search(&node).ok()?;
            Some(range.start + place)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(lists: &[(u32, &[u32])]) -> MessageLists {
        lists.iter().map(|&(source, list)| (source, list.to_vec())).collect()
    }

    #[test]
    fn the_messages_of_a_node_are_in_the_order_of_their_lists() {
        let several = lists(&[(3, &[1]), (1, &[0]), (3, &[2]), (0, &[3, 3]), (3, &[0])]);
        let set = Messages::in_classes(4, several).unwrap();
        assert_eq!(set.sources(), [0, 1, 3, 3, 3]);
        assert_eq!(set.per_node(), 3);
        let at = |node| set.all_at(node).collect::<Vec<_>>();
        assert_eq!((at(3), at(1), at(2)), (vec![2, 3, 4], vec![1], vec![]));
        assert_eq!([2, 3, 4].map(|message| set.destinations(message)[0]), [1, 2, 0]);
        assert_eq!((set.deliveries(), set.degree(), set.congestion()), (5, 1, 2));
        assert_eq!(set.class(2), Messages::new(4, [(3, vec![0])]).unwrap());
    }

    #[test]
    fn a_set_with_one_message_a_node_has_one_class() {
        let alone = [(2, &[1, 0][..]), (0, &[2])];
        let set = Messages::in_classes(3, lists(&alone)).unwrap();
        assert_eq!(set, Messages::from_lists(3, lists(&alone)).unwrap());
        assert_eq!((set.per_node(), set.class(0)), (1, set.clone()));
        assert_eq!(Messages::new(3, []).unwrap().per_node(), 1);
    }

    #[test]
    fn what_is_outside_the_mesh_is_refused_in_any_class() {
        let outside = Messages::in_classes(3, lists(&[(0, &[1]), (0, &[3])]));
        let (source_node, destination, nodes) = (0, 3, 3);
        let expected = MessagesError::DestinationOutside { source_node, destination, nodes };
        assert_eq!(outside, Err(expected));
        let twice = Messages::from_lists(3, lists(&[(1, &[1]), (1, &[2])]));
        assert_eq!(twice, Err(MessagesError::SourceTwice { source_node: 1 }));
    }
}
