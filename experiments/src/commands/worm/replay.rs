//! Writes the page that replays a run of worms, which it makes once more for that: what the run says does not depend on it.

use super::error::WormError;
use crate::console::progress::watch;
use crate::console::terminal::Terminal;
use crate::film::{Grid, WormFilm, WormScene};
use crate::flags::{WormReplayArgs, WormTimesArgs};
use crate::memory;
use crate::output::{OutputError, Piped, shown, write_whole};
use crate::present::worm_page;
use crate::present::worm_picture::{self, TooLarge};
use meshcast_algorithms::pathbased::Network;
use meshcast_engine::wormhole::{self, Routers, Worm};

/// Worms that were sent, as a page needs them.
#[derive(Clone, Copy)]
pub(super) struct Sent<'a> {
    pub(super) network: &'a Network,
    pub(super) times: &'a WormTimesArgs,
    pub(super) routers: Routers<'a>,
    pub(super) worms: &'a [Worm],
    /// The message of each worm, if several were sent.
    pub(super) messages: Option<&'a [usize]>,
}

/// Writes the page of worms to the file of `--replay`, if there is one; returns what is for standard output.
pub(super) fn replay(
    args: &WormReplayArgs,
    sent: Sent<'_>,
    title: &str,
    terminal: Terminal,
) -> Result<Option<Piped>, WormError> {
    let Some(path) = &args.replay else { return Ok(None) };
    let Sent { network, routers, worms, messages, .. } = sent;
    let frames = args.frames.map(|frames| frames as u64);
    memory::check(|| "--replay".to_owned(), need(sent, frames))?;
    let (drawing, labels) = worm_picture::places(network).map_err(|TooLarge { most, found }| {
        WormError::LargePicture { flag: "--replay", most, found, network: network.to_string() }
    })?;
    let page = watch("recording the worms", terminal.progress, || {
        let recording = wormhole::record(routers, network.channels(), worms)?;
        let scene = WormScene { network, worms, messages, recording: &recording };
        let film = WormFilm::of(scene, &drawing, frames)?;
        let caption = (args.title.as_deref().unwrap_or(title), args.note.as_deref());
        Ok::<_, WormError>(worm_page(&film, scene, (&drawing, &labels), caption))
    })?;
    let written = write_whole(path, page.as_bytes());
    let unwritten = |source| OutputError::Unwritten { flag: "--replay", file: shown(path), source };
    Ok(written.map_err(unwritten)?)
}

/// What the recording and its film need at most.
fn need(sent: Sent<'_>, frames: Option<u64>) -> u64 {
    let Sent { network, times, worms, .. } = sent;
    let hops: u64 = worms.iter().map(|worm| worm.path.len() as u64).sum();
    let crossings = times.routers.move_flits_one_by_one().then(|| times.crossings(worms));
    let channels = network.channels() as u64;
    // Each hop has a request, a grant and a release at most, and a delivery; each worm a start, and a port.
    let moments = hops.saturating_mul(4).saturating_add(4 * worms.len() as u64);
    let shown = frames.unwrap_or(Grid::usual_frames(channels)).min(moments);
    let lanes = channels.saturating_mul(times.routers.virtual_channels as u64);
    memory::recording(hops, crossings)
        .saturating_add(memory::filming_worms(lanes.saturating_mul(shown)))
}
