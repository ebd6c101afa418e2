// Draws phases and counts over time, below one axis, and lets the user jump and zoom.

/** Heights in points: of a row of phases, of a chart, of the gap before a chart. */
const ROW = 19, CHART = 40, GAP = 7;
/** Nested phases shown at once. */
const ROWS = 4;

class Timeline {
  constructor(canvas, film, player) {
    Object.assign(this, { canvas, film, player });
    this.rows = Math.min(ROWS, 1 + film.spans.reduce((most, { depth }) => Math.max(most, depth), -1));
    this.from = 0;
    this.to = Math.max(1, film.end);
    canvas.style.height = `${this.rows * ROW + film.charts.length * (CHART + GAP) + 2}px`;
    this.listen();
  }

  listen() {
    const { canvas } = this, at = (event) => this.stepAt(event.offsetX);
    let drags = false;
    const on = (name, act) => canvas.addEventListener(name, (event) => act(event, this.barAt(event)), { passive: false });
    on('pointerdown', (event, bar) => {
      canvas.setPointerCapture(event.pointerId);
      drags = !bar;
      this.player.show(this.film.frameOf(bar ? Math.min(bar.start + 1, bar.end) : Math.round(at(event))));
    });
    on('pointermove', (event, bar) => {
      if (event.buttons && drags) this.player.show(this.film.frameOf(Math.round(at(event))));
      canvas.style.cursor = bar ? 'pointer' : 'crosshair';
      canvas.title = bar ? `${this.film.names[bar.name]}: ${this.film.range(bar.start, bar.end)}` : '';
    });
    on('dblclick', (event, bar) => (bar ? this.look(bar.start, bar.end) : this.look(0, this.film.end)));
    on('wheel', (event) => {
      event.preventDefault();
      const centre = at(event), factor = Math.exp(event.deltaY * 0.002);
      this.look(centre + (this.from - centre) * factor, centre + (this.to - centre) * factor);
    });
  }

  /** Shows the steps between two, at least four. */
  look(from, to) {
    const { end } = this.film, missing = Math.max(0, Math.min(4, end) - (to - from)) / 2;
    this.from = Math.max(0, Math.min(from - missing, end - 1));
    this.to = Math.min(Math.max(1, end), Math.max(to + missing, this.from + 1));
    this.player.zoomed(this.from > 0 || this.to < end);
    this.draw();
  }

  x(step) { return ((step - this.from) / (this.to - this.from)) * this.canvas.clientWidth; }
  stepAt(x) { return this.from + (x / this.canvas.clientWidth) * (this.to - this.from); }

  /** The innermost phase at a point, if it is in the strip. */
  barAt({ offsetX, offsetY }) {
    const depth = Math.floor(offsetY / ROW), step = this.stepAt(offsetX);
    if (offsetY < 0 || depth >= this.rows) return null;
    return this.film.spans.find((bar) => bar.depth === depth && bar.start <= step && step < bar.end) ?? null;
  }

  resize() {
    fitPixels(this.canvas);
    this.picture = null;
    this.draw();
  }

  /** Draws what does not change from frame to frame into a picture of its own. */
  paint(ratio) {
    const picture = document.createElement('canvas');
    picture.width = this.canvas.width;
    picture.height = this.canvas.height;
    const pen = picture.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.paintPhases(pen);
    this.film.charts.forEach((chart, i) => this.paintChart(pen, chart, this.rows * ROW + i * (CHART + GAP) + GAP));
    return Object.assign(picture, { key: `${this.from} ${this.to}` });
  }

  paintPhases(pen) {
    const { film } = this;
    pen.font = '12px system-ui, sans-serif';
    const filled = new Float64Array(this.rows).fill(-1);
    for (const { name, depth, start, end } of film.spans) {
      if (depth >= this.rows || end <= this.from || start >= this.to) continue;
      const left = Math.max(0, this.x(start)), right = Math.min(this.canvas.clientWidth, this.x(end)), top = depth * ROW;
      // Of the phases within one point, the first is drawn.
      if (right <= filled[depth]) continue;
      filled[depth] = Math.max(right, left + 1);
      pen.fillStyle = COLOURS.phases[name % COLOURS.phases.length];
      pen.fillRect(left, top, Math.max(1, right - left - (right - left > 3 ? 1 : 0)), ROW - 2);
      const text = film.names[name], room = right - left - 8;
      if (room > 12 && pen.measureText(text).width <= room) write(pen, text, left + 4, top + ROW / 2 - 0.5, COLOURS.onPhase, 12, 'left');
    }
  }

  paintChart(pen, { label, most, lines }, top) {
    const { film, canvas } = this, width = canvas.clientWidth;
    pen.fillStyle = COLOURS.chart;
    pen.fillRect(0, top, width, CHART);
    lines.forEach((line, i) => {
      pen.fillStyle = i === 0 ? COLOURS.line : COLOURS.second;
      // The greatest value of the frames that share a point.
      for (let x = 0; x < width; x++) {
        const first = film.frameOf(this.stepAt(x)), last = Math.max(first, film.frameOf(this.stepAt(x + 1)) - 1);
        let value = 0;
        for (let frame = first; frame <= last; frame++) value = Math.max(value, line[frame]);
        const height = (value / most) * (CHART - 14);
        if (value > 0) pen.fillRect(x, top + CHART - Math.max(1, height), 1, Math.max(1, height));
      }
    });
    write(pen, label, 4, top + 2, COLOURS.soft, 11, 'left', 'top');
    write(pen, `most ${count(most)}`, width - 4, top + 2, COLOURS.soft, 11, 'right', 'top');
  }

  draw() {
    const { canvas, film, player } = this, ratio = window.devicePixelRatio || 1;
    if (!canvas.width) return;
    if (this.picture?.key !== `${this.from} ${this.to}`) this.picture = this.paint(ratio);
    const pen = canvas.getContext('2d');
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(this.picture, 0, 0);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const x = Math.round(this.x(film.stepOf(player.frame)));
    pen.fillStyle = COLOURS.text;
    pen.fillRect(x - 1, 0, 2, canvas.clientHeight);
  }
}
