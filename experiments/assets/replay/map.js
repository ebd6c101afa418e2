// Draws the mesh: nodes as squares, uses of links as half-edges, tiles as outlines.

class MeshMap extends View {
  constructor(canvas, film, shown) {
    super(canvas, film, shown);
    this.across = Math.ceil(Math.sqrt(film.layers));
    this.width = this.across * (film.cols + 1) - 1;
    this.height = Math.ceil(film.layers / this.across) * (film.rows + 1) - 1;
    this.columnOf = new Float64Array(film.nodes);
    this.rowOf = new Float64Array(film.nodes);
    for (let node = 0; node < film.nodes; node++) {
      const inside = node % (film.rows * film.cols), layer = Math.floor(node / (film.rows * film.cols));
      this.columnOf[node] = (layer % this.across) * (film.cols + 1) + (inside % film.cols);
      this.rowOf[node] = Math.floor(layer / this.across) * (film.rows + 1) + Math.floor(inside / film.cols);
    }
    this.most = Math.max(1, Math.min(film.peak, film.capacity ?? film.peak));
  }

  /** The node at a point of the canvas. */
  at(x, y) {
    const { view, film } = this, col = Math.floor((x - view.x) / view.size), row = Math.floor((y - view.y) / view.size);
    const layer = Math.floor(row / (film.rows + 1)) * this.across + Math.floor(col / (film.cols + 1));
    const [inRow, inCol] = [row % (film.rows + 1), col % (film.cols + 1)];
    const isNode = row >= 0 && col >= 0 && col < this.width && inRow < film.rows && inCol < film.cols && layer < film.layers;
    return isNode ? (layer * film.rows + inRow) * film.cols + inCol : null;
  }

  paint(pen) {
    const { film, view, shown } = this, { mode } = shown;
    this.visible = this.visibleNodes();
    this.drawNodes(shown);
    if (mode === 'load' || mode === 'total') this.drawLoads(mode);
    else this.drawUses();
    if (shown.outlines) this.drawTiles();
    if (film.layers > 1 && view.size >= 14) {
      for (let layer = 0, first = 0; layer < film.layers; layer++, first += film.rows * film.cols) {
        write(this.pen, `layer ${layer}`, this.x(first), this.y(first) + film.rows * view.size + 2, COLOURS.soft, 11, 'left', 'top');
      }
    }
    this.drawMarks();
    if (view.size >= 22 && mode === 'packets') this.drawNumbers();
  }

  /** The corner of a node on the canvas. */
  x(node) { return this.view.x + this.columnOf[node] * this.view.size; }
  y(node) { return this.view.y + this.rowOf[node] * this.view.size; }

  visibleNodes() {
    const { view, canvas, film } = this, nodes = [], right = canvas.clientWidth, bottom = canvas.clientHeight;
    for (let node = 0; node < film.nodes; node++) {
      const x = this.x(node), y = this.y(node);
      if (x < right && y < bottom && x + view.size > 0 && y + view.size > 0) nodes.push(node);
    }
    return nodes;
  }

  /** Fills things shade by shade. */
  fillByShade(things, colours, shadeOfThing, fill) {
    const ofShade = new Map();
    for (const thing of things) gather(ofShade, shadeOfThing(thing), thing);
    for (const [shade, some] of ofShade) {
      this.pen.fillStyle = colours[shade];
      some.forEach(fill);
    }
  }

  drawNodes({ mode, frame, counts, mostDelivered }) {
    const { pen, view: { size }, film } = this, side = size < 5 ? size : size * 0.64, inset = (size - side) / 2;
    const delivered = mode === 'deliveries' ? counts.deliveries(frame) : null, isPlain = !delivered && mode !== 'packets';
    const shade = (node) => (delivered ? shadeOf(delivered[node], mostDelivered) : isPlain ? 0 : shadeOf(film.held(frame, node), this.most));
    this.fillByShade(this.visible, COLOURS.shades, shade, (node) => pen.fillRect(this.x(node) + inset, this.y(node) + inset, side, side));
  }

