//! Does what each command asks for, one command a file or folder.
//!
//! A command reads its flags, loads what they name, computes a result and has it presented. It knows of no other command.

pub(crate) mod audit;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod crossover;
mod drawing;
pub(crate) mod expander;
mod formulas;
pub(crate) mod guarantee;
pub(crate) mod limits;
mod mesh_of_nodes;
pub(crate) mod plot;
pub(crate) mod pram;
pub(crate) mod primitive;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod route;
mod routing;
pub(crate) mod spmv;
pub(crate) mod sweep;
pub(crate) mod torus;
pub(crate) mod verify;
pub(crate) mod worm;
