//! Holds the messages of a trace against those expected.

use super::*;
use crate::replay::{Difference, compare_messages};

fn differ(lines: &[Value]) -> Result<(), Difference> {
    compare_messages(text_of(lines).as_bytes(), &[(5, vec![1, 17]), (7, vec![])])
}

#[test]
fn the_expected_messages_are_accepted() {
    let header = machine(8, 8, None);
    let lines = [header.clone(), message(0, 5, &[1, 17]), message(1, 7, &[]), inject(0, 5, 0, 0)];
    assert_eq!(differ(&lines), Ok(()));
    assert_eq!(
        differ(&[header.clone(), message(0, 5, &[17, 1]), message(1, 7, &[]), end(0)]),
        Ok(())
    );
    assert_eq!(compare_messages(format!("{header}\n").as_bytes(), &[]), Ok(()));
}

#[test]
fn any_other_messages_are_refused() {
    let [first, second] = [message(0, 5, &[1, 17]), message(1, 7, &[])];
    for messages in [
        vec![],
        vec![first.clone()],
        vec![first.clone(), second.clone(), message(2, 9, &[])],
        vec![second.clone(), first.clone()],
        vec![message(0, 6, &[1, 17]), second.clone()],
        vec![message(0, 5, &[1]), second.clone()],
        vec![message(0, 5, &[1, 18]), second.clone()],
        vec![message(0, 5, &[1, 1, 17]), second.clone()],
        vec![message(0, 5, &[1, 17]), message(2, 7, &[])],
        vec![first.clone(), message(1, 7, &[0])],
        vec![first.clone(), json!({"message": 1}), second.clone()],
        vec![first.clone(), machine(8, 8, None), second.clone()],
        vec![first, inject(0, 5, 0, 0), second],
    ] {
        let lines = [&[machine(8, 8, None)], &messages[..], &[end(0)]].concat();
        assert!(differ(&lines).is_err(), "{messages:?}");
    }
}
