//! Knows the steps of the mesh for a step of each kind of PRAM.

use crate::catalogue::{Envelope, Formula, Parameters};
use meshcast_algorithms::PramMode;
use meshcast_engine::Shape;
use meshcast_primitives::Operator;

/// The formula of a step in which processors read and write, on the kind of PRAM with this name.
pub(super) fn formula(name: &str) -> Option<Formula> {
    let steps: fn(Shape, usize, Parameters) -> u64 = match name {
        // The one that succeeds is the first, whether there are others or not.
        "pram:erew" | "pram:crew" | "pram:crcw-arbitrary" | "pram:crcw-priority" => {
            |shape, _, _| both(shape, PramMode::Erew)
        }
        "pram:crcw-common" => |shape, _, _| both(shape, PramMode::Common),
        // Halves of a value.
        "pram:crcw-combining operator=sum"
        | "pram:crcw-combining operator=or"
        | "pram:crcw-combining operator=and"
        | "pram:crcw-combining operator=xor" => {
            |shape, _, _| both(shape, PramMode::Combining(Operator::Sum))
        }
        "pram:crcw-combining operator=min" | "pram:crcw-combining operator=max" => {
            |shape, _, _| both(shape, PramMode::Combining(Operator::Max))
        }
        _ => return None,
    };
    Some(Formula { envelope: Envelope::Root, supposes: "no overloaded tile", steps })
}

fn both(shape: Shape, mode: PramMode) -> u64 {
    let (read, write) = mode.access_steps_on(shape);
    read + write
}
