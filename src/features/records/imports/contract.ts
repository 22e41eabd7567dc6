import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, lengths, text } from "#contract/words.ts";
import { dateFormats } from "#features/metrics/contract.ts";
import { recordKinds } from "#features/records/contract.ts";

/** The column of each field; "externalId" is the row's id at its source. */
const columns = z
  .array(z.strictObject({ field: text(lengths.name), column: text(lengths.title) }))
  .max(40, "Choose at most 40 columns");

const count = z.number().int();
/** How far an import is, and what came of it. */
export const progress = {
  /** Lines read and in total; `total` is null until they are counted. */
  read: count,
  total: count.nullable(),
  added: count,
  changed: count,
  unchanged: count,
  /** The first 100 refused lines and emptied cells. */
  badLines: z.array(z.strictObject({ line: count, sentence: z.string() })),
  badCount: count,
  /** The result as a sentence; null while it runs. */
  sentence: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
};

export const mostBytes = 100 * 1024 * 1024;
export const announced = {
  fileName: text(lengths.title),
  size: z
    .number()
    .int()
    .min(1, "The file is empty")
    .max(mostBytes, "The file is larger than 100 MB: split it and import the parts"),
};
export const piece = {
  params: { id, position: z.string().regex(/^\d{1,2}$/, "Not found") },
  body: z.instanceof(Uint8Array, { error: "Send the bytes of the file" }),
  response: z.strictObject({ received: count }),
  rate: "normal",
} as const;

export const recordImport = z.strictObject({
  id,
  kind: z.enum(recordKinds),
  fileName: z.string(),
  status: z.enum(["receiving", "waiting", "running", "done", "failed"]),
  size: z.number().int(),
  columns,
  dateFormat: z.enum(dateFormats).nullable(),
  decimalCommas: z.boolean().nullable(),
  /** The detected encoding; null before. */
  encoding: z.enum(["utf-8", "utf-16le", "utf-16be", "windows-1252"]).nullable(),
  ...progress,
});
export type RecordImport = z.infer<typeof recordImport>;

export const openImport = endpoint("POST", "/api/records/imports", {
  summary:
    "Creates an import of a CSV file of at most 100 MB and 1,000,000 lines; a person's last three unstarted imports are kept for a day.",
  body: z.strictObject({ kind: z.enum(recordKinds), ...announced }),
  response: recordImport,
  access: "member",
  rate: "normal",
});

export const sendPart = endpoint("PUT", "/api/records/imports/:id/parts/:position", {
  summary: "Uploads a chunk of the file: 4 MB each except the last, numbered from 0.",
  access: "member",
  upload: "application/octet-stream",
  ...piece,
});

export const startImport = endpoint("POST", "/api/records/imports/:id/start", {
  summary: "Imports the file in the background. Without `columns` they are matched by their headings.",
  params: { id },
  body: z.strictObject({
    columns: columns.optional(),
    dateFormat: z.enum(dateFormats).optional(),
    decimalCommas: z.boolean().optional(),
  }),
  response: recordImport,
  access: "member",
  rate: "normal",
});

export const getImport = endpoint("GET", "/api/records/imports/:id", {
  summary: "An import's progress.",
  params: { id },
  response: recordImport,
  access: "viewer",
  rate: "polled",
});
