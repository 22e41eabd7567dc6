import { setImmediate as nextTurn } from "node:timers/promises";
import { formatNumber } from "#contract/format.ts";
import { metricImported, metricImportFailed, metricImportStarted } from "#features/metrics/events.ts";
import type { z } from "zod";
import { AppError } from "#contract/errors.ts";
import { inBackground, onBehalfOf } from "#features/accounts/service.ts";
import type { importMetrics, MetricImport } from "#features/metrics/contract.ts";
import { maxLines, readFile } from "#features/metrics/imports/rules.ts";
import { importSentence } from "#features/metrics/rules.ts";
import { inCurrency, latestDay, latestOf } from "#features/metrics/service.ts";
import * as store from "#features/metrics/store.ts";
import { type Ctx, person } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import { record } from "#platform/journal/record.ts";

/** The job that reads an uploaded file. */
export const importJob = { name: "metric-import" };

/** Queues an uploaded file's import; nothing is read yet. */
export async function startImport(
  ctx: Ctx,
  query: z.output<typeof importMetrics.query>,
  content: string,
): Promise<MetricImport> {
  if (content.trim() === "") throw new AppError("unprocessable", "The file is empty.");
  if (content.includes("\u0000")) throw new AppError("unprocessable", "The file is not text. Save it as CSV in UTF-8.");
  if (content.includes("\ufffd"))
    throw new AppError("unprocessable", "The file is not in UTF-8. Save it as CSV UTF-8 and try again.");
  const { fileName, metricName, dateColumn, valueColumn, dateFormat } = query;
  if (dateColumn === valueColumn) throw new AppError("unprocessable", "Choose different columns for date and value.");
  // Decoding a large file and sending it to the database each hold the event loop; others get a turn in between.
  await nextTurn();
  return write(ctx, async (tx) => {
    const row = {
      fileName,
      metricName,
      dateColumn,
      valueColumn,
      dateFormat,
      currency: query.currency ?? null,
    };
    const added = await store.addImport(tx, { ...row, content, createdBy: person(ctx).id });
    await record(tx, metricImportStarted(added.id, fileName));
    await tx.jobs.send(tx.db, importJob, tx.company, { importId: added.id });
    return added;
  });
}

/** Imports the whole file or nothing; safe to repeat. */
export async function runImport(ctx: Ctx, importId: string): Promise<void> {
  const row = await write(ctx, async (tx) => {
    const found = await store.findImportRow(tx, importId);
    if (found) await store.updateImport(tx, importId, { status: "running", read: 0, total: countLines(found.content) });
    return found;
  });
  if (!row || row.content === null || row.status === "done" || row.status === "failed") return;
  const { dateColumn, valueColumn, dateFormat } = row;
  const options = { dateColumn, valueColumn, dateFormat, latest: latestDay(ctx, row.metricName) };
  const result = await readFile(row.content, options, (read) =>
    write(ctx, (tx) => store.updateImport(tx, importId, { read })).then(() => undefined),
  );
  const isBad = result.badLines.length > 0;
  await write(ctx, async (tx) => {
    const figures = await inCurrency(
      tx,
      "csv",
      result.days.map(({ day, value }) => ({
        metricName: row.metricName,
        measurementDate: day,
        metricValue: value,
        currency: row.currency,
      })),
    );
    const counts = isBad ? { added: 0, changed: 0, unchanged: 0 } : await store.upsert(tx, "csv", figures);
    const sentence = isBad ? badSentence(result.badCount) : importSentence(counts);
    const ended = await store.updateImport(tx, importId, {
      status: isBad ? "failed" : "done",
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
    const [starter, background] = [await onBehalfOf(tx, row.createdBy), inBackground(tx)];
    const details = { metric: row.metricName, ...counts, badLines: result.badCount, ...background };
    await record(
      starter,
      isBad
        ? metricImportFailed(importId, `${row.fileName} was not imported`, details)
        : metricImported(row, counts, await latestOf(tx, figures), background),
    );
  });
}

/** Ends an import whose attempts all failed; deletes the file and keeps the reason. */
export async function giveUp(ctx: Ctx, importId: string): Promise<void> {
  await write(ctx, async (tx) => {
    const sentence = `Nothing was imported: the import did not finish in ${jobLimits.attempts} attempts. Split the file and import the parts.`;
    const change = { status: "failed" as const, content: null, finishedAt: ctx.now, sentence };
    const found = await store.findImportRow(tx, importId);
    if (!found || !(await store.updateImport(tx, importId, change))) return;
    const starter = await onBehalfOf(tx, found.createdBy);
    await record(starter, metricImportFailed(importId, `${found.fileName} was not imported`, inBackground(tx)));
  });
}

const badSentence = (count: number): string =>
  `Nothing was imported: ${formatNumber(count)} ${count === 1 ? "line has" : "lines have"} errors.`;

/** Lines below the heading, counted up to one more than the limit. */
function countLines(content: string | null): number {
  let count = 0;
  const text = content?.trimEnd() ?? "";
  for (let at = text.indexOf("\n"); at >= 0 && count <= maxLines; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
