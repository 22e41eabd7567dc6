import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { type Block, mostColumns, Unreadable } from "./document.ts";
import { rowText } from "./table.ts";

const longestLine = 100_000;

/** The character that separates the first line's cells. */
function delimiterOf(line: string): string {
  const counts = [",", ";", "\t", "|"].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

/** Every line as "Column: value", with its number. */
export function csvBlocks(text: string): Block[] {
  // Checked before parsing, because every separator of a line makes a cell.
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at) === -1 ? text.length : text.indexOf("\n", at);
    if (end - at > longestLine)
      throw new Unreadable("A line of the file is too long. It should have at most 100,000 characters.");
    at = end + 1;
  }
  const first = text.slice(0, text.indexOf("\n") === -1 ? text.length : text.indexOf("\n"));
  const delimiter = delimiterOf(first);
  if (first.split(delimiter).length > mostColumns)
    throw new Unreadable(`The file has more than ${mostColumns} columns. Split it and upload the parts.`);
  const [heading = [], ...lines] = parseCells(text, delimiter);
  if (lines.length === 0) throw new Unreadable("The file has no lines below its heading.");
  return lines.map((cells, index) => {
    if (cells.length > mostColumns) throw new Unreadable(`Row ${index + 1} has more than ${mostColumns} columns.`);
    return { text: rowText(heading, cells), row: index + 1 };
  });
}

function parseCells(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: longestLine,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Unreadable("The file is not proper CSV: the quotes of a line do not close.");
  }
}
