import { z } from "zod";
import { cursor, nextCursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { currency, day, id, lengths, text } from "#contract/words.ts";
import { customKey, record, recordKinds } from "#features/records/contract.ts";

export const sorts = ["newest", "name", "amount", "day"] as const;
/** By a field of the company's own. */
const customSort = z.templateLiteral(["custom:", customKey]);
export type Sort = (typeof sorts)[number] | z.infer<typeof customSort>;

/** Above this many rows a list shows "more than" and no sum. */
export const mostCounted = 10_000;

const kind = z.enum(recordKinds);
const word = text(lengths.name).min(1, "Leave it out, or name one");
const given = text(lengths.name).trim().min(1, "Leave it out, or name one");
const filter = {
  /** Words in the name, number or party. */
  q: text(lengths.name).optional(),
  status: word.optional(),
  type: word.optional(),
  view: word.optional(),
  customerId: id.optional(),
  vendorId: id.optional(),
  /** The owner, in any case. */
  ownerName: given.optional(),
  /** Rows without an amount, and so without a currency, count as the company's. */
  currency: currency.optional(),
  /** A field with a choice or a name, such as "priority", "channel" or "custom:region", and its value. */
  field: word.optional(),
  is: given.optional(),
  /** A field that must be set, and one that must not. */
  known: word.optional(),
  unknown: word.optional(),
  /** A range of the kind's main date, or of the named one, such as "issuedOn". */
  day: word.optional(),
  from: day.optional(),
  to: day.optional(),
};

export type Filter = z.infer<z.ZodObject<typeof filter>>;

export const recordList = z.strictObject({
  rows: z.array(record),
  nextCursor,
  /** At most 10,001, meaning more than 10,000. */
  total: z.number().int(),
  /**
   * Sums of the filter by currency, and by groups that must not be added, such as "receivable"; null if there are too
   * many rows, empty if a sum is meaningless.
   */
  sums: z.array(z.strictObject({ of: z.string().nullable(), currency, amount: z.number() })).nullable(),
});
export type RecordList = z.infer<typeof recordList>;

export const listRecords = endpoint("GET", "/api/records/:kind", {
  summary: "Records of a kind, 50 at a time, with search, filters and named views.",
  params: { kind },
  query: { ...filter, sort: z.union([z.enum(sorts), customSort]).optional(), cursor },
  response: recordList,
  access: "viewer",
  rate: "polled",
  tool: {
    name: "list_records",
    effect: "read",
    hint: "Give `q` for words, `view` for a named view such as overdue, and `customerId` or `vendorId` for one party.",
  },
});

export const exportRecords = endpoint("GET", "/api/records/:kind/export", {
  summary: "Records of a filter as lines of a CSV file, 5,000 at a time, by last change.",
  params: { kind },
  query: { ...filter, cursor },
  response: z.strictObject({
    fileName: z.string(),
    heading: z.string(),
    /** A record changed during the export is sent again; its later line applies. */
    lines: z.array(z.strictObject({ id, csv: z.string() })),
    nextCursor,
  }),
  access: "viewer",
  rate: "normal",
});

export const getRecord = endpoint("GET", "/api/records/:kind/:id", {
  summary: "One record with its related records.",
  params: { kind, id },
  response: z.strictObject({
    record,
    customer: z.strictObject({ id, name: z.string() }).nullable(),
    vendor: z.strictObject({ id, name: z.string() }).nullable(),
    related: z.array(z.strictObject({ kind, total: z.number().int(), rows: z.array(record) })),
  }),
  access: "viewer",
  rate: "polled",
  tool: {
    name: "get_record",
    effect: "read",
    thing: { id: "record/:kind/:id", page: ({ kind, id }) => `/records/${kind}/${id}` },
  },
});
export type RecordPage = z.infer<typeof getRecord.response>;

export const listOwnWords = endpoint("GET", "/api/records/own-words", {
  summary: "The company's own words for choices, such as its names of deal stages; at most 100.",
  response: z.array(
    z.strictObject({
      kind,
      field: z.string(),
      choice: z.string(),
      word: z.string(),
      rows: z.number().int(),
    }),
  ),
  access: "viewer",
  rate: "polled",
});
export type OwnWord = z.infer<typeof listOwnWords.response>[number];

export const countRecords = endpoint("GET", "/api/records", {
  summary: "Records per kind, counted up to 10,001, and how many of them are samples.",
  response: z.strictObject({
    counts: z.array(z.strictObject({ kind, total: z.number().int() })),
    samples: z.number().int(),
  }),
  access: "viewer",
  rate: "polled",
});
