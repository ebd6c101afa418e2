//! Virtual channels and ports, checked by hand.

use super::{by_link, worm};
use meshcast_engine::wormhole::{
    Addresses, Deadlock, Outcome, Ports, Resource, Routers, Wait, Worm, WormholeError, run,
};

/// Hops of 10 ns, flits 2 ns apart, so that a hop has room for five.
fn lanes(virtual_channels: u32) -> Routers<'static> {
    Routers::new(by_link(8, 2)).with_virtual_channels(virtual_channels)
}

fn arrivals(outcome: &Outcome, worm: usize, flits: u32) -> Vec<u64> {
    (0..flits).map(|flit| outcome.journey(worm).arrival(1, flit)).collect()
}

/// Two worms take turns from 0 on: flits of worm 0 enter at 0, 4, 8, …, those of worm 1 at 2, 6, 10, …
#[test]
fn worms_on_virtual_channels_take_turns() {
    let worms = [worm(0, 9, &[0]), worm(0, 9, &[0])];
    let outcome = run(lanes(2).noting_flits(), 1, &worms).expect("no deadlock");
    // Headers take 10 ns. The flits behind catch up at first: each is 2 ns behind the one ahead, and 2 ns on its way, at least.
    assert_eq!(arrivals(&outcome, 0, 9), [10, 12, 14, 16, 18, 22, 26, 30, 34]);
    assert_eq!(arrivals(&outcome, 1, 9), [12, 14, 16, 18, 20, 24, 28, 32, 36]);
    let channel = outcome.channels()[0];
    assert_eq!((channel.worms, channel.flits, channel.held), (2, 18, 34 + 36));
    assert_eq!((channel.blocked, channel.longest_queue), (0, 0));
    // With one virtual channel the second waits for all of the first.
    let outcome = run(lanes(1), 1, &worms).expect("no deadlock");
    assert_eq!((outcome.journey(0).completion(), outcome.journey(1).completion()), (26, 52));
}

/// A worm passes another one that waits, over the second virtual channel, and takes the whole channel while nobody else has flits.
#[test]
fn a_worm_passes_one_that_waits() {
    let worms = [worm(0, 100, &[1]), worm(10, 9, &[0, 1]), worm(100, 9, &[0, 2])];
    let outcome =
        run(lanes(2), 3, &[worms[0].clone(), worms[0].clone(), worms[1].clone(), worms[2].clone()]);
    let outcome = outcome.expect("no deadlock");
    assert_eq!(
        outcome.journey(2).granted(2),
        398,
        "two worms of 100 flits take turns on channel 1"
    );
    assert_eq!(outcome.journey(3).granted(1), 100);
    assert_eq!(outcome.journey(3).completion(), 100 + 20 + 8 * 2);
}

/// Three worms want a channel of two virtual ones: the third gets the one that is free first.
#[test]
fn a_free_virtual_channel_goes_to_the_first_of_the_queue() {
    let worms = [worm(0, 9, &[0]), worm(0, 2, &[0]), worm(1, 2, &[0]), worm(2, 1, &[0])];
    let outcome = run(lanes(2), 1, &worms).expect("no deadlock");
    // Worm 1 enters at 2 and 6, and is through at 14; worm 2 enters at 14 and 18, between flits of worm 0, and is through at 26.
    assert_eq!([2, 3].map(|worm| outcome.journey(worm).granted(1)), [14, 26]);
    assert_eq!(outcome.channels()[0].longest_queue, 2);
}

/// Channels 0 and 1 leave node 0, channel 2 leads from node 1 to 2, channel 3 from 3 to 2.
const ENDS: [(u32, u32); 4] = [(0, 1), (0, 3), (1, 2), (3, 2)];

fn ports(inject_one: bool, consume_one: bool) -> Routers<'static> {
    Routers::new(by_link(8, 2)).with_ports(Ports { ends: &ENDS, inject_one, consume_one })
}

#[test]
fn a_node_with_one_port_begins_a_worm_after_another() {
    let worms = [worm(0, 5, &[0]), worm(0, 5, &[1]), worm(3, 5, &[2])];
    let outcome = run(ports(true, false), 4, &worms).expect("no deadlock");
    // Five flits pass the port in 10 ns. Node 1 has a port of its own.
    assert_eq!([0, 1, 2].map(|worm| outcome.journey(worm).granted(1)), [0, 10, 3]);
    assert_eq!([0, 1].map(|worm| outcome.journey(worm).completion()), [18, 28]);
    assert_eq!(outcome.waited_for_ports(), 10);
    let outcome = run(ports(false, true), 4, &worms).expect("no deadlock");
    assert_eq!((outcome.journey(1).granted(1), outcome.waited_for_ports()), (0, 0));
}

/// A worm that waits for its first channel keeps the port.
#[test]
fn a_worm_at_its_source_keeps_the_port() {
    let worms = [worm(0, 20, &[0]), Worm { startup: 1, ..worm(0, 5, &[0]) }, worm(2, 1, &[1])];
    let all = run(ports(false, false), 4, &worms).expect("no deadlock");
    assert_eq!([1, 2].map(|worm| all.journey(worm).granted(1)), [48, 2]);
    let one = run(ports(true, false), 4, &worms).expect("no deadlock");
    // The first is through the port at 40, and off the channel at 48; the second is through the port at 48 + 10.
    assert_eq!([1, 2].map(|worm| one.journey(worm).granted(1)), [48, 58]);
    assert_eq!(one.waited_for_ports(), 39 + 56);
}

