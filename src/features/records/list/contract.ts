import { z } from "zod";
import { cursor, nextCursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { currency, day, id, lengths, text } from "#contract/words.ts";
import { record, recordKinds } from "#features/records/contract.ts";

export const sorts = ["newest", "name", "amount", "day"] as const;
export type Sort = (typeof sorts)[number];

/** Beyond this many rows a list says "more than", and gives no sum. */
export const mostCounted = 10_000;

const kind = z.enum(recordKinds);
const word = text(lengths.username).min(1, "Leave it out, or name one");
const given = text(lengths.name).trim().min(1, "Leave it out, or name one");
const filter = {
  /** Words its name, number or party must hold. */
  q: text(lengths.name).optional(),
  status: word.optional(),
  type: word.optional(),
  view: word.optional(),
  customerId: id.optional(),
  vendorId: id.optional(),
  /** Whose they are, in capital letters or not. */
  ownerName: given.optional(),
  /** Those without an amount, and so without a currency, are of the company's. */
  currency: currency.optional(),
  /** A field that holds a choice or a name, such as "priority" or "channel", and what it must be. */
  field: word.optional(),
  is: given.optional(),
  /** A field that must be filled, and one that must not be. */
  known: word.optional(),
  unknown: word.optional(),
  /** First and last day of the kind's most telling day, or of the one named, such as "issuedOn". */
  day: word.optional(),
  from: day.optional(),
  to: day.optional(),
};

export const recordList = z.strictObject({
  rows: z.array(record),
  nextCursor,
  /** At most 10,001, which means more than 10,000. */
  total: z.number().int(),
  /**
   * The money of all rows of the filter by currency, and by what must not be added up, such as "receivable"; null where
   * there are too many rows, empty where a sum would mean nothing.
   */
  sums: z.array(z.strictObject({ of: z.string().nullable(), currency, amount: z.number() })).nullable(),
});
export type RecordList = z.infer<typeof recordList>;

export const listRecords = endpoint("GET", "/api/records/:kind", {
  summary: "Records of a kind, 50 at a time: searched, filtered, in one of the kind's named views.",
  params: { kind },
  query: { ...filter, sort: z.enum(sorts).optional(), cursor },
  response: recordList,
  access: "viewer",
  rate: "polled",
});

export const exportRecords = endpoint("GET", "/api/records/:kind/export", {
  summary: "Records of a filter as lines of a CSV file, 5,000 at a time, the oldest first.",
  params: { kind },
  query: { ...filter, cursor },
  response: z.strictObject({
    fileName: z.string(),
    /** What the file begins with. */
    heading: z.string(),
    /** A record that was changed meanwhile comes again: its later line is the one that holds. */
    lines: z.array(z.strictObject({ id, csv: z.string() })),
    nextCursor,
  }),
  access: "viewer",
  rate: "normal",
});

export const getRecord = endpoint("GET", "/api/records/:kind/:id", {
  summary: "One record with those that belong to it.",
  params: { kind, id },
  response: z.strictObject({
    record,
    customer: z.strictObject({ id, name: z.string() }).nullable(),
    vendor: z.strictObject({ id, name: z.string() }).nullable(),
    /** The newest 20 of each kind. */
    related: z.array(z.strictObject({ kind, total: z.number().int(), rows: z.array(record) })),
  }),
  access: "viewer",
  rate: "polled",
});
export type RecordPage = z.infer<typeof getRecord.response>;

export const countRecords = endpoint("GET", "/api/records", {
  summary: "How many records of each kind there are, at most 10,001, and how many of all are samples.",
  response: z.strictObject({
    counts: z.array(z.strictObject({ kind, total: z.number().int() })),
    samples: z.number().int(),
  }),
  access: "viewer",
  rate: "polled",
});
