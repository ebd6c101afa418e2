// Draws the mesh: nodes as squares, uses of links as half-edges, tiles as outlines; zooms and pans.

/** The least and the greatest side of a node on the screen, in points. */
const SMALLEST = 1.5, LARGEST = 96;

class MeshMap {
  constructor(canvas, film, shown) {
    this.canvas = canvas;
    this.film = film;
    /** What is shown: frame, mode, selected node and followed message, and what to call when a node is chosen. */
    this.shown = shown;
    this.across = Math.ceil(Math.sqrt(film.layers));
    this.width = this.across * (film.cols + 1) - 1;
    this.height = Math.ceil(film.layers / this.across) * (film.rows + 1) - 1;
    this.columnOf = Float64Array.from({ length: film.nodes }, (_, node) => this.cellOf(node)[0]);
    this.rowOf = Float64Array.from({ length: film.nodes }, (_, node) => this.cellOf(node)[1]);
    this.view = null;
    new Pointers(this);
  }

  cellOf(node) {
    const { rows, cols } = this.film, inside = node % (rows * cols), layer = Math.floor(node / (rows * cols));
    return [(layer % this.across) * (cols + 1) + (inside % cols),
      Math.floor(layer / this.across) * (rows + 1) + Math.floor(inside / cols)];
  }

  /** Shows the whole mesh. */
  fit() {
    const { clientWidth, clientHeight } = this.canvas, margin = 6;
    const side = Math.min((clientWidth - 2 * margin) / this.width, (clientHeight - 2 * margin) / this.height, LARGEST);
    const size = Math.max(side, SMALLEST);
    this.view = { size, x: (clientWidth - size * this.width) / 2, y: (clientHeight - size * this.height) / 2, fits: true };
  }

