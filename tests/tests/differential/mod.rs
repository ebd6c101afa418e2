//! One random program, run in different ways: all must tell the same.

mod asked;
mod bands;
mod cost_models;
mod execution;
mod generation;
mod leaps;
mod payloads;
mod program;
mod row_moves;
mod run;
mod staggered_belts;
mod sweep;
mod threads;
mod tiles;
mod trace_counts;
mod transposition;
mod watching;

use generation::{Case, cases, cases_in_batches};
use program::{Form, Op};
use run::{Run, Way};
