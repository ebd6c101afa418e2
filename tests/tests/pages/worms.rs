//! Pages of worms: their frames are the states of the engine's recording, and they fit their windows.

use super::windows::{fits, keeps_up};
use super::{Pages, READY_WORMS, meshcast, text};
use meshcast_algorithms::pathbased::Network;
use meshcast_engine::wormhole::{
    Body, Hold, Ports, Recording, Resource, Routers, Start, Timing, Worm, record,
};
use meshcast_tests::browser::Browser;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Worms on a torus of 4 x 4 nodes, one from each node: to the next along the first dimension, then two along the other. The four of a
/// column are there at the same time, each on the channel that the one below wants.
fn worms(network: &Network) -> Vec<Worm> {
    let worm = |number: usize| {
        let node = |x: usize, y: usize| network.node(&[x % 4, y % 4]).expect("a node");
        let (x, y) = (number % 4, number / 4);
        let nodes = [node(x, y), node(x + 1, y), node(x + 1, y + 1), node(x + 1, y + 2)];
        let channel = |pair: &[u32]| network.channel(pair[0], pair[1]).expect("neighbours");
        let path: Vec<u32> = nodes.windows(2).map(channel).collect();
        let start = Start::At(7 * (number % 4) as u64);
        Worm { start, startup: 20, flits: 40, path, destinations: vec![1, 3] }
    };
    (0..16).map(worm).collect()
}

/// The same as `--paths` takes them.
fn routes(network: &Network, worms: &[Worm]) -> String {
    let name = |node: u32| network.coordinates(node).to_vec();
    let worms = worms.iter().map(|worm| {
        let mut path = vec![name(network.ends(worm.path[0]).0)];
        path.extend(worm.path.iter().map(|&channel| name(network.ends(channel).1)));
        let destinations: Vec<_> =
            worm.destinations.iter().map(|&hops| &path[hops as usize]).collect();
        let Start::At(start) = worm.start else { panic!("starts are times") };
        json!({"path": path, "destinations": destinations, "start": start})
    });
    json!({"worms": worms.collect::<Vec<_>>()}).to_string()
}

/// What the engine says of a moment, as the page has it.
fn expected(network: &Network, recording: &Recording, worms: &[Worm], time: u64) -> Value {
    let (channels, nodes) = (network.channels() as u32, network.nodes() as u32);
    let number = |resource| match resource {
        Resource::Channel(channel) => channel,
        Resource::InjectionPort(node) => channels + node,
        Resource::ConsumptionPort(node) => channels + nodes + node,
    };
    let (mut held, mut waits, mut deliveries, mut channels_held) =
        (Vec::new(), Vec::new(), Vec::new(), 0);
    for (worm, record) in recording.records().iter().enumerate() {
        for hold in &record.holds {
            let Hold { resource, hop, requested, .. } = *hold;
            let is_channel = matches!(resource, Resource::Channel(_));
            let flits = if is_channel { recording.flits(worm, hop, time) } else { 0 };
            if hold.holds(time) {
                held.push(json!([worm, number(resource), flits]));
                channels_held += u64::from(is_channel);
            }
            if hold.waits(time) {
                waits.push(json!([worm, number(resource), requested]));
            }
        }
        for &(hops, at) in record.deliveries.iter().filter(|delivery| delivery.1 <= time) {
            let node = network.ends(worms[worm].path[hops as usize - 1]).1;
            deliveries.push(json!([worm, node, at]));
        }
    }
    // Waits stand by their times on the page, and deliveries too.
    waits.sort_by_key(|wait| wait[2].as_u64());
    deliveries.sort_by_key(|delivery| delivery[2].as_u64());
    let (waiting, delivered) = (waits.len(), deliveries.len());
    json!({
        "time": time, "held": held, "waits": waits, "deliveries": deliveries,
        "channelsHeld": channels_held, "waiting": waiting, "delivered": delivered,
    })
}

/// The page of these worms with these flags.
fn page_of(pages: &Pages, name: &str, worms: &str, flags: &str) -> PathBuf {
    let [paths, page] = ["json", "html"].map(|suffix| pages.path(name).with_extension(suffix));
    std::fs::write(&paths, worms).expect("temporary files can be written");
    let line = "worm latency --torus 4x4 --startup 20 --router 3 --link 2 --flits 40";
    let (paths, page_text) = (text(&paths), text(&page));
    let mut words: Vec<&str> =
        line.split(' ').chain(["--paths", &paths, "--replay", &page_text]).collect();
    words.extend(flags.split_whitespace());
    let (status, err) = meshcast(&words);
    assert!(status == 0 || err.contains("deadlock"), "{err}");
    page
}

