//! Writes results for people: plain text, aligned.

mod audit;
mod check;
mod compare;
mod crossover;
mod expander;
mod guarantee;
mod heat_map;
mod ledger;
mod limits;
mod occupancy;
mod pram;
mod primitive;
mod replay;
mod rounds;
mod route;
mod run_findings;
mod spmv;
mod sweep;
mod torus;
mod verify;
mod worm;
mod worm_experiment;
mod worm_load;
mod worm_readings;
mod worm_routes;
mod worm_run;

pub(crate) use audit::{run_audit, sweep_audit};
pub(crate) use check::checked;
pub(crate) use compare::compare;
pub(crate) use crossover::crossover;
pub(crate) use expander::{family, generated, verified};
pub(crate) use guarantee::{guarantee, slotted_guarantee};
pub(crate) use limits::limits;
pub(crate) use rounds::{explicit_rounds, rounds};

pub(crate) use pram::{pram_compare, pram_list, pram_overloads, pram_run};
pub(crate) use primitive::primitive;
pub(crate) use replay::replay;
pub(crate) use route::route;
pub(crate) use spmv::spmv;
pub(crate) use sweep::{merged, slurm, sweep};
pub(crate) use torus::{torus_measure, torus_run, torus_table};
pub(crate) use verify::verified_claims;
pub(crate) use worm::{worm_latency, worm_plan};
pub(crate) use worm_experiment::{worm_experiment, worm_load};
pub(crate) use worm_load::open_loop;
pub(crate) use worm_readings::worm_readings;
pub(crate) use worm_routes::{worm_deadlock, worm_dependencies, worm_routes, worm_routes_latency};
pub(crate) use worm_run::worm_run;

use crate::readable::{Text, counted, duration, grouped, rate, ratio};
use crate::results::{MachineResult, Registers, Spatial, Timing};

/// A report under construction: paragraphs of labelled lines.
#[derive(Debug, Default)]
struct Page {
    text: Text,
}

impl Page {
    fn heading(&mut self, line: &str) {
        self.text.push(line.to_owned() + "\n");
    }

    fn gap(&mut self) {
        self.text.push("\n");
    }

    /// A line with its label in a column of its own.
    fn line(&mut self, label: &str, value: &str) {
        self.text.push(Text::labelled(label, value));
    }

    fn block(&mut self, block: impl Into<Text>) {
        self.text.push(block);
    }

    fn registers(&mut self, registers: &Registers) {
        let words = match registers.peak_words {
            0 => "none".to_owned(),
            words => format!("peak {} a node", counted(words, "word")),
        };
        let headers = match registers.header_words {
            0 => String::new(),
            words => format!(", headers of up to {}", counted(words as u64, "word")),
        };
        let limit = registers.header_words_limit.map(|limit| counted(limit as u64, "word"));
        let limit = limit.map_or_else(String::new, |limit| format!(", {limit} where written"));
        self.line("registers", &format!("{words}{headers}{limit}"));
    }

    /// What the spatial computer model charges; a mesh of `nodes` nodes can spend n^1.5 in as many steps as a side has nodes.
    fn spatial(&mut self, spatial: &Spatial, nodes: usize) {
        let nodes = nodes as f64;
        let (per_node, per_side) = (spatial.energy as f64 / nodes, nodes.sqrt());
        self.line(
            "energy",
            &format!(
                "{}: {} n, {} n^1.5",
                counted(spatial.energy, "hop"),
                ratio(per_node),
                ratio(per_node / per_side)
            ),
        );
        let (messages, hops) =
            (counted(spatial.depth, "message"), counted(spatial.distance, "hop"));
        self.line("chains", &format!("of at most {messages} (depth), {hops} (distance)"));
    }

    fn machine(&mut self, machine: &MachineResult) {
        let capacity = match machine.capacity {
            Some(1) => "buffers of 1 packet",
            Some(capacity) => &format!("buffers of {capacity} packets"),
            None => "unlimited buffers",
        };
        self.machine_with(capacity, machine);
    }

    /// The machine of algorithms that each have `buffers` of their own.
    fn machine_with(&mut self, buffers: &str, machine: &MachineResult) {
        let ports = match machine.ports {
            "one" => "one port at a time",
            _ => "all ports at once",
        };
        let value = format!("{}, {buffers}, {ports}", counted(machine.nodes as u64, "node"));
        self.line("machine", &value);
        let value = format!(
            "exchange {}, copy or delivery {}",
            counted(u64::from(machine.exchange_steps), "step"),
            counted(u64::from(machine.copy_steps), "step"),
        );
        self.line("charges", &value);
    }

    /// The last lines: how fast, and from which program.
    fn timing(&mut self, timing: &Timing, seed: u64, version: &str, commit: &str) {
        let value = format!(
            "{} on {}, {} node-steps/s",
            duration(timing.seconds),
            counted(timing.threads as u64, "thread"),
            rate(timing.node_steps_per_second),
        );
        self.line("time", &value);
        self.program(seed, version, commit);
    }

    /// From which program, and which seed.
    fn program(&mut self, seed: u64, version: &str, commit: &str) {
        self.seedless(version, &format!("{commit}, seed {}", grouped(seed)));
    }

    /// From which program, where nothing is random.
    fn seedless(&mut self, version: &str, commit: &str) {
        self.line("program", &format!("meshcast {version}, commit {commit}"));
    }
}
