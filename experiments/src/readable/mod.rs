//! Makes numbers, and pieces of what users gave, fit to be read.

mod columns;
mod cost;
mod excerpt;
mod numbers;
mod shell_word;
mod text;

pub(crate) use columns::Columns;
pub(crate) use cost::{copy_steps, exchange_steps, ports};
pub(crate) use excerpt::Printable;
pub use excerpt::{Excerpt, Printed};
pub(crate) use numbers::{counted, duration, grouped, percent, rate, ratio, significant};
pub(crate) use shell_word::shell_word;
pub(crate) use text::Text;
