import { parentPort, workerData } from "node:worker_threads";
import { csvBlocks } from "./csv.ts";
import { decode } from "./decode.ts";
import { type Block, type DocumentKind, type ReadDocument, Unreadable } from "./document.ts";
import { docxBlocks } from "./office/docx.ts";
import { emailBlocks } from "./email.ts";
import { kindOf } from "./kind.ts";
import { pptxBlocks } from "./office/pptx.ts";
import { passagesOf } from "./passages.ts";
import { pdfBlocks } from "./pdf/pdf.ts";
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

/** Why a file of pages without a single letter is kept unread. */
const onlyPictures: Partial<Record<DocumentKind, string>> = {
  pdf: "The PDF has no text, only pictures. Upload a version with text.",
  docx: "The document has no text, only pictures. Upload a version with text.",
  pptx: "The slides have no text, only pictures. Upload a version with text.",
};

async function read(): Promise<ReadDocument> {
  const kind = kindOf(fileName, bytes);
  const defaults = { pages: null, rows: null, writtenAt: null, note: null, fault: null };
  const document = (blocks: readonly Block[], more: Partial<ReadDocument> = {}): ReadDocument => {
    const fault = blocks.some(({ text }) => text.trim()) ? null : (onlyPictures[kind] ?? null);
    // Kept, so that it is found by its name.
    const shown = fault ? [{ text: `${fileName}: ${fault}` }] : blocks;
    return { kind, ...defaults, ...more, fault, ...passagesOf(shown) };
  };
  if (kind === "docx") {
    const { blocks, note } = docxBlocks(bytes);
    return document(blocks, { note });
  }
  if (kind === "pptx") {
    const { blocks, ...about } = pptxBlocks(bytes);
    return document(blocks, about);
  }
  if (kind === "pdf") {
    const { blocks, ...about } = await pdfBlocks(bytes, (done, of) => post({ progress: { done, of } }));
    return document(blocks, about);
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