#[test]
fn a_node_with_one_port_consumes_a_worm_after_another() {
    let worms = [worm(0, 5, &[2]), worm(1, 5, &[3])];
    let outcome = run(ports(false, true), 4, &worms).expect("no deadlock");
    // The first is consumed from 10 to 18, and through the port at 20. The header of the second waits from 11 on, and all its flits have
    // come then: they pass the port at 20, 22, 24, 26 and 28.
    assert_eq!(outcome.journey(0).completion(), 18);
    assert_eq!((outcome.journey(1).header(1), outcome.journey(1).completion()), (11, 28));
    assert_eq!(outcome.journey(1).released(1), 28);
    assert_eq!(outcome.waited_for_ports(), 9);
}

/// Four worms of 100 flits come to a node at once, over channels with room for all of them: they pass its port flit by flit, 2 ns apart.
#[test]
fn a_port_takes_a_flit_after_another_however_many_wait() {
    let worms: Vec<Worm> = (0..4).map(|channel| worm(0, 100, &[channel])).collect();
    let ends = [(1, 0), (2, 0), (3, 0), (4, 0)];
    let one = Ports { ends: &ends, inject_one: false, consume_one: true };
    let room = 200.try_into().expect("not 0");
    let routers = Routers::new(by_link(8, 2)).with_buffers(room).with_ports(one);
    let outcome = run(routers, 4, &worms).expect("no deadlock");
    let ended = [0, 1, 2, 3].map(|worm| outcome.journey(worm).completion());
    let first = 10 + 99 * 2;
    assert_eq!(ended, [first, first + 200, first + 400, first + 600]);
}

/// On the way a worm is delivered when its tail has passed the port, and goes on when its address has: hops of 10 ns, flits 2 ns apart, two
/// flits an address, 3 ns apart.
#[test]
fn a_port_on_the_way_takes_addresses_and_the_message() {
    let addresses = Addresses { flits: 2, period: 3, routed_one_by_one: false };
    let timing = by_link(8, 2).with_addresses(addresses);
    let ends = [(1, 0), (2, 0), (0, 3)];
    let one = Ports { ends: &ends, inject_one: false, consume_one: true };
    let room = 20.try_into().expect("not 0");
    let routers = Routers::new(timing).with_buffers(room).with_ports(one);
    let on_the_way = Worm { destinations: vec![1, 2], ..worm(0, 5, &[1, 2]) };
    let outcome = run(routers, 3, &[worm(0, 30, &[0]), on_the_way]).expect("no deadlock");
    // Worm 0 is there from 10 on, its tail at 10 + 6 + 58 = 74; the port is free at 76. Two addresses pass it at 76 and 79, and the next
    // address leaves at 82 and 85, the message at 88 to 96.
    assert_eq!(outcome.journey(0).completion(), 74);
    assert_eq!(outcome.journey(1).granted(2), 82);
    assert_eq!(outcome.journey(1).tail(1), 96);
    assert_eq!(outcome.journey(1).completion(), 82 + 10 + 6 + 8);
}

/// Worms 0 and 1 visit two nodes in opposite orders: each has a port and wants the other. Worms of five flits fit into the channel before
/// the second node, so that the port of the first is free in time.
#[test]
fn worms_that_wait_for_each_others_ports_are_a_deadlock_that_is_named() {
    let ends = [(0, 1), (1, 2), (0, 2), (2, 1)];
    let visiting = |flits, path: &[u32]| Worm { destinations: vec![1, 2], ..worm(0, flits, path) };
    let worms = |flits| [visiting(flits, &[0, 1]), visiting(flits, &[2, 3])];
    let routers = Routers::new(by_link(8, 2));
    assert!(run(routers, 4, &worms(20)).is_ok());
    let one = Ports { ends: &ends, inject_one: false, consume_one: true };
    assert!(run(routers.with_ports(one), 4, &worms(5)).is_ok());
    let found = match run(routers.with_ports(one), 4, &worms(20)) {
        Err(WormholeError::Deadlock(deadlock)) => deadlock,
        other => panic!("a deadlock, found {other:?}"),
    };
    let wait =
        |worm: usize, node| Wait { worm, resource: Resource::ConsumptionPort(node), since: 20 };
    assert_eq!(found, Deadlock { time: 20, waits: vec![wait(0, 2), wait(1, 1)] });
    let text = "deadlock at 20 ns: worm 0 waits for the consumption port of node 2 of worm 1, \
                worm 1 waits for the consumption port of node 1 of worm 0";
    assert_eq!(found.to_string(), text);
}

/// A second virtual channel undoes a deadlock around a ring of two; with twice the worms it closes again, when the last of them waits.
#[test]
fn virtual_channels_undo_a_deadlock_and_twice_the_worms_close_it() {
    let around = |start| [worm(start, 5, &[0, 1]), worm(start, 5, &[1, 0])];
    let [once, again] = [around(0), around(3)];
    assert!(run(lanes(1), 2, &once).is_err());
    assert!(run(lanes(2), 2, &once).is_ok());
    let all = [&once[..], &again[..]].concat();
    let found = match run(lanes(2), 2, &all) {
        Err(WormholeError::Deadlock(deadlock)) => deadlock,
        other => panic!("a deadlock, found {other:?}"),
    };
    // The headers of the later worms enter at 4, when those of the others have had two turns, and wait from 14 on.
    let wait =
        |worm: usize, channel| Wait { worm, resource: Resource::Channel(channel), since: 10 };
    assert_eq!(found, Deadlock { time: 14, waits: vec![wait(0, 1), wait(1, 0)] });
}

#[test]
fn a_worm_does_not_come_to_a_port_twice() {
    let visiting = Worm { destinations: vec![1, 2], ..worm(0, 5, &[2, 3]) };
    let refused = run(ports(false, true), 4, std::slice::from_ref(&visiting));
    assert_eq!(refused, Err(WormholeError::DestinationTwice { worm: 0, node: 2 }));
    assert!(run(ports(true, false), 4, &[visiting]).is_ok());
}
