//! Makes the page of a report, which needs nothing beside itself.

mod content;
mod html;
mod interactive;
mod tables;
mod verdict_table;

pub(crate) use content::Content;
