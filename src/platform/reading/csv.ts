import { cellText } from "./cells.ts";
import { type Line, UnreadableFile } from "./reading.ts";
import { takeTurns } from "./turns.ts";

export const mostColumns = 500;
const longestRecord = 4_000_000;
/** How far the end of a quote is looked for, and all that is looked at in vain before that shrinks. */
const longestQuote = 1_200_000;
const mostVain = 16_000_000;
const shortQuote = 400;
const batchSize = 512;

export type CsvEvents = { onNote?: (note: string) => void };

const sentences = {
  open: (line: number) => `The quote in line ${line} does not close: the line was read as it stands.`,
  long: (line: number) => `Line ${line} has a cell over several lines that look like records: check its quotes.`,
};

/**
 * The records of a text with any line ends, in batches. Quotes as in RFC 4180; a quote inside a cell stays, and one
 * that does not close is part of its line. `width` is the usual number of cells, which tells such quotes from proper
 * ones. Empty lines are counted, not given.
 */
export async function* csvLines(
  text: AsyncIterable<string>,
  delimiter: string,
  width: number,
  events: CsvEvents = {},
): AsyncGenerator<Line[]> {
  const pause = takeTurns();
  let buffer = "";
  let number = 0;
  let started = false;
  let vain = 0;
  let short = 0;
  let batch: Line[] = [];
  const take = (cells: string[], isUnended: boolean): void => {
    number += 1;
    if (cells.length < width) short += 1;
    for (let at = 0; at < cells.length; at += 1) cells[at] = trimmed(cells[at] ?? "");
    if (cells.length > mostColumns) {
      while (cells.length > 0 && cells.at(-1) === "") cells.pop();
      if (cells.length > mostColumns)
        throw new UnreadableFile(
          `Line ${number} has ${cells.length.toLocaleString("en")} columns; at most ${mostColumns} can be read.`,
          number,
        );
    }
    if (cells.every((cell) => cell === "")) return;
    const line: Line = { line: number, cells };
    // Where all others are whole, a last line that is not was cut.
    if (isUnended && short === 1 && cells.length < width && number > 2) line.fault = "The file ends within this line.";
    batch.push(line);
  };
  /** Reads whole records from the buffer; the last one only at the end of the file. */
  function* records(isEnd: boolean): Generator<Line[]> {
    let at = 0;
    // Positions found are kept, so that each is searched once.
    let [cr, quote] = [buffer.indexOf("\r"), buffer.indexOf('"')];
    while (at < buffer.length) {
      if (cr !== -1 && cr < at) cr = buffer.indexOf("\r", at);
      if (quote !== -1 && quote < at) quote = buffer.indexOf('"', at);
      const end = lineEnd(buffer, at, cr);
      // The second half of a line end may still come.
      if ((end === -1 || (end === buffer.length - 1 && end === cr)) && !isEnd) break;
      const stop = end === -1 ? buffer.length : end;
      if (quote === -1 || quote > stop) {
        take(buffer.slice(at, stop).split(delimiter), stop === buffer.length);
        at = afterEnd(buffer, stop);
      } else {
        const limit = vain > mostVain ? shortQuote : longestQuote;
        const record = readRecord(buffer, at, stop, { delimiter, width, limit, isEnd });
        if (record === null) break;
        vain += record.vain;
        take(record.cells, record.next > buffer.length);
        if (record.problem) events.onNote?.(sentences[record.problem](number));
        at = record.next;
      }
      if (batch.length >= batchSize) {
        yield batch;
        batch = [];
      }
    }
    buffer = buffer.slice(at);
    if (buffer.length > longestRecord)
      throw new UnreadableFile(`Line ${number + 1} is too long to be read.`, number + 1);
  }
  for await (const piece of text) {
    buffer = buffer === "" ? piece : buffer + piece;
    if (!started && buffer.length > 0) {
      started = true;
      buffer = buffer.replace(/^sep=[^\r\n]{1,2}(?:\r\n|\r|\n)/i, "");
    }
    for (const lines of records(false)) {
      yield lines;
      await pause();
    }
    await pause();
  }
  yield* records(true);
  if (batch.length > 0) yield batch;
}

/** Most cells need nothing of what `cellText` does. */
function trimmed(cell: string): string {
  if (cell === "") return cell;
  const [first, last] = [cell.charCodeAt(0), cell.charCodeAt(cell.length - 1)];
  return first > 47 && first !== 61 && first < 127 && last > 34 && last < 127 ? cell : cellText(cell);
}

const lineEnd = (text: string, from: number, cr: number): number => {
  const lf = text.indexOf("\n", from);
  return cr === -1 ? lf : lf === -1 ? cr : Math.min(lf, cr);
};
const afterEnd = (text: string, end: number): number =>
  text[end] === "\r" && text[end + 1] === "\n" ? end + 2 : end + 1;

type Split = { cells: string[]; next: number; isProper: boolean };

