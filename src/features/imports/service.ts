import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { currency } from "#contract/words.ts";
import { csvFile } from "#contract/csv.ts";
import { pluralize } from "#contract/format.ts";
import { mostBytes } from "#features/brain/documents/contract.ts";
import * as documents from "#features/brain/documents/service.ts";
import { proposalFrom } from "#features/decisions/calling/service.ts";
import { type chooseImport, type FileImport, type openImport, type Preview } from "#features/imports/contract.ts";
import { receive as receivePart, wholeFile } from "#features/imports/files/service.ts";
import { asDocument, isDocument, lookJob, planAgain } from "#features/imports/looking/service.ts";
import type { Choices } from "#features/imports/planning/choices.ts";
import { sourceOf as sourceKey } from "#features/imports/planning/plan.ts";
import { withOwnFields } from "#features/imports/own/service.ts";
import { recordStarted } from "#features/imports/journal/service.ts";
import { importJob } from "#features/imports/running/service.ts";
import { type Answer, remember } from "#features/imports/store.ts";
import * as store from "#features/records/imports/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import type { FileProfile } from "#platform/reading/reading.ts";

/** Files of a person that wait to be started. */
const mostUnstarted = 20;
const mostUnstartedSheets = 100;

/** Announces a file. The person's newest unstarted ones are kept, because their upload may be in progress. */
export function open(ctx: Ctx, input: z.output<typeof openImport.body>): Promise<FileImport> {
  return write(ctx, async (tx) => {
    const { id } = person(ctx);
    await store.deleteUnstarted(tx, id, { entrance: "door", keep: mostUnstarted - 1, keepSheets: mostUnstartedSheets });
    return toFileImport(await store.add(tx, { ...input, entrance: "door", target: null, createdBy: id }));
  });
}

/** Stores a chunk; the last one starts the look at the file. */
export function receive(ctx: Ctx, importId: string, position: number, content: Uint8Array) {
  return write(ctx, async (tx) => {
    const { row, isWhole } = await receivePart(tx, importId, position, content);
    if (isWhole && row.entrance === "door") await startLook(tx, row, {});
    return { received: content.length };
  });
}

async function startLook(tx: Tx, { id }: store.ImportRow, change: Partial<store.ImportRow>): Promise<void> {
  await store.update(tx, id, ["receiving", "looking", "looked"], { ...change, status: "looking" });
  await tx.jobs.send(tx.db, lookJob, tx.company, { importId: id });
}

/** Changes how a file is read. What its bytes must be read again for happens in the background. */
export function choose(ctx: Ctx, importId: string, input: z.output<typeof chooseImport.body>): Promise<FileImport> {
  return write(ctx, async (tx) => {
    const row = await findUnstarted(tx, importId);
    const before = row.choices as Choices;
    const choices = merged(before, input);
    if (input.target === "document" || (isDocument(row.fileName) && !row.profile && !input.target)) {
      await store.update(tx, importId, ["looked", "looking"], { ...asDocument(row), choices });
      return find(tx, importId);
    }
    const isOtherFile = input.codePage ?? input.sheet ?? input.headingLine;
    const profile = isOtherFile === undefined ? (row.profile as FileProfile | null) : null;
    const again = profile && (await planAgain(tx, { ...row, choices }, profile));
    if (again) {
      const { preview, planned } = again;
      await store.update(tx, importId, ["looked", "looking"], {
        choices,
        preview,
        target: planned.target,
        status: "looked",
      });
    } else await startLook(tx, row, { choices, ...(profile ? {} : { profile: null, facts: null }) });
    return find(tx, importId);
  });
}

