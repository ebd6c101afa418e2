// Draws the mesh: nodes as squares, uses of links as half-edges, tiles as outlines.

class MeshMap extends View {
  constructor(canvas, film, shown) {
    super(canvas, film, shown);
    this.across = Math.ceil(Math.sqrt(film.layers));
    this.width = this.across * (film.cols + 1) - 1;
    this.height = Math.ceil(film.layers / this.across) * (film.rows + 1) - 1;
    this.columnOf = Float64Array.from({ length: film.nodes }, (_, node) => this.cellOf(node)[0]);
    this.rowOf = Float64Array.from({ length: film.nodes }, (_, node) => this.cellOf(node)[1]);
    this.most = Math.max(1, Math.min(film.peak, film.capacity ?? film.peak));
  }

  cellOf(node) {
    const { rows, cols } = this.film, inside = node % (rows * cols), layer = Math.floor(node / (rows * cols));
    return [(layer % this.across) * (cols + 1) + (inside % cols),
      Math.floor(layer / this.across) * (rows + 1) + Math.floor(inside / cols)];
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
    const { film, view, shown } = this, { mode } = shown, isLoad = mode === 'load' || mode === 'total';
    this.visible = this.visibleNodes();
    this.drawNodes(mode === 'deliveries' ? this.deliveredShades() : this.heldShades(mode));
    if (isLoad) this.drawLoads(mode);
    else this.drawUses();
    if (shown.outlines) this.drawTiles();
    if (film.layers > 1 && view.size >= 14) {
      for (let layer = 0, first = 0; layer < film.layers; layer++, first += film.rows * film.cols) {
        this.write(`layer ${layer}`, this.x(first), this.y(first) + film.rows * view.size + 2, COLOURS.soft, 11, 'left', 'top');
      }
    }
    this.drawMarks();
    if (view.size >= 22 && mode === 'packets') this.drawNumbers();
  }

  /** The corner of a node on the canvas. */
  x(node) {
    return this.view.x + this.columnOf[node] * this.view.size;
  }

  y(node) {
    return this.view.y + this.rowOf[node] * this.view.size;
  }

  visibleNodes() {
    const { view, canvas, film } = this, nodes = [], right = canvas.clientWidth, bottom = canvas.clientHeight;
    for (let node = 0; node < film.nodes; node++) {
      const x = this.x(node), y = this.y(node);
      if (x < right && y < bottom && x + view.size > 0 && y + view.size > 0) nodes.push(node);
    }
    return nodes;
  }

  /** The shade of each visible node, 0 to SHADES. */
  heldShades(mode) {
    const { film, shown } = this;
    return this.visible.map((node) => (mode === 'packets' ? shadeOf(film.held(shown.frame, node), this.most) : 0));
  }

  deliveredShades() {
    const counts = this.shown.counts.deliveries(this.shown.frame), most = Math.max(1, this.shown.mostDelivered);
    return this.visible.map((node) => shadeOf(counts[node], most));
  }

  drawNodes(shades) {
    const { pen, view } = this, side = view.size < 5 ? view.size : view.size * 0.64, inset = (view.size - side) / 2;
    const ofShade = Array.from({ length: SHADES + 1 }, () => []);
    shades.forEach((shade, i) => ofShade[shade].push(this.visible[i]));
    ofShade.forEach((nodes, shade) => {
      pen.fillStyle = COLOURS.shades[shade];
      for (const node of nodes) pen.fillRect(this.x(node) + inset, this.y(node) + inset, side, side);
    });
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
    const { pen, shown } = this, loads = mode === 'load' ? shown.counts.recent(shown.frame) : shown.counts.total(shown.frame);
    const ofShade = Array.from({ length: SHADES + 1 }, () => []);
    let most = 1;
    for (const load of loads) if (load > most) most = load;
    this.greatestLoad = most;
    for (const node of this.visible) {
      for (let link = 4 * node; link < 4 * node + 4; link++) if (loads[link]) ofShade[shadeOf(loads[link], most)].push(link);
    }
    ofShade.forEach((links, shade) => {
      pen.fillStyle = COLOURS.heat[shade];
      for (const link of links) this.fillHalf(link >> 2, link & 3);
    });
  }

  drawTiles() {
    const { pen, view: { size }, film } = this;
    film.tilesAt(this.shown.frame).forEach(({ at, rows, cols }, depth) => {
      const sum = (sides) => sides.reduce((before, side) => before + side * size, 0);
      const x = this.x(at), y = this.y(at), width = sum(cols), height = sum(rows);
      pen.strokeStyle = depth === 0 ? COLOURS.tile : COLOURS.inner;
      pen.lineWidth = depth === 0 ? Math.max(1.5, size * 0.07) : 1;
      pen.strokeRect(x, y, width, height);
      pen.beginPath();
      for (let row = 1; row < rows.length; row++) {
        pen.moveTo(x, y + sum(rows.slice(0, row)));
        pen.lineTo(x + width, y + sum(rows.slice(0, row)));
      }
      for (let col = 1; col < cols.length; col++) {
        pen.moveTo(x + sum(cols.slice(0, col)), y);
        pen.lineTo(x + sum(cols.slice(0, col)), y + height);
      }
      pen.stroke();
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
      pen.lineWidth = 2.5;
      pen.strokeStyle = COLOURS.text;
      pen.strokeRect(this.x(selected) - 1, this.y(selected) - 1, size + 2, size + 2);
    }
  }

  drawNumbers() {
    const { view: { size }, film, shown, most } = this;
    for (const node of this.visible) {
      const held = film.held(shown.frame, node), colour = held / most > Math.ceil(SHADES * 0.45) / SHADES ? COLOURS.onShade : COLOURS.text;
      if (held) this.write(held, this.x(node) + size / 2, this.y(node) + size * 0.55, colour, Math.min(14, size * 0.4));
    }
  }
}

