// Adds up uses of links and deliveries over frames.

/** Frames that count as recent. */
const RECENT = 16;

class Counts {
  constructor(film, packets) {
    this.film = film;
    this.packets = packets;
    this.every = Math.max(64, Math.ceil(film.frames / 64));
    this.kept = [{ frame: -1, loads: new Uint32Array(film.nodes * 4) }];
    this.loads = { frame: -1, loads: new Uint32Array(film.nodes * 4) };
    this.delivered = { frame: -1, next: 0, nodes: new Uint32Array(film.nodes) };
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
      const uses = map[first + node] >> 4;
      if (!uses) continue;
      loads[4 * node] += uses & 1;
      loads[4 * node + 1] += (uses >> 1) & 1;
      loads[4 * node + 2] += (uses >> 2) & 1;
      loads[4 * node + 3] += uses >> 3;
    }
  }

  /** Deliveries at each node up to a frame. */
  deliveries(frame) {
    const { deliveries } = this.packets, { delivered } = this;
    if (frame < delivered.frame) {
      delivered.nodes.fill(0);
      delivered.next = 0;
    }
    delivered.frame = frame;
    for (; delivered.next < deliveries.length && deliveries[delivered.next].frame <= frame; delivered.next++) {
      const { node, again } = deliveries[delivered.next];
      if (!again) delivered.nodes[node] += 1;
    }
    return delivered.nodes;
  }
}