/** New choices beside the earlier ones; another target, sheet or heading makes those of its columns void. */
function merged(
  before: Choices,
  { answers = [], columns = [], ...given }: z.output<typeof chooseImport.body>,
): Choices {
  const isOther =
    (given.target !== undefined && given.target !== before.target) ||
    given.sheet !== undefined ||
    given.headingLine !== undefined;
  const kept = isOther ? [] : (before.columns ?? []);
  const { target, codePage, sheet, headingLine, createParties } = given;
  return {
    ...before,
    ...(target === undefined ? {} : { target }),
    ...(codePage === undefined ? {} : { codePage }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(headingLine === undefined ? {} : { headingLine }),
    ...(createParties === undefined ? {} : { createParties }),
    columns: [...kept.filter(({ heading }) => !columns.some((one) => one.heading === heading)), ...columns],
    answers: [
      ...(before.answers ?? []).filter(
        (one) => !answers.some(({ question, item }) => question === one.question && item === one.item),
      ),
      ...answers,
    ].slice(-2_000),
  };
}

async function findUnstarted(tx: Tx, importId: string): Promise<store.ImportRow> {
  const row = await store.find(tx, importId);
  if (!row) throw notFound();
  if (row.status === "receiving") throw new AppError("conflict", "The file did not arrive whole: send it again.");
  if (row.status !== "looked" && row.status !== "looking")
    throw new AppError("conflict", "This import was started already.");
  return row;
}

/** Why an import with this preview cannot start; null if it can. */
function startFault({ missing, questions, target }: Preview): string | null {
  if (missing) return missing;
  const open = questions.filter(({ items }) => items.some(({ answer }) => answer === null));
  if (open.length > 0)
    return `Answer ${pluralize(open.length, "question")} first: ${open[0]?.sentence ?? ""}`.slice(0, 200);
  return target === null ? "Choose what is in this file" : null;
}

/** Starts an import as its preview shows it, and remembers what was answered for the next file of its source. */
export function start(ctx: Ctx, importId: string): Promise<FileImport> {
  return write(ctx, async (tx) => {
    const row = await findUnstarted(tx, importId);
    const preview = row.preview as Preview | null;
    if (!preview || row.status !== "looked") throw new AppError("conflict", "This file is still being looked at.");
    const fault = startFault(preview);
    if (fault) throw new AppError("unprocessable", fault);
    return preview.target === "document" ? sendToBrain(tx, row) : queue(tx, row);
  });
}

async function queue(tx: Tx, row: store.ImportRow): Promise<FileImport> {
  const profile = row.profile as FileProfile;
  const looked = await planAgain(tx, row, profile);
  // Another file of the source may have been answered for since: then a person looks again.
  const fault = looked ? startFault(looked.preview) : "This file is still being looked at";
  if (!looked || fault) throw new AppError("conflict", fault ?? "");
  const { plan } = looked.planned;
  await begin(tx, row, plan && (await withOwnFields(tx, plan)));
  await remember(tx, sourceKey(profile), answersIn(row.choices as Choices));
  return find(tx, row.id);
}

export async function begin(tx: Tx, row: store.ImportRow, plan: object | null): Promise<void> {
  const columns = (plan as { columns?: { field: string; name: string }[] } | null)?.columns ?? [];
  await store.update(tx, row.id, ["receiving", "looked"], {
    status: "waiting",
    plan,
    currency: currency.parse(tx.currency),
    columns: columns.map(({ field, name }) => ({ field, column: name })),
    startedAt: tx.now,
  });
  await recordStarted(tx, row);
  await tx.jobs.send(tx.db, importJob, tx.company, { importId: row.id });
}

function answersIn({ answers = [], columns = [], target }: Choices): Answer[] {
  return [
    ...answers,
    ...columns.map(({ heading, field }) => ({ question: `column:${heading}`, item: "", answer: field ?? "" })),
    ...(target ? [{ question: "target", item: "", answer: target }] : []),
  ];
}

async function sendToBrain(tx: Tx, row: store.ImportRow): Promise<FileImport> {
  if (row.size > mostBytes)
    throw new AppError("unprocessable", "The file is larger than 25 MB. Split it and add the parts.");
  const { sentence } = await documents.upload(tx, row.fileName, await wholeFile(tx, row));
  await store.update(tx, row.id, ["looked"], {
    status: "done",
    finishedAt: tx.now,
    sentence: sentence ?? "The Brain reads it now.",
    means: [
      { sentence: "Agents can use what it says once it is read.", label: "Open documents", href: "/brain/documents" },
    ],
  });
  await store.removeParts(tx, row.id);
  return find(tx, row.id);
}

export function discard(ctx: Ctx, importId: string): Promise<{ discarded: boolean }> {
  return write(ctx, async (tx) => {
    const row = await store.find(tx, importId);
    if (!row) throw notFound();
    if (!(await store.discard(tx, importId))) throw new AppError("conflict", "This import was started already.");
    return { discarded: true };
  });
}

export async function find(tx: Tx, importId: string): Promise<FileImport> {
  const row = await store.find(tx, importId);
  if (!row) throw notFound();
  const found = toFileImport(row);
  const proposal = row.status === "done" ? await proposalFrom(tx, row.target) : null;
  if (!proposal) return found;
  const { id, title, agentName, agentRole } = proposal;
  const sentence = `${agentName} (${agentRole}) proposes: ${title}.`;
  return { ...found, means: [{ sentence, label: "Review", href: `/decisions/${id}` }, ...found.means] };
}

export const list = async (tx: Tx): Promise<FileImport[]> => (await store.newest(tx)).map(toFileImport);

const undoMs = 86_400_000;

/** Until when an import can be undone; null if it cannot. */
export function undoableUntil(
  row: Pick<store.ImportRow, "status" | "finishedAt" | "target" | "startedAt">,
): Date | null {
  if (row.status !== "done" || !row.finishedAt || !row.startedAt || row.target === "document") return null;
  return new Date(row.finishedAt.getTime() + undoMs);
}

export function toFileImport(row: store.LightRow | store.ImportRow): FileImport {
  const { id, fileName, size, status, read, total, added, changed, unchanged, emptied, created } = row;
  const found = "preview" in row ? (row.preview as Preview | null) : null;
  return {
    id,
    fileName,
    size,
    status,
    target: (row.target ?? null) as FileImport["target"],
    preview: found,
    isReady: "isReady" in row ? row.isReady : row.status === "looked" && found !== null && startFault(found) === null,
    read,
    total,
    added,
    changed,
    unchanged,
    emptied,
    created,
    badLines: row.badLines,
    badCount: row.badCount,
    sentence: row.sentence,
    means: row.means,
    undoableUntil: undoableUntil(row)?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

export async function refused(tx: Tx, importId: string): Promise<{ fileName: string; csv: string }> {
  const row = await store.find(tx, importId);
  if (!row) throw notFound();
  const lines = await store.refusalsOf(tx, importId);
  const name = row.fileName.replace(/\.[a-z]{2,4}$/i, "");
  return { fileName: `${name} refused.csv`, csv: csvFile([]) + lines };
}
