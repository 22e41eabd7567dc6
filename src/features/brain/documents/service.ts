import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError, notFound } from "#contract/errors.ts";
import { formatNumber, pluralize } from "#contract/format.ts";
import type { Origin } from "#contract/origins.ts";
import { inBackground, onBehalfOf } from "#features/accounts/service.ts";
import {
  mostBytes,
  mostUnderWay,
  type StoredDocument,
  type Upload,
  window,
} from "#features/brain/documents/contract.ts";
import { documentDeleted, documentNotRead, documentRead, documentUploaded } from "#features/brain/documents/events.ts";
import { candidateNames } from "#features/brain/documents/entities.ts";
import { itemsOf, type Listed } from "#features/brain/documents/items.ts";
import { titleOf } from "#features/brain/documents/naming.ts";
import { deletePassages, discard, readJob } from "#features/brain/documents/discarding/service.ts";
import * as store from "#features/brain/documents/store.ts";
import { extractJob } from "#features/brain/extraction/service.ts";
import type { Passage as Item } from "#features/brain/contract.ts";
import { ingest } from "#features/brain/service.ts";
import * as passages from "#features/brain/store.ts";
import * as naming from "#features/records/naming/store.ts";
import { nameKey } from "#features/records/naming/name-key.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import { type ReadDocument, Unreadable } from "#platform/documents/document.ts";
import { readDocument } from "#platform/documents/read-document.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import { record } from "#platform/journal/record.ts";
import { announce } from "#platform/live/announce.ts";

/** Documents may contain text by outsiders, which is never an instruction, even if an owner uploaded it. */
const origin: Origin = "external";
/** Passages per transaction, which must end long before the statement timeout. */
const batchSize = 100;
const announceMs = 500;

const digestOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** Queues a file to be read; nothing is read yet. The same bytes are kept once. */
export async function upload(ctx: Ctx, fileName: string, bytes: Uint8Array): Promise<Upload> {
  if (bytes.length === 0) throw new AppError("unprocessable", "The file is empty.");
  if (bytes.length > mostBytes)
    throw new AppError("unprocessable", "The file is larger than 25 MB. Split it and upload the parts.");
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const row = { fileName: titleOf(fileName), size: content.length, digest: digestOf(content) };
  await nextTurn();
  return write(ctx, async (tx) => {
    const createdBy = person(ctx).id;
    const sameFile = await store.sameUnderWay(tx, row.digest);
    if (sameFile) return sameFile;
    const known = await store.findByDigest(tx, row.digest);
    if (known?.isReady) {
      const there = known.title === row.fileName ? "Already there." : `Already there as "${known.title}".`;
      const sentence = known.note ? `${there} ${known.note}` : there;
      const ended = { status: "done" as const, documentId: known.id, sentence, finishedAt: tx.now };
      return store.addUpload(tx, { ...row, createdBy, ...ended }, null);
    }
    if ((await store.countUnderWay(tx)) >= mostUnderWay)
      throw new AppError("conflict", `${mostUnderWay} files are waiting already. Wait until some are read.`);
    const added = await store.addUpload(tx, { ...row, createdBy }, content);
    await record(tx, documentUploaded(added.id, row.fileName, row.size));
    await tx.jobs.send(tx.db, readJob, tx.company, { uploadId: added.id });
    return added;
  });
}

/** Stops reading a file; its job removes what it stored so far. */
export function stop(ctx: Ctx, id: string): Promise<Upload> {
  return write(ctx, async (tx) => {
    const found = await store.findUpload(tx, id);
    if (!found) throw notFound();
    const sentence = "Stopped. Nothing of it was kept.";
    const ended = await store.changeUpload(tx, id, { status: "stopped", sentence, finishedAt: tx.now });
    if (!ended) return store.toUpload(found);
    await discard(tx, ended);
    await record(tx, documentNotRead(id, ended.fileName, { sentence }));
    return store.toUpload(ended);
  });
}

/** The upload was stopped, or another job took it over and ended it. */
class Ended extends Error {}

