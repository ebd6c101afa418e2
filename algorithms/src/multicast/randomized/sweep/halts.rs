//! Says what the key of a packet on a belt holds during a lap: where it is wanted next.

use super::tour::value;
use super::windows::Windows;
use meshcast_engine::{Keys, Packet};

/// A stop at which a packet is wanted, and the place in its header of the first open destination that it has there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Halt {
    pub(super) stop: usize,
    pub(super) place: usize,
}

/// How keys of packets of rows name halts: the stop, then the place. A place that does not fit is named by the last one that does, which
/// is before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halts {
    place_bits: u32,
}

/// Bits of a key beside the tour.
const BITS: u32 = 31;

impl Halts {
    /// The halts of laps in these windows.
    pub(super) fn new(windows: Windows) -> Self {
        Self { place_bits: BITS - (usize::BITS - windows.width.leading_zeros()) }
    }

    fn last_place(self) -> usize {
        (1 << self.place_bits) - 1
    }

    /// What a key holds: none for a packet that is not wanted any more in the lap.
    pub(super) fn value(self, halt: Option<Halt>) -> u32 {
        halt.map_or((1 << BITS) - 1, |Halt { stop, place }| {
            (stop << self.place_bits | place.min(self.last_place())) as u32
        })
    }

    /// The keys of packets that are wanted at stop `stop`.
    pub(super) fn at(self, stop: usize) -> Keys {
        let stops = |stop: usize| (stop << self.place_bits) as u32;
        Keys::like(value(stops(usize::MAX)), stops(stop))
    }

    /// The place in its header where the destinations begin for which a packet is wanted at its next stop, or a place before it.
    pub(super) fn place(self, packet: Packet) -> usize {
        value(packet.key()) as usize & self.last_place()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::{Machine, Messages, Options, Shape, Witness};
    use std::sync::Arc;

    /// The last stop of a lap is not that of a packet that is not wanted, whatever the width; places that do not fit come too early.
    #[test]
    fn keys_name_stops_and_places() {
        let set = Arc::new(Messages::one_each(1).expect("small"));
        let mut machine =
            Machine::new(Shape::new(1, 1).expect("small"), set, Some(1), Options::default());
        machine.inject(0, |_| 0);
        for cols in [1, 2, 3, 7, 8, 9, 1 << 13, 1 << 26] {
            let windows = Windows::new(cols);
            let halts = Halts::new(windows);
            assert!(halts.value(None) as usize >> halts.place_bits >= windows.width);
            for stop in [0, windows.width / 2, windows.width - 1] {
                for place in [0, 1, 17, halts.last_place(), halts.last_place() + 5] {
                    let key = halts.value(Some(Halt { stop, place }));
                    machine.rekey(0, |_| Some(key)).expect("lawful");
                    machine
                        .claim("keys", &mut Witness::new(()), |all, ()| {
                            let packet = all.node(0).packet(0).expect("a packet");
                            assert!(halts.at(stop).are_of(packet));
                            let others = [stop ^ 1, windows.width].map(|stop| halts.at(stop));
                            assert!(!others.iter().any(|keys| keys.are_of(packet)));
                            assert_eq!(halts.place(packet), place.min(halts.last_place()));
                            Ok(())
                        })
                        .expect("true");
                    machine.step(|_| Ok(())).expect("lawful");
                }
            }
        }
    }
}
