// Follows the packets from frame to frame, and remembers what became of each.

/** Milliseconds of work before the page may do something else. */
const SLICE = 12;

class Packets {
  constructor(film) {
    // What became of each packet: message, packet it was copied from, frames and nodes of its beginning and end; deliveries in order: frame,
    // node and whether the node had the message; deliveries and packets of each message.
    Object.assign(this, { film, all: [], deliveries: [], delivered: new Map(), ofMessage: new Map(), isReady: false });
    Object.assign(this, { every: Math.max(32, Math.ceil(film.frames / 64)), kept: [], places: [], made: 0, frame: -1 });
    this.lists = Array.from({ length: film.nodes }, () => []);
    this.moves = new Numbers(film.bytes.moves);
    this.acts = new Numbers(film.bytes.acts);
  }

  /** Goes through the whole film once, slice by slice. */
  async read() {
    if (!this.film.isWhole) return;
    let began = performance.now();
    while (this.frame < this.film.frames - 1) {
      this.step(true);
      if (performance.now() - began > SLICE) {
        await new Promise((resume) => setTimeout(resume));
        began = performance.now();
      }
    }
    this.isReady = true;
  }

  /** Brings the packets to where they are at the end of a frame. */
  seek(frame) {
    if (frame < this.frame || frame > this.frame + this.every) this.restore(this.kept[Math.floor(frame / this.every)]);
    while (this.frame < frame) this.step(false);
  }

  step(isFirst) {
    const { film, lists } = this, { neighbours } = film;
    this.frame += 1;
    const first = this.frame * film.nodes, moved = [];
    for (let node = 0; node < film.nodes; node++) {
      if (film.map[first + node] < 16 && !film.far[first + node]) continue;
      for (let uses = film.uses(this.frame, node), link = 0; uses; uses >>= 1, link++) {
        if (!(uses & 1)) continue;
        const rank = this.moves.next();
        if (rank) moved.push(lists[node][rank - 1], neighbours[link][node]);
      }
    }
    for (let i = 0; i < moved.length; i += 2) this.put(moved[i], moved[i + 1]);
    for (let count = this.acts.next(); count > 0; count--) this.act(isFirst);
    if (isFirst && this.frame % this.every === 0) this.keep();
  }

  act(isFirst) {
    const kind = this.acts.bytes[this.acts.at++], first = this.acts.next(), { frame, places } = this;
    if (kind === 0) {
      this.make(isFirst, { message: first, from: null, at: this.acts.next() });
    } else if (kind === 1) {
      this.make(isFirst, { message: this.all[first].message, from: first, at: places[first] });
    } else if (kind === 4) {
      if (isFirst) Object.assign(this.all[first], { end: frame, endAt: places[first] });
      this.put(first, null);
    } else if (kind === 5) {
      this.put(first, this.acts.next());
    } else if (isFirst) {
      const delivery = { frame, node: places[first], again: kind === 3 }, { message } = this.all[first];
      this.deliveries.push(delivery);
      gather(this.delivered, message, delivery);
    }
  }

  make(isFirst, packet) {
    const number = this.made++;
    if (isFirst) {
      this.all.push({ ...packet, start: this.frame, end: null });
      gather(this.ofMessage, packet.message, number);
    }
    this.put(number, packet.at);
  }

  put(packet, node) {
    const before = this.places[packet];
    if (before != null) this.lists[before].splice(this.lists[before].indexOf(packet), 1);
    this.places[packet] = node;
    if (node == null) return;
    const list = this.lists[node];
    let rank = list.length;
    while (rank > 0 && list[rank - 1] > packet) rank--;
    list.splice(rank, 0, packet);
  }

  keep() {
    const { frame, made } = this, held = [];
    this.places.forEach((node, packet) => node != null && held.push(packet, node));
    this.kept.push({ frame, made, held: Int32Array.from(held), moves: this.moves.at, acts: this.acts.at });
  }

  restore({ frame, made, held, moves, acts }) {
    for (const list of this.lists) list.length = 0;
    this.places = [];
    for (let i = 0; i < held.length; i += 2) {
      this.places[held[i]] = held[i + 1];
      this.lists[held[i + 1]].push(held[i]);
    }
    Object.assign(this, { frame, made });
    [this.moves.at, this.acts.at] = [moves, acts];
  }

  /** The nodes to which a message is delivered up to a frame, with the frames of the deliveries. */
  servedBy(message, frame) {
    const all = this.delivered.get(message) ?? [], last = all.findLastIndex((one) => one.frame <= frame);
    return new Map(all.slice(0, last + 1).map(({ node, frame: at }) => [node, at]));
  }
}
