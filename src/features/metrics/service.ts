import { CsvError, parse } from "csv-parse";
import type { z } from "zod";
import { addDays } from "#contract/days.ts";
import { AppError } from "#contract/errors.ts";
import { type Currency, currency } from "#contract/words.ts";
import type { importMetrics, MetricImport, recordMetrics } from "#features/metrics/contract.ts";
import {
  type DateFormat,
  delimiterOf,
  hasDecimalCommas,
  importSentence,
  readAmount,
  readDay,
  revenueMetric,
} from "#features/metrics/rules.ts";
import * as store from "#features/metrics/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, person } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** The name of the job that reads an uploaded file. */
export const importJob = { name: "metric-import" };

const mostBadLines = 100;
/** More days than any series has; a larger file is no list of days. */
const mostLines = 10_000;
/** Progress is written every so many lines: often enough to watch, seldom enough not to slow the import. */
const progressEvery = 20_000;

/** Records figures typed or sent by a program; gives how many were new, changed and known. */
export async function recordFigures(ctx: Ctx, input: z.output<typeof recordMetrics.body>): Promise<store.Counts> {
  const days = new Set(input.points.map((point) => `${point.metricName} ${point.measurementDate}`));
  if (days.size < input.points.length)
    throw new AppError("unprocessable", "Two figures name the same metric and day. Send each day once.");
  const latest = tomorrow(ctx);
  const future = input.points.find((point) => point.measurementDate > latest);
  if (future) throw new AppError("unprocessable", `${future.measurementDate} is in the future`);
  return write(ctx, async (tx) => {
    const figures = input.points.map((point) => ({
      ...point,
      currency: currencyOf(tx, point.metricName, point.currency),
    }));
    const counts = await store.upsert(tx, input.source, figures);
    if (counts.added + counts.changed > 0)
      await record(tx, {
        action: "metric.recorded",
        resource: "metric",
        resourceId: null,
        title: `${counts.added + counts.changed} ${counts.added + counts.changed === 1 ? "figure" : "figures"} recorded`,
        details: {
          ...counts,
          source: input.source,
          metrics: [...new Set(figures.map(({ metricName }) => metricName))],
        },
      });
    return counts;
  });
}

/** The last day a figure may be of: somewhere it is tomorrow already. */
const tomorrow = (ctx: Ctx): string => addDays(dayIn(ctx.now, ctx.timeZone), 1);

/** Revenue without a currency is in the company's, and stays in it when the company takes another one. */
function currencyOf(tx: Ctx, metric: string, given: Currency | null | undefined): Currency | null {
  return given ?? (metric === revenueMetric ? currency.parse(tx.currency) : null);
}

/** Takes an uploaded file and queues its import; nothing is read yet. */
export async function startImport(
  ctx: Ctx,
  query: z.output<typeof importMetrics.query>,
  content: string,
): Promise<MetricImport> {
  if (content.trim() === "") throw new AppError("unprocessable", "The file is empty");
  if (content.includes("\u0000")) throw new AppError("unprocessable", "The file is not text: save it as CSV in UTF-8");
  if (content.includes("\ufffd"))
    throw new AppError("unprocessable", "The file is not in UTF-8: save it as CSV UTF-8 and try again");
  const { fileName, metricName, dateColumn, valueColumn, dateFormat } = query;
  if (dateColumn === valueColumn) throw new AppError("unprocessable", "Choose different columns for date and value");
  return write(ctx, async (tx) => {
    const row = {
      fileName,
      metricName,
      dateColumn,
      valueColumn,
      dateFormat,
      currency: currencyOf(tx, metricName, query.currency),
    };
    const added = await store.addImport(tx, { ...row, content, createdBy: person(ctx).id });
    await record(tx, {
      action: "metric.import_started",
      resource: "import",
      resourceId: added.id,
      title: `Import of ${fileName} started`,
    });
    await tx.jobs.send(tx.db, importJob, tx.company, { importId: added.id });
    return added;
  });
}

type Figure = { metricName: string; measurementDate: string; metricValue: number; currency: Currency | null };

