//! Films of traces written by hand, byte by byte.

use super::*;
use std::fmt::Write as _;

const HEADER: &str = r#"{"trace":"meshcast/2","rows":2,"cols":4,"topology":"mesh","capacity":2,"ports":"all","exchange_steps":1,"copy_steps":1}
{"message":0,"source":5,"destinations":[6,7]}
"#;

const EVENTS: &str = r#"{"t":0,"e":"inject","at":5,"p":0,"m":0}
{"t":0,"e":"enter","path":"carry"}
{"t":1,"e":"move","from":5,"to":6,"p":0}
{"t":1,"e":"divide","name":"halves","at":0,"rows":[2],"cols":[2,2],"apart":true}
{"t":2,"e":"copy","at":6,"p":0,"q":1}
{"t":3,"e":"unite","at":0}
{"t":3,"e":"exchange","a":6,"b":7,"pa":1,"pb":null,"swap":true}
{"t":4,"e":"deliver","at":6,"p":0}
{"t":4,"e":"drop","at":6,"p":0}
{"t":4,"e":"deliver","at":7,"p":1}
{"t":4,"e":"drop","at":7,"p":1}
{"t":4,"e":"leave","path":"carry"}
{"e":"end","steps":4}
"#;

fn taken(events: &str, frames: Option<u64>) -> Film {
    let grid = Grid::new((8, 2), 4, frames).unwrap();
    film(format!("{HEADER}{events}").as_bytes(), grid).unwrap()
}

/// The map, a row a frame.
fn map(film: &Film) -> Vec<&[u8]> {
    film.map.chunks(8).collect()
}

#[test]
fn every_section_has_the_bytes_worked_out_by_hand() {
    let film = taken(EVENTS, None);
    // Links: 1 up, 2 down, 4 left, 8 right.
    let expected: [&[u8]; 5] = [
        &[0, 0, 0, 0, 0, 1, 0, 0],
        &[0, 0, 0, 0, 0, 0x80, 1, 0],
        &[0, 0, 0, 0, 0, 0, 2, 0],
        &[0, 0, 0, 0, 0, 0, 0x81, 0x41],
        &[0; 8],
    ];
    assert_eq!(map(&film), expected);
    let series = [[0, 0, 1, 1], [1, 0, 1, 1], [0, 0, 2, 2], [2, 0, 2, 1], [0, 2, 0, 0]];
    assert_eq!(film.sections.get("series"), series.concat());
    assert_eq!(film.sections.get("moves"), [1, 2, 0]);
    let acts: [&[u8]; 5] = [&[1, 0, 0, 5], &[0], &[1, 1, 0], &[0], &[4, 2, 0, 2, 1, 4, 0, 4, 1]];
    assert_eq!(film.sections.get("acts"), acts.concat());
    assert_eq!(film.names, ["carry", "halves"]);
    assert_eq!(film.sections.get("spans"), [1, 0, 0, 0, 4]);
    assert_eq!(film.sections.get("tiles"), [1, 1, 1, 3, 0, 1, 2, 2, 2, 2]);
    assert_eq!(film.sections.get("messages"), [1, 5, 2, 6, 7]);
    let links = [[0; 4], [0, 0, 0x80, 0], [0; 4], [0, 0, 0, 0x48], [0; 4]];
    assert_eq!(film.sections.get("links"), links.concat());
    // One comes in, one is copied, two leave; moves are expected.
    let held: [&[u8]; 5] = [
        &[0, 0, 0, 0, 0, 2, 0, 0],
        &[0; 8],
        &[0, 0, 0, 0, 0, 0, 2, 0],
        &[0; 8],
        &[0, 0, 0, 0, 0, 0, 1, 1],
    ];
    assert_eq!(film.sections.get("held"), held.concat());
    assert!(film.sections.get("far").is_empty());
    assert_eq!((film.links, film.deliveries, film.peak), (3, 2, 2));
}

