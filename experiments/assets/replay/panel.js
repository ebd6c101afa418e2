// Says in words what is in a step, in a node and in a message.

const PATIENCE = 'The packets are still being read.';
const SAMPLED = 'This page shows some steps only, and no packets. A page of fewer steps or nodes has all.';

class Panel {
  constructor(film, packets) { Object.assign(this, { film, packets }); }

  /** Why packets cannot be shown, if they cannot. */
  get excuse() {
    if (!this.film.isWhole) return SAMPLED;
    return this.packets.isReady ? null : PATIENCE;
  }

  now(frame) {
    const { film } = this, { series } = film, tiles = film.tilesAt(frame);
    const facts = [
      ['phase', frame === 0 ? 'initial loading' : film.phaseAt(frame) || 'outside all phases'],
      ['packets', `${count(series.held[frame])} in all, at most ${count(series.peak[frame])} in a node`],
      ['links used', `${count(series.links[frame])} of ${count(film.channels)}`],
      ['deliveries', `${count(series.deliveries[frame])}, ${count(film.delivered[frame])} of ${count(film.deliveries)} so far`],
    ];
    const tiling = ({ name, rows, cols }) => `${film.names[name]}, ${rows.length} down, ${cols.length} across`;
    if (tiles.length) facts.push(['tiles', tiles.slice(0, 2).map(tiling).join('; ')]);
    return listed(facts);
  }

  node(node, frame) {
    const { film, packets } = this, held = film.held(frame, node);
    const parts = [element('p', {}, `Node ${node} at ${film.place(node)} holds ${counted(held, 'packet')}.`)];
    const own = film.messages.flatMap(({ source, destinations }, message) => (source === node ? [{ message, destinations }] : []));
    for (const { message, destinations } of own.slice(0, 4)) {
      parts.push(element('p', {}, 'It is the source of ', this.link(message), destinations.length ? `, for ${counted(destinations.length, 'destination')}.` : '.'));
    }
    if (this.excuse) return [...parts, hint(this.excuse)];
    packets.seek(frame);
    if (held) parts.push(this.packetTable(packets.lists[node], frame));
    return parts;
  }

  packetTable(list, frame) {
    const { film, packets } = this;
    return table(['packet', 'message', 'to serve', 'age'], list.map((packet) => {
      const { message, start } = packets.all[packet];
      const open = film.messages[message].destinations.length - packets.servedBy(message, frame).size;
      return [String(packet), this.link(message), counted(open, 'node'), counted(film.stepOf(frame) - film.stepOf(start), 'step')];
    }));
  }

  link(message) { return link(`message ${message}`, 'message', message); }
  nodeLink(node) { return link(this.film.place(node), 'node', node); }

  /** What the map marks of a message in a frame. */
  marks(message, frame) {
    const { packets } = this, marks = { ...this.film.messages[message], served: new Map(), packets: [] };
    if (this.excuse) return marks;
    packets.seek(frame);
    const places = (packets.ofMessage.get(message) ?? []).map((packet) => packets.places[packet]);
    return { ...marks, served: packets.servedBy(message, frame), packets: places.filter((node) => node != null) };
  }

  message(message, frame) {
    const { film, packets } = this, { source, destinations } = film.messages[message];
    const goal = destinations.length ? ` to ${counted(destinations.length, 'node')}.` : ' and has no destinations.';
    const parts = [element('p', {}, `Message ${message} goes from `, this.nodeLink(source), goal)];
    if (this.excuse) return [...parts, hint(this.excuse)];
    const served = packets.servedBy(message, frame);
    if (destinations.length) parts.push(element('h3', {}, `Deliveries: ${count(served.size)} of ${count(destinations.length)}`));
    parts.push(destinationList(destinations.map((node) =>
      [this.nodeLink(node), served.has(node), served.has(node) ? ` in step ${film.stepOf(served.get(node))}` : ' is open'])));
    const began = (packets.ofMessage.get(message) ?? []).filter((packet) => packets.all[packet].start <= frame);
    parts.push(element('h3', {}, `Its packets: ${count(began.length)}`), this.tree(began, frame));
    return parts;
  }

  /** The packets of a message as a tree: each below the one that it was copied from. */
  tree(own, frame) {
    this.packets.seek(frame);
    const items = new Map(), roots = element('ul', { className: 'tree' });
    for (const packet of own.slice(0, LINES)) {
      const item = element('li', {}, ...this.life(packet, frame));
      items.set(packet, item);
      const parent = items.get(this.packets.all[packet].from);
      if (!parent) roots.append(item);
      else (parent.querySelector(':scope > ul') ?? parent.appendChild(element('ul'))).append(item);
    }
    return limited(roots, own.length);
  }

  life(packet, frame) {
    const { film, packets } = this, { from, start, at, end, endAt } = packets.all[packet];
    const origin = from == null ? 'leaves its input queue' : `copied from ${from}`;
    const begins = `${packet} ${origin} in step ${film.stepOf(start)} at `;
    if (end != null && end <= frame) return [begins, this.nodeLink(at), `, ends in step ${film.stepOf(end)} at `, this.nodeLink(endAt)];
    return [begins, this.nodeLink(at), ', now at ', this.nodeLink(packets.places[packet])];
  }

}
