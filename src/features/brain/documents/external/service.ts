import { createHash } from "node:crypto";
import { discard, readJob } from "#features/brain/documents/discarding/service.ts";
import { titleOf } from "#features/brain/documents/naming.ts";
import * as store from "#features/brain/documents/store.ts";
import type { Tx } from "#platform/context.ts";

/** A document of a connected service, as it is now. */
export type ExternalDocument = {
  id: string;
  title: string;
  /** Its ending says how it is read. */
  fileName: string;
  /** Where it opens there. */
  url: string;
  bytes: Uint8Array;
};

/** The documents of a service that are here, or being read. */
export const heldDocuments = async (tx: Tx, source: string): Promise<string[]> => [
  ...new Set([...(await store.externalIds(tx, source)), ...(await store.externalUnderWay(tx, source)).map(idOf)]),
];
const idOf = ({ external }: store.UploadRow): string => external?.id ?? "";

/** How many files are waiting or being read; more wait at their service. */
export const documentsUnderWay = (tx: Tx): Promise<number> => store.countUnderWay(tx);

/** Has a document read, which replaces its earlier version. The same file again changes its name and address only. */
export async function takeDocument(
  tx: Tx,
  source: string,
  { id, title, fileName, url, bytes }: ExternalDocument,
  askedBy: string | null,
): Promise<"added" | "changed" | "unchanged"> {
  const external = { source, id, title: titleOf(title), url };
  // Two files with the same bytes are two documents there: each may be changed or go.
  const digest = createHash("sha256").update(`${source}\n${id}\n${fileName}\n`).update(bytes).digest("hex");
  const known = await store.findExternal(tx, source, id);
  const underWay = (await store.externalUnderWay(tx, source)).filter((one) => idOf(one) === id);
  if (underWay.some((one) => one.digest === digest)) return "unchanged";
  for (const one of underWay) await end(tx, one);
  if (known?.digest === digest) {
    if (known.title === external.title && known.url === url) return "unchanged";
    await store.setExternal(tx, known.id, external);
    return "changed";
  }
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const row = { fileName: titleOf(fileName), size: content.length, digest, createdBy: askedBy, external };
  const added = await store.addUpload(tx, row, content);
  await tx.jobs.send(tx.db, readJob, tx.company, { uploadId: added.id });
  return known ? "changed" : "added";
}

async function end(tx: Tx, { id }: store.UploadRow): Promise<void> {
  const sentence = "Stopped: it changed, or went, at its service.";
  const ended = await store.changeUpload(tx, id, { status: "stopped", sentence, finishedAt: tx.now });
  if (ended) await discard(tx, ended);
}

/** Deletes what is no more at its service; returns how many documents. */
export async function removeDocuments(tx: Tx, source: string, ids: readonly string[]): Promise<number> {
  const gone = new Set(ids);
  for (const one of await store.externalUnderWay(tx, source)) if (gone.has(idOf(one))) await end(tx, one);
  let removed = 0;
  for (const id of gone) {
    const known = await store.findExternal(tx, source, id);
    if (!known) continue;
    await discard(tx, { documentId: known.id });
    removed += 1;
  }
  return removed;
}
