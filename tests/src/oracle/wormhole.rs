//! Worms, nanosecond by nanosecond and flit by flit. Only the description of a worm is the engine's.

use meshcast_engine::wormhole::{Start, Worm};

/// What a hop takes a header, and how far apart flits are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// What a router takes for a header, or for each address in it.
    pub router: u64,
    /// What a link takes; not 0 if the router takes nothing.
    pub link: u64,
    /// From flit to flit of a message.
    pub period: u64,
    /// Flits of an address.
    pub address_flits: usize,
    /// From flit to flit of addresses, and from the last of them to the message.
    pub address_period: u64,
    /// Whether routers take their time for each address.
    pub one_by_one: bool,
}

impl Times {
    /// Where a worm is in a buffer, in nanoseconds of travel: at its source and at the end of every channel.
    fn buffers(&self, worm: &Worm) -> Vec<u64> {
        let mut buffers = vec![0];
        for hop in 0..worm.path.len() as u32 {
            let left = worm.destinations.iter().filter(|&&at| at > hop).count() as u64;
            let routed = if self.one_by_one { self.router * left } else { self.router };
            buffers.push(buffers[hop as usize] + routed + self.link);
        }
        buffers
    }
}

/// What was seen of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// When each worm started, if it did.
    pub starts: Vec<Option<u64>>,
    /// When flits arrived: worm by worm, hop by hop, flit by flit.
    pub arrivals: Vec<Vec<Vec<Option<u64>>>>,
    /// When channels were given to a worm and free again: worm by worm, hop by hop.
    pub holds: Vec<Vec<(Option<u64>, Option<u64>)>>,
    /// What was seen of channels.
    pub channels: Vec<ChannelSight>,
    /// Where nothing could happen any more.
    pub stuck: Option<Stuck>,
}

/// What was seen of a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelSight {
    /// Worms it was given to.
    pub worms: u64,
    /// Flits that came out.
    pub flits: u64,
    /// Nanoseconds in which it was someone's.
    pub held: u64,
    /// Nanoseconds in which someone waited for it, as often as there were.
    pub blocked: u64,
    /// Most that waited for it in a nanosecond.
    pub longest_queue: u32,
}

/// The state that lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// For which channel each worm waits, and since when.
    pub waits: Vec<Option<(u32, u64)>>,
    /// Whose each channel is.
    pub holders: Vec<Option<usize>>,
    /// When worms first waited for each other in a circle, and who: each for the next, from the lowest number; of
    /// several circles the one with the lowest worm.
    pub closed: Option<(u64, Vec<usize>)>,
}

/// How many flits of a worm are in each channel of its path and the buffer at its end: by nanosecond, worm and hop.
pub type Inside = Vec<Vec<Vec<u64>>>;

/// Runs worms until all have arrived and let go of their channels, or nothing can happen any more.
pub fn wormhole(times: Times, channels: usize, worms: &[Worm]) -> Sight {
    wormhole_with_flits(times, channels, worms).0
}

/// The same, and where flits are after all that happens in a nanosecond: those that leave a buffer in it are in the next channel.
pub fn wormhole_with_flits(times: Times, channels: usize, worms: &[Worm]) -> (Sight, Inside) {
    let nothing = |worm: &Worm| vec![vec![None; worm.flits as usize]; worm.path.len()];
    let sight = Sight {
        starts: vec![None; worms.len()],
        arrivals: worms.iter().map(nothing).collect(),
        holds: worms.iter().map(|worm| vec![(None, None); worm.path.len()]).collect(),
        channels: vec![ChannelSight::default(); channels],
        stuck: None,
    };
    let address_flits = |worm: &Worm| times.address_flits * worm.destinations.len();
    let mut network = Network {
        times,
        worms,
        buffers: worms.iter().map(|worm| times.buffers(worm)).collect(),
        address_flits: worms.iter().map(address_flits).collect(),
        stripped: vec![0; worms.len()],
        places: worms.iter().map(|w| vec![0; address_flits(w) + w.flits as usize]).collect(),
        waits: vec![None; worms.len()],
        holders: vec![None; channels],
        sight,
    };
    let (mut closed, mut inside) = (None, Vec::new());
    for now in 0.. {
        network.start_and_request(now);
        let moves = network.hand_channels_over(now);
        closed = closed.or_else(|| Some((now, network.circle()?)));
        network.look();
        inside.push((0..worms.len()).map(|worm| network.inside(worm, &moves[worm])).collect());
        if network.all_gone() {
            break;
        }
        if !network.move_flits(&moves, now) && !network.someone_counts(now) {
            let Network { waits, holders, .. } = network;
            let stuck = Some(Stuck { waits, holders, closed });
            return (Sight { stuck, ..network.sight }, inside);
        }
    }
    (network.sight, inside)
}

