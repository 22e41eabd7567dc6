import { formatNumber } from "#contract/format.ts";
import { recordImported, recordImportFailed, recordImportStarted } from "#features/records/events.ts";
import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { type Origin } from "#contract/origins.ts";
import { currency, truncate, lengths } from "#contract/words.ts";
import { inBackground, onBehalfOf } from "#features/accounts/service.ts";
import { delimiterOf } from "#features/metrics/rules.ts";
import { mayRepeat, numberRepeats } from "#features/records/fields/complete.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import {
  mostLines,
  type openImport,
  partSize,
  type RecordImport,
  type startImport,
} from "#features/records/imports/contract.ts";
import { type Encoding, markedEncoding } from "#features/records/imports/encoding.ts";
import {
  externalId,
  guessDateFormat,
  guessDecimalCommas,
  guessMapping,
  mappingFault,
} from "#features/records/imports/mapping.ts";
import { importSentence, reader } from "#features/records/imports/reading.ts";
import { linesOf, tooMany, Unreadable } from "#features/records/imports/rules.ts";
import { seenIds } from "#features/records/imports/seen-ids.ts";
import * as store from "#features/records/imports/store.ts";
import { type Counts, type Row, upsert } from "#features/records/store.ts";
import { type Ctx, person } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import { record } from "#platform/journal/record.ts";

/** The job that reads a file. */
export const importJob = { name: "record-import" };

/** Rows per transaction: few enough to finish long before the statement timeout. */
const maxBatchRows = 1_000;
/** Characters per transaction, for long lines. */
const maxBatchCharacters = 2_000_000;
/** Milliseconds after which the next job continues: less than the five minutes after which the queue retries a job. */
const maxJobMs = 60_000;
const maxBadLines = 100;
const maxRunning = 3;
const maxUnstarted = 3;
/** Bytes read from the database at a time; the response is twice as long. */
const readBytes = 512 * 1024;
/** Bytes parsed at a time; all lines of a chunk are in memory. */
const parseBytes = 64 * 1024;
/** Rows used to guess date and number formats. */
const sampleRows = 200;

/**
 * Rows may contain text written by outsiders, such as customers in tickets and suppliers on invoices. Agents must never
 * take it as instructions, even if an owner uploaded the file.
 */
const origin: Origin = "external";

/** Creates an import. The person's last few unstarted imports are kept, because their upload may be in progress. */
export function open(ctx: Ctx, input: z.output<typeof openImport.body>): Promise<RecordImport> {
  return write(ctx, async (tx) => {
    const { id } = person(ctx);
    await store.deleteUnstarted(tx, id, maxUnstarted - 1);
    return store.add(tx, { ...input, createdBy: id });
  });
}

const partsOf = (size: number): number => Math.ceil(size / partSize);

/** Stores a chunk of a file; idempotent. */
export function receive(
  ctx: Ctx,
  importId: string,
  position: number,
  content: Uint8Array,
): Promise<{ received: number }> {
  return write(ctx, async (tx) => {
    const found = await store.find(tx, importId);
    if (!found) throw notFound();
    if (found.status !== "receiving") throw new AppError("conflict", "This file was taken already.");
    const last = partsOf(found.size) - 1;
    const expected = position === last ? found.size - last * partSize : partSize;
    if (position > last || content.length !== expected)
      throw new AppError(
        "unprocessable",
        "This piece does not fit the file that was announced: send it again from the start",
      );
    await store.addPart(tx, importId, position, Buffer.from(content.buffer, content.byteOffset, content.length));
    return { received: content.length };
  });
}

/** Queues the import of a completely uploaded file. */
export function start(ctx: Ctx, importId: string, input: z.output<typeof startImport.body>): Promise<RecordImport> {
  return write(ctx, async (tx) => {
    const found = await store.find(tx, importId);
    if (!found) throw notFound();
    if (found.status !== "receiving") throw new AppError("conflict", "This import was started already.");
    const fault = input.columns && mappingFault(found.kind, input.columns);
    if (fault) throw new AppError("unprocessable", fault.slice(0, 200));
    const sizes = await store.partSizes(tx, importId);
    if (sizes.reduce((sum, { size }) => sum + size, 0) !== found.size)
      throw new AppError("unprocessable", "The file did not arrive whole: send it again.");
    if ((await store.underWay(tx)) >= maxRunning)
      throw new AppError("conflict", "Three files are being imported already: wait until one of them is done.");
    const { columns = [], dateFormat = null, decimalCommas = null } = input;
    await store.update(tx, importId, ["receiving"], {
      status: "waiting",
      columns,
      dateFormat,
      decimalCommas,
      currency: currency.parse(tx.currency),
    });
    const title = `Import of ${found.fileName} started`;
    await record(tx, recordImportStarted({ id: importId, title, details: { kind: found.kind } }));
    await tx.jobs.send(tx.db, importJob, tx.company, { importId });
    return { ...found, status: "waiting", columns, dateFormat, decimalCommas };
  });
}

