import type { QuerySubject } from "#contract/query.ts";
import type { Plannable } from "../composed.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";

/** Reads a text as a query with the one reader; null unless every word of it is used. */
export type Read = (text: string) => Promise<Reading | null>;

/** What parts of a question are read with. */
export type Reader = {
  read: Read;
  /** Reads a question of its own, whose rows no other part names. */
  question: Read;
  subjects: readonly QuerySubject[];
  today: string;
  fiscalYearStart: number;
  /** What has a budget. */
  plannable: () => Promise<Plannable[]>;
  /** Who owns deals. */
  owners: () => Promise<readonly string[]>;
  /** Whether a word is known, so that it is not misspelt. */
  isWord: (word: string) => boolean;
};

/** At most this many texts of one question are read. */
const mostRead = 24;

/** Remembers what was read, and stops at a limit, so that no question takes long. */
export function readOnce(read: (text: string) => Promise<Reading | null>): Read {
  const known = new Map<string, Promise<Reading | null>>();
  return (text) => {
    const key = text.replaceAll(/\s+/g, " ").trim();
    const found = known.get(key);
    if (found || known.size >= mostRead) return found ?? Promise.resolve(null);
    // A capital at the beginning is no sign of a name.
    const plain = key.charAt(0).toLowerCase() + key.slice(1);
    const whole = async (words: string) => {
      const one = await read(words);
      return one && isWhole(one) ? one : null;
    };
    const reading = whole(key).then((one) => one ?? (plain === key ? null : whole(plain)));
    known.set(key, reading);
    return reading;
  };
}

const isWhole = ({ unused, vague, unmet }: Reading): boolean => unused.length + vague.length + unmet.length === 0;