/**
 * Splits the text from `from` to `end` into cells. Reads a quoted cell over line ends. `isProper` unless a quote stays
 * open. With `lenient`, two quotes before a delimiter are an inch mark and the end.
 */
function split(
  text: string,
  from: number,
  end: number,
  delimiter: string,
  { lenient = false, literal = false } = {},
): Split {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    let start = at;
    while (start < end && (text[start] === " " || (text[start] === "\t" && delimiter !== "\t"))) start += 1;
    const open = text[start] === '"' ? start : text[start] === "=" && text[start + 1] === '"' ? start + 1 : -1;
    const cell = open === -1 || open >= end ? null : quoted(text, open + 1, end, delimiter, lenient);
    if (cell) {
      cells.push(cell.value);
      at = cell.next;
    } else {
      if (open !== -1 && open < end && !literal) return { cells, next: end, isProper: false };
      const next = text.indexOf(delimiter, at);
      const stop = next === -1 || next > end ? end : next;
      cells.push(text.slice(at, stop));
      at = stop;
    }
    if (at >= end || text[at] !== delimiter) return { cells, next: at, isProper: true };
    at += 1;
  }
}

/** A quoted cell from behind its first quote; null if it does not end within the text. */
function quoted(
  text: string,
  from: number,
  end: number,
  delimiter: string,
  lenient: boolean,
): { value: string; next: number } | null {
  let value = "";
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1 || quote >= end) return null;
    let next = quote + 1;
    const isDouble = text[next] === '"' && next < end;
    const isEnd = (place: number): boolean => {
      let behind = place;
      while (behind < end && text[behind] === " ") behind += 1;
      return behind >= end || text[behind] === delimiter || text[behind] === "\n" || text[behind] === "\r";
    };
    if (isDouble && !(lenient && isEnd(next + 1))) {
      value += text.slice(at, next);
      at = next + 1;
      continue;
    }
    if (isDouble) next += 1;
    if (isEnd(next)) {
      value += text.slice(at, isDouble ? quote + 1 : quote);
      while (next < end && text[next] === " ") next += 1;
      return { value, next };
    }
    // A quote in the middle of the cell.
    value += text.slice(at, next);
    at = next;
  }
}

type Joined = Split & { whole: number };
type Reading = { delimiter: string; width: number; limit: number; isEnd: boolean };
type Read = { cells: string[]; next: number; problem: "open" | "long" | null; vain: number };

function hasOddQuotes(text: string, from: number, end: number): boolean {
  let isOdd = false;
  for (let at = from; at < end; at += 1) if (text.charCodeAt(at) === 34) isOdd = !isOdd;
  return isOdd;
}

function readRecord(text: string, from: number, stop: number, reading: Reading): Read | null {
  const { delimiter, width, limit, isEnd } = reading;
  const inLine = split(text, from, stop, delimiter);
  if (inLine.isProper) return { cells: inLine.cells, next: afterEnd(text, stop), problem: null, vain: 0 };
  const far = Math.min(text.length, from + limit);
  const found = proper(text, from, stop, far, reading);
  if (found === "more" && !isEnd && text.length < from + limit) return null;
  if (typeof found === "object")
    return { cells: found.cells, next: afterEnd(text, found.next), problem: found.whole > 0 ? "long" : null, vain: 0 };
  const lenient = split(text, from, stop, delimiter, { lenient: true });
  const isLenient = lenient.isProper && lenient.cells.length === width;
  const { cells } = isLenient ? lenient : split(text, from, stop, delimiter, { literal: true });
  return {
    cells,
    next: afterEnd(text, stop),
    problem: isLenient ? null : "open",
    vain: found === "more" ? far - from : 0,
  };
}

/** How often the lines are tried as one record. */
const mostTrials = 4;

/** The record over several lines, if its quotes close in that way and the lines between are not records themselves. */
function proper(
  text: string,
  from: number,
  stop: number,
  far: number,
  { delimiter, width, isEnd }: Reading,
): Joined | "more" | "none" {
  const wholeNeeded = Math.max(1, 5 - width);
  let [whole, trials, isOdd] = [0, 0, hasOddQuotes(text, from, stop)];
  let cr = text.indexOf("\r", stop);
  for (let at = afterEnd(text, stop); at < far; ) {
    if (cr !== -1 && cr < at) cr = text.indexOf("\r", at);
    let end = lineEnd(text, at, cr);
    // The last line may have no end.
    if (end === -1 && isEnd && far === text.length) end = text.length;
    if (end === -1 || end > far) break;
    if (hasOddQuotes(text, at, end)) isOdd = !isOdd;
    else if (width > 1) {
      const alone = split(text, at, end, delimiter);
      if (alone.isProper && alone.cells.length === width) whole += 1;
      if (whole >= wholeNeeded) return "none";
    }
    if (!isOdd) {
      const joined = split(text, from, end, delimiter);
      if (joined.isProper) return { ...joined, whole };
      trials += 1;
      if (trials >= mostTrials) return "none";
    }
    at = afterEnd(text, end);
  }
  return "more";
}
