import { grouped } from "#contract/format.ts";
import { parseCsv, csvFault } from "#features/metrics/imports/csv.ts";
import { mostLines } from "#features/records/imports/contract.ts";

/** Characters a line may have in all its cells. */
const longest = 200_000;

export type Line = { number: number; cells: string[] };

/** Takes the text of a file in pieces, gives its lines, the heading first; throws the sentence where it is no CSV. */
export async function* linesOf(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Line> {
  try {
    for await (const { record, info } of parseCsv(text, delimiter, longest))
      yield { number: info.lines, cells: record };
  } catch (error) {
    const { line, sentence } = csvFault(error);
    throw new Unreadable(line, sentence);
  }
}

/** A file that cannot be read to its end; nothing of it is imported. */
export class Unreadable extends Error {
  readonly line: number;

  constructor(line: number, sentence: string) {
    super(sentence);
    this.line = line;
  }
}

export const tooMany = (line: number): Unreadable =>
  new Unreadable(line, `The file has more than ${grouped(mostLines)} lines. Split it and import the parts.`);
