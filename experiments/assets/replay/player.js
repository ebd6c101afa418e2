// Plays the film: owns the frame that is shown, the controls of time and the keyboard.

/** What a page of one kind of runs adds: a map, a panel, what to say of a frame, and what links choose, by their kinds. */
class Player {
  constructor(film) {
    const player = this;
    Object.assign(this, { film, frame: 0, playing: null, selected: null, following: null });
    this.shown = { get frame() { return player.frame; }, get selected() { return player.selected; }, followed: null };
    this.timeline = new Timeline(part('timeline'), film, this);
  }

  begin() {
    part('scrubber').max = this.film.frames - 1;
    this.listen();
    readColours();
    for (const drawn of [this.map, this.timeline]) new ResizeObserver(() => drawn.resize()).observe(drawn.canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      readColours();
      this.timeline.resize();
      this.redraw();
    });
    this.show(0);
  }

  listen() {
    const clicks = {
      first: () => this.show(0), back: () => this.show(this.frame - 1), play: () => this.toggle(),
      forward: () => this.show(this.frame + 1), last: () => this.show(this.film.frames - 1), whole: () => this.timeline.look(0, this.film.end),
      'zoom-in': () => this.map.zoom(1.4), 'zoom-out': () => this.map.zoom(1 / 1.4), 'zoom-all': () => this.map.fit(),
      unfollow: () => this.follow(null),
    };
    for (const [id, act] of Object.entries(clicks)) part(id).addEventListener('click', act);
    part('scrubber').addEventListener('input', () => this.show(Number(part('scrubber').value)));
    part('mode').addEventListener('change', () => this.setMode(part('mode').value));
    document.addEventListener('click', ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      for (const [kind, number] of Object.entries(target.dataset)) this.acts[kind]?.(Number(number));
    });
    document.addEventListener('keydown', (event) => this.press(event));
  }

  /** Does something when a form is sent. */
  onForm(id, act) { part(id).addEventListener('submit', (event) => { event.preventDefault(); act(); }); }

  press(event) {
    const { target, key } = event, takes = target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
    const isOurs = !takes || target.id === 'scrubber';
    if (!isOurs || event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey ? 10 : 1, last = this.film.frames - 1, { jumps } = this.film;
    const moves = {
      ArrowRight: this.frame + far, ArrowLeft: this.frame - far, Home: 0, End: last,
      ']': jumps.find((frame) => frame > this.frame) ?? last, '[': jumps.findLast((frame) => frame < this.frame) ?? 0,
    };
    if (key in moves) this.show(moves[key]);
    else if (key === ' ' && !(target instanceof HTMLButtonElement) && target.tagName !== 'SUMMARY') this.toggle();
    else return;
    event.preventDefault();
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
    const scrubber = part('scrubber'), clock = film.clock(this.frame);
    scrubber.value = this.frame;
    part('clock').textContent = clock;
    scrubber.setAttribute('aria-valuetext', `${clock}: ${film.phaseAt(this.frame)}`);
    this.redraw();
    this.timeline.draw();
  }

  /** Draws the map again, and says what is in it. */
  redraw(changes = {}) {
    Object.assign(this.shown, changes);
    this.shown.followed = this.following == null ? null : this.marks();
    this.map.draw();
    this.describe();
  }

  /** Writes the panel, at most once for what the screen shows at once. */
  describe() {
    this.stale ??= requestAnimationFrame(() => {
      this.stale = null;
      this.say(this.frame);
    });
  }

  setMode(mode) { this.redraw({ mode }); }

  /** Chooses one of so many things. */
  choose(what, number, length) {
    if (number != null && !(number >= 0 && number < length)) return;
    this[what] = number;
    this.redraw();
  }

  /** Follows a message or a worm, the first of which has this number in the form. */
  follow(number) {
    const { topic, first } = this;
    this.choose('following', number, this.film[`${topic}s`].length);
    part('unfollow').hidden = this.following == null;
    if (this.following == null) part(topic).replaceChildren();
    else part(`${topic}-number`).value = this.following + first;
  }

  zoomed(isPart) { part('whole').hidden = !isPart; }
}

/** Opens the page with what reads its film and what plays it. */
function openPage(Film, Playing) {
  const facts = JSON.parse(part('facts').textContent);
  unpack(facts, part('film').textContent.trim()).then((bytes) => {
    const player = new Playing(new Film(facts, bytes));
    player.begin();
    window.replay = player.data();
  }).catch((error) => {
    part('problem').textContent = `The page cannot show the run: ${error.message}`;
    part('problem').hidden = false;
  });
}
