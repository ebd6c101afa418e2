//! Puts the page of a replay together: its data, compressed, and the scripts that show them.

use crate::film::Sections;
use crate::present::markup::escaped;
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde::Serialize;

const PAGE: &str = include_str!("../../assets/replay/page.html");
const STYLE: &str = include_str!("../../assets/replay/style.css");

/// The scripts of every page, in the order in which they use each other, from below.
const SCRIPTS: [&str; 5] = [
    include_str!("../../assets/replay/data.js"),
    include_str!("../../assets/replay/words.js"),
    include_str!("../../assets/replay/view.js"),
    include_str!("../../assets/replay/timeline.js"),
    include_str!("../../assets/replay/player.js"),
];

/// How hard the data are compressed, of 10.
const LEVEL: u8 = 7;

/// What the page says beside the film.
#[derive(Debug)]
pub(crate) struct Caption<'a> {
    pub(crate) title: &'a str,
    /// What to watch, in a few sentences.
    pub(crate) note: Option<&'a str>,
    /// The broken rule or the deadlock at which the film ends.
    pub(crate) broken: Option<&'a str>,
}

/// What pages of one kind of runs have of their own.
pub(super) struct Kind {
    /// The controls above the picture, what stands beside it and below the charts, and the keys.
    pub(super) parts: &'static str,
    /// The scripts that read its films and show them, from below.
    pub(super) scripts: &'static [&'static str],
}

/// What a page says of its run before any script has run.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    /// The network and the run in a sentence.
    pub(super) summary: &'a str,
    /// Of the table below the charts, if there is one.
    pub(super) rows: &'a str,
}

/// The whole page. It needs no network and no other file.
pub(super) fn page(
    kind: &Kind,
    caption: &Caption<'_>,
    words: Words<'_>,
    (facts, sections): (&impl Serialize, &Sections),
) -> String {
    let facts = serde_json::to_string(facts).unwrap_or_default();
    let data = base64(&compress_to_vec_zlib(sections.bytes(), LEVEL));
    let note = caption
        .note
        .map_or_else(String::new, |note| format!("<p class=\"note\">{}</p>", escaped(note)));
    let broken = caption.broken.map_or_else(String::new, |broken| {
        format!("<p class=\"broken\" role=\"alert\">{}</p>", escaped(broken))
    });
    let mut parts = kind.parts.split("<!-- beside -->\n");
    let [tools, panel, below, keys] = [(); 4].map(|()| parts.next().unwrap_or_default());
    let mut page = String::with_capacity(data.len() + PAGE.len() + (1 << 16));
    // What is put in is not looked through for places again.
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        let (place, after) = after.split_once("}}").unwrap_or((after, ""));
        page.push_str(before);
        match place {
            "title" => page.push_str(&escaped(caption.title)),
            "note" => page.push_str(&note),
            "broken" => page.push_str(&broken),
            "style" => page.push_str(STYLE),
            "tools" => page.push_str(tools),
            "panel" => page.push_str(panel),
            "below" => page.push_str(&below.replace("<!-- rows -->", words.rows)),
            "summary" => page.push_str(&escaped(words.summary)),
            "keys" => page.push_str(keys),
            "facts" => page.push_str(&facts.replace('<', "\\u003c")),
            "data" => page.push_str(&data),
            "scripts" => {
                for script in SCRIPTS.iter().chain(kind.scripts) {
                    page.push_str(script);
                }
            }
            _ => unreachable!("the page has no other places"),
        }
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Bytes as the letters of base64 with padding (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place > three.len() { '=' } else { letter.into() });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn bytes_are_the_letters_of_the_standard() {
        for (bytes, letters) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), letters);
        }
        assert_eq!(base64(&[0, 16, 131, 251, 255, 191]), "ABCD+/+/");
    }
}
