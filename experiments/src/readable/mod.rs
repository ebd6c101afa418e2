//! Makes numbers, and pieces of what users gave, fit to be read.

mod cost;
mod excerpt;
mod numbers;

pub(crate) use cost::{copy_steps, exchange_steps, ports};
pub(crate) use excerpt::Printable;
pub use excerpt::{Excerpt, Printed};
pub(crate) use numbers::{counted, duration, grouped, percent, rate, ratio, significant};
