//! Every implementation of a primitive or algorithm computes what its naive oracle computes, on one corpus.

mod circulation;
mod hamiltonian;
mod reduce;
mod scan;
mod sort;
mod tile_shift;
