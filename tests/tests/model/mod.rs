//! The machine's rules: what breaks them, what is lawful beside it, and what a replay sees where they are not enforced.

mod borders;
mod claims;
mod costs;
mod deliveries;
mod headers;
mod ledger;
mod m1;
mod m2;
mod m3;
mod m4;
mod m5;
mod m6;
mod m7;
mod peaks;
mod queues;
mod registers;
mod replicas;
mod serve;
mod setting;
mod steps;
mod stop;

use setting::{Setting, broken};
