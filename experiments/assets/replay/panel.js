// Says in words what is in a step, in a node and in a message.

/** Lines shown of a list that may be long. */
const LINES = 200;

const PATIENCE = 'The packets are still being read.';
const SAMPLED = 'This page shows some steps only, and no packets. A page of fewer steps or nodes has all.';

/** A number with its thousands apart. */
function count(number) {
  return Number.isInteger(number) ? number.toLocaleString('en') : number.toFixed(2);
}

/** A number of things. */
function counted(number, thing) {
  const plural = thing.endsWith('y') ? `${thing.slice(0, -1)}ies` : `${thing}s`;
  return `${count(number)} ${number === 1 ? thing : plural}`;
}

/** An element with attributes and children; children that are texts stay texts. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  Object.assign(made, attributes);
  made.append(...children);
  return made;
}

class Panel {
  constructor(film, packets, player) {
    Object.assign(this, { film, packets, player });
  }

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
      ['links used', `${count(series.links[frame])} of ${count(this.linkCount())}`],
      ['deliveries', `${count(series.deliveries[frame])}, ${count(film.delivered[frame])} of ${count(film.deliveries)} so far`],
    ];
    if (tiles.length) facts.push(['tiles', tiles.slice(0, 2).map((tile) => this.tiling(tile)).join('; ')]);
    const list = element('dl');
    for (const [name, value] of facts) list.append(element('dt', {}, name), element('dd', {}, value));
    return list;
  }

  linkCount() {
    const { rows, cols, wraps, nodes, layers } = this.film;
    if (!wraps) return 2 * (rows * (cols - 1) + cols * (rows - 1));
    const dims = (rows > 1) + (cols > 1) + Math.round(Math.log(layers) / Math.log(Math.max(2, cols)));
    return nodes * dims * (cols === 2 ? 1 : 2);
  }

  tiling({ name, rows, cols }) {
    return `${this.film.names[name]}, ${rows.length} down, ${cols.length} across`;
  }

  node(node, frame) {
    const { film, packets } = this, parts = [];
    const held = film.held(frame, node);
    parts.push(element('p', {}, `Node ${node} at ${film.place(node)} holds ${counted(held, 'packet')}.`));
    const own = film.messages.flatMap(({ source, destinations }, message) => (source === node ? [{ message, destinations }] : []));
    for (const { message, destinations } of own.slice(0, 4)) {
      parts.push(element('p', {}, 'It is the source of ', this.link(message), destinations.length ? `, for ${counted(destinations.length, 'destination')}.` : '.'));
    }
    if (this.excuse) return [...parts, element('p', { className: 'hint' }, this.excuse)];
    packets.seek(frame);
    if (held) parts.push(this.packetTable(packets.lists[node], frame));
    return parts;
  }

  packetTable(list, frame) {
    const { film, packets } = this;
    const head = ['packet', 'message', 'to serve', 'age'].map((name) => element('th', { scope: 'col' }, name));
    const rows = list.slice(0, LINES).map((packet) => {
      const { message, start } = packets.all[packet];
      const open = film.messages[message].destinations.length - new Set(packets.deliveriesOf(message, frame).map(({ node }) => node)).size;
      const cells = [String(packet), this.link(message), counted(open, 'node'), counted(film.stepOf(frame) - film.stepOf(start), 'step')];
      return element('tr', {}, ...cells.map((cell) => element('td', {}, cell)));
    });
    return element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows));
  }

  /** A button that follows a message. */
  link(message) {
    const button = element('button', { type: 'button', className: 'link' }, `message ${message}`);
    button.dataset.message = message;
    return button;
  }

  /** A button that shows a node. */
  nodeLink(node) {
    const button = element('button', { type: 'button', className: 'link' }, this.film.place(node));
    button.dataset.node = node;
    return button;
  }

  /** What the map marks of a message in a frame. */
  marks(message, frame) {
    const { source, destinations } = this.film.messages[message];
    const marks = { source, destinations, served: new Set(), packets: [] };
    if (!this.excuse) {
      for (const { node } of this.packets.deliveriesOf(message, frame)) marks.served.add(node);
      this.packets.seek(frame);
      const own = this.packets.ofMessage.get(message) ?? [];
      marks.packets = own.map((packet) => this.packets.places[packet]).filter((node) => node != null);
    }
    return marks;
  }

  message(message, frame) {
    const { film, packets } = this, { source, destinations } = film.messages[message];
    const goal = destinations.length ? ` to ${counted(destinations.length, 'node')}.` : ' and has no destinations.';
    const parts = [element('p', {}, `Message ${message} goes from `, this.nodeLink(source), goal)];
    if (this.excuse) return [...parts, element('p', { className: 'hint' }, this.excuse)];
    const own = packets.ofMessage.get(message) ?? [], delivered = packets.deliveriesOf(message, frame);
    const served = new Map(delivered.map(({ node, frame: at }) => [node, at]));
    if (destinations.length) parts.push(element('h3', {}, `Deliveries: ${count(served.size)} of ${count(destinations.length)}`));
    const lines = destinations.slice(0, LINES).map((node) =>
      element('li', { className: served.has(node) ? 'done' : 'open' }, this.nodeLink(node),
        served.has(node) ? ` in step ${film.stepOf(served.get(node))}` : ' is open'));
    parts.push(this.limited(element('ul', { className: 'destinations' }, ...lines), destinations.length));
    const began = own.filter((packet) => packets.all[packet].start <= frame);
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
    return this.limited(roots, own.length);
  }

  life(packet, frame) {
    const { film, packets } = this, { from, start, at, end, endAt } = packets.all[packet];
    const origin = from == null ? 'leaves its input queue' : `copied from ${from}`;
    const begins = `${packet} ${origin} in step ${film.stepOf(start)} at `;
    if (end != null && end <= frame) return [begins, this.nodeLink(at), `, ends in step ${film.stepOf(end)} at `, this.nodeLink(endAt)];
    return [begins, this.nodeLink(at), ', now at ', this.nodeLink(packets.places[packet])];
  }

  limited(list, length) {
    if (length <= LINES) return list;
    return element('div', {}, list, element('p', { className: 'hint' }, `and ${count(length - LINES)} more`));
  }

  /** The steps, uses of links and deliveries of every phase of the two outer levels. */
  phaseTable() {
    const { film } = this, rows = new Map(), outer = [];
    for (const { name, depth, start, end } of film.spans) {
      outer[depth] = film.names[name];
      if (depth > 1) continue;
      const path = outer.slice(0, depth + 1).join(' / '), row = rows.get(path) ?? { calls: 0, steps: 0, links: 0, deliveries: 0, start };
      rows.set(path, row);
      row.calls += 1;
      row.steps += end - start;
      for (let frame = film.frameOf(start + 1); frame <= film.frameOf(end); frame++) {
        row.links += film.series.links[frame];
        row.deliveries += film.series.deliveries[frame];
      }
    }
    const head = ['phase', 'times', 'steps', 'link uses', 'deliveries'].map((name) => element('th', { scope: 'col' }, name));
    const body = [...rows].map(([path, { calls, steps, links, deliveries, start }]) => {
      const jump = element('button', { type: 'button', className: 'link' }, path);
      jump.dataset.step = start + 1;
      return element('tr', {}, ...[jump, count(calls), count(steps), count(links), count(deliveries)].map((cell) => element('td', {}, cell)));
    });
    return element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body));
  }
}

