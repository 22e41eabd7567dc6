import { hash } from "node:crypto";

/** Numbers per slot: three of the id's hash, and its line. */
const slotSize = 4;
const initialSlots = 1 << 10;

/**
 * Remembers the line of each id in a file, in a hash table of 16 bytes a slot, half of them free: 34 MB for the largest
 * file, and half as much again while it grows. It keeps 96 bits of an id: two of a million collide in 1 of 10^17 files.
 */
export function seenIds(): (id: string, line: number) => number | null {
  let slots = initialSlots;
  let table = new Uint32Array(slots * slotSize);
  let count = 0;

  function findSlot(one: number, two: number, three: number): number {
    for (let slot = one & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const at = slot * slotSize;
      if (table[at + 3] === 0 || (table[at] === one && table[at + 1] === two && table[at + 2] === three)) return at;
    }
  }
  function grow(): void {
    const before = table;
    slots *= 2;
    table = new Uint32Array(slots * slotSize);
    for (let at = 0; at < before.length; at += slotSize) {
      const [one = 0, two = 0, three = 0, line = 0] = before.subarray(at, at + slotSize);
      if (line > 0) table.set([one, two, three, line], findSlot(one, two, three));
    }
  }

  /** Returns the earlier line (from 1) with the same id, if there is one. */
  return (id, line) => {
    const text = hash("sha1", id, "binary");
    const [one, two, three] = [numberAt(text, 0), numberAt(text, 4), numberAt(text, 8)];
    const at = findSlot(one, two, three);
    const before = table[at + 3] ?? 0;
    if (before > 0) return before;
    table.set([one, two, three, line], at);
    count += 1;
    if (count * 2 > slots) grow();
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
