//! Measured steps and buffers are within the documented formulas, restated here on their own.

mod awkward_sizes;
mod buffered;
mod circulation;
mod deterministic_paper;
mod energy;
mod forecast;
mod formulas;
mod kk_routing;
mod kk_sort;
mod kk_two_ways;
mod migration;
mod paper;
mod permutation;
mod rounds;
mod routes;
mod scans;
mod shared_memory;
mod sort;
mod sweep;
mod tile_shift;
mod tuned;
mod unicast;
