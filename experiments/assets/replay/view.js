// Shows a picture that can be zoomed and moved, and turns what a mouse, a pen or fingers do into choices; knows the colours.

/** Shades between an empty node and a full one. */
const SHADES = 8;

/** The colours of the page, as its style sheet has them; read again when light and dark change. */
const COLOURS = {};

function readColours() {
  const style = getComputedStyle(document.documentElement), value = (name) => style.getPropertyValue(`--${name}`).trim();
  for (const name of ['page', 'text', 'soft', 'rule', 'across', 'along', 'far', 'hot', 'tile', 'inner', 'message', 'packet', 'chart', 'line', 'second', 'worm', 'cycle', 'followed']) {
    COLOURS[name] = value(name);
  }
  COLOURS.onShade = value('on-shade');
  COLOURS.onPhase = value('on-phase');
  COLOURS.phases = Array.from({ length: 10 }, (_, i) => value(`phase-${i}`));
  COLOURS.shades = [value('empty'), ...blend(value('low'), value('high'))];
  COLOURS.heat = [value('empty'), ...blend(value('cool'), value('hot'))];
}

/** SHADES colours between two. */
function blend(from, to) {
  return Array.from({ length: SHADES }, (_, i) => `color-mix(in srgb, ${to} ${(100 * i) / (SHADES - 1)}%, ${from})`);
}

/** The shade of a share of the most, 0 to SHADES. */
const shadeOf = (number, most) => Math.ceil((Math.min(number, most) / most) * SHADES);

/** A canvas whose pixels are those of the screen. */
function fitPixels(canvas) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(canvas.clientWidth * ratio);
  canvas.height = Math.round(canvas.clientHeight * ratio);
}

function write(pen, text, x, y, colour, size = 11, textAlign = 'center', textBaseline = 'middle') {
  Object.assign(pen, { font: `${size}px system-ui, sans-serif`, fillStyle: colour, textAlign, textBaseline });
  pen.fillText(text, x, y);
}

/** The least and the greatest length of a unit on the screen, in points. */
const SMALLEST = 1.5, LARGEST = 96;

/** What draws a picture of some units in width and height says how, with `paint`, and what is at a place, with `at`. */
class View {
  constructor(canvas, film, shown) {
    // What is shown: frame, mode, what is selected and followed, and what to call when something is chosen.
    Object.assign(this, { canvas, film, shown, view: null, down: new Map() });
    const on = (name, act) => canvas.addEventListener(name, act, { passive: false });
    on('pointerdown', (event) => this.press(event));
    on('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel']) on(end, (event) => this.release(event));
    on('wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
    });
  }

  /** Shows the whole picture. */
  fit() {
    const { clientWidth, clientHeight } = this.canvas, margin = 6;
    const side = Math.min((clientWidth - 2 * margin) / this.width, (clientHeight - 2 * margin) / this.height, LARGEST);
    const size = Math.max(side, SMALLEST);
    this.view = { size, x: (clientWidth - size * this.width) / 2, y: (clientHeight - size * this.height) / 2, fits: true };
    this.draw();
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

  resize() {
    fitPixels(this.canvas);
    if (!this.view || this.view.fits) this.fit();
    else this.draw();
  }

  draw() {
    if (!this.view) return;
    const { canvas } = this, pen = canvas.getContext('2d', { alpha: false }), ratio = window.devicePixelRatio || 1;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = COLOURS.page;
    pen.fillRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    this.pen = pen;
    this.paint(pen);
  }

  /** A circle around a point of the canvas, ready to be drawn or filled. */
  ring(x, y, radius) {
    this.pen.beginPath();
    this.pen.arc(x, y, radius, 0, 7);
  }

  diamond(x, y, arm, isFilled) {
    const { pen } = this;
    pen.beginPath();
    for (const [across, down] of [[0, -arm], [arm, 0], [0, arm], [-arm, 0]]) pen.lineTo(x + across, y + down);
    pen.closePath();
    if (isFilled) pen.fill();
    else pen.stroke();
  }

  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.down.set(event.pointerId, { x: event.offsetX, y: event.offsetY, moved: false });
  }

  move({ pointerId, offsetX: x, offsetY: y }) {
    const finger = this.down.get(pointerId);
    if (!finger) return;
    const other = [...this.down].find(([id]) => id !== pointerId)?.[1];
    if (other) {
      const spread = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
      this.zoom(spread({ x, y }, other) / spread(finger, other), other.x, other.y);
      finger.moved = other.moved = true;
    } else if (finger.moved || Math.hypot(x - finger.x, y - finger.y) > 4) {
      this.pan(x - finger.x, y - finger.y);
      finger.moved = true;
    } else {
      return;
    }
    Object.assign(finger, { x, y });
  }

  release({ type, pointerId }) {
    const finger = this.down.get(pointerId);
    this.down.delete(pointerId);
    if (type === 'pointerup' && finger && !finger.moved) this.shown.choose(this.at(finger.x, finger.y));
  }
}
