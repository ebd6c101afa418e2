// Plays the film: owns the frame that is shown, the controls and the keyboard.

/** Shades between an empty node and a full one. */
const SHADES = 8;

/** The colours of the page, as its style sheet has them; read again when light and dark change. */
const COLOURS = {};

function readColours() {
  const style = getComputedStyle(document.documentElement), value = (name) => style.getPropertyValue(name).trim();
  for (const name of ['page', 'text', 'soft', 'across', 'along', 'far', 'tile', 'inner', 'message', 'packet', 'chart', 'line', 'second']) {
    COLOURS[name] = value(`--${name}`);
  }
  COLOURS.onShade = value('--on-shade');
  COLOURS.onPhase = value('--on-phase');
  COLOURS.phases = Array.from({ length: 10 }, (_, i) => value(`--phase-${i}`));
  COLOURS.shades = [value('--empty'), ...blend(value('--low'), value('--high'))];
  COLOURS.heat = [value('--empty'), ...blend(value('--cool'), value('--hot'))];
}

/** SHADES colours between two, both as #rrggbb. */
function blend(from, to) {
  const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)), [a, b] = [parts(from), parts(to)];
  return Array.from({ length: SHADES }, (_, i) =>
    `rgb(${a.map((part, j) => Math.round(part + ((b[j] - part) * i) / (SHADES - 1))).join(' ')})`);
}

const part = (id) => document.getElementById(id);

class Player {
  constructor(film) {
    this.film = film;
    this.frame = 0;
    this.selected = null;
    this.following = null;
    this.packets = new Packets(film);
    this.counts = new Counts(film, this.packets);
    const player = this;
    this.shown = {
      mode: 'packets', outlines: true, counts: this.counts, mostDelivered: 1,
      get frame() { return player.frame; },
      get selected() { return player.selected; },
      followed: null,
      choose: (node) => this.select(node),
    };
    this.panel = new Panel(film, this.packets, this);
    this.map = new MeshMap(part('map'), film, this.shown);
    this.timeline = new Timeline(part('timeline'), film, this);
    this.playing = null;
  }

