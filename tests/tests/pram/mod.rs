//! PRAM programs on the mesh leave what an interpreter on the host leaves, after every step.

mod bound;
mod conflicts;
mod interpreter;
mod leaps;
mod loads;
mod programs;
mod random;

use interpreter::{Found, Interpreter};
use meshcast_algorithms::{Layout, Pram, PramConflict, PramMode, Program};
use meshcast_engine::{Machine, Mode, Options, Outcome, Shape};
use meshcast_primitives::{Operator, SharedMemory};

/// All kinds of PRAM.
const MODES: [PramMode; 8] = [
    PramMode::Erew,
    PramMode::Crew,
    PramMode::Common,
    PramMode::Arbitrary,
    PramMode::Priority,
    PramMode::Combining(Operator::Sum),
    PramMode::Combining(Operator::Min),
    PramMode::Combining(Operator::Max),
];

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).expect("small")
}

/// What a run leaves.
struct Left<S> {
    pram_steps: u64,
    rehashes: u32,
    most_rounds: u32,
    states: Vec<S>,
    cells: Vec<u64>,
    outcome: Outcome,
}

fn run<P: Program>(
    pram: &Pram<'_, P>,
    shape: Shape,
    options: Options,
) -> Result<Left<P::State>, PramConflict> {
    let options = Options { payload_words: SharedMemory::PAYLOAD_WORDS, ..options };
    let messages = pram.messages().expect("small");
    let mut machine = Machine::new(shape, messages, Some(pram.capacity()), options);
    let run = pram.run(&mut machine).expect("lawful")?;
    let outcome = machine.finish();
    assert!(outcome.peak as usize <= pram.capacity());
    let (pram_steps, rehashes, most_rounds) = (run.pram_steps, run.rehashes, run.most_rounds);
    let (states, cells) = run.reveal(pram, &outcome);
    Ok(Left { pram_steps, rehashes, most_rounds, states, cells, outcome })
}

fn leaping() -> Options {
    Options { mode: Mode::Leap, ..Options::default() }
}

/// Compares memory and registers with the interpreter's after every step of the PRAM, in leaps, and after the last one step by
/// step. Returns
/// the conflict that has ended both, if one has.
fn check<P: Program>(program: &P, shape: Shape, mode: PramMode, layout: Layout) -> Option<Found>
where
    P::State: PartialEq + std::fmt::Debug,
{
    let pram = Pram::new(program, shape, mode, layout, 5);
    let mut limited = Pram::new(program, shape, mode, layout, 5);
    let mut interpreter = Interpreter::new(program, shape.nodes(), mode);
    loop {
        let what = format!("{} x {} {mode:?} {}", shape.rows(), shape.cols(), interpreter.steps);
        let stepped = interpreter.step();
        limited.stop_after(interpreter.steps + u64::from(stepped.is_err()));
        let found = run(&limited, shape, leaping());
        match (stepped, found) {
            (Err(expected), Err(found)) => {
                assert_eq!(expected, as_found(found), "{what}");
                assert_eq!(run(&pram, shape, Options::default()).err(), Some(found), "{what}");
                return Some(expected);
            }
            (Ok(goes_on), Ok(left)) => {
                assert_eq!(left.pram_steps, interpreter.steps, "{what}");
                assert_eq!(left.states, interpreter.states, "{what}: registers");
                assert_eq!(left.cells, interpreter.cells, "{what}: cells");
                if !goes_on {
                    let stepped = run(&pram, shape, Options::default()).expect("no conflict");
                    assert_eq!(stepped.pram_steps, interpreter.steps, "{what}");
                    assert!(stepped.states == left.states && stepped.cells == left.cells, "{what}");
                    return None;
                }
            }
            (Err(expected), Ok(_)) => panic!("{what}: {expected:?} was not found"),
            (Ok(_), Err(found)) => panic!("{what}: {found}"),
        }
    }
}

fn as_found(conflict: PramConflict) -> Found {
    let PramConflict { pram_step, cell, processors, access, .. } = conflict;
    Found { pram_step, cell, processors, is_read: access == meshcast_algorithms::Access::Read }
}
