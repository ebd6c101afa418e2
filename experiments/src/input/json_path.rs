//! Says where in a JSON text a place is: by keys and by indices, which count from 0.

/// What a place is inside of.
enum Container {
    /// With the key of the last value that has begun, if there is one.
    Object(Option<String>),
    /// With the index of the last value that has begun.
    Array(usize),
}

/// The path to what stands at a line and a column, which count from 1, as in `worms[0].path[3]`; empty at the top. Of a bracket that closes
/// it is the path of what it closes. The text before has to be JSON.
pub(super) fn path_at(text: &[u8], line: usize, column: usize) -> String {
    let before = text.split_inclusive(|&byte| byte == b'\n').take(line.saturating_sub(1));
    let end = before.map(<[u8]>::len).sum::<usize>() + column.saturating_sub(1);
    let mut containers = containers(&text[..end.min(text.len())]);
    match (containers.last_mut(), text.get(end)) {
        (Some(Container::Object(key)), Some(b'}')) => *key = None,
        (Some(Container::Array(_)), Some(b']')) => drop(containers.pop()),
        _ => {}
    }
    let mut path = String::new();
    for container in containers {
        match container {
            Container::Object(Some(key)) if path.is_empty() => path = key,
            Container::Object(Some(key)) => path = format!("{path}.{key}"),
            Container::Object(None) => {}
            Container::Array(index) => path = format!("{path}[{index}]"),
        }
    }
    path
}

/// The containers that are open at the end of the beginning of a text, the outermost first.
fn containers(text: &[u8]) -> Vec<Container> {
    let mut open = Vec::new();
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, open.last_mut()) {
            (b'{', _) => open.push(Container::Object(None)),
            (b'[', _) => open.push(Container::Array(0)),
            (b'}' | b']', _) => drop(open.pop()),
            (b',', Some(Container::Array(index))) => *index += 1,
            (b',', Some(Container::Object(key))) => *key = None,
            (b'"', inside) => {
                let text = string(&mut bytes);
                if let Some(Container::Object(key @ None)) = inside {
                    *key = text;
                }
            }
            _ => {}
        }
    }
    open
}

/// The rest of a string, as it is written; none if it has no end.
fn string(bytes: &mut impl Iterator<Item = u8>) -> Option<String> {
    let mut text = Vec::new();
    loop {
        match bytes.next()? {
            b'"' => return Some(String::from_utf8_lossy(&text).into_owned()),
            b'\\' => text.extend([b'\\', bytes.next()?]),
            byte => text.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_the_keys_and_indices_above_them() {
        let text = br#"{"a": [{"b,]": 1},
 {"c": [10, "x\"]", {}], "d": 5}]}"#;
        for (at, path) in [
            ("{\"a", ""),
            ("[{\"b", "a"),
            ("{\"b", "a[0]"),
            ("1}", "a[0].b,]"),
            ("10", "a[1].c[0]"),
            ("\"x", "a[1].c[1]"),
            ("{}", "a[1].c[2]"),
            ("], \"d", "a[1].c"),
            ("5}", "a[1].d"),
            ("}]}", "a[1]"),
        ] {
            let whole = std::str::from_utf8(text).unwrap();
            let before = &whole[..whole.find(at).unwrap()];
            let (line, start) = (before.matches('\n').count() + 1, before.rfind('\n'));
            let column = before.len() - start.map_or(0, |start| start + 1) + 1;
            assert_eq!(path_at(text, line, column), path, "{at}");
        }
    }
}
