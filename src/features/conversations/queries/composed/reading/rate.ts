import type { Filter } from "#contract/query.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import type { Reader } from "./read.ts";

const rate =
  /\b(?:(?:what|how)(?: is| was|'s) )?(?:our |the )?(\p{L}{3,20})[ -]rates?\b(?: (?:on|of|for|among|with))?/iu;

/** Words between the rows and the rate that say nothing, but would be taken for the verb of a share. */
const linking = /\b(?:does|do|did|is|are|was|were|has|have|had|who|which|what|the|an?|our)\b/gi;

/** "Cancellation rate of bookings" is the share of bookings that are cancelled; null for other rates. */
export async function rateIn(text: string, { read, subjects }: Reader): Promise<Reading | null> {
  const found = rate.exec(text);
  if (!found) return null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`.replace(linking, " ");
  for (const state of statesOf((found[1] ?? "").toLowerCase())) {
    const reading = await read(`what share of ${rest} are ${state}`);
    const { many } = subjects.find(({ id }) => id === reading?.query.subject) ?? {};
    // Without the name of the rows the state is taken for it.
    for (const one of [reading, reading && (await read(`what share of ${many} ${rest} are ${state}`))])
      if (one?.query.measure.of === "share" && one.query.part.every((filter) => isState(filter, state))) return one;
  }
  return null;
}

/** Whether the part of a share is the state, not a name that stands beside it. */
const isState = ({ values, field }: Filter, state: string): boolean => {
  const begins = (text: string | number): boolean => normalized(String(text)).startsWith(stem(state).slice(0, 4));
  return values.some(begins) || begins(field);
};

/** What rows are that a rate counts: "cancellation" counts the cancelled. */
const statesOf = (noun: string): string[] => {
  const root = noun.replace(/(?:ation|sion|tion|ing|al|ure)$/, "");
  return [...new Set([noun, `${root}ed`, `${root}e`, root])];
};