/// Compares moments of the page with the recording; says whether it ends in a deadlock.
fn check(
    browser: &mut Browser,
    (network, worms): (&Network, &[Worm]),
    recording: &Recording,
) -> bool {
    browser.value(READY_WORMS);
    let mut moments = recording.moments();
    if moments[0] > 0 {
        moments.insert(0, 0);
    }
    let last = moments.len() - 1;
    assert_eq!(browser.value("window.replay.frames"), moments.len());
    for frame in [0, 1, last / 3, last / 2, last - 1, last] {
        let mut found = browser.value(&format!("window.replay.frame({frame})"));
        let found = found.as_object_mut().expect("an object");
        let states = found.remove("states").expect("states");
        let under_way = found.remove("underWay").expect("a number");
        let time = moments[frame];
        let mut wanted = expected(network, recording, worms, time);
        // Of one moment, the page may have waits and deliveries in another order.
        for list in ["waits", "deliveries"] {
            for lists in [&mut *found, wanted.as_object_mut().expect("an object")] {
                lists[list].as_array_mut().expect("a list").sort_by_key(ToString::to_string);
            }
        }
        assert_eq!(Value::Object(found.clone()), wanted, "frame {frame}");
        let done = |worm: &usize| {
            recording.records()[*worm].deliveries.get(1).is_some_and(|last| last.1 <= time)
        };
        let blocked =
            |worm: &usize| recording.records()[*worm].holds.iter().any(|hold| hold.waits(time));
        let ready =
            |worm: &usize| recording.records()[*worm].start.is_some_and(|start| start + 20 <= time);
        let all = 0..worms.len();
        let under = all.clone().filter(|worm| ready(worm) && !done(worm)).count();
        assert_eq!(under_way, under, "frame {frame}");
        for worm in all {
            let state = states[worm].as_str().expect("a state");
            let expected = match (done(&worm), ready(&worm), blocked(&worm)) {
                (true, ..) => "delivered",
                (_, false, _) if 7 * (worm % 4) as u64 > time => "waiting to start",
                (_, false, _) => "starting up",
                (.., true) => "blocked",
                _ => "moving",
            };
            assert_eq!(state, expected, "worm {worm} in frame {frame}");
        }
    }
    let found = browser.value("window.replay.deadlock && window.replay.deadlock.time");
    assert_eq!(found, recording.deadlock().map_or(Value::Null, |deadlock| deadlock.time.into()));
    recording.deadlock().is_some()
}

#[test]
fn frames_of_worms_are_the_states_of_the_engine() {
    let pages = Pages::new();
    let Some(mut browser) = pages.browser() else { return };
    let network = Network::torus(&[4, 4]).expect("a torus");
    let ends: Vec<(u32, u32)> =
        (0..network.channels() as u32).map(|channel| network.ends(channel)).collect();
    let timing = Timing::new(3, 2, Body::Link).expect("hops take time");
    let plain = Routers::new(timing);
    let ports = Ports { ends: &ends, inject_one: false, consume_one: true };
    let shared = plain
        .with_buffers(2.try_into().expect("a number"))
        .with_virtual_channels(2)
        .with_ports(ports);
    let all = worms(&network);
    let mut deadlocks = Vec::new();
    for (name, worms, routers, flags) in [
        ("few", &all[..3], plain, ""),
        ("plain", &all[..], plain, ""),
        ("shared", &all[..], shared, "--buffer-flits 2 --virtual-channels 2 --consume one"),
    ] {
        let recording = record(routers, network.channels(), worms).expect("worms that make sense");
        let page = page_of(&pages, name, &routes(&network, worms), flags);
        browser.open(&page, (1280, 900));
        deadlocks.push(check(&mut browser, (&network, worms), &recording));
    }
    assert_eq!(deadlocks, [false, true, true]);
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn a_page_of_worms_fits_its_window_takes_keys_and_says_who_waits_for_whom() {
    let pages = Pages::new();
    let Some(mut browser) = pages.browser() else { return };
    let network = Network::torus(&[4, 4]).expect("a torus");
    let page = page_of(&pages, "worms", &routes(&network, &worms(&network)), "");
    for window in [(360, 740), (1280, 900)] {
        browser.open(&page, window);
        browser.value(READY_WORMS);
        fits(&mut browser, window);
        let end = browser.value("window.replay.end").as_u64().expect("a number");
        for (key, clock) in [("End", end), ("Home", 0)] {
            let press = format!(
                "document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}'}})), \
                 document.getElementById('clock').textContent"
            );
            assert_eq!(browser.value(&press), format!("{clock} of {end} ns"), "{key}");
        }
        // The first worm of the cycle, followed in the last frame.
        let said = browser.value(
            "new Promise((resolve) => { const { deadlock, frames, show } = window.replay; show(frames - 1); \
             document.getElementById('worm-number').value = deadlock.worms[0] + 1; document.getElementById('worm-form').requestSubmit(); \
             document.getElementById('channel-number').value = deadlock.channels[0]; document.getElementById('channel-form').requestSubmit(); \
             setTimeout(() => resolve(['worm', 'channel', 'worms'].map((id) => document.getElementById(id).textContent)), 400); })",
        );
        let deadlock = browser.value("window.replay.deadlock");
        let numbers: Vec<u64> = deadlock["worms"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_u64)
            .collect();
        let (first, next) = (numbers[0] + 1, numbers[1] + 1);
        let texts: Vec<&str> =
            said.as_array().expect("texts").iter().filter_map(Value::as_str).collect();
        assert!(
            texts[0].contains(&format!("blocked by worm {next}.It waits for the channel from ")),
            "{texts:?}"
        );
        assert!(texts[1].contains(&format!("worm {next} holds it since ")), "{texts:?}");
        assert!(texts[1].contains(&format!("worm {first} waits for it since ")), "{texts:?}");
        assert!(texts[2].contains(&format!("worm {first}blocked by worm {next}")), "{texts:?}");
    }
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn a_page_of_many_worms_scrubs() {
    let pages = Pages::new();
    let Some(mut browser) = pages.browser() else { return };
    let page = pages.path("many.html");
    let page_text = text(&page);
    let line = "worm run --workload sparse --side 16 --replay";
    let words: Vec<&str> = line.split(' ').chain([&page_text[..]]).collect();
    assert_eq!(meshcast(&words), (0, String::new()));
    browser.open(&page, (1280, 900));
    browser.value(READY_WORMS);
    keeps_up(&mut browser);
    assert_eq!(browser.complaints, [""; 0]);
}