struct Network<'a> {
    times: Times,
    worms: &'a [Worm],
    /// Worm by worm.
    buffers: Vec<Vec<u64>>,
    /// Flits in front of the message, at first.
    address_flits: Vec<usize>,
    /// How many of them are gone.
    stripped: Vec<usize>,
    /// How many nanoseconds of travel each flit has behind it, those of addresses first. In the memory of the last destination flits move
    /// on until the last one is inside.
    places: Vec<Vec<u64>>,
    /// Requests that nothing has come of, with their times.
    waits: Vec<Option<(u32, u64)>>,
    holders: Vec<Option<usize>>,
    sight: Sight,
}

impl Network<'_> {
    /// Where the memory of a worm's last destination begins.
    fn memory(&self, worm: usize) -> u64 {
        self.buffers[worm][self.worms[worm].path.len()]
    }

    fn gone(&self, worm: usize) -> bool {
        self.places[worm].iter().skip(self.stripped[worm]).all(|&place| place >= self.memory(worm))
            && !self.holders.contains(&Some(worm))
    }

    fn all_gone(&self) -> bool {
        (0..self.worms.len()).all(|worm| self.gone(worm))
    }

    /// When a worm starts, once what it waits for has arrived.
    fn start(&self, worm: usize) -> Option<u64> {
        match &self.worms[worm].start {
            Start::At(time) => Some(*time),
            Start::After { deliveries, delay } => {
                let mut start = *delay;
                for delivery in deliveries {
                    let flits = &self.sight.arrivals[delivery.worm][delivery.hops as usize - 1];
                    start = start.max(flits[flits.len() - 1]? + delay);
                }
                Some(start)
            }
        }
    }

    /// When a worm's header is ready to leave its source.
    fn ready(&self, worm: usize) -> Option<u64> {
        Some(self.start(worm)? + self.worms[worm].startup)
    }

    /// Some worm only waits for its time to come.
    fn someone_counts(&self, now: u64) -> bool {
        (0..self.worms.len()).any(|worm| self.ready(worm).is_some_and(|ready| ready > now))
    }

    fn start_and_request(&mut self, now: u64) {
        for (number, worm) in self.worms.iter().enumerate() {
            self.sight.starts[number] = self.start(number).filter(|&start| start <= now);
            let hops = self.granted(number);
            if hops < worm.path.len()
                && self.places[number][self.stripped[number]] == self.buffers[number][hops]
                && self.waits[number].is_none()
                && self.ready(number).is_some_and(|ready| ready <= now)
            {
                self.waits[number] = Some((worm.path[hops], now));
            }
        }
    }

    /// How many channels have been given to a worm. Its front may be in a buffer before the last of them: an address that came far
    /// behind the one before it, which is gone.
    fn granted(&self, worm: usize) -> usize {
        self.sight.holds[worm].iter().filter(|(granted, _)| granted.is_some()).count()
    }

    /// Which flits of a worm move now: the header unless it waits, others as long as they stay far enough behind.
    fn moves(&self, worm: usize, now: u64) -> Vec<bool> {
        let under_way = self.ready(worm).is_some_and(|ready| ready <= now) && !self.gone(worm);
        let front = self.stripped[worm];
        let mut moves = vec![false; front];
        moves.push(under_way && self.waits[worm].is_none() && self.is_behind(worm, front, false));
        for flit in front + 1..self.places[worm].len() {
            moves.push(under_way && self.is_behind(worm, flit, moves[flit - 1]));
        }
        moves
    }

    /// Whether a flit may move on without coming too near the one ahead, which moves or not. One that is gone went on as if it had not been
    /// stripped: what comes out of the source takes its time.
    fn is_behind(&self, worm: usize, flit: usize, ahead_moves: bool) -> bool {
        let Some(ahead) = flit.checked_sub(1) else { return true };
        let Times { period, address_period, .. } = self.times;
        let gap = if ahead < self.address_flits[worm] { address_period } else { period };
        let moves = ahead_moves || ahead < self.stripped[worm];
        let places = &self.places[worm];
        places[ahead] + u64::from(moves) > places[flit] + gap
    }

    /// Frees channels and gives them to worms for as long as one makes the other possible; returns which flits move then.
    fn hand_channels_over(&mut self, now: u64) -> Vec<Vec<bool>> {
        loop {
            let moves: Vec<_> = (0..self.worms.len()).map(|worm| self.moves(worm, now)).collect();
            let mut changed = false;
            for channel in 0..self.holders.len() {
                if let Some(worm) = self.holders[channel]
                    && moves[worm].ends_with(&[true])
                    && self.places[worm].ends_with(&[self.buffer(worm, channel)])
                {
                    self.holders[channel] = None;
                    let hop = self.hop(worm, channel);
                    self.sight.holds[worm][hop].1 = Some(now);
                    changed = true;
                }
                if self.holders[channel].is_none()
                    && let Some(worm) = self.first_of_queue(channel)
                {
                    self.holders[channel] = Some(worm);
                    self.waits[worm] = None;
                    let hop = self.hop(worm, channel);
                    self.sight.holds[worm][hop].0 = Some(now);
                    self.sight.channels[channel].worms += 1;
                    changed = true;
                }
            }
            if !changed {
                return moves;
            }
        }
    }

    /// Where in a worm's path a channel is.
    fn hop(&self, worm: usize, channel: usize) -> usize {
        let hop = self.worms[worm].path.iter().position(|&other| other as usize == channel);
        hop.expect("a channel of the worm")
    }

    /// The place of the buffer at the end of one of a worm's channels.
    fn buffer(&self, worm: usize, channel: usize) -> u64 {
        self.buffers[worm][self.hop(worm, channel) + 1]
    }

    fn first_of_queue(&self, channel: usize) -> Option<usize> {
        let queue = (0..self.worms.len()).filter_map(|worm| {
            let (wanted, since) = self.waits[worm]?;
            let over = match self.granted(worm) {
                0 => -1,
                hops => i64::from(self.worms[worm].path[hops - 1]),
            };
            let place = (since, self.sight.starts[worm], over, worm);
            (wanted as usize == channel).then_some(place)
        });
        queue.min().map(|(_, _, _, worm)| worm)
    }

    /// The flits of a worm in every hop, when some move now.
    fn inside(&self, worm: usize, moves: &[bool]) -> Vec<u64> {
        let mut inside = vec![0; self.worms[worm].path.len()];
        for (&place, moves) in self.places[worm].iter().zip(moves).skip(self.stripped[worm]) {
            let buffer = self.buffers[worm].iter().rposition(|&buffer| buffer <= place);
            let buffer = buffer.expect("the source is one");
            let stays = self.buffers[worm][buffer] == place && !moves;
            // In the source it is nowhere, and in the memory of the last destination neither.
            if let Some(flits) =
                (buffer + usize::from(!stays)).checked_sub(1).and_then(|hop| inside.get_mut(hop))
                && place < self.memory(worm)
            {
                *flits += 1;
            }
        }
        inside
    }

    /// Worms that wait for each other, each for a channel of the next.
    fn circle(&self) -> Option<Vec<usize>> {
        let next = |worm: usize| self.holders[self.waits[worm]?.0 as usize];
        (0..self.worms.len()).find_map(|first| {
            let mut circle = vec![first];
            // Whoever comes back to the first does so after no more steps than there are worms.
            for _ in 0..self.worms.len() {
                match next(circle[circle.len() - 1])? {
                    worm if worm == first => return Some(circle),
                    worm => circle.push(worm),
                }
            }
            None
        })
    }

    fn look(&mut self) {
        for (channel, sight) in self.sight.channels.iter_mut().enumerate() {
            let waits = self.waits.iter().flatten();
            let waiting = waits.filter(|&&(wanted, _)| wanted as usize == channel).count();
            sight.held += u64::from(self.holders[channel].is_some());
            sight.blocked += waiting as u64;
            sight.longest_queue = sight.longest_queue.max(waiting as u32);
        }
    }

    /// Takes a flit of an address off a worm, if it has come to the destination that it is of.
    fn strip(&mut self, worm: usize, hops: u32, flit: usize) {
        if self.worms[worm].destinations[flit / self.times.address_flits] == hops {
            assert_eq!(flit, self.stripped[worm], "addresses are in the order of the path");
            self.stripped[worm] += 1;
        }
    }

    /// Whether any flit has moved, or will with time alone. A flit must be in a channel of its worm, or it has met another one's flits.
    fn move_flits(&mut self, moves: &[Vec<bool>], now: u64) -> bool {
        let mut held_back = false;
        for (worm, moves) in moves.iter().enumerate() {
            let memory = self.memory(worm);
            let front = self.stripped[worm];
            held_back |= front > 0 && !self.is_behind(worm, front, false);
            for place in &mut self.places[worm][..front] {
                *place += 1;
            }
            for flit in (0..moves.len()).filter(|&flit| moves[flit]) {
                let place = self.places[worm][flit];
                self.places[worm][flit] = place + 1;
                if place >= memory {
                    continue;
                }
                let hop = self.buffers[worm].iter().rposition(|&buffer| buffer <= place);
                let hop = hop.expect("the source is one");
                let channel = self.worms[worm].path[hop] as usize;
                assert_eq!(self.holders[channel], Some(worm), "flit {flit} in channel {channel}");
                if place + 1 == self.buffers[worm][hop + 1] {
                    self.sight.channels[channel].flits += 1;
                    match flit.checked_sub(self.address_flits[worm]) {
                        Some(flit) => self.sight.arrivals[worm][hop][flit] = Some(now + 1),
                        None => self.strip(worm, hop as u32 + 1, flit),
                    }
                }
            }
        }
        held_back || moves.iter().flatten().any(|&moves| moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three flits over two channels, checked by hand: hops of 3 ns, flits 2 ns apart.
    #[test]
    fn a_worm_alone_takes_what_it_says() {
        let path = vec![0, 1];
        let worm = Worm { start: Start::At(4), startup: 5, flits: 3, path, destinations: vec![2] };
        let sight =
            wormhole(Times { router: 1, link: 2, period: 2, ..Times::default() }, 2, &[worm]);
        let arrivals = [[12, 14, 16], [15, 17, 19]];
        assert_eq!(sight.arrivals[0], arrivals.map(|hop| hop.map(Some).to_vec()));
        assert_eq!(sight.holds[0], [(Some(9), Some(16)), (Some(12), Some(19))]);
        assert_eq!((sight.starts[0], sight.stuck), (Some(4), None));
        let first = ChannelSight { worms: 1, flits: 3, held: 7, blocked: 0, longest_queue: 0 };
        assert_eq!(sight.channels, [first, first]);
    }

    /// One message flit behind two addresses of two flits, checked by hand: hops of 3 ns, address flits 4 ns apart.
    #[test]
    fn a_destination_strips_its_address() {
        let (path, destinations) = (vec![0, 1], vec![1, 2]);
        let worm = Worm { start: Start::At(0), startup: 0, flits: 1, path, destinations };
        let times =
            Times { router: 1, link: 2, address_flits: 2, address_period: 4, ..Times::default() };
        let sight = wormhole(times, 2, &[worm]);
        // The front comes to the first node at 3. The second address comes there two flits, 8 ns, later, and then goes on.
        assert_eq!(sight.holds[0], [(Some(0), Some(3 + 16)), (Some(3 + 8), Some(6 + 16))]);
        assert_eq!(sight.arrivals[0], [vec![Some(3 + 16)], vec![Some(6 + 16)]]);
        assert_eq!(sight.channels.iter().map(|channel| channel.flits).collect::<Vec<_>>(), [5, 3]);
    }
}
