// Reads the film of a run on a mesh or a torus: gives frames, counts, spans, tiles and messages.

/** Rows and columns from a node to its neighbours, by the numbers of its links. */
const MESH_LINKS = [[-1, 0], [1, 0], [0, -1], [0, 1]];
const TORUS_LINKS = [[0, 1], [0, -1], [1, 0], [-1, 0]];

class Film {
  constructor(facts, bytes) {
    Object.assign(this, facts);
    this.nodes = this.rows * this.cols * this.layers;
    this.sides = this.wraps ? TORUS_LINKS : MESH_LINKS;
    this.bytes = bytes;
    this.far = bytes.far;
    this.end = facts.steps;
    this.readMap();
    this.readSeries();
    this.spans = this.readSpans();
    this.tiles = this.readTiles();
    this.messages = this.readMessages();
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
  clock(frame) {
    return `step ${count(this.stepOf(frame))} of ${count(this.steps)}`;
  }

  /** Steps between two, in words. */
  range(start, end) {
    return `steps ${start + 1} to ${end}`;
  }

  /** The step at whose end a frame is taken. */
  stepOf(frame) {
    return Math.min(frame * this.stride, this.steps);
  }

  /** The first frame at or after a step. */
  frameOf(step) {
    return Math.max(0, Math.min(Math.ceil(step / this.stride), this.frames - 1));
  }

  /** Whether every step has a frame, and packets are known. */
  get isWhole() {
    return this.stride === 1;
  }

  held(frame, node) {
    const cell = frame * this.nodes + node, held = this.map[cell] & 15;
    return held < 15 ? held : this.many.get(cell);
  }

  /** The links of a node that were used since the frame before, a bit each. */
  uses(frame, node) {
    const cell = frame * this.nodes + node;
    return (this.map[cell] >> 4) | (this.far.length ? this.far[cell] << 4 : 0);
  }

  neighbour(node, link) {
    const { rows, cols } = this, layer = Math.floor(node / (rows * cols));
    if (link >= 4) {
      const place = rows * cols * rows ** ((link >> 1) - 2), here = Math.floor(node / place) % rows;
      return node + (((here + (link & 1 ? rows - 1 : 1)) % rows) - here) * place;
    }
    const [down, across] = this.sides[link], inside = node - layer * rows * cols;
    const row = (Math.floor(inside / cols) + down + rows) % rows, col = ((inside % cols) + across + cols) % cols;
    return layer * rows * cols + row * cols + col;
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
          held[this.neighbour(node, link)] += 1;
        }
      }
    };
  }

  readSeries() {
    const numbers = new Numbers(this.bytes.series);
    const names = ['links', 'deliveries', 'held', 'peak'];
    this.series = Object.fromEntries(names.map((name) => [name, new Float64Array(this.frames)]));
    for (let frame = 0; frame < this.frames; frame++) {
      for (const name of names) this.series[name][frame] = numbers.next();
    }
    this.delivered = this.series.deliveries.slice();
    for (let frame = 1; frame < this.frames; frame++) this.delivered[frame] += this.delivered[frame - 1];
  }

  readSpans() {
    const numbers = new Numbers(this.bytes.spans);
    let start = 0;
    return Array.from({ length: numbers.next() }, () => {
      const name = numbers.next(), depth = numbers.next();
      start += numbers.next();
      return { name, depth, start, end: start + numbers.next() };
    });
  }

  readTiles() {
    const numbers = new Numbers(this.bytes.tiles);
    return Array.from({ length: numbers.next() }, () => {
      const [name, start, end, at] = numbers.list(4);
      const rows = numbers.list(numbers.next()), cols = numbers.list(numbers.next());
      return { name, start, end, at, rows, cols };
    });
  }

  readMessages() {
    const numbers = new Numbers(this.bytes.messages);
    return Array.from({ length: numbers.next() }, () => ({
      source: numbers.next(),
      destinations: numbers.list(numbers.next()),
    }));
  }

  /** The spans that the step after which a frame is taken was charged in, the outermost first. */
  spansAt(frame) {
    const step = Math.max(1, this.stepOf(frame));
    return this.spans.filter(({ start, end }) => start < step && step <= end);
  }

  /** The divisions that hold in a step. */
  tilesAt(frame) {
    const step = Math.max(1, this.stepOf(frame));
    return this.tiles.filter(({ start, end }) => start < step && step <= end);
  }

  /** The path of the innermost span. */
  phaseAt(frame) {
    return this.spansAt(frame).map(({ name }) => this.names[name]).join(' / ');
  }
}

