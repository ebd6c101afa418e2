// Says in words what worms do, and plays their run.

class WormPlayer extends Player {
  constructor(film) {
    super(film);
    Object.assign(this, { topic: 'worm', first: 1 });
    Object.assign(this.shown, { mode: 'worms', choose: (channel) => this.select(channel) });
    this.map = new WormMap(part('map'), film, this.shown);
    this.acts = { worm: (number) => this.follow(number), channel: (number) => this.select(number), ns: (time) => this.show(film.frameOf(time)) };
  }

  begin() {
    part('channel-number').max = this.film.channels.length - 1;
    part('worm-number').max = this.film.worms.length;
    this.onForm('channel-form', () => this.select(Number(part('channel-number').value)));
    this.onForm('worm-form', () => this.follow(Number(part('worm-number').value) - 1));
    super.begin();
  }

  marks() { return this.film.worms[this.following]; }

  say(frame) {
    const { film } = this, { across, shades, hot, message } = COLOURS, { mode } = this.shown, held = film.held[frame];
    part('now').replaceChildren(listed([
      ['time', `${count(film.times[frame])} ns`], ['channels held', `${count(held)} of ${count(film.channels.length)}`],
      ['under way', counted(film.moving[frame], 'worm')], ['waiting', counted(film.waiting[frame], 'worm')],
      ['deliveries', `${count(film.delivered[frame])} of ${count(film.deliveries.length)} so far`],
    ]));
    if (this.selected != null) part('channel').replaceChildren(...this.channel(this.selected, frame));
    if (this.following != null) part('worm').replaceChildren(...this.worm(film.worms[this.following], frame));
    // A long table takes longer than a frame of the screen.
    this.due ??= setTimeout(() => {
      this.due = null;
      const [open, done] = [false, true].map((isDone) => film.worms.filter((worm) => (worm.done <= film.times[this.frame]) === isDone));
      part('worms').replaceChildren(table(['worm', 'state', 'channels', 'served'], [...open, ...done].slice(0, LINES).map((worm) => this.row(worm, this.frame)), film.worms.length));
    }, 150);
    const loads = [[COLOURS.heat[1], 'channel held briefly'], [COLOURS.heat[SHADES], `${count(this.map.greatestLoad ?? 1)} ns`]];
    explain([...(mode === 'load' ? loads : [[wormColour(0), 'channel of worm 1, thicker with more flits; 1: 5 are 5 flits of it'], [hot, 'worm that waits; dashes: for what']]),
      [shades[SHADES], 'node with all its deliveries'], [message, 'delivery now; source and destinations of the followed worm']]);
  }

  wormLink(number) { return link(`worm ${number + 1}`, 'worm', number); }

  /** What a worm does: its state, and for what and whom it waits. */
  doing(worm, frame) {
    const { film } = this, { waitOf, holders } = film.at(frame), wait = waitOf.get(worm.number), state = film.stateOf(worm, frame);
    if (state !== 'blocked') return [state];
    const others = (holders.get(wait.what) ?? []).flatMap((hold, i) => [i ? ' and ' : '', this.wormLink(hold.worm)]);
    return ['blocked', ...(others.length ? [' by ', ...others] : [])];
  }

  row(worm, frame) {
    const { film } = this, time = film.times[frame], channels = worm.holds.filter((hold) => hold.inside && hold.first <= frame && frame < hold.last);
    const done = worm.served.filter(({ time: at }) => at <= time).length;
    return [this.wormLink(worm.number), element('span', {}, ...this.doing(worm, frame)), count(channels.length), `${done} of ${worm.served.length}`];
  }

  channel(what, frame) {
    const { film } = this, { holders, queues } = film.at(frame), since = (time) => ` since ${count(time)} ns`;
    const lines = (holds, text) => holds.map((hold) => element('li', {}, this.wormLink(hold.worm), text(hold)));
    const users = film.holds.filter((hold) => hold.what === what && hold.granted < Infinity);
    return [element('p', {}, `Channel ${what}: ${film.named(what).replace('channel ', '')}.`),
      element('ul', { className: 'tree' },
        ...lines(holders.get(what) ?? [], (hold) => ` holds it${since(hold.granted)}, with ${counted(film.flits(hold, frame), 'flit')} in it`),
        ...lines(queues.get(what) ?? [], (wait) => ` waits for it${since(wait.requested)}`)),
      hint(`${counted(users.length, 'worm')} in all: ${users.slice(0, LINES).map(({ worm }) => worm + 1).join(', ') || 'none'}.`)];
  }

  worm(worm, frame) {
    const { film } = this, { waitOf, time } = film.at(frame), wait = waitOf.get(worm.number), of = worm.message < 0 ? '' : ` of message ${worm.message}`;
    const held = worm.holds.filter((hold) => hold.first <= frame && frame < hold.last);
    const served = worm.served.map(({ node, time: at }) =>
      [film.node(node), at <= time, at <= time ? element('span', {}, ' at ', link(`${count(at)} ns`, 'ns', at)) : ' is open']);
    const holds = held.slice(0, LINES).map((hold) => (hold.inside
      ? element('li', {}, link(film.named(hold.what), 'channel', hold.what), `: ${counted(film.flits(hold, frame), 'flit')}`)
      : element('li', {}, film.named(hold.what))));
    return [element('p', {}, `Worm ${worm.number + 1}${of}, from ${film.node(worm.source)}: `, ...this.doing(worm, frame), '.'),
      wait ? element('p', {}, `It waits for the ${film.named(wait.what)} since ${count(wait.requested)} ns.`) : '',
      element('h3', {}, 'Deliveries'), destinationList(served),
      element('h3', {}, `Held: ${count(held.length)}`), limited(element('ul', { className: 'tree' }, ...holds), held.length)];
  }

  select(channel) {
    this.choose('selected', channel, this.film.channels.length);
    if (this.selected == null) return part('channel').replaceChildren(hint('Click a channel to see who holds it and who waits for it.'));
    part('channel-number').value = this.selected;
  }

  /** What the page knows, for scripts and tests. Worms count from 0 here. */
  data() {
    const { film } = this, { frames, stride, end, nodes, deadlock } = film;
    return {
      frames, stride, end, nodes, deadlock, channels: film.channels.length, worms: film.worms.length, destinations: film.deliveries.length,
      /** Frame t: what worms hold, with its flits, and wait for, channels before ports; the state of every worm; what the charts show. */
      frame: (t) => {
        const { time, held, waits } = film.at(t), states = film.worms.map((worm) => film.stateOf(worm, t));
        return {
          time, states, channelsHeld: film.held[t], underWay: film.moving[t], waiting: film.waiting[t], delivered: film.delivered[t],
          held: held.map((hold) => [hold.worm, hold.what, film.flits(hold, t)]), waits: waits.map((wait) => [wait.worm, wait.what, wait.requested]),
          deliveries: film.deliveries.filter((one) => one.time <= time).map(({ worm, node, time: at }) => [worm, node, at]),
        };
      },
      show: (t) => this.show(t),
    };
  }
}

openPage(WormFilm, WormPlayer);
