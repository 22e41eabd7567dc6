import { pluralize, shortDay } from "#contract/format.ts";
import { type Figure, formatFigure, joinLines, type Line, toLine } from "#contract/report.ts";

/** "Dec 2011" */
export const writtenMonth = (month: string): string => shortDay(`${month}-01`).replace("1 ", "");

/** "Licence (Acme Ltd)", or the title alone if it contains the party. */
export const titleWithParty = (title: string, party: string | null): string =>
  party === null || title.toLowerCase().includes(party.toLowerCase()) ? title : `${title} (${party})`;

/** Amounts in other currencies are mentioned, never added. */
export const otherCurrencyLine = (figure: Figure, words: string): Line =>
  toLine`Besides, ${figure} ${words}; it is not added, as no rate is known.`;

/** "A", "A and B", "A, B and C". */
export const joinAnd = (lines: readonly Line[]): Line =>
  lines.length < 2 ? lines.flat() : toLine`${joinLines(", ", lines.slice(0, -1))} and ${lines.at(-1)}`;

/** "12 open invoices", "12 open invoices and 1 credit note". */
export const openRows = (row: { invoices: number; creditNotes: number } | undefined, one: string): string =>
  `${pluralize(row?.invoices ?? 0, one)}${row?.creditNotes ? ` and ${pluralize(row.creditNotes, "credit note")}` : ""}`;

/** "20% more than"; if the share rounds to 0%, "as much as" or "about as much as". */
export function changeInWords(
  share: Figure,
  change: number,
  [more, less, same]: readonly [string, string, string],
): Line {
  if (formatFigure(share) === "0%") return [change === 0 ? same : `about ${same}`];
  return toLine`${share} ${change < 0 ? less : more}`;
}

/** The formula of a change whose sentence gives the direction in words ("down 41%"). */
export const changeFormula = (now: string, before: string, change: number): string =>
  change < 0 ? `1 − ${now} ÷ ${before}` : `${now} ÷ ${before} − 1`;

/** "EUR", "EUR and GBP", "EUR, GBP and USD". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
