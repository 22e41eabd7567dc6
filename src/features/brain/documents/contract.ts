import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, lengths, text } from "#contract/words.ts";
import { passage } from "#features/brain/contract.ts";

export const mostBytes = 25 * 1024 * 1024;
/** Passages of a document that are shown at a time. */
export const window = 50;
/** Files of a company that wait or are read at the same time. */
export const mostUnderWay = 50;

export const upload = z.strictObject({
  id,
  fileName: z.string(),
  size: z.number().int(),
  status: z.enum(["waiting", "running", "done", "failed", "stopped"]),
  step: z.enum(["reading", "storing"]),
  /** Pages read or passages stored so far, and in total; null until known. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** The result; null while it runs. */
  sentence: z.string().nullable(),
  documentId: id.nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type Upload = z.infer<typeof upload>;

export const storedDocument = z.strictObject({
  id,
  title: z.string(),
  kind: z.string(),
  bytes: z.number().int(),
  pages: z.number().int().nullable(),
  passages: z.number().int(),
  /** What of it was not read; null if all was. */
  note: z.string().nullable(),
  createdAt: instant,
  /** The connected service it comes from, and its address there; null: a person uploaded it. */
  source: z.string().nullable(),
  url: z.string().nullable(),
});
export type StoredDocument = z.infer<typeof storedDocument>;

export const addDocument = endpoint("POST", "/api/brain/documents", {
  summary: "Uploads a file of at most 25 MB for the Brain to read in the background. The same file is kept once.",
  query: { fileName: text(lengths.title) },
  body: z.instanceof(Uint8Array, { error: "Send the bytes of the file" }),
  response: upload,
  access: "member",
  upload: "application/octet-stream",
});

export const listUploads = endpoint("GET", "/api/uploads", {
  summary: "The last 20 uploads of the last day, newest first, with their progress or result.",
  response: z.array(upload),
  access: "viewer",
  rate: "polled",
});

export const stopUpload = endpoint("POST", "/api/uploads/:id/stop", {
  summary: "Stops reading a file; nothing of it is kept.",
  params: { id },
  response: upload,
  access: "member",
});

export const listDocuments = endpoint("GET", "/api/brain/documents", {
  summary: "The documents the Brain has read, newest first; at most 50 at a time.",
  query: { cursor },
  response: z.array(storedDocument),
  access: "viewer",
});

export const getDocument = endpoint("GET", "/api/brain/documents/:id", {
  summary: "A document and 50 of its passages: those around one of them, or from a position.",
  params: { id },
  query: {
    passage: id.optional(),
    from: z
      .string()
      .regex(/^\d{1,6}$/, "Write a position")
      .optional(),
  },
  response: z.strictObject({ document: storedDocument, passages: z.array(passage) }),
  access: "viewer",
});

export const deleteDocument = endpoint("DELETE", "/api/brain/documents/:id", {
  summary: "Deletes a document with its passages, and marks what was derived from it as doubtful.",
  params: { id },
  response: z.strictObject({ deleted: z.number().int(), doubted: z.number().int() }),
  access: "member",
});
