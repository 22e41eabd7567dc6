export type Value = string | number | boolean | null;

/**
 * Spreadsheets run a cell that begins like this as a formula; some also accept full-width signs. Existing apostrophes
 * are included, so that unescaping restores the original text.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/;

/** Reverses the apostrophe that `csvLine` puts before a text that reads as a formula. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** Escapes text a spreadsheet would run as a formula with an apostrophe; numbers keep their minus. */
export function csvLine(cells: readonly Value[]): string {
  return cells
    .map((cell) => {
      if (cell === null) return "";
      if (typeof cell !== "string") return cell === true ? "yes" : cell === false ? "no" : String(cell);
      const safe = formula.test(cell) ? `'${cell}` : cell;
      return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(",");
}

/** With the byte order mark by which spreadsheets recognize UTF-8. */
export const csvFile = (lines: readonly string[]): string => `\ufeff${lines.map((line) => `${line}\r\n`).join("")}`;
