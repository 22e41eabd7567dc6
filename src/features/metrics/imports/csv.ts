import { pipeline, Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";

type CsvLine = { record: string[]; info: { lines: number } };

/** Characters that are parsed at a time; nothing else runs meanwhile. */
const pieceSize = 64 * 1024;
/** Milliseconds of lines after which everything else has its turn. */
const longestTurn = 15;

/** Takes a file's text, whole or in pieces, gives its rows with the number of the line each ends on; the heading is the first. */
export async function* parseCsv(
  content: string | AsyncIterable<string>,
  delimiter: string,
  longest = 100_000,
): AsyncGenerator<CsvLine> {
  const options = {
    bom: true,
    delimiter,
    info: true,
    // A file that went through several hands ends its lines in several ways.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: longest,
  };
  let began = performance.now();
  const giveTurn = async (): Promise<void> => {
    if (performance.now() - began <= longestTurn) return;
    await nextTurn();
    began = performance.now();
  };
  // Pieces that hold no row give their turn here: nothing comes out of the parser after which it could be given.
  async function* inTurns(): AsyncGenerator<string> {
    const refuseLongLines = longLines(2 * longest);
    for await (const piece of typeof content === "string" ? piecesOf(content) : content) {
      refuseLongLines(piece);
      yield piece;
      await giveTurn();
    }
  }
  // Pieces that are kept ready would be parsed all at once.
  const text = Readable.from(inTurns(), { highWaterMark: 1 });
  // What goes wrong on either side ends the loop of whoever reads the rows.
  const lines = pipeline(text, parse(options), () => undefined) as unknown as AsyncIterable<CsvLine>;
  for await (const line of lines) {
    // The time of whoever reads the lines counts as well.
    await giveTurn();
    yield line;
  }
}

/** Gives what throws at a line longer than this; the parser's own limit leaves delimiters out, and a cell for each is made. */
function longLines(most: number): (piece: string) => void {
  let [line, length, isCut] = [1, 0, false];
  return (piece) => {
    if (piece === "") return;
    // One line end that lies in two pieces.
    if (isCut && piece.startsWith("\n")) line -= 1;
    isCut = piece.endsWith("\r");
    let start = 0;
    const take = (end: number): void => {
      length += end - start;
      if (length > most) throw new CsvError("CSV_MAX_RECORD_SIZE", "The line is too long.", undefined, { lines: line });
    };
    for (const { index, 0: lineEnd } of piece.matchAll(/\r\n|\r|\n/g)) {
      take(index);
      start = index + lineEnd.length;
      line += 1;
      length = 0;
    }
    take(piece.length);
  };
}

function* piecesOf(content: string): Generator<string> {
  for (let at = 0; at < content.length; at += pieceSize) yield content.slice(at, at + pieceSize);
}

/** Takes what reading a CSV file threw, gives the line and what is wrong with it; throws on what is no fault of the file. */
export function csvFault(error: unknown): { line: number; sentence: string } {
  if (!(error instanceof CsvError)) throw error;
  const isLong = error.code === "CSV_MAX_RECORD_SIZE";
  return {
    line: Number(error["lines"] ?? 1),
    sentence: isLong ? "This line is too long to be read." : "The quotes of this line do not close.",
  };
}