  /** Zooms about a point of the canvas. */
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const { view } = this, size = Math.min(LARGEST, Math.max(SMALLEST, view.size * factor)), ratio = size / view.size;
    this.view = { size, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio, fits: false };
    this.draw();
  }

  pan(dx, dy) {
    Object.assign(this.view, { x: this.view.x + dx, y: this.view.y + dy, fits: false });
    this.draw();
  }

  /** The node at a point of the canvas. */
  nodeAt(x, y) {
    const { view, film } = this, col = Math.floor((x - view.x) / view.size), row = Math.floor((y - view.y) / view.size);
    const layer = Math.floor(row / (film.rows + 1)) * this.across + Math.floor(col / (film.cols + 1));
    const [inRow, inCol] = [row % (film.rows + 1), col % (film.cols + 1)];
    const isNode = row >= 0 && col >= 0 && col < this.width && inRow < film.rows && inCol < film.cols && layer < film.layers;
    return isNode ? (layer * film.rows + inRow) * film.cols + inCol : null;
  }

  resize() {
    const { canvas } = this, ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(canvas.clientHeight * ratio);
    if (!this.view || this.view.fits) this.fit();
    this.draw();
  }

  draw() {
    const { canvas, view } = this;
    if (!view) return;
    const pen = canvas.getContext('2d', { alpha: false }), ratio = window.devicePixelRatio || 1;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = COLOURS.page;
    pen.fillRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    this.pen = pen;
    this.visible = this.visibleNodes();
    const { mode } = this.shown;
    this.drawNodes(mode === 'deliveries' ? this.deliveredShades() : this.heldShades(mode));
    if (mode === 'load' || mode === 'total') this.drawLoads(mode);
    else this.drawUses();
    if (this.shown.outlines) this.drawTiles();
    if (this.film.layers > 1) this.drawLayerNames();
    this.drawMarks();
    if (view.size >= 22 && mode === 'packets') this.drawNumbers();
  }

  visibleNodes() {
    const { view, canvas, film } = this, nodes = [];
    const right = canvas.clientWidth, bottom = canvas.clientHeight;
    for (let node = 0; node < film.nodes; node++) {
      const x = view.x + this.columnOf[node] * view.size, y = view.y + this.rowOf[node] * view.size;
      if (x < right && y < bottom && x + view.size > 0 && y + view.size > 0) nodes.push(node);
    }
    return nodes;
  }

  /** The shade of each visible node, 0 to SHADES. */
  heldShades(mode) {
    const { film, shown } = this, most = Math.max(1, Math.min(film.peak, film.capacity ?? film.peak));
    if (mode !== 'packets') return this.visible.map(() => 0);
    return this.visible.map((node) => Math.ceil((Math.min(film.held(shown.frame, node), most) / most) * SHADES));
  }

  deliveredShades() {
    const counts = this.shown.counts.deliveries(this.shown.frame), most = Math.max(1, this.shown.mostDelivered);
    return this.visible.map((node) => Math.ceil((counts[node] / most) * SHADES));
  }

  drawNodes(shades) {
    const { pen, view } = this, side = view.size < 5 ? view.size : view.size * 0.64, inset = (view.size - side) / 2;
    const ofShade = Array.from({ length: SHADES + 1 }, () => []);
    shades.forEach((shade, i) => ofShade[shade].push(this.visible[i]));
    ofShade.forEach((nodes, shade) => {
      pen.fillStyle = COLOURS.shades[shade];
      for (const node of nodes) {
        pen.fillRect(view.x + this.columnOf[node] * view.size + inset, view.y + this.rowOf[node] * view.size + inset, side, side);
      }
    });
  }

  /** A half-edge of a node: where it is on the screen. */
  half(node, link) {
    const { view, film } = this, size = view.size, reach = size < 5 ? size / 2 : size * 0.2;
    const thick = Math.max(1, size * 0.26), x = view.x + this.columnOf[node] * size, y = view.y + this.rowOf[node] * size;
    const [down, across] = film.sides[link];
    if (across) return [across > 0 ? x + size - reach : x, y + (size - thick) / 2, reach, thick];
    return [x + (size - thick) / 2, down > 0 ? y + size - reach : y, thick, reach];
  }

  drawUses() {
    const { pen, film, shown } = this;
    for (const [isAcross, colour] of [[true, COLOURS.across], [false, COLOURS.along]]) {
      pen.fillStyle = colour;
      const links = [0, 1, 2, 3].filter((link) => Boolean(film.sides[link][1]) === isAcross);
      for (const node of this.visible) {
        const uses = film.uses(shown.frame, node);
        for (const link of links) if ((uses >> link) & 1) pen.fillRect(...this.half(node, link));
      }
    }
    if (film.layers > 1) this.drawFarUses();
  }

  drawLayerNames() {
    const { pen, view, film } = this;
    if (view.size < 14) return;
    pen.font = '11px system-ui, sans-serif';
    pen.textAlign = 'left';
    pen.textBaseline = 'top';
    pen.fillStyle = COLOURS.soft;
    for (let layer = 0; layer < film.layers; layer++) {
      const first = layer * film.rows * film.cols, x = view.x + this.columnOf[first] * view.size;
      pen.fillText(`layer ${layer}`, x, view.y + (this.rowOf[first] + film.rows) * view.size + 2);
    }
  }

  /** Links between layers, as dots in a corner. */
  drawFarUses() {
    const { pen, film, shown, view } = this, dot = Math.max(1, view.size * 0.22);
    pen.fillStyle = COLOURS.far;
    for (const node of this.visible) {
      const far = film.uses(shown.frame, node) >> 4;
      const x = view.x + this.columnOf[node] * view.size, y = view.y + this.rowOf[node] * view.size;
      if (far & 0x55) pen.fillRect(x + view.size - dot, y, dot, dot);
      if (far & 0xaa) pen.fillRect(x, y + view.size - dot, dot, dot);
    }
  }

  drawLoads(mode) {
    const { pen, shown } = this, loads = mode === 'load' ? shown.counts.recent(shown.frame) : shown.counts.total(shown.frame);
    let most = 1;
    for (const load of loads) if (load > most) most = load;
    this.greatestLoad = most;
    for (let shade = 1; shade <= SHADES; shade++) {
      pen.fillStyle = COLOURS.heat[shade];
      for (const node of this.visible) {
        for (let link = 0; link < 4; link++) {
          const load = loads[4 * node + link];
          if (load && Math.ceil((load / most) * SHADES) === shade) pen.fillRect(...this.half(node, link));
        }
      }
    }
  }

  drawTiles() {
    const { pen, view, film } = this;
    film.tilesAt(this.shown.frame).forEach(({ at, rows, cols }, depth) => {
      const x = view.x + this.columnOf[at] * view.size, y = view.y + this.rowOf[at] * view.size;
      const sum = (sides) => sides.reduce((before, side) => before + side, 0);
      const width = sum(cols) * view.size, height = sum(rows) * view.size;
      pen.strokeStyle = depth === 0 ? COLOURS.tile : COLOURS.inner;
      pen.lineWidth = depth === 0 ? Math.max(1.5, view.size * 0.07) : 1;
      pen.strokeRect(x, y, width, height);
      pen.beginPath();
      let down = y;
      for (const side of rows.slice(0, -1)) {
        down += side * view.size;
        pen.moveTo(x, down);
        pen.lineTo(x + width, down);
      }
      let right = x;
      for (const side of cols.slice(0, -1)) {
        right += side * view.size;
        pen.moveTo(right, y);
        pen.lineTo(right, y + height);
      }
      pen.stroke();
    });
  }

  /** The chosen node, and the source, the destinations and the packets of the followed message. */
  drawMarks() {
    const { pen, view, shown } = this, { selected, followed } = shown;
    const centre = (node) => [view.x + (this.columnOf[node] + 0.5) * view.size, view.y + (this.rowOf[node] + 0.5) * view.size];
    const ring = (node, radius) => {
      pen.beginPath();
      pen.arc(...centre(node), Math.max(radius, radius * view.size * 0.08), 0, 7);
    };
    if (followed) {
      pen.lineWidth = Math.max(2, view.size * 0.1);
      pen.strokeStyle = COLOURS.message;
      pen.fillStyle = COLOURS.message;
      for (const node of followed.destinations) {
        const [x, y] = centre(node), arm = Math.max(3, view.size * 0.34);
        pen.beginPath();
        pen.moveTo(x, y - arm);
        pen.lineTo(x + arm, y);
        pen.lineTo(x, y + arm);
        pen.lineTo(x - arm, y);
        pen.closePath();
        if (followed.served.has(node)) pen.fill();
        else pen.stroke();
      }
      ring(followed.source, 5);
      pen.stroke();
      pen.fillStyle = COLOURS.packet;
      for (const node of followed.packets) {
        ring(node, 3.2);
        pen.fill();
      }
    }
    if (selected != null) {
      const side = view.size + 2;
      pen.lineWidth = 2.5;
      pen.strokeStyle = COLOURS.text;
      pen.strokeRect(view.x + this.columnOf[selected] * view.size - 1, view.y + this.rowOf[selected] * view.size - 1, side, side);
    }
  }

  drawNumbers() {
    const { pen, view, film, shown } = this;
    pen.font = `${Math.min(14, view.size * 0.4)}px system-ui, sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    const dark = Math.ceil(SHADES * 0.45), most = Math.max(1, Math.min(film.peak, film.capacity ?? film.peak));
    for (const node of this.visible) {
      const held = film.held(shown.frame, node);
      if (!held) continue;
      pen.fillStyle = (held / most) * SHADES > dark ? COLOURS.onShade : COLOURS.text;
      pen.fillText(held, view.x + (this.columnOf[node] + 0.5) * view.size, view.y + (this.rowOf[node] + 0.55) * view.size);
    }
  }
}

/** Turns what a mouse, a pen or fingers do on the map into choices, pans and zooms. */
class Pointers {
  constructor(map) {
    this.map = map;
    this.down = new Map();
    const { canvas } = map;
    canvas.addEventListener('pointerdown', (event) => this.press(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, (event) => this.release(event));
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      map.zoom(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
    }, { passive: false });
  }

  press(event) {
    this.map.canvas.setPointerCapture(event.pointerId);
    this.down.set(event.pointerId, { x: event.offsetX, y: event.offsetY, moved: false });
  }

  move(event) {
    const finger = this.down.get(event.pointerId);
    if (!finger) return;
    const { offsetX: x, offsetY: y } = event, { map } = this;
    const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const spread = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
      map.zoom(spread({ x, y }, other) / spread(finger, other), other.x, other.y);
      finger.moved = other.moved = true;
    } else if (finger.moved || Math.hypot(x - finger.x, y - finger.y) > 4) {
      map.pan(x - finger.x, y - finger.y);
      finger.moved = true;
    } else {
      return;
    }
    Object.assign(finger, { x, y });
  }

  release(event) {
    const finger = this.down.get(event.pointerId);
    this.down.delete(event.pointerId);
    if (event.type === 'pointerup' && finger && !finger.moved) this.map.shown.choose(this.map.nodeAt(finger.x, finger.y));
  }
}

