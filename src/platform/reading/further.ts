import type { Line } from "./reading.ts";

/** How often a column must have been filled, and how often nothing or 0, before further lines tell nothing new. */
const often = 10;
const mostLines = 200;
const mostLetters = 50_000;

/** Returns a function that keeps lines in which a column is empty, 0 or filled as in hardly one before. */
export function furtherLines(): { kept: Line[]; see: (line: Line, isKept: boolean) => void } {
  const kept: Line[] = [];
  const seen: [nothing: number, something: number][] = [];
  let letters = 0;
  const see = (line: Line, isKept: boolean): void => {
    if (kept.length >= mostLines || letters > mostLetters) return;
    let isRare = false;
    for (const [at, cell] of line.cells.entries()) {
      const counts = (seen[at] ??= [0, 0]);
      if (counts[0] >= often && counts[1] >= often) continue;
      const state = /[1-9]/.test(cell) || (cell !== "" && !cell.includes("0")) ? 1 : 0;
      if (counts[state] >= often) continue;
      counts[state] += 1;
      isRare = true;
    }
    if (isKept || !isRare || line.fault !== undefined) return;
    kept.push(line);
    for (const cell of line.cells) letters += cell.length + 3;
  };
  return { kept, see };
}
