//! Keeps how far each worm has come.

/// A worm and how far it has come: what a hop looks at of it, but for its path and its grants, is one line of memory,
/// since worms take turns in no order.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Progress<'a> {
    pub(super) path: &'a [u32],
    /// When it starts; of a worm that waits for deliveries, the last of those it has been told of.
    pub(super) start: u64,
    /// When it requested its last channel.
    pub(super) requested: u64,
    /// Where its grants begin among those of all worms.
    pub(super) offset: usize,
    /// Who is next in the queue in which it waits.
    pub(super) next: Option<u32>,
    pub(super) flits: u32,
    /// Channels granted to it.
    pub(super) granted: u32,
    /// Channels whose release is settled.
    pub(super) released: u32,
    /// Whether somebody waits for its deliveries.
    pub(super) is_awaited: bool,
}

const _: () = assert!(size_of::<Progress>() == 64, "a worm fills its line of memory");
