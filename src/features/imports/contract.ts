import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, lengths, text } from "#contract/words.ts";
import { recordKinds } from "#features/records/contract.ts";
import { announced, piece, progress } from "#features/records/imports/contract.ts";

/** The size of an upload's chunks, except the last. Neither side needs a whole file in memory. */
export const partSize = 4 * 1024 * 1024;
export const mostLines = 1_000_000;

/** Where the lines of a file go: a kind of records, daily figures, or the Brain as a document. */
export const targets = [...recordKinds, "figures", "document"] as const;
export type Target = (typeof targets)[number];

/**
 * A field of the target by its name; besides those of a kind: "externalId"; "figure:daily_revenue" for figures, "day"
 * for their day; "custom:<label>" to keep a column as a field of the company's own.
 */
const fieldName = text(lengths.title);

/**
 * A question about a file, asked once per column. It has one item, or one per unknown word. An item's `answer` is what
 * holds now: what was proposed, remembered or chosen; null must be answered before the import can start.
 */
export const question = z.strictObject({
  id: z.string(),
  kind: z.enum([
    "target",
    "code page",
    "day order",
    "decimal",
    "percent",
    "currency",
    "sign",
    "heading",
    "missing",
    "words",
    "same name",
    "same number",
    "same day",
  ]),
  /** "03/04/2026 could be 3 April or 4 March 2026." */
  sentence: z.string(),
  /** The heading of the column it is about; null for the file. */
  column: z.string().nullable(),
  options: z.array(z.strictObject({ value: z.string(), label: z.string() })),
  items: z.array(
    z.strictObject({
      /** The word or name; "" for the only item. */
      item: z.string(),
      /** Lines that hold it. */
      count: z.number().int(),
      answer: z.string().nullable(),
      /** Why that is the answer: "as last time", "a US company writes the month first"; null if a person chose. */
      because: z.string().nullable(),
    }),
  ),
});
export type Question = z.infer<typeof question>;

export const preview = z.strictObject({
  /** "QuickBooks invoices, 60 rows, 12 customers to create, USD". */
  headline: z.string(),
  /** The program the file comes from, such as "QuickBooks Online"; null if unknown. */
  program: z.string().nullable(),
  target: z.enum(targets).nullable(),
  codePage: z.string().nullable(),
  /** The code pages offered; empty for a workbook. */
  codePages: z.array(z.string()),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  headingLine: z.number().int(),
  lines: z.number().int(),
  /** Lines that hold no record, such as titles and totals: the first 50, and their number. */
  left: z.array(z.strictObject({ line: z.number().int(), why: z.string(), text: z.string() })),
  leftCount: z.number().int(),
  columns: z.array(
    z.strictObject({
      heading: z.string(),
      /** Null: the column is left out. */
      field: fieldName.nullable(),
      /** How it is read, for people: "days, month first", "amounts in USD", "text". */
      reading: z.string(),
      examples: z.array(z.string()),
      /** Cells that cannot be read; their records are taken without them if the field is optional. */
      unfit: z.number().int(),
    }),
  ),
  /** The fields of the target that a column can have. */
  fields: z.array(z.strictObject({ name: fieldName, label: z.string(), required: z.boolean() })),
  questions: z.array(question),
  /** The first rows as they will stand, by the labels in `shown`; `fault` if the line will not be taken. */
  shown: z.array(z.string()),
  rows: z.array(z.strictObject({ line: z.number().int(), cells: z.array(z.string()), fault: z.string().nullable() })),
  /** Customers and vendors that arise from names in the file: the first 20, and their number. */
  parties: z.array(
    z.strictObject({ kind: z.enum(["customers", "vendors"]), names: z.array(z.string()), count: z.number().int() }),
  ),
  /** What a person should know, a sentence each. */
  notes: z.array(z.string()),
  /** Why it cannot start as it stands: "Choose the column that holds the number"; null if it can. */
  missing: z.string().nullable(),
});
export type Preview = z.infer<typeof preview>;

