import { type Line, textOf } from "./lines.ts";

/** Lines at the top and at the bottom of a page that may be its header and footer. */
const edge = 3;
/** The longest line that counts the pages; a longer one says something else on each. */
const longestNumbered = 40;
/** Pages before the one that is numbered 1, or left out of the file: "Invoice 1001" on the first page is no page number. */
const mostOffset = 20;

/** Leaves the headers and footers of pages out, except where they stand first. Page numbers may count in them. */
export function withoutRepeats(pages: readonly (readonly Line[])[]): Line[][] {
  const seen = new Map<string, { page: number; line: Line; numbers: number[] }[]>();
  for (const [page, lines] of pages.entries())
    for (const [at, line] of lines.entries()) {
      const [fromTop, fromEnd] = [at, lines.length - 1 - at];
      if (Math.min(fromTop, fromEnd) >= edge) continue;
      const text = textOf(line);
      const key = `${Math.round(line.y / 4)} ${text.replace(/\d+/g, "#")}`;
      const numbers = (text.match(/\d+/g) ?? []).map(Number);
      seen.set(key, [...(seen.get(key) ?? []), { page, line, numbers }]);
    }
  const dropped = new Set<Line>();
  for (const found of seen.values()) {
    const [first, ...rest] = found;
    if (!first || found.length < 2 || found.length < pages.length * 0.4) continue;
    // A number is the same on each page, or counts the pages; else the lines say different things.
    const isSame = rest.every(({ page, numbers }) =>
      numbers.every((number, at) => {
        const moved = number - (first.numbers[at] ?? 0);
        const isPageNumber = moved === page - first.page && Math.abs(number - page - 1) <= mostOffset;
        return moved === 0 || (isPageNumber && textOf(first.line).length <= longestNumbered);
      }),
    );
    if (isSame && rest.every(({ line, page }) => isSetApart(line, pages[page] ?? [])))
      for (const { line } of rest) dropped.add(line);
  }
  return pages.map((lines) => lines.filter((line) => !dropped.has(line)));
}

/** Whether only lines of the same margin stand close: the heading of a table that continues is no header. */
function isSetApart(line: Line, lines: readonly Line[]): boolean {
  const at = lines.indexOf(line);
  const isTop = at < edge && at < lines.length / 2;
  for (let next = at; ; next += isTop ? 1 : -1) {
    const [one, other] = [lines[next], lines[next + (isTop ? 1 : -1)]];
    if (!one || !other) return true;
    if (Math.abs(one.y - other.y) > Math.max(one.height, other.height) * 2) return true;
    if (Math.abs(next - at) >= edge) return false;
  }
}
