import type { Block } from "./document.ts";

const clean = (cell: string) => cell.replace(/\s+/g, " ").trim();

/** A table row as text with each cell's heading, so that it can be understood alone. */
export function rowText(heading: readonly string[], cells: readonly string[]): string {
  return cells
    .flatMap((cell, at) => {
      const [name, value] = [clean(heading[at] ?? ""), clean(cell)];
      return value === "" ? [] : [name && name !== value ? `${name}: ${value}` : value];
    })
    .join("; ");
}

/** The lines below a table's heading; a table with one line has no heading. */
export function tableBlocks(rows: readonly (readonly string[])[], at: Pick<Block, "page"> = {}): Block[] {
  const [heading = [], ...lines] = rows;
  if (lines.length === 0) return [{ ...at, text: heading.map(clean).filter(Boolean).join("; ") }];
  return lines.map((cells, index) => ({ ...at, text: rowText(heading, cells), row: index + 1 }));
}