export const fileImport = z.strictObject({
  id,
  fileName: z.string(),
  size: z.number().int(),
  /** Where its lines go; null until that is known. */
  target: z.enum(targets).nullable(),
  /** "looked": waiting for a person; "undone": what it brought is gone again. */
  status: z.enum(["receiving", "looking", "looked", "waiting", "running", "done", "failed", "undoing", "undone"]),
  /** Null until the file was looked at; left out of lists. */
  preview: preview.nullable(),
  /** Whether it can be started as it stands: it was looked at, and nothing is open. */
  isReady: z.boolean(),
  ...progress,
  /** Optional cells that could not be read and were left empty. */
  emptied: z.number().int(),
  /** Customers and vendors that arose from names. */
  created: z.number().int(),
  /** What it means, each with the page that helps: "15 invoices are overdue, $156,066." */
  means: z.array(z.strictObject({ sentence: z.string(), label: z.string(), href: z.string() })),
  /** Until when the whole import can be undone; null if it cannot. */
  undoableUntil: instant.nullable(),
});
export type FileImport = z.infer<typeof fileImport>;

const changesFile = { response: fileImport, rate: "normal" } as const;

export const openImport = endpoint("POST", "/api/imports", {
  summary: "Announces a file of at most 100 MB; a person's unstarted files are kept for a day, the newest 20.",
  body: z.strictObject(announced),
  access: "member",
  ...changesFile,
});

export const sendPart = endpoint("PUT", "/api/imports/:id/parts/:position", {
  summary:
    "Uploads a chunk of the file: 4 MB each except the last, numbered from 0. The last one starts the look at it.",
  access: "member",
  upload: "application/octet-stream",
  ...piece,
});

export const chooseImport = endpoint("PUT", "/api/imports/:id/choices", {
  summary: "Changes how a file is read, and answers questions about it; what is absent stays as it is.",
  params: { id },
  body: z.strictObject({
    target: z.enum(targets).optional(),
    codePage: text(lengths.name).optional(),
    sheet: text(lengths.title).optional(),
    headingLine: z.number().int().min(1).max(1000).optional(),
    /** The field of each column named; null leaves the column out. */
    columns: z
      .array(z.strictObject({ heading: text(lengths.title), field: fieldName.nullable() }))
      .max(500)
      .optional(),
    answers: z
      .array(z.strictObject({ question: text(lengths.title), item: text(lengths.title), answer: text(lengths.title) }))
      .max(1000)
      .optional(),
    /** Whether customers and vendors arise from names; they do by default. */
    createParties: z.boolean().optional(),
  }),
  access: "member",
  ...changesFile,
});

export const startImport = endpoint("POST", "/api/imports/:id/start", {
  summary: "Imports the file in the background, as its preview shows it. Refused while a question has no answer.",
  params: { id },
  access: "member",
  ...changesFile,
});

export const undoImport = endpoint("POST", "/api/imports/:id/undo", {
  summary: "Takes a whole import back within a day: what it added goes, what it changed is as before.",
  params: { id },
  access: "member",
  ...changesFile,
});

export const discardImport = endpoint("DELETE", "/api/imports/:id", {
  summary: "Discards a file that was not started.",
  params: { id },
  response: z.strictObject({ discarded: z.boolean() }),
  access: "member",
  rate: "normal",
});

export const getImport = endpoint("GET", "/api/imports/:id", {
  summary: "An import with its preview and progress.",
  params: { id },
  response: fileImport,
  access: "viewer",
  rate: "polled",
});

export const getRefused = endpoint("GET", "/api/imports/:id/refused", {
  summary: "The refused lines of an import as CSV, each with its line and the reason; the first 10,000.",
  params: { id },
  response: z.strictObject({ fileName: z.string(), csv: z.string() }),
  access: "viewer",
  rate: "normal",
});

export const listImports = endpoint("GET", "/api/imports", {
  summary: "The last 100 imports without their previews, newest first.",
  response: z.array(fileImport),
  access: "viewer",
  rate: "polled",
});
