import { parentPort, workerData } from "node:worker_threads";
import { csvBlocks } from "./csv.ts";
import { decode } from "./decode.ts";
import { type Block, type ReadDocument, Unreadable } from "./document.ts";
import { docxBlocks } from "./docx.ts";
import { emailBlocks } from "./email.ts";
import { kindOf } from "./kind.ts";
import { passagesOf } from "./passages.ts";
import { pdfBlocks } from "./pdf.ts";
import { markdownBlocks, textBlocks } from "./plain.ts";

export type WorkerInput = { fileName: string; bytes: Uint8Array };
export type WorkerMessage =
  | { progress: { done: number; of: number } }
  | { document: ReadDocument }
  | { fault: string }
  | { broken: string };

const port = parentPort;
const { fileName, bytes } = workerData as WorkerInput;
const post = (message: WorkerMessage) => port?.postMessage(message);

async function read(): Promise<ReadDocument> {
  const kind = kindOf(fileName, bytes);
  const defaults = { pages: null, rows: null, writtenAt: null, note: null };
  const document = (blocks: readonly Block[], more: Partial<ReadDocument> = {}): ReadDocument => ({
    kind,
    ...defaults,
    ...more,
    ...passagesOf(blocks),
  });
  if (kind === "docx") return document(docxBlocks(bytes));
  if (kind === "pdf") {
    const { blocks, pages } = await pdfBlocks(bytes, (done, of) => post({ progress: { done, of } }));
    return document(blocks, { pages });
  }
  if (kind === "email") {
    const { blocks, ...about } = await emailBlocks(bytes);
    return document(blocks, about);
  }
  const text = decode(bytes);
  if (kind === "csv") {
    const blocks = csvBlocks(text);
    return document(blocks, { rows: blocks.length });
  }
  return document(kind === "markdown" ? markdownBlocks(text) : textBlocks(text));
}

read().then(
  (document) => post({ document }),
  (error: unknown) =>
    post(
      error instanceof Unreadable
        ? { fault: error.message }
        : { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    ),
);