/** Reads a file and stores its passages in batches; a retry skips those that are stored already. */
export async function run(ctx: Ctx, uploadId: string): Promise<void> {
  const found = await write(ctx, (tx) => store.changeUpload(tx, uploadId, { status: "running" }));
  if (!found) return;
  try {
    const document = await readFile(ctx, found);
    await storeDocument(ctx, found, document);
  } catch (error) {
    if (error instanceof Ended) return;
    if (!(error instanceof Unreadable)) throw error;
    if (error.cause) ctx.log.warn({ err: error.cause, upload: uploadId }, "document not read");
    await fail(ctx, found, error.message);
  }
}

async function readFile(ctx: Ctx, { id, fileName }: store.UploadRow): Promise<ReadDocument> {
  const bytes = await read(ctx, (tx) => store.contentOf(tx, id));
  const stopped = new AbortController();
  const show = throttled((done, total) => progress(ctx, id, { done, total }));
  const onProgress = (done: number, of: number): void =>
    void show(done, of).catch((error: unknown) => stopped.abort(error));
  return readDocument({ fileName, bytes, place: ctx, onProgress, signal: stopped.signal });
}

/** Saves progress and announces it to open pages; throws if the upload ended. */
async function progress(ctx: Ctx, id: string, change: Partial<Pick<Upload, "step" | "done" | "total">>): Promise<void> {
  const row = await note(ctx, async (tx) => {
    const changed = await store.changeUpload(tx, id, change);
    if (changed) await announce(tx, { type: "brain.upload", id, refreshes: ["uploads"] });
    return changed;
  });
  if (!row) throw new Ended();
}

/** Skips calls within half a second of the last one, or while it runs. */
function throttled(call: (done: number, of: number) => Promise<void>): (done: number, of: number) => Promise<void> {
  let last = 0;
  return async (done, of) => {
    if (performance.now() - last < announceMs) return;
    last = Number.POSITIVE_INFINITY;
    await call(done, of);
    last = performance.now();
  };
}

async function storeDocument(ctx: Ctx, found: store.UploadRow, document: ReadDocument): Promise<void> {
  const { id, digest, size: bytes, external } = found;
  const title = external?.title ?? found.fileName;
  const { kind: mediaType, text: content, pages, fault } = document;
  const total = document.passages.length;
  await progress(ctx, id, { step: "storing", done: 0, total });
  const documentId = await write(ctx, async (tx) => {
    await requireRunning(tx, id);
    await store.add(tx, {
      id: crypto.randomUUID(),
      title,
      mediaType,
      bytes,
      digest,
      content,
      pages,
      problem: document.fault ?? document.note,
      origin,
      createdBy: found.createdBy,
    });
    const added = await store.findByDigest(tx, digest);
    if (!added) throw new Error("The document was not written.");
    await store.changeUpload(tx, id, { documentId: added.id });
    return added.id;
  });
  const items = itemsOf(document, { documentId, title });
  const names = new Set<string>();
  const show = throttled((done, of) => progress(ctx, id, { done, total: of }));
  for (let at = 0; at < total; at += batchSize) {
    const some = items.slice(at, at + batchSize);
    const listed = await read(ctx, (tx) =>
      matchRecords(
        tx,
        some.map(({ content: text }) => text),
      ),
    );
    const batchItems = some.map((item) => item.withNames(listed));
    for (const { entities = [] } of batchItems)
      for (const { name, type } of entities) if (type !== "document") names.add(name);
    await write(ctx, async (tx) => {
      await requireRunning(tx, id);
      await ingest(tx, { source: { type: "upload", origin, documentId }, items: batchItems });
    });
    await show(at + batchItems.length, total);
    await nextTurn();
  }
  await write(ctx, async (tx) => {
    const status = fault === null ? ("done" as const) : ("failed" as const);
    const sentence = fault === null ? resultOf(document, names.size) : `Kept by its name only. ${fault}`;
    const ended = { status, done: total, total, documentId, sentence, finishedAt: tx.now };
    if (!(await store.changeUpload(tx, id, ended))) throw new Ended();
    if (external) await replaceExternal(tx, documentId, external);
    await store.finish(tx, documentId);
    const by = await onBehalfOf(tx, found.createdBy);
    if (fault !== null) return record(by, documentNotRead(id, title, { sentence, ...inBackground(tx) }));
    await record(by, documentRead(documentId, title, { passages: total, entities: names.size, ...inBackground(tx) }));
    await tx.jobs.send(tx.db, extractJob, tx.company, { documentId, askedBy: found.createdBy });
  });
}

