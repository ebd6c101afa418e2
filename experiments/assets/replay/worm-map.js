// Draws the network of worms: channels in the colours of the worms that hold them, red what waits, and nodes by their deliveries.

/** How far a channel is from the middle of its edge, and from the nodes at its ends; the radius of a node: in steps between neighbours. */
const ASIDE = 0.07, APART = 0.17, RADIUS = 0.13;

/** The colour of a worm; red is for those that wait. */
const wormColour = (worm) => `hsl(${45 + ((worm * 137.508) % 280)} ${COLOURS.worm})`;

class WormMap extends View {
  constructor(canvas, film, shown) {
    super(canvas, film, shown);
    const all = [...film.places, ...film.labels], least = (axis) => all.reduce((low, place) => Math.min(low, place[axis] / (place[2] ? 100 : 1)), Infinity);
    const most = (axis) => all.reduce((high, place) => Math.max(high, place[axis] / (place[2] ? 100 : 1)), -Infinity), margin = 0.45;
    this.corner = [least(0) - margin, least(1) - margin];
    this.width = most(0) + margin - this.corner[0];
    this.height = most(1) + margin - this.corner[1];
    this.lines = film.channels.map((channel) => this.line(channel));
    this.goals = film.worms.flatMap(({ served }) => served.map(({ node }) => node)).reduce((counts, node) => counts.set(node, (counts.get(node) ?? 0) + 1), new Map());
  }

  /** The strokes of a channel, on the right of its edge: one, or two that leave the picture and come back. */
  line({ from, to, stub }) {
    const { places } = this.film, [a, b] = [places[from], places[to]], isStub = stub[0] || stub[1];
    const way = isStub ? stub : [b[0] - a[0], b[1] - a[1]], length = Math.hypot(...way), unit = way.map((part) => part / length);
    const point = ([x, y], along) => [x + unit[0] * along - unit[1] * ASIDE, y + unit[1] * along + unit[0] * ASIDE];
    if (!isStub) return [[point(a, APART), point(b, -APART)]];
    return [[point(a, APART), point(a, APART + length)], [point(b, -APART - length), point(b, -APART)]];
  }

  /** A place in steps, on the canvas. */
  on([x, y]) {
    return [this.view.x + (x - this.corner[0]) * this.view.size, this.view.y + (y - this.corner[1]) * this.view.size];
  }

  /** The channel at a point of the canvas. */
  at(x, y) {
    let best = null, least = 0.2 * this.view.size;
    this.lines.forEach((strokes, channel) => {
      for (const [a, b] of strokes) {
        const [[ax, ay], [bx, by]] = [this.on(a), this.on(b)], [dx, dy] = [bx - ax, by - ay];
        const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
        const apart = Math.hypot(x - ax - along * dx, y - ay - along * dy);
        if (apart < least) [best, least] = [channel, apart];
      }
    });
    return best;
  }

  /** Draws some channels with one width, in steps, and one colour. */
  stroke(channels, width, colour, dashes = []) {
    const { pen, view: { size } } = this;
    Object.assign(pen, { strokeStyle: colour, lineWidth: Math.max(1, width * size) });
    pen.setLineDash(dashes.map((dash) => dash * size));
    pen.beginPath();
    for (const channel of channels) {
      for (const [a, b] of this.lines[channel]) {
        pen.moveTo(...this.on(a));
        pen.lineTo(...this.on(b));
      }
    }
    pen.stroke();
    pen.setLineDash([]);
  }

  paint(pen) {
    const { film, shown, view: { size } } = this, state = film.at(shown.frame), { followed, selected } = shown;
    this.stroke(film.channels.keys(), 0.03, COLOURS.rule);
    if (film.deadlock?.time <= state.time) this.stroke(film.cycle(), 0.3, COLOURS.cycle);
    if (followed) this.stroke(followed.path, 0.22, COLOURS.followed);
    if (shown.mode === 'load') this.paintLoads(state.time);
    else this.paintWorms(state);
    this.paintNodes(pen, state);
    if (selected != null) this.stroke([selected], 0.05, COLOURS.text, [0.06, 0.06]);
    if (followed) this.paintGoals(pen, followed, state);
    if (size >= 14) for (const [x, y, text] of film.labels) this.write(text, ...this.on([x / 100, y / 100]), COLOURS.soft);
  }