  begin() {
    const { film } = this, layers = film.layers > 1 ? `, ${film.layers} layers of it` : '', side = `${film.rows} × ${film.cols} ${film.wraps ? 'torus' : 'mesh'}${layers}`;
    part('summary').textContent = `${side}, ${counted(film.messages.length, 'message')}: ${counted(film.steps, 'step')}, ` +
      `${counted(film.links, 'link use')}, ${counted(film.deliveries, 'delivery')}, ` +
      `at most ${counted(film.peak, 'packet')} in a node${film.capacity ? ` that may hold ${film.capacity}` : ''}.` +
      (film.isWhole ? '' : ` One step of ${film.stride} is shown; a link counts as used if it was since the step shown before.`);
    part('map').setAttribute('aria-label', `${side}; use the fields for row and column to choose one`);
    const scrubber = part('scrubber');
    scrubber.max = film.frames - 1;
    part('node-row').max = film.rows * film.layers - 1;
    part('node-col').max = film.cols - 1;
    part('message-number').max = film.messages.length - 1;
    part('phases').querySelector('.frame').append(this.panel.phaseTable());
    this.listen();
    readColours();
    new ResizeObserver(() => this.map.resize()).observe(part('map'));
    new ResizeObserver(() => this.timeline.resize()).observe(part('timeline'));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      readColours();
      this.timeline.resize();
      this.map.draw();
    });
    this.show(0);
  }

  listen() {
    const on = (id, what, act) => part(id).addEventListener(what, act);
    on('scrubber', 'input', () => this.show(Number(part('scrubber').value)));
    on('first', 'click', () => this.show(0));
    on('back', 'click', () => this.show(this.frame - 1));
    on('play', 'click', () => this.toggle());
    on('forward', 'click', () => this.show(this.frame + 1));
    on('last', 'click', () => this.show(this.film.frames - 1));
    on('whole', 'click', () => this.timeline.look(0, this.film.steps));
    on('mode', 'change', () => this.setMode(part('mode').value));
    on('outlines', 'change', () => this.redraw({ outlines: part('outlines').checked }));
    on('zoom-in', 'click', () => this.map.zoom(1.4));
    on('zoom-out', 'click', () => this.map.zoom(1 / 1.4));
    on('zoom-all', 'click', () => { this.map.fit(); this.map.draw(); });
    on('node-form', 'submit', (event) => {
      event.preventDefault();
      this.select(Number(part('node-row').value) * this.film.cols + Number(part('node-col').value));
    });
    on('message-form', 'submit', (event) => {
      event.preventDefault();
      this.follow(Number(part('message-number').value));
    });
    on('unfollow', 'click', () => this.follow(null));
    document.addEventListener('click', ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      const { message, node, step } = target.dataset;
      if (message) this.follow(Number(message));
      if (node) this.select(Number(node));
      if (step) this.show(this.film.frameOf(Number(step)));
    });
    document.addEventListener('keydown', (event) => this.press(event));
  }

  press(event) {
    const { target, key } = event, takes = target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
    const isOurs = !takes || target.id === 'scrubber';
    if (!isOurs || event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey ? 10 : 1, last = this.film.frames - 1;
    const moves = { ArrowRight: this.frame + far, ArrowLeft: this.frame - far, Home: 0, End: last, ']': this.phaseAfter(), '[': this.phaseBefore() };
    if (key in moves) this.show(moves[key]);
    else if (key === ' ' && !(target instanceof HTMLButtonElement) && target.tagName !== 'SUMMARY') this.toggle();
    else return;
    event.preventDefault();
  }

  /** The frames in which the next phase and the one before it begin. */
  phaseAfter() {
    // Spans come in the order of their starts.
    const next = this.film.spans.find(({ start }) => this.film.frameOf(start + 1) > this.frame);
    return next ? this.film.frameOf(next.start + 1) : this.film.frames - 1;
  }

  phaseBefore() {
    let best = 0;
    for (const { start } of this.film.spans) {
      const frame = this.film.frameOf(start + 1);
      if (frame < this.frame && frame > best) best = frame;
    }
    return best;
  }

  toggle() {
    if (this.playing != null) {
      cancelAnimationFrame(this.playing);
      this.playing = null;
    } else {
      if (this.frame === this.film.frames - 1) this.show(0);
      let before = performance.now(), due = 0;
      const tick = (now) => {
        due += ((now - before) / 1000) * Number(part('speed').value);
        before = now;
        const whole = Math.floor(due);
        due -= whole;
        if (whole) this.show(this.frame + whole);
        if (this.frame === this.film.frames - 1) this.toggle();
        else this.playing = requestAnimationFrame(tick);
      };
      this.playing = requestAnimationFrame(tick);
    }
    part('play').textContent = this.playing == null ? 'Play' : 'Pause';
    this.describe();
  }

  show(frame) {
    const { film } = this;
    this.frame = Math.max(0, Math.min(frame, film.frames - 1));
    const scrubber = part('scrubber'), step = film.stepOf(this.frame);
    scrubber.value = this.frame;
    part('clock').textContent = `step ${count(step)} of ${count(film.steps)}`;
    scrubber.setAttribute('aria-valuetext', `step ${step} of ${film.steps}: ${film.phaseAt(this.frame)}`);
    this.redraw();
    this.timeline.draw();
  }

  /** Draws the map again, and says what is in it. */
  redraw(changes = {}) {
    Object.assign(this.shown, changes);
    this.shown.followed = this.following == null ? null : this.panel.marks(this.following, this.frame);
    this.map.draw();
    this.describe();
  }

  /** Writes the panel, at most once for what the screen shows at once. */
  describe() {
    this.stale ??= requestAnimationFrame(() => {
      this.stale = null;
      part('now').replaceChildren(this.panel.now(this.frame));
      if (this.selected != null) part('node').replaceChildren(...this.panel.node(this.selected, this.frame));
      if (this.following != null) part('message').replaceChildren(...this.panel.message(this.following, this.frame));
      this.legend();
    });
  }

  legend() {
    const { mode } = this.shown, { film } = this, isLoad = mode === 'load' || mode === 'total';
    const swatch = (colour, text) => {
      const box = element('i', { className: 'swatch' });
      box.style.background = colour;
      return element('span', {}, box, text);
    };
    const most = Math.min(film.peak, film.capacity ?? film.peak), items = [];
    if (mode === 'packets') items.push(swatch(COLOURS.shades[1], '1 packet'), swatch(COLOURS.shades[SHADES], counted(most, 'packet')));
    if (mode === 'deliveries') items.push(swatch(COLOURS.shades[1], 'few deliveries'), swatch(COLOURS.shades[SHADES], counted(this.shown.mostDelivered, 'delivery')));
    if (isLoad) items.push(swatch(COLOURS.heat[1], 'link used seldom'), swatch(COLOURS.heat[SHADES], `${count(this.map.greatestLoad ?? 1)} times`));
    else items.push(swatch(COLOURS.across, 'link in a row'), swatch(COLOURS.along, 'link in a column'));
    if (film.layers > 1 && !isLoad) items.push(swatch(COLOURS.far, 'link to another layer'));
    if (this.following != null) items.push(swatch(COLOURS.message, 'source (ring), destinations (filled: served)'), swatch(COLOURS.packet, 'its packets'));
    part('legend').replaceChildren(...items);
  }

  setMode(mode) {
    if (mode === 'deliveries' && !this.packets.isReady) {
      part('problem').textContent = this.panel.excuse;
      part('problem').hidden = false;
    } else {
      part('problem').hidden = true;
    }
    this.redraw({ mode });
  }

  zoomed(isPart) {
    part('whole').hidden = !isPart;
  }

  select(node) {
    if (node != null && !(node >= 0 && node < this.film.nodes)) return;
    this.selected = node;
    if (node == null) {
      part('node').replaceChildren(element('p', { className: 'hint' }, 'Click a node to see its packets.'));
    } else {
      part('node-row').value = Math.floor(node / this.film.cols);
      part('node-col').value = node % this.film.cols;
    }
    this.redraw();
  }

  follow(message) {
    if (message != null && !(message >= 0 && message < this.film.messages.length)) return;
    this.following = message;
    part('unfollow').hidden = message == null;
    if (message == null) part('message').replaceChildren();
    else part('message-number').value = message;
    this.redraw();
  }

  /** What the page knows, for scripts and tests. */
  data() {
    const { film } = this;
    return {
      steps: film.steps,
      nodes: film.nodes,
      stride: film.stride,
      frames: film.frames,
      totals: { links: film.links, deliveries: film.deliveries, peak: film.peak },
      /** Frame t: the packets of every node, the uses of links since the frame before, and which links of each node they were. */
      frame: (t) => {
        const of = (what) => Array.from({ length: film.nodes }, (_, node) => what(t, node));
        return {
          step: film.stepOf(t),
          occupancy: of((frame, node) => film.held(frame, node)),
          uses: of((frame, node) => film.uses(frame, node)),
          links: film.series.links[t],
          deliveries: film.series.deliveries[t],
          peak: film.series.peak[t],
          phase: film.phaseAt(t),
          tiles: film.tilesAt(t),
        };
      },
      /** The packets of every node in frame t, with their messages, once they are read. */
      packets: async (t) => {
        await this.reading;
        this.packets.seek(t);
        return this.packets.lists.map((list) => list.map((packet) => this.packets.all[packet].message));
      },
      show: (t) => this.show(t),
    };
  }
}

async function main() {
  const facts = JSON.parse(part('facts').textContent);
  if (typeof DecompressionStream === 'undefined') throw new Error('this browser cannot decompress: use one of 2023 or later');
  const player = new Player(await Film.load(facts, part('film').textContent.trim()));
  player.begin();
  player.reading = player.packets.read().then(() => {
    player.shown.mostDelivered = maximum(player.counts.deliveries(player.film.frames - 1))[0] ?? 1;
    player.redraw();
  });
  window.replay = player.data();
}

main().catch((error) => {
  part('problem').textContent = `The page cannot show the run: ${error.message}`;
  part('problem').hidden = false;
});
