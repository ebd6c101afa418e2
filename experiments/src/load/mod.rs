//! Brings what flags name into memory: message sets and permutations.

mod error;
mod message_set;
mod permutations;

pub(crate) use error::LoadError;
pub(crate) use message_set::{Matrix, load as message_set, load_matrix as matrix};
pub(crate) use permutations::{
    for_all as permutations_for_all, load as permutations, of_file as permutation,
};
