// Reads the film of a run of worms: gives the channels that they hold, the flits in them and the state of every worm.

/** When something ends that began at a time: the next number is 0 if it never does, and 1 more than it takes if it does. */
function ended(time, numbers) {
  const code = numbers.next();
  return code ? time + code - 1 : Infinity;
}

class WormFilm {
  constructor(facts, bytes) {
    Object.assign(this, facts, { spans: [], deliveries: [] });
    const read = (name) => new Numbers(bytes[name]), places = read('places'), ends = read('channels'), worms = read('worms');
    let time = 0;
    this.times = Float64Array.from(read('times').list(facts.frames), (more) => (time += more));
    this.places = Array.from({ length: facts.nodes }, () => [places.signed() / 100, places.signed() / 100]);
    this.channels = Array.from({ length: facts.channels }, () =>
      ({ from: ends.next(), to: ends.next(), stub: [ends.signed() / 100, ends.signed() / 100] }));
    this.worms = Array.from({ length: facts.worms }, (_, number) => this.readWorm(number, worms));
    this.readHolds(read('holds'), read('flits'));
    this.deliveries.sort((one, other) => one.time - other.time);
    const series = read('series'), lines = [0, 1, 2, 3].map(() => Float64Array.from(series.list(facts.frames)));
    [this.held, this.moving, this.waiting, this.delivered] = lines;
    /** Frames with deliveries. */
    this.jumps = [...this.delivered.keys()].filter((frame) => this.delivered[frame] > (this.delivered[frame - 1] ?? 0));
    const labels = [['channels held', 0], ['worms under way, worms that wait', 1, 2], ['deliveries so far', 3]];
    this.charts = labels.map(([label, ...some]) => ({ label, most: maximum(lines[some[0]]), lines: some.map((i) => lines[i]) }));
  }

  readWorm(number, numbers) {
    const message = numbers.next() - 1, start = ended(0, numbers), ready = start + numbers.next(), path = numbers.many(() => numbers.next());
    const served = numbers.many(() => ({ worm: number, node: this.channels[path[numbers.next() - 1]].to, time: ended(0, numbers) }));
    this.deliveries.push(...served);
    return { number, message, start, ready, path, served, done: served[served.length - 1].time, holds: [], source: this.channels[path[0]].from };
  }

  /** Requests: of what (channels, then ports), when, when it was granted and let go; and flits, frame by frame from the first one on. */
  readHolds(numbers, flits) {
    for (const { number: worm, holds } of this.worms) {
      let time = 0;
      holds.push(...numbers.many(() => {
        const [what, , later] = numbers.list(3), requested = (time += later), granted = ended(requested, numbers), released = ended(granted, numbers);
        const first = this.frameAfter(granted), last = this.frameAfter(released);
        let now = 0;
        const inside = what < this.channels.length ? Uint32Array.from({ length: last - first }, () => (now += flits.signed())) : null;
        return { worm, what, requested, granted, released, first, last, inside };
      }));
    }
    this.holds = this.worms.flatMap(({ holds }) => holds);
  }

  stepOf(frame) { return this.times[frame]; }

  /** The first frame that is not before a time. */
  frameAfter(time) {
    let from = 0, to = this.frames;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.times[middle] < time) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The frame that shows a time: the last one that is not after it. */
  frameOf(time) { return Math.max(0, this.frameAfter(Math.floor(time) + 1) - 1); }
  clock(frame) { return `${count(this.times[frame])} of ${count(this.end)} ns`; }
  phaseAt(frame) { return `${counted(this.moving[frame], 'worm')} under way, ${count(this.waiting[frame])} of them waiting`; }

  /** What is held and what is waited for in a frame, by the channels and ports, and what each worm waits for. */
  at(frame) {
    if (this.state?.frame === frame) return this.state;
    const time = this.times[frame], held = [], waits = [];
    const state = { frame, time, held, waits, holders: new Map(), queues: new Map(), waitOf: new Map() };
    for (const hold of this.holds) {
      if (hold.first <= frame && frame < hold.last) held.push(hold);
      else if (hold.requested <= time && time < hold.granted) waits.push(hold);
    }
    held.forEach((hold) => gather(state.holders, hold.what, hold));
    waits.sort((one, other) => one.requested - other.requested).forEach((wait) => gather(state.queues, wait.what, wait));
    waits.forEach((wait) => state.waitOf.set(wait.worm, wait));
    return (this.state = state);
  }

  flits({ inside, first }, frame) { return inside ? inside[frame - first] : 0; }

  stateOf({ number, start, ready, done }, frame) {
    const time = this.times[frame], wait = this.at(frame).waitOf.get(number);
    if (done <= time) return 'delivered';
    if (start > time) return 'waiting to start';
    if (ready > time) return 'starting up';
    return wait ? 'blocked' : 'moving';
  }

  node(number) {
    let rest = number;
    return this.sides.length ? this.sides.map((side) => [rest % side, (rest = Math.floor(rest / side))][0]).join(',') : String(number);
  }

  /** A channel or a port in words. */
  named(what) {
    const port = what - this.channels.length, { from, to } = this.channels[what] ?? {};
    if (port < 0) return `channel from ${this.node(from)} to ${this.node(to)}`;
    return `${port < this.nodes ? 'injection' : 'consumption'} port of ${this.node(port % this.nodes)}`;
  }
}
