// Makes the texts, lists and tables of a page.

/** Lines shown of a list that may be long. */
const LINES = 200;

const part = (id) => document.getElementById(id);

/** A number with its thousands apart. */
const WHOLE = new Intl.NumberFormat('en');
const count = (number) => (Number.isInteger(number) ? WHOLE.format(number) : number.toFixed(2));

/** A number of things. */
function counted(number, thing) {
  const plural = thing.endsWith('y') ? `${thing.slice(0, -1)}ies` : `${thing}s`;
  return `${count(number)} ${number === 1 ? thing : plural}`;
}

/** An element with attributes and children; children that are texts stay texts. */
function element(name, attributes = {}, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
}

const hint = (text) => element('p', { className: 'hint' }, text);

/** A button that looks like a link and chooses something by its number. */
function link(text, kind, number) {
  const button = element('button', { type: 'button', className: 'link' }, text);
  button.dataset[kind] = number;
  return button;
}

/** Names and what they are. */
function listed(facts) {
  return element('dl', {}, ...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
}

function table(names, rows, length = rows.length) {
  const line = (cells, kind, attributes) => element('tr', {}, ...cells.map((cell) => element(kind, attributes, cell)));
  const body = rows.slice(0, LINES).map((cells) => line(cells, 'td', {}));
  const head = element('thead', {}, line(names, 'th', { scope: 'col' }));
  return limited(element('table', {}, head, element('tbody', {}, ...body)), length);
}

/** A list of which some lines may not be shown. */
function limited(list, length) {
  return length <= LINES ? list : element('div', {}, list, hint(`and ${count(length - LINES)} more`));
}

/** Destinations, with a filled diamond where a message was delivered; each as a link, the number of its step, and what to say. */
function destinationList(destinations) {
  const lines = destinations.slice(0, LINES).map(([node, isDone, text]) => element('li', { className: isDone ? 'done' : 'open' }, node, text));
  return limited(element('ul', { className: 'destinations' }, ...lines), destinations.length);
}

/** An explanation of colours. */
function explain(items) {
  part('legend').replaceChildren(...items.map(([colour, text]) => {
    const box = element('i', { className: 'swatch' });
    box.style.background = colour;
    return element('span', {}, box, text);
  }));
}
