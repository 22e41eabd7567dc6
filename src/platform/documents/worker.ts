import { parentPort, workerData } from "node:worker_threads";
import { type Place, UnreadableFile } from "#platform/reading/reading.ts";
import { type Block, type DocumentKind, type ReadDocument, Unreadable } from "./document.ts";
import { kindOf } from "./kind.ts";
import { passagesOf } from "./passages.ts";
import { markdownBlocks, textBlocks } from "./plain.ts";

export type WorkerInput = { fileName: string; bytes: Uint8Array; place: Place };
export type WorkerMessage =
  | { progress: { done: number; of: number } }
  | { document: ReadDocument }
  | { fault: string }
  | { broken: string };

const port = parentPort;
const { fileName, bytes, place } = workerData as WorkerInput;
const post = (message: WorkerMessage) => port?.postMessage(message);

type Read = Partial<Omit<ReadDocument, "kind" | "passages" | "text">> & { blocks: readonly Block[] };

const readText = async (toBlocks: (text: string) => Block[]): Promise<Read> => {
  const { decode } = await import("./decode.ts");
  const { text, note } = await decode(bytes, place);
  return { blocks: toBlocks(text), note };
};

/** Each with its libraries, which are loaded only for its kind. */
const readers: Readonly<Record<DocumentKind, () => Promise<Read>>> = {
  text: () => readText(textBlocks),
  markdown: () => readText(markdownBlocks),
  csv: async () => (await import("./sheets.ts")).csvBlocks(bytes, place),
  xlsx: async () => (await import("./sheets.ts")).workbookBlocks(bytes, place),
  pdf: async () => (await import("./pdf/pdf.ts")).pdfBlocks(bytes, (done, of) => post({ progress: { done, of } })),
  docx: async () => (await import("./office/docx.ts")).docxBlocks(bytes),
  pptx: async () => (await import("./office/pptx.ts")).pptxBlocks(bytes),
  email: async () => (await import("./email.ts")).emailBlocks(bytes),
};

/** Why a file without a single letter is kept unread. */
const onlyPictures: Partial<Record<DocumentKind, string>> = {
  pdf: "The PDF has no text, only pictures. Upload a version with text.",
  docx: "The document has no text, only pictures. Upload a version with text.",
  pptx: "The slides have no text, only pictures. Upload a version with text.",
};

async function read(): Promise<ReadDocument> {
  const kind = kindOf(fileName, bytes);
  const defaults = { pages: null, rows: null, writtenAt: null, note: null };
  const { blocks, ...about } = await readers[kind]();
  const fault = blocks.some(({ text }) => text.trim()) ? null : (onlyPictures[kind] ?? null);
  // Kept, so that it is found by its name.
  const shown = fault ? [{ text: `${fileName}: ${fault}` }] : blocks;
  return { kind, ...defaults, ...about, fault, ...passagesOf(shown) };
}

read().then(
  (document) => post({ document }),
  (error: unknown) =>
    post(
      error instanceof Unreadable || error instanceof UnreadableFile
        ? { fault: error.message }
        : { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    ),
);