  /** What worms hold, as thick as it is full, their headers, and in red dashes what they wait for. */
  paintWorms({ frame, held, waits, waitOf }) {
    const { film, pen, view: { size } } = this, channels = held.filter(({ inside }) => inside), heads = new Map();
    const blocked = channels.filter(({ worm }) => waitOf.has(worm)), ports = waits.filter(({ what }) => what >= film.channels.length);
    this.stroke(blocked.map(({ what }) => what), 0.19, COLOURS.hot);
    for (const hold of channels) {
      this.stroke([hold.what], 0.04 + (0.08 * film.flits(hold, frame)) / film.mostFlits, wormColour(hold.worm));
      heads.set(hold.worm, hold);
    }
    this.stroke(waits.filter(({ inside }) => inside).map(({ what }) => what), 0.07, COLOURS.hot, [0.09, 0.06]);
    for (const { worm, what } of heads.values()) {
      const [, end] = this.lines[what][this.lines[what].length - 1];
      pen.fillStyle = waitOf.has(worm) ? COLOURS.hot : wormColour(worm);
      this.ring(...this.on(end), Math.max(2, size * 0.08));
      pen.fill();
    }
    pen.strokeStyle = COLOURS.hot;
    for (const { what } of ports) {
      this.ring(...this.on(film.places[(what - film.channels.length) % film.nodes]), size * 0.24);
      pen.stroke();
    }
    const numbers = size >= 60 ? channels : [];
    for (const hold of numbers) {
      const [[a, b]] = this.lines[hold.what], [x, y] = this.on([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
      this.write(`${hold.worm + 1}: ${film.flits(hold, frame)}`, x, y, COLOURS.text, 10);
    }
  }

  /** For how long channels were held so far. */
  paintLoads(time) {
    const loads = new Float64Array(this.film.channels.length);
    for (const { what, inside, granted, released } of this.film.holds) if (inside && granted < time) loads[what] += Math.min(time, released) - granted;
    this.greatestLoad = maximum(loads);
    loads.forEach((load, channel) => load && this.stroke([channel], 0.11, COLOURS.heat[shadeOf(load, this.greatestLoad)]));
  }

  /** Nodes, darker with more of their deliveries made; a ring where one has just been. */
  paintNodes(pen, { frame, time }) {
    const { film, view: { size } } = this, served = new Map(), fresh = new Set(), before = film.times[frame - 1] ?? -1;
    for (const { node, time: at } of film.deliveries) {
      if (at > time) break;
      served.set(node, (served.get(node) ?? 0) + 1);
      if (at > before) fresh.add(node);
    }
    film.places.forEach((place, node) => {
      const goals = this.goals.get(node), [x, y] = this.on(place);
      pen.fillStyle = COLOURS.shades[goals ? shadeOf(served.get(node) ?? 0, goals) : 0];
      this.ring(x, y, RADIUS * size * (goals ? 1 : 0.6));
      pen.fill();
      Object.assign(pen, { strokeStyle: fresh.has(node) ? COLOURS.message : COLOURS.inner, lineWidth: fresh.has(node) ? 3 : 1 });
      if (goals) pen.stroke();
    });
  }

  /** The source of a worm, and its destinations, filled where it has delivered. */
  paintGoals(pen, { source, served }, { time }) {
    const { view: { size }, film } = this;
    Object.assign(pen, { strokeStyle: COLOURS.message, fillStyle: COLOURS.message, lineWidth: 2.5 });
    for (const { node, time: at } of served) this.diamond(...this.on(film.places[node]), Math.max(4, size * 0.22), at <= time);
    this.ring(...this.on(film.places[source]), Math.max(5, size * 0.22));
    pen.stroke();
  }
}

