import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";

export type CsvLine = { record: string[]; info: { lines: number } };

/** Takes a file's text, whole or in pieces, gives its rows with the number of the line each ends on; the heading is the first. */
export function parseCsv(
  content: string | AsyncIterable<string>,
  delimiter: string,
  longest = 100_000,
): AsyncIterable<CsvLine> {
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
  if (typeof content === "string") return parse(content, options) as AsyncIterable<CsvLine>;
  // What goes wrong on either side ends the loop of whoever reads the rows.
  return pipeline(Readable.from(content), parse(options), () => undefined) as unknown as AsyncIterable<CsvLine>;
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
