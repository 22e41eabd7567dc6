import { shortDay } from "#contract/format.ts";
import { type Figure, type Gap, type Line, say } from "#contract/report.ts";
import type { Conclusion } from "./topic.ts";

/** Takes a month, gives it as it is read: "Dec 2011". */
export const writtenMonth = (month: string): string => shortDay(`${month}-01`).replace("1 ", "");

/** Takes a title and who it is about, gives both; once where the title names them already: "Licence (Acme Ltd)". */
export const titled = (title: string, party: string | null): string =>
  party === null || title.toLowerCase().includes(party.toLowerCase()) ? title : `${title} (${party})`;

/** What a topic says that has nothing to stand on: no figure, only what is needed. */
export const unsaid = (title: string, words: string, ...missing: Gap[]): Conclusion => ({
  headline: null,
  section: { title, lines: [say`${words}`], table: null },
  answers: {},
  figures: [],
  facts: [],
  missing,
  concerns: [],
  proposals: [],
});

/** The sentence for money of another currency, which is named beside and never added. */
export const besides = (figure: Figure, words: string): Line =>
  say`Besides, ${figure} ${words}; it is not added, as no rate is known.`;

/** Those of the given pieces that are there, with commas between. */
export const among = (...pieces: readonly (Line | false)[]): Line =>
  pieces.filter((piece) => piece !== false).flatMap((piece, at) => (at === 0 ? piece : [", ", ...piece]));

/** Takes a sentence and others, gives them one after the other. */
export const after = (first: Line, others: readonly Line[]): Line => [
  ...first,
  ...others.flatMap((one): Line => [" ", ...one]),
];

/** A figure as a cell of a table. */
export const cell = ({ id }: Pick<Figure, "id">): Line => [{ figure: id }];

/** How a change is worked out whose size is told, and its direction in words: the formula gives what is told. */
export const changeFormula = (now: string, before: string, change: number): string =>
  change < 0 ? `1 − ${now} ÷ ${before}` : `${now} ÷ ${before} − 1`;

/** Names in a sentence: "EUR", "EUR and GBP", "EUR, GBP and USD". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
