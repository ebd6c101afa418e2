//! A bound on the words that a packet carries: where it is broken, where not, and what says that it held.

use super::{Setting, broken, stopped};
use meshcast_engine::{Machine, Messages, Mode, Options, Rehearsal, Rule, Violation};
use std::sync::Arc;

/// Messages for three, one and no nodes.
fn mesh() -> Setting {
    Setting::new(1, 4, 2).with_messages([(0, &[1, 2, 3]), (1, &[0]), (2, &[])])
}

fn bounded(most: usize) -> Options {
    Options { header_words: Some(most), ..Options::default() }
}

/// Writes all words of the packets of `nodes`.
fn write(machine: &mut Machine, nodes: &[u32]) -> Result<(), Violation> {
    machine.annotate(0, |node, words| {
        if nodes.contains(&node.id()) {
            (0..words.len()).for_each(|i| words.set(i, 5));
        }
    })
}

#[test]
fn words_are_written_in_headers_as_long_as_a_link_takes() {
    for most in 0..4 {
        let written = stopped(write(&mut mesh().machine(bounded(most)), &[0, 1, 2]));
        let expected = match most {
            0..3 => Err(broken(Rule::M1, 1, 0, 3, most as u64)),
            _ => Ok(()),
        };
        assert_eq!(written, expected, "{most} words");
        // A header in which nothing is written may be as long as it likes.
        assert_eq!(stopped(write(&mut mesh().machine(bounded(most)), &[2])), Ok(()));
    }
    let violation = write(&mut mesh().machine(bounded(2)), &[0]).expect_err("too wide");
    let text = violation.to_string();
    assert!(text.contains("in a header of 3; a link takes 2 with a packet"), "{text}");
}

#[test]
fn an_outcome_says_the_bound() {
    let limit = |options| {
        let outcome = mesh().machine(options).finish();
        (outcome.header_words, outcome.header_words_limit)
    };
    assert_eq!(limit(Options::default()), (3, None));
    assert_eq!(limit(bounded(2)), (3, Some(2)));
}

#[test]
fn parts_of_a_header_fit_where_the_whole_does_not() {
    let messages = Messages::new(4, [(0, vec![1, 2, 3])]).expect("small").in_parts(2);
    let mesh = Setting { messages: Arc::new(messages), ..Setting::new(1, 4, 2) };
    let mut whole = mesh.machine(bounded(2));
    assert_eq!(stopped(write(&mut whole, &[0])), Err(broken(Rule::M1, 1, 0, 3, 2)));
    let mut machine = mesh.machine(bounded(2));
    let narrowed = machine.narrow(0, |_| Some(0)).and_then(|()| write(&mut machine, &[0]));
    assert_eq!(stopped(narrowed), Ok(()));
}

#[test]
fn every_way_to_write_words_is_bounded() {
    let messages = Messages::new(4, [(0, vec![1, 2, 3])]).expect("small").with_replicas(2);
    let mesh = Setting { messages: Arc::new(messages), ..Setting::new(1, 4, 2) };
    let take = |machine: &mut Machine| machine.take_header(0, |_| Some(1));
    assert_eq!(stopped(take(&mut mesh.machine(bounded(2)))), Err(broken(Rule::M1, 1, 0, 3, 2)));
    let merge = |most| {
        let mut machine = mesh.machine(bounded(most));
        machine.step(|step| step.copy(0, 1, |node| node.packet(0).is_some()))?;
        machine.merge_words(0, 1, u32::max)
    };
    assert_eq!(stopped(merge(2)), Err(broken(Rule::M1, 2, 0, 3, 2)));
    // As long as a link takes, but two packets have the words.
    assert_eq!(stopped(merge(3)), Err(broken(Rule::M5, 2, 0, 2, 1)));
}

#[test]
fn leaps_keep_the_bound() {
    let run = |mode, most| {
        let mut machine = mesh().machine(Options { mode, ..bounded(most) });
        let leapt = machine.leap(&Rehearsal::default(), 0..1, |machine| write(machine, &[0]))?;
        if let Some(mut effect) = leapt {
            effect.annotate(0, 0, |_, words| (0..3).for_each(|i| words.set(i, 5)));
        }
        machine.step(|_| Ok(()))
    };
    for mode in [Mode::Step, Mode::Leap] {
        assert_eq!(stopped(run(mode, 2)), Err(broken(Rule::M1, 1, 0, 3, 2)), "{mode:?}");
        assert_eq!(stopped(run(mode, 3)), Ok(()), "{mode:?}");
    }
}
