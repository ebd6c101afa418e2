//! Every implementation of a primitive or algorithm computes what its naive oracle computes, on one corpus.

mod circulation;
mod hamiltonian;
mod kk_sort;
mod reduce;
mod scan;
mod sort;
