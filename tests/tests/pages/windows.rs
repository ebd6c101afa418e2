//! Pages fit narrow and wide windows, take keys, say nothing on the console, and move fast enough.

use super::{Pages, READY};
use meshcast_tests::browser::Browser;

/// Draws 60 frames, one for each frame of the screen, while the time of a run is moved through.
const SCRUB: &str = "new Promise((resolve) => { let drawn = 0; \
                     const next = () => { window.replay.show((drawn++ * 37) % window.replay.frames); \
                     if (drawn < 60) requestAnimationFrame(next); else resolve(drawn); }; requestAnimationFrame(next); })";

#[test]
fn a_page_of_64_by_64_nodes_is_small_opens_and_scrubs() {
    let pages = Pages::new();
    let Some(mut browser) = pages.browser() else { return };
    let page = pages.of_run(
        "large",
        "--algorithm randomized:tuned --workload uniform --congestion 4 --side 64",
    );
    let bytes = std::fs::metadata(&page).expect("the page").len();
    browser.open(&page, (1280, 900));
    browser.value(READY);
    let steps = browser.value("window.replay.steps").as_u64().expect("a number");
    // 5 MB for 4,000 steps, and as much less for fewer.
    assert!(bytes < 100_000 + steps * 5_000_000 / 4000, "{bytes} bytes for {steps} steps");
    for mode in ["packets", "load", "total", "deliveries"] {
        browser.value(&choose("mode", mode));
        keeps_up(&mut browser);
    }
    browser.value("document.getElementById('message-number').value = 7, document.getElementById('message-form').requestSubmit()");
    keeps_up(&mut browser);
    assert_eq!(browser.complaints, [""; 0]);
}

/// Chooses a value of a list.
fn choose(id: &str, value: &str) -> String {
    format!(
        "(() => {{ const list = document.getElementById('{id}'); list.value = '{value}'; \
         list.dispatchEvent(new Event('change')); }})()"
    )
}

/// Tries of a page to be fast enough.
const MOST_TRIES: usize = 12;

/// The page draws 30 frames in a second of a processor, or more, while its time is moved through.
pub(super) fn keeps_up(browser: &mut Browser) {
    // Other work on the machine makes it slower, and nothing makes it faster: one try that is fast enough shows it.
    let rate = |browser: &mut Browser| {
        let before = browser.processor_seconds();
        let drawn = browser.value(SCRUB).as_f64().expect("a number");
        drawn / (browser.processor_seconds() - before)
    };
    let mut rates: Vec<f64> = Vec::new();
    while rates.len() < MOST_TRIES && rates.last().is_none_or(|&rate| rate < 30.0) {
        rates.push(rate(browser));
    }
    assert!(rates.last().is_some_and(|&rate| rate >= 30.0), "{rates:?} frames a second");
}

/// The page is no wider than its window, and all that one can operate has a name.
pub(super) fn fits(browser: &mut Browser, window: (u32, u32)) {
    let width = browser.value("document.documentElement.scrollWidth");
    // A bar to scroll with may take some of the window.
    let width = width.as_u64().expect("a number");
    assert!(width <= window.0.into(), "{width} in a window of {}", window.0);
    let nameless = browser.value(
        "[...document.querySelectorAll('button, input, select, canvas')].filter((one) => \
         !(one.ariaLabel || one.textContent.trim() || one.closest('label') || one.getAttribute('aria-labelledby'))).map((one) => one.id)",
    );
    assert_eq!(nameless, serde_json::json!([]));
}

#[test]
fn a_page_fits_its_window_and_takes_keys() {
    let pages = Pages::new();
    let Some(mut browser) = pages.browser() else { return };
    let page = pages.of_run("small", "--algorithm hamiltonian --workload uniform --side 5");
    for window in [(360, 740), (1280, 900)] {
        browser.open(&page, window);
        browser.value(READY);
        fits(&mut browser, window);
        let steps = browser.value("window.replay.steps").as_u64().expect("a number");
        for (key, shown) in
            [("ArrowRight", 1), ("End", steps), ("ArrowLeft", steps - 1), ("Home", 0)]
        {
            let press = format!(
                "document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}'}})), \
                 document.getElementById('clock').textContent"
            );
            let clock = browser.value(&press);
            assert_eq!(clock, format!("step {shown} of {steps}"), "{key}");
        }
    }
    assert_eq!(browser.complaints, [""; 0]);
}
