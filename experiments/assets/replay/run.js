// Plays a run on a mesh or a torus.

class RunPlayer extends Player {
  constructor(film) {
    super(film);
    Object.assign(this, { topic: 'message', first: 0 });
    this.packets = new Packets(film);
    this.counts = new Counts(film, this.packets);
    Object.assign(this.shown, { mode: 'packets', outlines: true, counts: this.counts, mostDelivered: 1, choose: (node) => this.select(node) });
    this.panel = new Panel(film, this.packets);
    this.map = new MeshMap(part('map'), film, this.shown);
    this.acts = { message: (number) => this.follow(number), node: (number) => this.select(number), step: (step) => this.show(film.frameOf(step)) };
  }

  begin() {
    const { film } = this;
    part('node-row').max = film.rows * film.layers - 1;
    part('node-col').max = film.cols - 1;
    part('message-number').max = film.messages.length - 1;
    part('outlines').addEventListener('change', () => this.redraw({ outlines: part('outlines').checked }));
    this.onForm('node-form', () => this.select(Number(part('node-row').value) * film.cols + Number(part('node-col').value)));
    this.onForm('message-form', () => this.follow(Number(part('message-number').value)));
    super.begin();
    this.reading = this.packets.read().then(() => this.redraw({ mostDelivered: maximum(this.counts.deliveries(film.frames - 1)) }));
  }

  marks() { return this.panel.marks(this.following, this.frame); }

  say(frame) {
    part('now').replaceChildren(this.panel.now(frame));
    if (this.selected != null) part('node').replaceChildren(...this.panel.node(this.selected, frame));
    if (this.following != null) part('message').replaceChildren(...this.panel.message(this.following, frame));
    const { mode, mostDelivered } = this.shown, { film, map: { most, greatestLoad } } = this, isLoad = mode === 'load' || mode === 'total';
    const { shades, heat, across, along, far, message, packet } = COLOURS, items = [];
    if (mode === 'packets') items.push([shades[1], '1 packet'], [shades[SHADES], counted(most, 'packet')]);
    if (mode === 'deliveries') items.push([shades[1], 'few deliveries'], [shades[SHADES], counted(mostDelivered, 'delivery')]);
    if (isLoad) items.push([heat[1], 'link used seldom'], [heat[SHADES], `${count(greatestLoad ?? 1)} times`]);
    else items.push([across, 'link in a row'], [along, 'link in a column']);
    if (film.layers > 1 && !isLoad) items.push([far, 'link to another layer']);
    if (this.following != null) items.push([message, 'source (ring), destinations (filled: served)'], [packet, 'its packets']);
    explain(items);
  }

  setMode(mode) {
    part('problem').hidden = mode !== 'deliveries' || this.packets.isReady;
    part('problem').textContent = this.panel.excuse;
    super.setMode(mode);
  }

  select(node) {
    this.choose('selected', node, this.film.nodes);
    if (this.selected == null) return part('node').replaceChildren(hint('Click a node to see its packets.'));
    part('node-row').value = Math.floor(this.selected / this.film.cols);
    part('node-col').value = this.selected % this.film.cols;
  }

  /** What the page knows, for scripts and tests. */
  data() {
    const { film } = this;
    return {
      steps: film.steps, nodes: film.nodes, stride: film.stride, frames: film.frames,
      totals: { links: film.links, deliveries: film.deliveries, peak: film.peak },
      /** Frame t: the packets of every node, the uses of links since the frame before, and which links of each node they were. */
      frame: (t) => {
        const of = (what) => Array.from({ length: film.nodes }, (_, node) => what(t, node)), { links, deliveries, peak } = film.series;
        return {
          step: film.stepOf(t), phase: film.phaseAt(t), tiles: film.tilesAt(t), links: links[t], deliveries: deliveries[t], peak: peak[t],
          occupancy: of((frame, node) => film.held(frame, node)), uses: of((frame, node) => film.uses(frame, node)),
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

openPage(Film, RunPlayer);
