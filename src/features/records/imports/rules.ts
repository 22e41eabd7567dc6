import { formatNumber } from "#contract/format.ts";
import { parseCsv, csvFault } from "#features/metrics/imports/csv.ts";
import { mostLines } from "#features/records/imports/contract.ts";

/** The most characters in all cells of a line. */
const maxLineCharacters = 200_000;

export type Line = { number: number; cells: string[] };

/** Yields the lines, the heading first; throws a sentence if it is not CSV. */
export async function* linesOf(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Line> {
  try {
    for await (const { record, info } of parseCsv(text, delimiter, maxLineCharacters))
      yield { number: info.lines, cells: record };
  } catch (error) {
    const { line, sentence } = csvFault(error);
    throw new Unreadable(line, sentence);
  }
}

/** A file that cannot be parsed; nothing of it is imported. */
export class Unreadable extends Error {
  readonly line: number;

  constructor(line: number, sentence: string) {
    super(sentence);
    this.line = line;
  }
}

export const tooMany = (line: number): Unreadable =>
  new Unreadable(line, `The file has more than ${formatNumber(mostLines)} lines. Split it and import the parts.`);
