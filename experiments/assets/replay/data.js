// Unpacks the data of a page.

/** Reads LEB128 numbers one after the other. */
class Numbers {
  constructor(bytes, at = 0) { Object.assign(this, { bytes, at }); }

  next() {
    let number = 0, place = 1, byte;
    do {
      byte = this.bytes[this.at++];
      number += (byte & 127) * place;
      place *= 128;
    } while (byte & 128);
    return number;
  }

  /** A number that may be negative: d ≥ 0 is 2d, d < 0 is −2d − 1. */
  signed(number = this.next()) { return number % 2 ? -(number + 1) / 2 : number / 2; }
  list(length) { return Array.from({ length }, () => this.next()); }
  /** As many things as the next number says, each made from those that follow. */
  many(make) { return Array.from({ length: this.next() }, make); }
}

/** The sections of a film by their names, decompressed. */
async function unpack({ sections }, letters) {
  if (typeof DecompressionStream === 'undefined') throw new Error('this browser cannot decompress: use one of 2023 or later');
  const packed = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let at = 0;
  return Object.fromEntries(sections.map(([name, length]) => [name, bytes.subarray(at, (at += length))]));
}

/** The greatest of many numbers, at least 1. */
const maximum = (numbers) => numbers.reduce((most, number) => Math.max(most, number), 1);

/** Puts something into the list that a map has for a key. */
function gather(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
