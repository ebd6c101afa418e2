//! Tests fields, groups and certificates against brute force.

mod certificates;
mod fields;
mod sets;
