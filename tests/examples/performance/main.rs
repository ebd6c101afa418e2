//! Measures what docs/performance.md says, and writes its tables.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example performance [-- PAGE [TABLE...]]
//! ```
//!
//! Prints the tables in Markdown or, given a page, replaces those that it has between `<!-- table: NAME -->` and `<!-- end -->`, all or
//! the named ones. All take some minutes. What is compared takes turns, as other programs on the machine can slow a run down and
//! nothing can speed it up; the fastest of the samples counts. Where nothing is said of threads a time is the processor's, of one thread.

mod beside_peer;
mod instructions;
mod leaps;
mod memory;
mod page;
mod runs;
mod threads;

use std::{env, fs};

/// A table: its name, and how it is made.
type Table = (&'static str, fn() -> String);

const TABLES: [Table; 6] = [
    ("runs beside the peer", beside_peer::runs),
    ("forms beside the peer", beside_peer::forms),
    ("threads", threads::table),
    ("leaps", leaps::table),
    ("memory", memory::table),
    ("instructions", instructions::table),
];

fn main() {
    let mut arguments = env::args().skip(1);
    let Some(path) = arguments.next() else {
        for (name, table) in TABLES {
            println!("{name}\n\n{}", table());
        }
        return;
    };
    let named: Vec<String> = arguments.collect();
    let mut text = fs::read_to_string(&path).expect("a page");
    for (name, table) in TABLES {
        if !named.is_empty() && !named.iter().any(|named| named == name) {
            continue;
        }
        text = page::with_table(&text, name, &table());
    }
    fs::write(&path, text).expect("a page that can be written");
}

/// A table in Markdown, from its cells row by row.
fn markdown<const COLS: usize>(
    head: [&str; COLS],
    rows: impl IntoIterator<Item = [String; COLS]>,
) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = format!("|{}\n", "---|".repeat(COLS));
    let rows: String = rows.into_iter().map(|row| line(&row)).collect();
    format!("{}{rule}{rows}", line(&head.map(str::to_owned)))
}
