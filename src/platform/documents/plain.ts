import type { Block } from "./document.ts";
import { tableBlocks } from "./table.ts";

/** Paragraphs, separated by empty lines. */
export const textBlocks = (text: string): Block[] => text.split(/\n[^\S\n]*\n/).map((part) => ({ text: part.trim() }));

const cellsOf = (line: string): string[] => {
  const inner = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split("|").map((cell) => cell.trim());
};
const isRow = (line: string) => line.trimStart().startsWith("|");
const isRule = (line: string) => isRow(line) && /^[\s|:-]+$/.test(line);

/** Headings, tables and paragraphs of Markdown; text in code fences is left as it is. */
export function markdownBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let rows: string[][] = [];
  /** The rows above the rule, which are the table's heading. */
  let headings: number | undefined;
  let isCode = false;
  const flush = () => {
    if (paragraph.length > 0) blocks.push({ text: paragraph.join("\n").trim() });
    if (rows.length > 0) blocks.push(...tableBlocks(rows, {}, headings));
    [paragraph, rows, headings] = [[], [], undefined];
  };
  for (const line of text.split("\n")) {
    const start = line.trimStart();
    if (start.startsWith("```") || start.startsWith("~~~")) isCode = !isCode;
    const marks = isCode ? 0 : (/^#{1,6}(?= )/.exec(line)?.[0].length ?? 0);
    if (marks > 0) {
      flush();
      blocks.push({ text: line.slice(marks).trim(), level: marks });
    } else if (!isCode && /^(=+|-{2,})\s*$/.test(line) && paragraph.length === 1) {
      blocks.push({ text: paragraph[0] ?? "", level: line.startsWith("=") ? 1 : 2 });
      paragraph = [];
    } else if (!isCode && isRow(line)) {
      if (paragraph.length > 0) flush();
      if (!isRule(line)) rows.push(cellsOf(line));
      else if (rows.length === 1 && rows[0]?.some((cell) => cell !== "")) headings = 1;
    } else if (start === "" && !isCode) flush();
    else {
      if (rows.length > 0) flush();
      paragraph.push(line);
    }
  }
  flush();
  return blocks;
}
