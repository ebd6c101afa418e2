//! Tells every node what the nodes before and behind it along the snake hold.

use meshcast_engine::{Machine, Place, Port, Variable, Violation, register};

/// What a node learns from the nodes before and behind it; 0 where there is no node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Beside {
    pub(super) own: u64,
    pub(super) before: u64,
    pub(super) behind: u64,
}

register!(Beside { own: u64, before: u64, behind: u64 });

/// The streams of the step: to the next node along even rows, odd rows and down; then to the node before.
const STREAMS: [Port; 6] =
    [Port::East, Port::West, Port::South, Port::West, Port::East, Port::North];
/// From this stream on words go to the node before.
const BACK: usize = 3;

/// One step: every node sends its word to both neighbours along the snake.
pub(super) fn tell_neighbours(
    machine: &mut Machine,
    words: &Variable<u64>,
) -> Result<Variable<Beside>, Violation> {
    let shape = machine.shape();
    let (rows, cols) = (shape.rows(), shape.cols());
    let mut beside = machine.map(words, |_, &own| Beside { own, ..Beside::default() })?;
    if shape.nodes() == 1 {
        machine.step(|_| Ok(()))?;
        return Ok(beside);
    }
    let senders = |stream: usize, row: usize| {
        let is_even = row.is_multiple_of(2);
        // A snake leaves an even row at its right end.
        let (first, last) = if is_even { (0, cols - 1) } else { (cols - 1, 0) };
        let forward = if is_even { 0..cols - 1 } else { 1..cols };
        let backward = if is_even { 1..cols } else { 0..cols - 1 };
        match stream {
            0 if is_even => forward,
            1 if !is_even => forward,
            2 if row + 1 < rows => last..last + 1,
            3 if is_even => backward,
            4 if !is_even => backward,
            5 if row > 0 => first..first + 1,
            _ => 0..0,
        }
    };
    machine.step(|step| {
        step.words(
            &mut beside,
            &STREAMS,
            senders,
            |_, _: Place, own: &[Beside]| own[0].own,
            |stream, _, own, word| {
                if stream < BACK {
                    own[0].before = word;
                } else {
                    own[0].behind = word;
                }
            },
        )
    })?;
    Ok(beside)
}