/** Imports batch by batch, each written once; after `maxJobMs` another job continues. */
export async function run(ctx: Ctx, importId: string): Promise<void> {
  const found = await read(ctx, (tx) => store.find(tx, importId));
  if (!found || (found.status !== "waiting" && found.status !== "running")) return;
  try {
    const prepared = found.total === null ? await prepareImport(ctx, found) : found;
    if (prepared) await continueImport(ctx, prepared);
  } catch (error) {
    if (error instanceof TakenOver) return;
    if (!(error instanceof Unreadable)) throw error;
    const sentence = `Nothing was imported: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
    await end(ctx, found, { sentence, badLines: [{ line: error.line, sentence: error.message }], badCount: 1 });
  }
}

/** Ends an import that failed on every attempt; rows already written stay, as the sentence says. */
export async function giveUp(ctx: Ctx, importId: string): Promise<void> {
  const found = await read(ctx, (tx) => store.find(tx, importId));
  if (!found) return;
  const done = found.added + found.changed + found.unchanged;
  const why = `did not finish in ${jobLimits.attempts} attempts`;
  const sentence = done
    ? `Stopped after ${formatNumber(found.read)} lines: the import ${why}. Import the file again; what is already there stays.`
    : `Nothing was imported: the import ${why}. Split the file and import the parts.`;
  await end(ctx, found, { sentence, isGivenUp: true });
}

async function* textOf(ctx: Ctx, { id, size }: RecordImport, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === "utf-8" });
  for (let at = 0; at < size; at += readBytes) {
    const bytes = await read(ctx, (tx) => store.bytesOf(tx, id, Math.floor(at / partSize), at % partSize, readBytes));
    if (!bytes) throw new Error("A piece of the file is gone.");
    for (let from = 0; from < bytes.length; from += parseBytes) {
      const isLast = at + readBytes >= size && from + parseBytes >= bytes.length;
      const text = decoder.decode(bytes.subarray(from, from + parseBytes), { stream: !isLast });
      if (text.includes("\u0000"))
        throw new Unreadable(1, "The file is not text: save it as CSV in UTF-8 and try again.");
      yield text;
    }
  }
}

type Scan = { heading: string[]; delimiter: string; rows: string[][]; total: number };

/** Parses the whole file first, so that a broken file changes nothing. */
async function scanFile(ctx: Ctx, found: RecordImport, encoding: Encoding): Promise<Scan> {
  const delimiter = await delimiterIn(ctx, found, encoding);
  const scan: Scan = { heading: [], delimiter, rows: [], total: -1 };
  for await (const { number, cells } of linesOf(textOf(ctx, found, encoding), delimiter)) {
    scan.total += 1;
    if (scan.total === 0) scan.heading = headingOf(cells);
    else if (scan.rows.length < sampleRows) scan.rows.push(cells);
    if (scan.total > mostLines) throw tooMany(number);
  }
  if (scan.total < 1) throw new Unreadable(1, "The file has no lines below its heading.");
  return scan;
}

function headingOf(cells: readonly string[]): string[] {
  const heading = cells.map((cell) => cell.trim());
  const long = heading.findIndex(({ length }) => length > lengths.title);
  if (long >= 0)
    throw new Unreadable(1, `The heading of column ${long + 1} is longer than ${lengths.title} characters.`);
  return heading;
}

async function delimiterIn(ctx: Ctx, found: RecordImport, encoding: Encoding): Promise<string> {
  const bytes = await read(ctx, (tx) => store.bytesOf(tx, found.id, 0, 0, 20_000));
  return delimiterOf(new TextDecoder(encoding).decode(bytes ?? undefined, { stream: true }));
}

/** Detects encoding, delimiter and columns, and counts the lines. */
async function prepareImport(ctx: Ctx, found: RecordImport): Promise<RecordImport | null> {
  const start = await read(ctx, (tx) => store.bytesOf(tx, found.id, 0, 0, 4));
  const marked = markedEncoding(start ?? new Uint8Array());
  let encoding: Encoding = marked ?? "utf-8";
  const scanned = await scanFile(ctx, found, encoding).catch((error: unknown) => {
    if (!isNotUtf8(error)) throw error;
    if (marked) throw new Unreadable(1, "The file says that it is UTF-8, and is not: save it anew and try again.");
    encoding = "windows-1252";
    return scanFile(ctx, found, encoding);
  });
  const columns = found.columns.length > 0 ? found.columns : guessMapping(found.kind, scanned.heading);
  const fault = mappingFault(found.kind, columns, scanned.heading);
  if (fault) throw new Unreadable(1, `${fault}.`);
  const indexesOfType = (...types: string[]) =>
    columns.flatMap(({ field, column }) =>
      fieldsOf[found.kind].some(({ name, type }) => name === field && types.includes(type))
        ? [scanned.heading.indexOf(column)]
        : [],
    );
  const change = {
    status: "running" as const,
    total: scanned.total,
    encoding,
    columns,
    dateFormat: found.dateFormat ?? guessDateFormat(scanned.rows, indexesOfType("day")),
    decimalCommas:
      found.decimalCommas ??
      guessDecimalCommas(scanned.rows, indexesOfType("money", "number", "share"), scanned.delimiter),
  };
  const isUpdated = await write(ctx, (tx) => store.update(tx, found.id, ["waiting", "running"], change));
  return isUpdated ? { ...found, ...change } : null;
}

const isNotUtf8 = (error: unknown): boolean =>
  error instanceof TypeError && (error as { code?: unknown }).code === "ERR_ENCODING_INVALID_ENCODED_DATA";

/** Another job has taken over this import: this one writes nothing more. */
class TakenOver extends Error {}

type Bad = { line: number; sentence: string };

async function continueImport(ctx: Ctx, found: RecordImport): Promise<void> {
  const { id, kind, encoding, columns, dateFormat, decimalCommas } = found;
  if (!encoding || !dateFormat || decimalCommas === null) throw new Error("The file was not looked at.");
  const delimiter = await delimiterIn(ctx, found, encoding);
  const behind = await read(ctx, (tx) => store.behind(tx, id));
  const from = { source: "csv", origin, importId: id, currency: behind?.currency ?? null } as const;
  const progress = { read: found.read, badCount: found.badCount, badLines: [...found.badLines] };
  const counts: Counts = { added: found.added, changed: found.changed, unchanged: found.unchanged };
  const seen = seenIds();
  const numbered = numberRepeats(seen);
  const started = performance.now();
  const isNumbered = mayRepeat(kind) && !columns.some(({ field }) => field === externalId);
  let readLine: ReturnType<typeof reader> | null = null;
  let at = 0;
  let batch: Row[] = [];
  let bad: Bad[] = [];
  let size = 0;

  /** A batch and its progress are written in one transaction, so after a crash no batch is lost or written twice. */
  const flush = (isLast: boolean): Promise<void> =>
    write(ctx, async (tx) => {
      const before = progress.read;
      const given = columns.map(({ field }) => field).filter((field) => field !== externalId);
      const written = await upsert(tx, kind, batch, { ...from, given, after: progress.read });
      for (const key of ["added", "changed", "unchanged"] as const) counts[key] += written[key];
      progress.read = at;
      progress.badCount += bad.length;
      progress.badLines.push(...bad.slice(0, maxBadLines - progress.badLines.length));
      [batch, bad, size] = [[], [], 0];
      // Another job may have taken over: then this update changes nothing.
      const isUpdated = await store.update(tx, id, ["running"], { ...progress, ...counts }, before);
      if (!isUpdated) throw new TakenOver();
      if (isLast) await tx.jobs.send(tx.db, importJob, tx.company, { importId: id });
    });

  for await (const { number, cells } of linesOf(textOf(ctx, found, encoding), delimiter)) {
    if (!readLine) {
      const heading = cells.map((cell) => cell.trim());
      readLine = reader(kind, heading, columns, { dateFormat, decimalCommas });
      continue;
    }
    at += 1;
    const line = readLine(cells);
    if (!("fault" in line) && isNumbered) line.externalId = numbered(line.externalId, number);
    const fault =
      "fault" in line ? line.fault : isNumbered ? null : duplicateFault(line.externalId, seen(line.externalId, number));
    if (at <= found.read) continue;
    if (fault) bad.push({ line: number, sentence: fault });
    else if (!("fault" in line)) batch.push(line);
    size += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length + bad.length < maxBatchRows && size < maxBatchCharacters) continue;
    const isLast = performance.now() - started > maxJobMs;
    await flush(isLast);
    if (isLast) return;
  }
  if (batch.length + bad.length > 0) await flush(false);
  const total = { ...counts, badCount: progress.badCount };
  // Before the import is shown as done: what people look at next is over the new rows.
  if (counts.added + counts.changed >= maxBatchRows)
    await ctx.database
      .refreshStatistics(kind)
      .catch((error: unknown) => ctx.log.warn({ err: error }, "the planner was not told of an import"));
  await end(ctx, found, { ...progress, ...counts, sentence: importSentence(total, encoding) });
}

const duplicateFault = (key: string, line: number | null): string | null =>
  line === null ? null : `"${truncate(key, 60)}" stands in line ${formatNumber(line)} already.`;

type Ending = { sentence: string; isGivenUp?: true; badLines?: Bad[]; badCount?: number } & Partial<Counts>;

async function end(ctx: Ctx, found: RecordImport, { isGivenUp, ...ending }: Ending): Promise<void> {
  await write(ctx, async (tx) => {
    const { added = found.added, changed = found.changed, unchanged = found.unchanged } = ending;
    const isDone = added + changed + unchanged > 0 && !isGivenUp;
    const change = { ...ending, status: isDone ? ("done" as const) : ("failed" as const), finishedAt: ctx.now };
    if (!(await store.update(tx, found.id, ["waiting", "running"], change))) return;
    await store.removeParts(tx, found.id);
    const behind = await store.behind(tx, found.id);
    const badLines = ending.badCount ?? found.badCount;
    const event = {
      id: found.id,
      title: `${found.fileName} ${isDone ? "imported" : "was not imported"}`,
      details: { kind: found.kind, added, changed, unchanged, badLines, ...inBackground(tx) },
    };
    const starter = await onBehalfOf(tx, behind?.createdBy ?? null);
    await record(starter, isDone ? recordImported(event) : recordImportFailed(event));
  });
}