async function requireRunning(tx: Tx, id: string): Promise<void> {
  if ((await store.findUpload(tx, id))?.status !== "running") throw new Ended();
}

/** Which capitalized names in these texts are names of customers or vendors on record. */
async function matchRecords(tx: Tx, texts: readonly string[]): Promise<Listed> {
  const keys = new Set(texts.flatMap((text) => candidateNames(text).map(({ name }) => nameKey(name))));
  const rows = Map.groupBy(await naming.listed(tx, [...keys]), ({ key }) => key);
  return new Map([...rows].map(([key, some]) => [key, some.map(({ kind }) => kind)]));
}

/** "4,210 rows, 12 names.", with what was not read. */
function resultOf({ kind, pages, rows, passages: stored, note: noted }: ReadDocument, names: number): string {
  const size =
    rows !== null
      ? pluralize(rows, "row")
      : pages !== null
        ? pluralize(pages, kind === "pptx" ? "slide" : "page")
        : pluralize(stored.length, "passage");
  const found = names === 0 ? "" : `, ${formatNumber(names)} ${names === 1 ? "name" : "names"}`;
  return `${size}${found}.${noted ? ` ${noted}` : ""}`;
}

type External = NonNullable<store.UploadRow["external"]>;

/** The document takes the place of its earlier version. */
async function replaceExternal(tx: Tx, documentId: string, external: External): Promise<void> {
  await dropEarlier(tx, external, documentId);
  await store.setExternal(tx, documentId, external);
}

/** An earlier version is not answered from once there is another, even if that could not be read. */
async function dropEarlier(tx: Tx, { source, id }: External, documentId: string | null): Promise<void> {
  const known = await store.findExternal(tx, source, id);
  if (known && known.id !== documentId) await discard(tx, { documentId: known.id });
}

async function fail(ctx: Ctx, { id }: store.UploadRow, sentence: string): Promise<void> {
  await write(ctx, async (tx) => {
    const ended = await store.changeUpload(tx, id, { status: "failed", sentence, finishedAt: tx.now });
    if (!ended) return;
    await discard(tx, ended);
    if (ended.external) await dropEarlier(tx, ended.external, null);
    const by = await onBehalfOf(tx, ended.createdBy);
    await record(by, documentNotRead(id, ended.fileName, { sentence, ...inBackground(tx) }));
  });
}

/** Ends an upload whose reading failed on every attempt. */
export async function giveUp(ctx: Ctx, uploadId: string): Promise<void> {
  const found = await read(ctx, (tx) => store.findUpload(tx, uploadId));
  if (found)
    await fail(ctx, found, `Reading it failed ${jobLimits.attempts} times. Split the file and upload the parts.`);
}

/** A document with its passages around one of them, or from a position. */
export async function open(
  tx: Tx,
  id: string,
  { passage, from }: { passage?: string | undefined; from?: string | undefined },
): Promise<{ document: StoredDocument; passages: Item[] }> {
  const document = await store.find(tx, id);
  if (!document) throw notFound();
  const position = passage ? await store.positionOf(tx, id, passage) : null;
  if (passage && position === null) throw notFound();
  const start = from !== undefined ? Number(from) : Math.max(0, (position ?? 0) - Math.floor(window / 2));
  return { document, passages: await passages.byIds(tx, await store.passageIds(tx, id, start, window)) };
}

/** Deletes a document with what was found in it. */
export function remove(ctx: Ctx, id: string): Promise<{ deleted: number; doubted: number }> {
  return write(ctx, async (tx) => {
    const document = await store.find(tx, id);
    if (!document) throw notFound();
    const removed = await deletePassages(tx, await passages.ofDocument(tx, id));
    await store.remove(tx, id);
    await record(tx, documentDeleted(id, document.title, removed.deleted, removed.doubted));
    return removed;
  });
}
