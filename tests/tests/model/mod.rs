//! The machine's rules: what breaks them, what is lawful beside it, and what a replay sees where they are not enforced.

mod asked;
mod batches;
mod borders;
mod chains;
mod cheats;
mod claims;
mod costs;
mod deliveries;
mod header_bound;
mod headers;
mod ledger;
mod m1;
mod m2;
mod m3;
mod m4;
mod m5;
mod m6;
mod m7;
mod pairs;
mod payload;
mod peaks;
mod queues;
mod register_words;
mod registers;
mod replicas;
mod serve;
mod setting;
mod steps;
mod stop;
mod texts;

use setting::{Broken, Setting, broken, panic_of, stopped};