  /** Fills the half-edge of a node at one of its links. */
  fillHalf(node, link) {
    const { pen, view: { size }, film } = this, reach = size < 5 ? size / 2 : size * 0.2;
    const thick = Math.max(1, size * 0.26), x = this.x(node), y = this.y(node), [down, across] = film.sides[link];
    if (across) pen.fillRect(across > 0 ? x + size - reach : x, y + (size - thick) / 2, reach, thick);
    else pen.fillRect(x + (size - thick) / 2, down > 0 ? y + size - reach : y, thick, reach);
  }

  drawUses() {
    const { pen, film, shown } = this;
    for (const [isAcross, colour] of [[true, COLOURS.across], [false, COLOURS.along]]) {
      pen.fillStyle = colour;
      const links = [0, 1, 2, 3].filter((link) => Boolean(film.sides[link][1]) === isAcross);
      for (const node of this.visible) {
        const uses = film.uses(shown.frame, node);
        for (const link of links) if ((uses >> link) & 1) this.fillHalf(node, link);
      }
    }
    if (film.layers > 1) this.drawFarUses();
  }

  /** Links between layers, as dots in a corner. */
  drawFarUses() {
    const { pen, film, shown, view: { size } } = this, dot = Math.max(1, size * 0.22);
    pen.fillStyle = COLOURS.far;
    for (const node of this.visible) {
      const far = film.uses(shown.frame, node) >> 4, x = this.x(node), y = this.y(node);
      if (far & 0x55) pen.fillRect(x + size - dot, y, dot, dot);
      if (far & 0xaa) pen.fillRect(x, y + size - dot, dot, dot);
    }
  }

  drawLoads(mode) {
    const { counts, frame } = this.shown, loads = mode === 'load' ? counts.recent(frame) : counts.total(frame), used = [];
    this.greatestLoad = maximum(loads);
    for (const node of this.visible) for (let link = 4 * node; link < 4 * node + 4; link++) if (loads[link]) used.push(link);
    this.fillByShade(used, COLOURS.heat, (link) => shadeOf(loads[link], this.greatestLoad), (link) => this.fillHalf(link >> 2, link & 3));
  }

  drawTiles() {
    const { pen, view: { size }, film } = this;
    film.tilesAt(this.shown.frame).forEach(({ at, rows, cols }, depth) => {
      pen.strokeStyle = depth === 0 ? COLOURS.tile : COLOURS.inner;
      pen.lineWidth = depth === 0 ? Math.max(1.5, size * 0.07) : 1;
      let y = this.y(at);
      for (const down of rows) {
        let x = this.x(at);
        for (const across of cols) {
          pen.strokeRect(x, y, across * size, down * size);
          x += across * size;
        }
        y += down * size;
      }
    });
  }

  /** The chosen node, and the source, the destinations and the packets of the followed message. */
  drawMarks() {
    const { pen, view: { size }, shown: { selected, followed } } = this, middle = (node) => [this.x(node) + size / 2, this.y(node) + size / 2];
    if (followed) {
      pen.lineWidth = Math.max(2, size * 0.1);
      pen.strokeStyle = pen.fillStyle = COLOURS.message;
      for (const node of followed.destinations) this.diamond(...middle(node), Math.max(3, size * 0.34), followed.served.has(node));
      this.ring(...middle(followed.source), Math.max(5, size * 0.4));
      pen.stroke();
      pen.fillStyle = COLOURS.packet;
      for (const node of followed.packets) {
        this.ring(...middle(node), Math.max(3.2, size * 0.256));
        pen.fill();
      }
    }
    if (selected != null) {
      Object.assign(pen, { lineWidth: 2.5, strokeStyle: COLOURS.text });
      pen.strokeRect(this.x(selected) - 1, this.y(selected) - 1, size + 2, size + 2);
    }
  }

  drawNumbers() {
    const { view: { size }, film, shown, most } = this;
    for (const node of this.visible) {
      const held = film.held(shown.frame, node), colour = held / most > Math.ceil(SHADES * 0.45) / SHADES ? COLOURS.onShade : COLOURS.text;
      if (held) write(this.pen, held, this.x(node) + size / 2, this.y(node) + size * 0.55, colour, Math.min(14, size * 0.4));
    }
  }
}
