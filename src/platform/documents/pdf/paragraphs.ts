import type { Block } from "#platform/documents/document.ts";
import { isHeading as isTableHeading, tableBlocks } from "#platform/documents/table.ts";
import type { Joiner } from "./hyphens.ts";
import type { Part, Span } from "./layout.ts";
import { type Line, textOf } from "./lines.ts";

const bullet = /^[•▪◦‣●■]/;
const listNumber = /^(?:\d{1,3}[.)]|\(?[a-z]\)) /;
const firstNumber = /^(?:1[.)]|\(?a\)) /;

/** Whether a line begins a point of a list; a number alone may also stand in a sentence. */
const isPoint = (text: string, before: string): boolean =>
  bullet.test(text) || firstNumber.test(text) || (listNumber.test(text) && listNumber.test(before));

function mostCommonHeight(lines: readonly Line[]): number {
  const sizes = new Map<number, number>();
  for (const line of lines) {
    const rounded = Math.round(line.height * 2) / 2;
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + textOf(line).length);
  }
  return [...sizes].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}

/** Makes blocks of the parts of pages: lines that stand close are a paragraph, larger ones are headings. */
export function openParagraphs(
  lines: readonly Line[],
  joiner: Joiner,
): { blocksOf(parts: readonly Part[], page: number): Block[] } {
  const body = mostCommonHeight(lines);
  /** The heading of a table that ran to the end of a page. */
  let openTable: { heading: string[]; columns: readonly Span[] } | null = null;
  return {
    blocksOf(parts, page) {
      const blocks: Block[] = [];
      let before: Line | null = null;
      for (const [at, part] of parts.entries()) {
        const { line } = part;
        if ("table" in part) {
          const read = part.table.map((row) =>
            row.map((cell) => cell.split("\n").reduce((text, next) => joiner.join(text, next))),
          );
          const places = at === 0 && openTable ? placesIn(openTable.columns, part.columns) : null;
          const table =
            places && openTable ? read.map((row) => atPlaces(row, places, openTable?.heading.length ?? 0)) : read;
          const isContinued = places !== null && openTable?.heading.join() !== table[0]?.join();
          const rows = isContinued && openTable ? [openTable.heading, ...table] : table;
          const heading = rows[0] ?? [];
          const isOpen = at === parts.length - 1 && isTableHeading(heading, rows.slice(1));
          blocks.push(...tableBlocks(rows, { page }, isContinued ? 1 : undefined));
          openTable = isOpen ? { heading, columns: places && openTable ? openTable.columns : part.columns } : null;
          before = null;
          continue;
        }
        openTable = null;
        const text = textOf(line).replace(/\s+/g, " ").trim();
        const isHeading = body > 0 && line.height > body * 1.15 && text.length < 150;
        const last = blocks.at(-1);
        const distance: number = before ? before.y - line.y : 0;
        const isNear: boolean = before !== null && Math.abs(distance - body * 0.7) < Math.max(body, 1) * 1.2;
        // A sentence may go on at the top of the next column.
        const goesOn: boolean = distance < 0 && /[\p{L}\p{N},-]$/u.test(last?.text ?? "") && /^\p{Ll}/u.test(text);
        const level = line.height > body * 1.5 ? 1 : 2;
        if (isHeading && last?.level === level && isNear && before?.height === line.height) last.text += ` ${text}`;
        else if (isHeading) blocks.push({ text, level, page });
        else if (before && last && last.level === undefined && (isNear || goesOn) && !isPoint(text, last.text))
          last.text = joiner.join(last.text, text);
        else blocks.push({ text, page });
        before = line;
      }
      return blocks;
    },
  };
}

/** Which columns of a table those of its continuation are; null if it is another table. */
function placesIn(columns: readonly Span[], own: readonly Span[]): number[] | null {
  const places = own.map((one) => columns.findIndex(({ left, right }) => one.left < right && one.right > left));
  return places.includes(-1) || new Set(places).size < places.length ? null : places;
}

const atPlaces = (row: readonly string[], places: readonly number[], width: number): string[] =>
  Array.from({ length: width }, (_, column) => row[places.indexOf(column)] ?? "");
