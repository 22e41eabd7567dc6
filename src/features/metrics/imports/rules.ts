import { formatNumber } from "#contract/format.ts";
import { lengths } from "#contract/words.ts";
import { csvFault, parseCsv } from "#features/metrics/imports/csv.ts";
import {
  type DateFormat,
  delimiterOf,
  hasDecimalCommas,
  lengthFault,
  quote,
  readAmount,
  readDay,
} from "#features/metrics/rules.ts";

const maxBadLines = 100;
/** More days than any series has. */
export const maxLines = 10_000;
/** Lines between progress updates: frequent enough to watch, without slowing the import. */
const progressEvery = 1_000;

/** Columns, date format and the last valid day. */
type Options = { dateColumn: string; valueColumn: string; dateFormat: DateFormat; latest: string };

/** The file's days, or its bad lines; `read` counts lines. */
type Read = {
  days: { day: string; value: number }[];
  badLines: { line: number; sentence: string }[];
  badCount: number;
  read: number;
};

/** Reads a file's days; every unreadable line is reported with its number (the heading is line 1). */
export async function readFile(
  content: string,
  options: Options,
  onProgress: (read: number) => Promise<void>,
): Promise<Read> {
  const result: Read = { days: [], badLines: [], badCount: 0, read: 0 };
  const seen = new Map<string, number>();
  const bad = (line: number, sentence: string): void => {
    result.badCount += 1;
    if (result.badLines.length < maxBadLines) result.badLines.push({ line, sentence });
  };
  let columns: Columns | null = null;
  const delimiter = delimiterOf(content);
  const decimalCommas = hasDecimalCommas(delimiter, options.dateFormat);
  try {
    for await (const { record: cells, info } of parseCsv(content, delimiter)) {
      if (!columns) {
        const names = cells.map((cell) => cell.trim());
        const [date, value] = [names.indexOf(options.dateColumn.trim()), names.indexOf(options.valueColumn.trim())];
        if (date < 0) bad(1, `There is no column "${options.dateColumn}".`);
        if (value < 0) bad(1, `There is no column "${options.valueColumn}".`);
        if (date < 0 || value < 0) break;
        columns = { date, value, count: names.length, decimalCommas };
        continue;
      }
      result.read += 1;
      if (result.read > maxLines) {
        bad(info.lines, `The file has more than ${formatNumber(maxLines)} lines.`);
        break;
      }
      readLine(cells, info.lines, columns, options, seen, result, bad);
      if (result.read % progressEvery === 0) await onProgress(result.read);
    }
  } catch (error) {
    const { line, sentence } = csvFault(error);
    bad(line, sentence);
  }
  if (result.read === 0 && result.badCount === 0) bad(1, "The file has a heading but no lines.");
  return result;
}

type Columns = { date: number; value: number; count: number; decimalCommas: boolean };

function readLine(
  cells: string[],
  line: number,
  columns: Columns,
  { dateFormat: format, latest }: Options,
  seen: Map<string, number>,
  result: Read,
  bad: (line: number, sentence: string) => void,
): void {
  if (cells.length !== columns.count)
    return bad(line, `This line has ${cells.length} columns, but the heading has ${columns.count}.`);
  const [dateCell = "", valueCell = ""] = [cells[columns.date]?.trim(), cells[columns.value]?.trim()];
  const tooLong = lengthFault(dateCell, lengths.figure) ?? lengthFault(valueCell, lengths.figure);
  if (tooLong) return bad(line, `${tooLong}.`);
  const day = readDay(dateCell, format);
  if (!day)
    return bad(line, dateCell ? `${quote(dateCell)} is not a date in the form ${format}.` : "The date is missing.");
  if (day > latest) return bad(line, `The day ${day} is in the future.`);
  const value = readAmount(valueCell, columns.decimalCommas);
  if (valueCell === "") return bad(line, "The value is missing.");
  if (value === null) {
    const unclear = columns.decimalCommas && readAmount(valueCell) !== null;
    return bad(
      line,
      `${quote(valueCell)} ${unclear ? "is ambiguous: remove the thousands separator" : "is not a number"}.`,
    );
  }
  const before = seen.get(day);
  if (before !== undefined) return bad(line, `The day ${day} is already in line ${before}.`);
  seen.set(day, line);
  result.days.push({ day, value });
}
