// Draws the network of worms: channels in the colours of the worms that hold them, red what waits, and nodes by their deliveries.

/** How far a channel is from the middle of its edge, and from the nodes at its ends; the radius of a node: in steps between neighbours. */
const ASIDE = 0.07, APART = 0.17, RADIUS = 0.13;

/** The colour of a worm; red is for those that wait. */
const wormColour = (worm) => `hsl(${45 + ((worm * 160.7) % 260)} ${COLOURS.worm})`;

class WormMap extends View {
  constructor(canvas, film, shown) {
    super(canvas, film, shown);
    const [left, top, right, bottom] = film.extent.map((place) => place / 100);
    Object.assign(this, { corner: [left, top], width: right - left, height: bottom - top });
    this.lines = film.channels.map((channel) => this.line(channel));
    this.goals = this.countNodes(film.deliveries);
  }

  /** How many of some deliveries each node has. */
  countNodes(deliveries) {
    const counts = new Map();
    for (const { node } of deliveries) counts.set(node, (counts.get(node) ?? 0) + 1);
    return counts;
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
  on([x, y]) { return [this.view.x + (x - this.corner[0]) * this.view.size, this.view.y + (y - this.corner[1]) * this.view.size]; }

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
    if (film.deadlock?.time <= state.time) this.stroke(film.deadlock.channels, 0.3, COLOURS.cycle);
    if (followed) this.stroke(followed.path, 0.22, COLOURS.followed);
    if (shown.mode === 'load') this.paintLoads(state.time);
    else this.paintWorms(state);
    this.paintNodes(pen, state);
    if (selected != null) this.stroke([selected], 0.05, COLOURS.text, [0.06, 0.06]);
    if (followed) this.paintGoals(pen, followed, state);
    if (size >= 14) for (const [x, y, text] of film.labels) write(this.pen, text, ...this.on([x / 100, y / 100]), COLOURS.soft);
  }

  /** What worms hold, as thick as it is full, their headers, and in red dashes what they wait for. */
  paintWorms({ frame, held, waits, waitOf, holders }) {
    const { film, pen, view: { size } } = this, channels = held.filter(({ inside }) => inside), heads = new Map();
    const blocked = channels.filter(({ worm }) => waitOf.has(worm)), ports = waits.filter(({ what }) => what >= film.channels.length);
    this.stroke(blocked.map(({ what }) => what), 0.19, COLOURS.hot);
    for (const hold of channels) {
      const isBeside = holders.get(hold.what)[0] !== hold, width = 0.04 + (0.08 * film.flits(hold, frame)) / film.mostFlits;
      this.stroke([hold.what], width, wormColour(hold.worm), isBeside ? [0.1, 0.1] : []);
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
    if (size >= 60) for (const [what, holds] of holders) if (holds[0].inside) this.writeFlits(what, holds, frame);
  }

  writeFlits(what, holds, frame) {
    const [[[ax, ay], [bx, by]]] = this.lines[what], beside = 0.25 / Math.hypot(bx - ax, by - ay);
    const at = this.on([(ax + bx) / 2 - (by - ay) * beside, (ay + by) / 2 + (bx - ax) * beside]);
    write(this.pen, holds.map((hold) => `${hold.worm + 1}: ${this.film.flits(hold, frame)}`).join(', '), ...at, COLOURS.text);
  }

  /** For how long channels were held so far. */
  paintLoads(time) {
    const loads = new Float64Array(this.film.channels.length);
    for (const { what, inside, granted, released } of this.film.holds) if (inside && granted < time) loads[what] += Math.min(time, released) - granted;
    this.greatestLoad = maximum(loads);
    loads.forEach((load, channel) => load && this.stroke([channel], 0.11, COLOURS.heat[shadeOf(load, this.greatestLoad)]));
  }

  /** Nodes, darker with more of their deliveries made; a ring where one has just been. */
  paintNodes(pen, { frame }) {
    const { film, view: { size } } = this, done = film.deliveries.slice(0, film.delivered[frame]), served = this.countNodes(done);
    const fresh = this.countNodes(done.slice(film.delivered[frame - 1] ?? 0));
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