/** Reads the file of an import and writes all of it or nothing; repeating it changes nothing. */
export async function runImport(ctx: Ctx, importId: string): Promise<void> {
  const row = await write(ctx, async (tx) => {
    const found = await store.findImportRow(tx, importId);
    if (found) await store.updateImport(tx, importId, { status: "running", read: 0, total: countLines(found.content) });
    return found;
  });
  if (!row || row.content === null || row.status === "done" || row.status === "failed") return;
  const { dateColumn, valueColumn, dateFormat } = row;
  const options = { dateColumn, valueColumn, dateFormat, latest: tomorrow(ctx) };
  const result = await readFile(row.content, options, (read) =>
    write(ctx, (tx) => store.updateImport(tx, importId, { read })).then(() => undefined),
  );
  const bad = result.badLines.length > 0;
  await write(ctx, async (tx) => {
    const figures: Figure[] = result.days.map(({ day, value }) => ({
      metricName: row.metricName,
      measurementDate: day,
      metricValue: value,
      currency: row.currency,
    }));
    const counts = bad ? { added: 0, changed: 0, unchanged: 0 } : await store.upsert(tx, "csv", figures);
    const sentence = bad ? badSentence(result.badCount) : importSentence(counts);
    const ended = await store.updateImport(tx, importId, {
      status: bad ? "failed" : "done",
      content: null,
      finishedAt: ctx.now,
      read: result.read,
      total: result.read,
      badLines: result.badLines,
      badCount: result.badCount,
      sentence,
      ...counts,
    });
    if (!ended) throw new Error("The import ended twice.");
    await record(tx, {
      action: bad ? "metric.import_failed" : "metric.imported",
      resource: "import",
      resourceId: importId,
      title: bad ? `${row.fileName} was not imported` : `${row.fileName} imported`,
      details: { metric: row.metricName, ...counts, badLines: result.badCount },
      severity: bad ? "warning" : "info",
    });
  });
}

/** Ends an import that failed every time it was tried; the file goes, the sentence stays. */
export async function giveUp(ctx: Ctx, importId: string): Promise<void> {
  await write(ctx, async (tx) => {
    const sentence = "Nothing was imported: the import was broken off several times. Try it again.";
    const change = { status: "failed" as const, content: null, finishedAt: ctx.now, sentence };
    if (!(await store.updateImport(tx, importId, change))) return;
    await record(tx, {
      action: "metric.import_failed",
      resource: "import",
      resourceId: importId,
      title: "An import was given up",
      severity: "warning",
    });
  });
}

const badSentence = (count: number): string =>
  `Nothing was imported: ${count.toLocaleString("en")} ${count === 1 ? "line needs" : "lines need"} to be put right first.`;

const countLines = (content: string | null): number =>
  content ? Math.max(0, content.trimEnd().split("\n").length - 1) : 0;

type Options = { dateColumn: string; valueColumn: string; dateFormat: DateFormat; latest: string };

type Read = {
  days: { day: string; value: number }[];
  badLines: { line: number; sentence: string }[];
  badCount: number;
  read: number;
};

/** Takes a file's text, gives its days; every line that cannot be read is named with its number (heading: line 1). */
async function readFile(content: string, options: Options, onProgress: (read: number) => Promise<void>): Promise<Read> {
  const result: Read = { days: [], badLines: [], badCount: 0, read: 0 };
  const seen = new Map<string, number>();
  const bad = (line: number, sentence: string): void => {
    result.badCount += 1;
    if (result.badLines.length < mostBadLines) result.badLines.push({ line, sentence });
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
      if (result.read > mostLines) {
        bad(info.lines, `The file has more than ${mostLines.toLocaleString("en")} lines.`);
        break;
      }
      readLine(cells, info.lines, columns, options, seen, result, bad);
      if (result.read % progressEvery === 0) await onProgress(result.read);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const long = error.code === "CSV_MAX_RECORD_SIZE";
    bad(
      Number(error["lines"] ?? 1),
      long ? "This line is too long to be read." : "The quotes of this line do not close.",
    );
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
    return bad(line, `It has ${cells.length} columns where the heading has ${columns.count}.`);
  const [dateCell = "", valueCell = ""] = [cells[columns.date], cells[columns.value]];
  const day = readDay(dateCell, format);
  if (!day)
    return bad(
      line,
      dateCell.trim() ? `"${short(dateCell)}" is not a date in the form ${format}.` : "The date is missing.",
    );
  if (day > latest) return bad(line, `The day ${day} is in the future.`);
  const value = readAmount(valueCell, columns.decimalCommas);
  if (valueCell.trim() === "") return bad(line, "The value is missing.");
  if (value === null) {
    const unclear = columns.decimalCommas && readAmount(valueCell) !== null;
    return bad(
      line,
      `"${short(valueCell)}" ${unclear ? "could mean two numbers: write it without a thousands separator" : "is not a number"}.`,
    );
  }
  const before = seen.get(day);
  if (before !== undefined) return bad(line, `The day ${day} stands in line ${before} already.`);
  seen.set(day, line);
  result.days.push({ day, value });
}

const short = (cell: string): string => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);

type Line = { record: string[]; info: { lines: number } };

function parseCsv(content: string, delimiter: string): AsyncIterable<Line> {
  return parse(content, {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: 100_000,
  }) as AsyncIterable<Line>;
}