#[test]
fn a_film_that_leaves_steps_out_adds_up_what_it_leaves_out() {
    let film = taken(EVENTS, Some(3));
    assert_eq!(film.grid.stride, 2);
    let expected: [&[u8]; 3] =
        [&[0, 0, 0, 0, 0, 1, 0, 0], &[0, 0, 0, 0, 0, 0x80, 2, 0], &[0, 0, 0, 0, 0, 0, 0x80, 0x40]];
    assert_eq!(map(&film), expected);
    assert_eq!(film.sections.get("series"), [0, 0, 1, 1, 1, 0, 2, 2, 2, 2, 0, 1]);
    assert!(film.sections.get("moves").is_empty() && film.sections.get("acts").is_empty());
    let held: [&[u8]; 3] =
        [&[0, 0, 0, 0, 0, 2, 0, 0], &[0, 0, 0, 0, 0, 1, 4, 0], &[0, 0, 0, 0, 0, 0, 3, 0]];
    assert_eq!(film.sections.get("held"), held.concat());
    assert_eq!((film.links, film.deliveries, film.peak), (3, 2, 2));
}

#[test]
fn what_breaks_a_rule_is_shown_as_it_stands() {
    // Packet 0 crosses a link that it does not stand at, and one that is used already.
    let events = r#"{"t":0,"e":"inject","at":5,"p":0,"m":0}
{"t":1,"e":"move","from":0,"to":1,"p":0}
{"t":2,"e":"word","from":1,"to":2}
{"t":2,"e":"move","from":1,"to":2,"p":0}
{"t":3,"e":"deliver","at":7,"p":9}
"#;
    let film = taken(events, None);
    let expected: [&[u8]; 5] = [
        &[0, 0, 0, 0, 0, 1, 0, 0],
        &[0x80, 1, 0, 0, 0, 0, 0, 0],
        &[0, 0x80, 1, 0, 0, 0, 0, 0],
        &[0, 0, 1, 0, 0, 0, 0, 0],
        &[0, 0, 1, 0, 0, 0, 0, 0],
    ];
    assert_eq!(map(&film), expected);
    assert_eq!(film.sections.get("moves"), [0, 0]);
    let acts: [&[u8]; 5] = [&[1, 0, 0, 5], &[1, 5, 0, 1], &[1, 5, 0, 2], &[0], &[0]];
    assert_eq!(film.sections.get("acts"), acts.concat());
    assert_eq!(film.links, 3);
}

/// A packet outside the mesh, one of no message, and a run of more steps than could be gone through one by one.
#[test]
fn a_broken_trace_makes_a_film_at_once() {
    let steps = u64::MAX;
    let mut trace = HEADER.to_owned();
    for (at, message) in [(9, 0), (5, 1), (5, 0)] {
        let _ = writeln!(trace, r#"{{"t":0,"e":"inject","at":{at},"p":0,"m":{message}}}"#);
    }
    let _ = writeln!(trace, r#"{{"t":{},"e":"move","from":5,"to":6,"p":0}}"#, steps / 2);
    let film = film(trace.as_bytes(), Grid::new((8, 2), steps, Some(3)).unwrap()).unwrap();
    let expected: [&[u8]; 3] =
        [&[0, 0, 0, 0, 0, 1, 0, 0], &[0, 0, 0, 0, 0, 0x80, 1, 0], &[0, 0, 0, 0, 0, 0, 1, 0]];
    assert_eq!(map(&film), expected);
    assert_eq!(film.sections.get("series"), [0, 0, 1, 1, 1, 0, 1, 1, 0, 0, 1, 1]);
}

#[test]
fn more_packets_than_a_cell_can_say_are_said_beside_it() {
    let mut trace = HEADER.replace("\"capacity\":2", "\"capacity\":null");
    trace += "{\"t\":0,\"e\":\"inject\",\"at\":5,\"p\":0,\"m\":0}\n";
    for copy in 1..=20 {
        let _ = writeln!(trace, r#"{{"t":{copy},"e":"copy","at":5,"p":0,"q":{copy}}}"#);
    }
    trace += "{\"e\":\"end\",\"steps\":20}\n";
    let film = film(trace.as_bytes(), Grid::new((8, 2), 20, None).unwrap()).unwrap();
    let held: Vec<u8> = map(&film).iter().map(|frame| frame[5]).collect();
    assert_eq!(held, (1..=21).map(|packets| packets.min(15)).collect::<Vec<u8>>());
    // One more packet in every frame.
    assert_eq!(film.sections.get("held"), [0, 0, 0, 0, 0, 2, 0, 0].repeat(21));
    assert_eq!(film.peak, 21);
}
