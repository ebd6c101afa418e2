// Reads the film of a run of worms: gives the channels that they hold, the flits in them and the state of every worm.

class WormFilm {
  constructor(facts, bytes) {
    Object.assign(this, facts, { spans: [], holds: [], deliveries: [] });
    const read = (name) => new Numbers(bytes[name]), places = read('places'), ends = read('channels'), worms = read('worms');
    let time = 0;
    this.times = Float64Array.from(read('times').list(facts.frames), (more) => (time += more));
    this.places = Array.from({ length: facts.nodes }, () => [places.signed() / 100, places.signed() / 100]);
    this.channels = Array.from({ length: facts.channels }, () =>
      ({ from: ends.next(), to: ends.next(), stub: [ends.signed() / 100, ends.signed() / 100] }));
    this.worms = Array.from({ length: facts.worms }, (_, number) => this.readWorm(number, worms));
    this.readHolds(read('holds'), read('flits'));
    this.deliveries.sort((one, other) => one.time - other.time);
    this.jumps = [...new Set(this.deliveries.filter(({ time: at }) => at < Infinity).map(({ time: at }) => this.frameAfter(at)))];
    this.readCharts();
  }

  readWorm(number, numbers) {
    const end = () => numbers.next() - 1, message = end(), start = end(), ready = numbers.next(), path = numbers.list(numbers.next());
    const served = Array.from({ length: numbers.next() }, () => {
      const { to } = this.channels[path[numbers.next() - 1]], time = end();
      return { worm: number, node: to, time: time < 0 ? Infinity : time };
    });
    this.deliveries.push(...served);
    const begins = start < 0 ? Infinity : start, done = served[served.length - 1].time;
    return { number, message, start: begins, ready: begins + ready, path, served, done, holds: [], source: this.channels[path[0]].from };
  }

  /** Requests: of what (channels, then ports), when, when it was granted and let go; and flits, frame by frame from the first one on. */
  readHolds(numbers, flits) {
    for (const { number: worm, holds } of this.worms) {
      let requested = 0;
      const end = (since, code) => (code ? since + code - 1 : Infinity);
      for (let left = numbers.next(); left > 0; left--) {
        const what = numbers.next(), hop = numbers.next();
        requested += numbers.next();
        const granted = end(requested, numbers.next()), released = end(granted, numbers.next());
        const first = this.frameAfter(granted), last = this.frameAfter(released);
        let now = 0;
        const inside = what < this.channels.length ? Uint32Array.from({ length: last - first }, () => (now += flits.signed())) : null;
        holds.push({ worm, what, hop, requested, granted, released, first, last, inside });
      }
      this.holds.push(...holds);
    }
  }

  /** Numbers by frame: channels held, worms under way, worms that wait, deliveries so far. */
  readCharts() {
    const [held, moving, waiting, delivered] = [0, 1, 2, 3].map(() => new Float64Array(this.frames + 1));
    const during = (line, from, to) => { line[from] += 1; line[to] -= 1; };
    for (const { inside, first, last, requested } of this.holds) {
      if (inside) during(held, first, last);
      during(waiting, this.frameAfter(requested), first);
    }
    for (const { ready, done } of this.worms) during(moving, this.frameAfter(ready), this.frameAfter(done));
    for (const { time } of this.deliveries) delivered[this.frameAfter(time)] += 1;
    for (const line of [held, moving, waiting, delivered]) for (let frame = 1; frame < this.frames; frame++) line[frame] += line[frame - 1];
    Object.assign(this, { held, moving, waiting, delivered });
    const chart = (label, line) => ({ label, most: maximum(line.subarray(0, this.frames)), lines: [line] });
    this.charts = [chart('channels held', held), { ...chart('worms under way, worms that wait', moving), lines: [moving, waiting] }, chart('deliveries so far', delivered)];
  }

  stepOf(frame) {
    return this.times[frame];
  }

  /** The frame that shows a time, the last one that is not after it, and the first one that is not before it. */
  frameOf(time) {
    let from = 0, to = this.frames;
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if (this.times[middle] <= time) from = middle;
      else to = middle;
    }
    return from;
  }

  frameAfter(time) {
    const frame = this.frameOf(time);
    return this.times[frame] >= time ? frame : frame + 1;
  }

  clock(frame) {
    return `${count(this.times[frame])} of ${count(this.end)} ns`;
  }

  phaseAt(frame) {
    return `${counted(this.moving[frame], 'worm')} under way, ${count(this.waiting[frame])} of them waiting`;
  }

  /** What is held and what is waited for in a frame, by the channels and ports, and what each worm waits for. */
  at(frame) {
    if (this.state?.frame === frame) return this.state;
    const time = this.times[frame], held = [], waits = [], add = (map, hold) => map.set(hold.what, [...(map.get(hold.what) ?? []), hold]);
    const state = { frame, time, held, waits, holders: new Map(), queues: new Map(), waitOf: new Map() };
    for (const hold of this.holds) {
      if (hold.first <= frame && frame < hold.last) held.push(hold);
      else if (hold.requested <= time && time < hold.granted) waits.push(hold);
    }
    held.forEach((hold) => add(state.holders, hold));
    waits.sort((one, other) => one.requested - other.requested).forEach((wait) => add(state.queues, wait));
    waits.forEach((wait) => state.waitOf.set(wait.worm, wait));
    return (this.state = state);
  }

  /** The channels of the cycle in which the run ends: from what a worm waits for on, all that its holder holds, to where that one waits. */
  cycle() {
    const { worms, waits } = this.deadlock;
    return waits.flatMap((what, i) => {
      const holds = this.worms[worms[(i + 1) % worms.length]].holds.filter(({ released }) => released === Infinity);
      const from = holds.findIndex((hold) => hold.what === what);
      return [...holds.slice(Math.max(from, 0)).filter(({ inside }) => inside).map((hold) => hold.what)];
    });
  }

  flits({ inside, first }, frame) {
    return inside ? inside[frame - first] : 0;
  }

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

