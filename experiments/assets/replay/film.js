// Reads the film: decompresses its sections and gives frames, counts, spans, tiles and messages.

/** Reads LEB128 numbers one after the other. */
class Numbers {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  next() {
    let number = 0, place = 1, byte;
    do {
      byte = this.bytes[this.at++];
      number += (byte & 127) * place;
      place *= 128;
    } while (byte & 128);
    return number;
  }

  list(length) {
    return Array.from({ length }, () => this.next());
  }
}

/** Rows and columns from a node to its neighbours, by the numbers of its links. */
const MESH_LINKS = [[-1, 0], [1, 0], [0, -1], [0, 1]];
const TORUS_LINKS = [[0, 1], [0, -1], [1, 0], [-1, 0]];

class Film {
  static async load(facts, letters) {
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Film(facts, new Uint8Array(await new Response(stream).arrayBuffer()));
  }

  constructor(facts, bytes) {
    Object.assign(this, facts);
    this.nodes = this.rows * this.cols * this.layers;
    this.sides = this.wraps ? TORUS_LINKS : MESH_LINKS;
    let at = 0;
    this.bytes = {};
    for (const [name, length] of facts.sections) {
      this.bytes[name] = bytes.subarray(at, at + length);
      at += length;
    }
    this.far = this.bytes.far;
    this.readMap();
    this.readSeries();
    this.spans = this.readSpans();
    this.tiles = this.readTiles();
    this.messages = this.readMessages();
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
        const more = numbers.next();
        held[node] += more & 1 ? -(more + 1) / 2 : more / 2;
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

