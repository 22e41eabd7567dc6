import { pipeline, Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";

type CsvLine = { record: string[]; info: { lines: number } };

/** Characters parsed at a time, blocking everything else; short lines cost the most, about 20 µs each. */
const chunkSize = 8 * 1024;
/** Milliseconds of parsing after which other work gets a turn. */
const maxTurnMs = 15;

/** Parses a CSV text, whole or in chunks, into rows with the line number each ends on; the heading is the first. */
export async function* parseCsv(
  content: string | AsyncIterable<string>,
  delimiter: string,
  maxLength = 100_000,
): AsyncGenerator<CsvLine> {
  const options = {
    bom: true,
    delimiter,
    info: true,
    // Files edited on several systems mix line endings.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: maxLength,
  };
  let began = performance.now();
  const yieldTurn = async (): Promise<void> => {
    if (performance.now() - began <= maxTurnMs) return;
    await nextTurn();
    began = performance.now();
  };
  // Chunks without rows must yield here, because the parser emits nothing for them.
  async function* yieldingChunks(): AsyncGenerator<string> {
    const refuseLongLines = longLineCheck(2 * maxLength);
    for await (const part of typeof content === "string" ? [content] : content) {
      for (const chunk of chunksOf(part)) {
        refuseLongLines(chunk);
        yield chunk;
        await yieldTurn();
      }
    }
  }
  // A larger buffer would be parsed in one go.
  const text = Readable.from(yieldingChunks(), { highWaterMark: 1 });
  // Errors on either side end the loop of the consumer.
  const lines = pipeline(text, parse(options), () => undefined) as unknown as AsyncIterable<CsvLine>;
  for await (const line of lines) {
    // Time spent by the consumer counts too.
    await yieldTurn();
    yield line;
  }
}

/** Throws at a line that is too long; the parser's own limit ignores delimiters, but creates a cell for each. */
function longLineCheck(maxLength: number): (chunk: string) => void {
  let [line, length, endsWithCr] = [1, 0, false];
  return (chunk) => {
    if (chunk === "") return;
    // A line ending split across two chunks.
    if (endsWithCr && chunk.startsWith("\n")) line -= 1;
    endsWithCr = chunk.endsWith("\r");
    let start = 0;
    const advance = (end: number): void => {
      length += end - start;
      if (length > maxLength)
        throw new CsvError("CSV_MAX_RECORD_SIZE", "The line is too long.", undefined, { lines: line });
    };
    for (const { index, 0: lineEnd } of chunk.matchAll(/\r\n|\r|\n/g)) {
      advance(index);
      start = index + lineEnd.length;
      line += 1;
      length = 0;
    }
    advance(chunk.length);
  };
}

/** The two halves of a character, such as an emoji's, stay together: the parser could not read either alone. */
function* chunksOf(content: string): Generator<string> {
  for (let at = 0, end = 0; at < content.length; at = end) {
    end = at + chunkSize;
    if (end < content.length && (content.codePointAt(end - 1) ?? 0) > 0xffff) end -= 1;
    yield content.slice(at, end);
  }
}

/** The line and problem of a CSV error; rethrows other errors. */
export function csvFault(error: unknown): { line: number; sentence: string } {
  if (!(error instanceof CsvError)) throw error;
  const isLong = error.code === "CSV_MAX_RECORD_SIZE";
  return {
    line: Number(error["lines"] ?? 1),
    sentence: isLong ? "This line is too long to be read." : "The quotes of this line do not close.",
  };
}
