// Reads the film of a run on a mesh or a torus: gives frames, counts, spans, tiles and messages.

/** Rows and columns from a node to its neighbours, by the numbers of its links. */
const MESH_LINKS = [[-1, 0], [1, 0], [0, -1], [0, 1]];
const TORUS_LINKS = [[0, 1], [0, -1], [1, 0], [-1, 0]];

class Film {
  constructor(facts, bytes) {
    const { rows, cols, layers, wraps, steps } = facts;
    Object.assign(this, facts, { bytes, far: bytes.far, nodes: rows * cols * layers, sides: wraps ? TORUS_LINKS : MESH_LINKS, end: steps });
    this.neighbours = this.findNeighbours();
    this.readMap();
    this.readSeries();
    this.readProgram();
    /** Frames in which phases begin, in order. */
    this.jumps = this.spans.map(({ start }) => this.frameOf(start + 1));
    const { held, peak, links, deliveries } = this.series;
    this.charts = [
      { label: 'packets in a node: mean, most', most: Math.max(1, facts.peak), lines: [peak, held.map((packets) => packets / this.nodes)] },
      { label: 'links used', most: maximum(links), lines: [links] },
      { label: 'deliveries', most: maximum(deliveries), lines: [deliveries] },
    ];
  }

  /** The time of a frame in words. */
  clock(frame) { return `step ${count(this.stepOf(frame))} of ${count(this.steps)}`; }
  /** Steps between two, in words. */
  range(start, end) { return `steps ${start + 1} to ${end}`; }
  /** The step at whose end a frame is taken. */
  stepOf(frame) { return Math.min(frame * this.stride, this.steps); }
  /** The first frame at or after a step. */
  frameOf(step) { return Math.max(0, Math.min(Math.ceil(step / this.stride), this.frames - 1)); }
  /** Whether every step has a frame, and packets are known. */
  get isWhole() { return this.stride === 1; }

  held(frame, node) {
    const cell = frame * this.nodes + node, held = this.map[cell] & 15;
    return held < 15 ? held : this.many.get(cell);
  }

  /** The links of a node that were used since the frame before, a bit each. */
  uses(frame, node) {
    const cell = frame * this.nodes + node;
    return (this.map[cell] >> 4) | (this.far.length ? this.far[cell] << 4 : 0);
  }

  /** The node at the other end of each link of a node, by links and nodes. */
  findNeighbours() {
    const { rows, cols, nodes, layers, sides } = this, inLayer = rows * cols;
    const around = (node, place, side, by) => node + (((Math.floor(node / place) + by + side) % side) - (Math.floor(node / place) % side)) * place;
    const far = layers > 1 ? Array.from({ length: 2 * Math.round(Math.log(layers) / Math.log(rows)) }, (_, i) =>
      (node) => around(node, inLayer * rows ** (i >> 1), rows, i & 1 ? -1 : 1)) : [];
    const near = sides.map(([down, across]) => (node) => (down ? around(node, cols, rows, down) : around(node, 1, cols, across)));
    return [...near, ...far].map((of) => Int32Array.from({ length: nodes }, (_, node) => of(node)));
  }

  /** A node as people name it. */
  place(node) {
    const { rows, cols } = this, inside = node % (rows * cols);
    const place = `(${Math.floor(inside / cols)}, ${inside % cols})`;
    return this.layers > 1 ? `${place} of layer ${Math.floor(node / (rows * cols))}` : place;
  }

  /** Makes a byte a frame and node: packets in the low four bits, 15 for more than 14, and the first four links in the high ones. */
  readMap() {
    const { nodes, frames, bytes: { links } } = this, numbers = new Numbers(this.bytes.held);
    this.map = new Uint8Array(nodes * frames);
    this.many = new Map();
    for (let cell = 0; cell < this.map.length; cell++) this.map[cell] = (cell & 1 ? links[cell >> 1] >> 4 : links[cell >> 1] & 15) << 4;
    const held = new Int32Array(nodes), follow = this.isWhole ? this.mover(held) : () => {};
    for (let frame = 0, cell = 0; frame < frames; frame++) {
      if (frame) follow(frame);
      for (let node = 0; node < nodes; node++, cell++) {
        held[node] += numbers.signed();
        this.map[cell] |= Math.min(held[node], 15);
        if (held[node] >= 15) this.many.set(cell, held[node]);
      }
    }
  }

  /** What changes the packets of nodes as packets cross links in a frame. */
  mover(held) {
    const moves = new Numbers(this.bytes.moves);
    return (frame) => {
      for (let node = 0; node < this.nodes; node++) {
        for (let uses = this.uses(frame, node), link = 0; uses; uses >>= 1, link++) {
          if (!(uses & 1) || !moves.next()) continue;
          held[node] -= 1;
          held[this.neighbours[link][node]] += 1;
        }
      }
    };
  }

  readSeries() {
    const numbers = new Numbers(this.bytes.series);
    const series = ['links', 'deliveries', 'held', 'peak'].map((name) => [name, new Float64Array(this.frames)]);
    for (let frame = 0; frame < this.frames; frame++) for (const [, line] of series) line[frame] = numbers.next();
    this.series = Object.fromEntries(series);
    let delivered = 0;
    this.delivered = this.series.deliveries.map((more) => (delivered += more));
  }

  readProgram() {
    const spans = new Numbers(this.bytes.spans), tiles = new Numbers(this.bytes.tiles), messages = new Numbers(this.bytes.messages);
    let from = 0;
    this.spans = spans.many(() => {
      const [name, depth, later, length] = spans.list(4), start = (from += later);
      return { name, depth, start, end: start + length };
    });
    this.tiles = tiles.many(() => {
      const [name, start, end, at] = tiles.list(4);
      return { name, start, end, at, rows: tiles.many(() => tiles.next()), cols: tiles.many(() => tiles.next()) };
    });
    this.messages = messages.many(() => ({ source: messages.next(), destinations: messages.many(() => messages.next()) }));
  }

  /** What holds in the step after which a frame is taken. */
  during(frame, some) {
    const step = Math.max(1, this.stepOf(frame));
    return some.filter(({ start, end }) => start < step && step <= end);
  }

  tilesAt(frame) { return this.during(frame, this.tiles); }
  /** The path of the innermost span. */
  phaseAt(frame) { return this.during(frame, this.spans).map(({ name }) => this.names[name]).join(' / '); }
}
