//! Lines that are none of the format, and lines out of order.

use super::*;
use ReplayRule::{Format, Order};

const HEADER: &str = r#"{"trace":"meshcast/1","rows":1,"cols":2,"topology":"mesh","capacity":1,"ports":"all","exchange_steps":1,"copy_steps":1}"#;
const MESSAGE: &str = r#"{"message":0,"source":0,"destinations":[]}"#;
const INJECT: &str = r#"{"t":0,"e":"inject","at":0,"p":0,"m":0}"#;
const MOVE: &str = r#"{"t":1,"e":"move","from":0,"to":1,"p":0}"#;
const END: &str = r#"{"e":"end","steps":3}"#;

#[track_caller]
fn check(rule: ReplayRule, line: u64, lines: &[&str]) {
    assert_findings(&replay_text(lines.join("\n").as_bytes()).findings, rule, &[line]);
}

#[test]
fn the_lines_of_these_tests_are_lawful() {
    let text = [HEADER, MESSAGE, INJECT, MOVE, END].join("\n");
    assert_eq!(replay(text.as_bytes()).findings, []);
    assert_eq!(replay(format!("{text}\n").as_bytes()).findings, []);
}

#[test]
fn a_trace_without_a_readable_header_is_not_replayed() {
    check(Format, 1, &[]);
    check(Format, 1, &[MESSAGE, INJECT, END]);
    check(Format, 1, &[END]);
    check(Format, 1, &["", HEADER, END]);
    for (found, wrong) in [
        ("meshcast/1", "meshcast/3"),
        (r#""rows":1,"#, ""),
        (r#""rows":1,"#, r#""rows":1,"rows":1,"#),
        (r#""rows":1,"#, r#""rows":1,"depth":1,"#),
        (r#""rows":1"#, r#""rows":0"#),
        (r#""rows":1"#, r#""rows":-1"#),
        (r#""rows":1"#, r#""rows":1.5"#),
        (r#""rows":1"#, r#""rows":67108864"#),
        (r#""rows":1"#, r#""rows":18446744073709551615"#),
        (r#""mesh","#, r#""torus","#),
        (r#""capacity":1,"#, ""),
        (r#""capacity":1"#, r#""capacity":"1""#),
        (r#""all""#, r#""two""#),
        (r#""exchange_steps":1"#, r#""exchange_steps":0"#),
        (r#""exchange_steps":1"#, r#""exchange_steps":3"#),
        (r#""copy_steps":1"#, r#""copy_steps":2"#),
    ] {
        assert!(HEADER.contains(found));
        let header = HEADER.replacen(found, wrong, 1);
        check(Format, 1, &[&header, MESSAGE, INJECT, END]);
    }
}

#[test]
fn a_list_in_place_of_an_object_is_no_line() {
    check(Format, 1, &[r#"["meshcast/1",1,2,"mesh",1,"all",1,1]"#, END]);
    check(Format, 3, &[HEADER, MESSAGE, r#"["inject",0,0,0,0]"#, END]);
}

#[test]
fn a_line_that_is_no_event_is_found() {
    for line in [
        "",
        "{",
        "nonsense",
        "null",
        "{}",
        r#"{"t":1}"#,
        r#"{"e":"leap","t":1}"#,
        r#"{"e":null,"t":1}"#,
        r#"{"e":3,"t":1}"#,
        r#"{"t":1,"e":"word","from":0,"to":1,"why":0}"#,
        r#"{"t":1,"e":"word","from":0,"to":1} {}"#,
        r#"{"t":1,"e":"word","from":0}"#,
        r#"{"t":1,"e":"word","from":0,"to":1,"to":0}"#,
        r#"{"t":1,"t":1,"e":"word","from":0,"to":1}"#,
        r#"{"t":1,"e":"word","e":"word","from":0,"to":1}"#,
        r#"{"t":-1,"e":"word","from":0,"to":1}"#,
        r#"{"t":null,"e":"word","from":0,"to":1}"#,
        r#"{"e":"word","from":0,"to":1}"#,
        r#"{"t":1,"e":"word","from":0.5,"to":1}"#,
        r#"{"t":1,"e":"word","from":"0","to":1}"#,
        r#"{"t":1,"e":"move","from":0,"to":1,"p":null}"#,
        r#"{"t":1,"e":"exchange","a":0,"b":1,"pa":0,"swap":true}"#,
        r#"{"t":1,"e":"exchange","a":0,"b":1,"pa":0,"pb":null}"#,
        r#"{"t":1,"e":"exchange","a":0,"b":1,"pa":0,"pb":null,"swap":1}"#,
        r#"{"t":1,"e":"end","steps":3}"#,
        r#"{"e":"end","message":0,"steps":3}"#,
        r#"{"e":"end","steps":3,"peak":1}"#,
    ] {
        check(Format, 4, &[HEADER, MESSAGE, INJECT, line, END]);
    }
}

#[test]
fn a_line_that_is_no_text_is_found() {
    let mut bytes = [HEADER, MESSAGE, ""].join("\n").into_bytes();
    bytes.extend([0xff, 0xfe, b'\n']);
    bytes.extend(END.bytes());
    assert_findings(&replay(&bytes[..]).findings, Format, &[3]);
}

#[test]
fn a_line_that_is_no_message_of_this_mesh_is_found() {
    for line in [
        r#"{"message":0,"source":0}"#,
        r#"{"message":0,"source":0,"destinations":[],"degree":0}"#,
        r#"{"message":0,"source":0,"destinations":1}"#,
        r#"{"message":0,"source":2,"destinations":[]}"#,
        r#"{"message":1,"source":0,"destinations":[]}"#,
    ] {
        check(Format, 2, &[HEADER, line, END]);
    }
    // What is due of such a message is its destinations in the mesh, each once.
    for destinations in ["[0,0]", "[0,2]"] {
        let line = MESSAGE.replace("[]", destinations);
        check(Format, 2, &[HEADER, &line, INJECT, r#"{"t":1,"e":"deliver","at":0,"p":0}"#, END]);
    }
    check(Format, 3, &[HEADER, MESSAGE, MESSAGE, END]);
}

#[test]
fn lines_out_of_order_are_found() {
    let there = r#"{"t":2,"e":"word","from":0,"to":1}"#;
    let back = r#"{"t":1,"e":"word","from":1,"to":0}"#;
    check(Order, 4, &[HEADER, MESSAGE, there, back, END]);
    let early = there.replace('2', "0");
    check(Order, 3, &[HEADER, MESSAGE, &early, END]);
    let second = MESSAGE.replacen('0', "1", 1);
    check(Order, 4, &[HEADER, MESSAGE, INJECT, &second, END]);
    check(Order, 3, &[HEADER, MESSAGE, HEADER, INJECT, END]);
}

#[test]
fn a_trace_ends_once() {
    check(Order, 4, &[HEADER, MESSAGE, INJECT]);
    check(Order, 2, &[HEADER]);
    for after in [END, INJECT, MESSAGE, HEADER, MOVE] {
        check(Order, 4, &[HEADER, MESSAGE, END, after]);
    }
    let seen = replay([HEADER, MESSAGE, INJECT, MOVE].join("\n").as_bytes());
    assert_eq!(seen.steps, 1, "the last step with an event stands in for the missing end");
}

/// A reader that fails on every read after its text.
struct Failing<'a>(&'a [u8]);

impl std::io::Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.0.is_empty() {
            return Err(std::io::Error::other("the disk is gone"));
        }
        self.0.read(buffer)
    }
}

#[test]
fn a_reader_that_fails_ends_the_replay() {
    let text = format!("{HEADER}\n{MESSAGE}\n");
    let seen = replay(std::io::BufReader::new(Failing(text.as_bytes())));
    let rules: Vec<_> = seen.findings.iter().map(|finding| (finding.line, finding.rule)).collect();
    assert_eq!(rules, [(3, Format), (4, Order)]);
}
