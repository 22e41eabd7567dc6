import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { truncate } from "#contract/words.ts";
import { partSize } from "#features/imports/contract.ts";
import type { Choices } from "#features/imports/planning/choices.ts";
import { dayField, fieldOfTarget, figurePrefix, isKind, isTarget } from "#features/imports/planning/fields.ts";
import type { Plan } from "#features/imports/planning/line-reader.ts";
import { begin } from "#features/imports/service.ts";
import { type importMetrics, type MetricImport, dateFormats } from "#features/metrics/contract.ts";
import type { openImport, RecordImport, startImport } from "#features/records/imports/contract.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import * as store from "#features/records/imports/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import type { FileProfile } from "#platform/reading/reading.ts";

/** Unstarted imports of a person that came by the older call. */
const mostUnstarted = 3;

export function open(ctx: Ctx, { kind, ...input }: z.output<typeof openImport.body>): Promise<RecordImport> {
  return write(ctx, async (tx) => {
    const { id } = person(ctx);
    await store.deleteUnstarted(tx, id, { entrance: "records", keep: mostUnstarted - 1 });
    return toRecordImport(await store.add(tx, { ...input, entrance: "records", target: kind, createdBy: id }));
  });
}

/** Queues the import of a completely uploaded file. */
export function start(ctx: Ctx, importId: string, input: z.output<typeof startImport.body>): Promise<RecordImport> {
  return write(ctx, async (tx) => {
    const found = await store.find(tx, importId);
    if (!found || found.entrance !== "records") throw notFound();
    if (found.status !== "receiving") throw new AppError("conflict", "This import was started already.");
    const fault = input.columns && columnsFault(found.target as RecordKind, input.columns);
    if (fault) throw new AppError("unprocessable", fault.slice(0, 200));
    if ((await store.received(tx, importId)) !== found.size)
      throw new AppError("unprocessable", "The file did not arrive whole: send it again.");
    const { columns, dateFormat, decimalCommas } = input;
    const choices: Choices = {
      target: found.target as RecordKind,
      columns: columns?.map(({ field, column }) => ({ heading: column, field })) ?? [],
      given: {
        ...(dateFormat ? { dateFormat } : {}),
        ...(decimalCommas === undefined ? {} : { decimalCommas }),
        ...(columns ? { onlyColumns: true } : {}),
      },
      createParties: false,
    };
    await store.update(tx, importId, ["receiving"], { choices });
    await begin(tx, { ...found, choices }, null);
    return { ...toRecordImport({ ...found, choices, columns: columns ?? [] }), status: "waiting" };
  });
}

type Columns = { field: string; column: string }[];

/** Why a file cannot be imported with these columns; null if it can. */
function columnsFault(kind: RecordKind, columns: Columns): string | null {
  const stranger = columns.find(({ field }) => fieldOfTarget(kind, field) === null);
  if (stranger) return `${truncate(stranger.field, 40)} is no field of ${kind}`;
  const twice = columns.find(({ field }, at) => columns.findIndex((other) => other.field === field) !== at);
  if (twice) return `Two columns are chosen for ${twice.field}`;
  const missing = fieldsOf[kind].find(({ name, required }) => required && !columns.some(({ field }) => field === name));
  return missing ? `Choose the column that holds "${missing.label}": a record cannot be without it` : null;
}

/** Queues an uploaded file of figures; nothing is read yet. */
export async function startFigures(
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
  const bytes = Buffer.from(content);
  const choices: Choices = {
    target: "figures",
    codePage: "utf-8",
    columns: [
      { heading: dateColumn.trim(), field: dayField },
      { heading: valueColumn.trim(), field: `${figurePrefix}${metricName}` },
    ],
    given: { dateFormat, onlyColumns: true, metric: { name: metricName, currency: query.currency ?? null } },
  };
  return write(ctx, async (tx) => {
    const row = {
      fileName,
      size: bytes.length,
      entrance: "figures",
      target: "figures",
      choices,
      createdBy: person(ctx).id,
    } as const;
    const added = await store.add(tx, row);
    for (let at = 0; at * partSize < bytes.length; at += 1)
      await store.addPart(tx, added.id, at, bytes.subarray(at * partSize, (at + 1) * partSize));
    await begin(tx, added, null);
    return { ...toMetricImport(added), status: "waiting" };
  });
}

/** States as the older calls know them: what was undone was imported once. */
const olderStatus = (status: store.ImportStatus): RecordImport["status"] => {
  if (status === "undoing" || status === "undone") return "done";
  return status === "looking" || status === "looked" ? "receiving" : status;
};

type Reading = { dateFormat: (typeof dateFormats)[number] | null; decimalCommas: boolean | null };

function readingOf({ plan: fixed, profile, choices }: store.ImportRow): Reading {
  const [plan, { given }] = [fixed as Plan | null, choices as Choices];
  const dated = plan?.columns.find(({ format }) => format.dayOrder);
  const named = dateFormats.find((one) => one === given?.dateFormat) ?? null;
  const example = (profile as FileProfile | null)?.columns.find(({ at }) => at === dated?.at)?.examples[0] ?? "";
  const dayFirst = /^\d+\./.test(example) ? ("DD.MM.YYYY" as const) : ("DD/MM/YYYY" as const);
  const byOrder = { "year first": "YYYY-MM-DD", "day first": dayFirst, "month first": "MM/DD/YYYY" } as const;
  const order = dated?.format.dayOrder;
  const decimal = plan?.columns.find(({ format }) => format.decimal)?.format.decimal;
  return {
    dateFormat: named ?? (order ? byOrder[order] : plan ? "YYYY-MM-DD" : null),
    decimalCommas: given?.decimalCommas ?? (decimal ? decimal === "," : plan ? false : null),
  };
}

/** What both older calls say of an import. */
const progressOf = ({ createdAt, ...row }: store.ImportRow) => {
  const { id, fileName, read, total, added, changed, unchanged, badCount, badLines, sentence } = row;
  const counts = { read, total, added, changed, unchanged, badCount };
  return { id, fileName, ...counts, badLines, sentence, createdAt: createdAt.toISOString() };
};

const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;

export function toRecordImport(row: store.ImportRow): RecordImport {
  const { size, columns } = row;
  const codePage = (row.profile as FileProfile | null)?.layout.codePage?.toLowerCase();
  return {
    ...progressOf(row),
    kind: row.target as RecordKind,
    status: olderStatus(row.status),
    size,
    columns,
    ...readingOf(row),
    encoding: encodings.find((one) => one === codePage) ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

export function toMetricImport(row: store.ImportRow): MetricImport {
  const { metric } = (row.choices as Choices).given ?? {};
  const status = olderStatus(row.status);
  return {
    ...progressOf(row),
    metricName:
      metric?.name ??
      row.columns.find(({ field }) => field.startsWith(figurePrefix))?.field.slice(figurePrefix.length) ??
      "",
    currency: (metric?.currency ?? null) as MetricImport["currency"],
    status: status === "receiving" ? "waiting" : status,
  };
}

export async function findRecords(tx: Tx, id: string): Promise<RecordImport> {
  const row = await store.find(tx, id);
  if (!row || row.target === null || !isTarget(row.target) || !isKind(row.target)) throw notFound();
  return toRecordImport(row);
}

export async function findFigures(tx: Tx, id: string): Promise<MetricImport> {
  const row = await store.find(tx, id);
  if (!row || row.target !== "figures") throw notFound();
  return toMetricImport(row);
}
