import type { Filter } from "#contract/query.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import type { Reader } from "./read.ts";

const rate =
  /\b(?:(?:what|how)(?: is| was|'s) )?(?:our |the )?(\p{L}{3,20})[ -]rates?\b(?: (?:on|of|for|among|with))?/iu;

/** "Cancellation rate of bookings" is the share of bookings that are cancelled; null for other rates. */
export async function rateIn(text: string, { read }: Reader): Promise<Reading | null> {
  const found = rate.exec(text);
  if (!found) return null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  for (const state of statesOf((found[1] ?? "").toLowerCase())) {
    const reading = await read(`what share of ${rest} are ${state}`);
    if (reading?.query.measure.of === "share") return ofDecided(reading);
  }
  return null;
}

/** What rows are that a rate counts: "cancellation" counts the cancelled. */
const statesOf = (noun: string): string[] => {
  const root = noun.replace(/(?:ation|sion|tion|ing|al|ure)$/, "");
  return [
    ...new Set([
      noun,
      `${root}ed`,
      root === noun ? noun : root,
      `${root}e`,
      { win: "won", loss: "lost", clos: "won" }[root] ?? noun,
    ]),
  ];
};

const decided: Filter = { field: "stage", test: "is", values: ["won", "lost"] };

/** What is still open is neither won nor lost. */
const ofDecided = (reading: Reading): Reading => {
  const { filters, part } = reading.query;
  const isOfStage = part.some(
    ({ field, values }) => field === "stage" && values.every((value) => value === "won" || value === "lost"),
  );
  return isOfStage && !filters.some(({ field }) => field === "stage" || field === "view")
    ? { ...reading, query: { ...reading.query, filters: [...filters, decided] } }
    : reading;
};
