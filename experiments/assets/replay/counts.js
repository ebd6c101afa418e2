// Adds up uses of links and deliveries over frames.

/** Frames that count as recent. */
const RECENT = 16;

class Counts {
  constructor(film, packets) {
    Object.assign(this, { film, packets, every: Math.max(64, Math.ceil(film.frames / 64)) });
    this.kept = [{ frame: -1, loads: new Uint32Array(film.nodes * 4) }];
    this.loads = { frame: -1, loads: new Uint32Array(film.nodes * 4) };
  }

  /** Uses of the four links of each node in recent frames. */
  recent(frame) {
    const loads = new Uint32Array(this.film.nodes * 4);
    for (let at = Math.max(0, frame - RECENT + 1); at <= frame; at++) this.add(loads, at);
    return loads;
  }

  /** Uses of the four links of each node up to a frame. */
  total(frame) {
    if (frame < this.loads.frame) {
      const { frame: at, loads } = this.kept.findLast((kept) => kept.frame <= frame);
      this.loads = { frame: at, loads: loads.slice() };
    }
    while (this.loads.frame < frame) {
      this.loads.frame += 1;
      this.add(this.loads.loads, this.loads.frame);
      const last = this.kept[this.kept.length - 1].frame;
      if (this.loads.frame >= last + this.every) this.kept.push({ frame: this.loads.frame, loads: this.loads.loads.slice() });
    }
    return this.loads.loads;
  }

  add(loads, frame) {
    const { map, nodes } = this.film, first = frame * nodes;
    for (let node = 0; node < nodes; node++) {
      for (let uses = map[first + node] >> 4, link = 4 * node; uses; uses >>= 1, link++) loads[link] += uses & 1;
    }
  }

  /** Deliveries at each node up to a frame. */
  deliveries(frame) {
    const nodes = new Uint32Array(this.film.nodes);
    for (const { node, frame: at, again } of this.packets.deliveries) {
      if (at > frame) break;
      if (!again) nodes[node] += 1;
    }
    return nodes;
  }
}
