import { hash } from "node:crypto";

/** Numbers per slot: three of the id's hash, and its line. */
const width = 4;
const firstPlaces = 1 << 10;

/**
 * Remembers the line of each id in a file, in a hash table of 16 bytes a slot, half of them free: 34 MB for the largest
 * file, and half as much again while it grows. It keeps 96 bits of an id: two of a million collide in 1 of 10^17 files.
 */
export function seenIds(): (id: string, line: number) => number | null {
  let places = firstPlaces;
  let table = new Uint32Array(places * width);
  let count = 0;

  function placeOf(one: number, two: number, three: number): number {
    for (let place = one & (places - 1); ; place = (place + 1) & (places - 1)) {
      const at = place * width;
      if (table[at + 3] === 0 || (table[at] === one && table[at + 1] === two && table[at + 2] === three)) return at;
    }
  }
  function grow(): void {
    const before = table;
    places *= 2;
    table = new Uint32Array(places * width);
    for (let at = 0; at < before.length; at += width) {
      const [one = 0, two = 0, three = 0, line = 0] = before.subarray(at, at + width);
      if (line > 0) table.set([one, two, three, line], placeOf(one, two, three));
    }
  }

  /** Returns the earlier line (from 1) with the same id, if there is one. */
  return (id, line) => {
    const text = hash("sha1", id, "binary");
    const [one, two, three] = [numberAt(text, 0), numberAt(text, 4), numberAt(text, 8)];
    const at = placeOf(one, two, three);
    const before = table[at + 3] ?? 0;
    if (before > 0) return before;
    table.set([one, two, three, line], at);
    count += 1;
    if (count * 2 > places) grow();
    return null;
  };
}

/** Four one-byte characters as a number; buffers would be a million small allocations. */
const numberAt = (text: string, at: number): number =>
  (text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24)) >>>
  0;
