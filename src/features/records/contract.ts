import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { origins } from "#contract/origins.ts";
import { id, instant, lengths, text } from "#contract/words.ts";
import { type FieldsOf, type KindId, ofKinds } from "#features/records/kinds/all.ts";
import { schemaOf } from "#features/records/kinds/schema.ts";

/** The kinds that the sample company has. */
export const sampledKinds = [
  "customers",
  "vendors",
  "deals",
  "invoices",
  "contracts",
  "subscriptions",
  "tickets",
] as const;
export type SampledKind = (typeof sampledKinds)[number];
/** The kinds of records, in the order of the pages. Written out: the browser reads it without the descriptions. */
export const recordKinds = [
  ...sampledKinds,
  "people",
  "bankAccounts",
  "transactions",
  "ledger",
  "payments",
  "entries",
] as const satisfies readonly KindId[];
export type RecordKind = (typeof recordKinds)[number];

/** External ids are unique within a source. */
export const recordSources = [
  "manual",
  "csv",
  "api",
  "sample",
  "stripe",
  "quickbooks",
  "hubspot",
  "salesforce",
] as const;
export type RecordSource = (typeof recordSources)[number];

const line = text(lengths.title).trim().min(1, "Is missing");

/** Input fields of each kind; null and absent both mean unknown. */
export const recordFields = ofKinds(schemaOf);
export type RecordFields = { [Kind in RecordKind]: FieldsOf<Kind> };

const recordHead = {
  id,
  source: z.enum(recordSources),
  externalId: z.string(),
  origin: z.enum(origins),
  /** The records its names were matched to. */
  customerId: id.nullable(),
  vendorId: id.nullable(),
  createdAt: instant,
  updatedAt: instant,
};

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A record: its common fields, those of its kind by name, and the company's own by key. */
export const record = z.strictObject({
  kind: z.enum(recordKinds),
  ...recordHead,
  fields: z.record(z.string(), scalar),
  custom: z.record(z.string(), scalar),
});
export type BusinessRecord = z.infer<typeof record>;

export const mostCustomFields = 40;
export const longestValue = lengths.reason;
export const customKey = z.string().regex(/^[a-z0-9_]{1,48}$/, "Not found");
/** Values of the company's own fields by key; null clears one, and what is absent stays. */
const customValues = z
  .record(customKey, z.union([text(longestValue), z.number(), z.boolean(), z.null()]))
  .refine((given) => Object.keys(given).length <= mostCustomFields, `Use at most ${mostCustomFields} fields`);

/** The body of a write; `fields` are those of its kind. */
const ofKind = <Head extends z.ZodRawShape>(head: Head) => {
  const [first, ...others] = recordKinds.map((kind) =>
    z.strictObject({ kind: z.literal(kind), ...head, fields: recordFields[kind] }),
  );
  if (!first) throw new Error("There are no kinds.");
  return z.discriminatedUnion("kind", [first, ...others]);
};

export const addRecord = endpoint("POST", "/api/records", {
  summary:
    "Adds one record. A typed record must be new; by API, an existing record with the given id is updated instead.",
  body: ofKind({
    source: z.enum(["manual", "api"]),
    externalId: line.nullish(),
    custom: customValues.optional(),
  }),
  response: record,
  access: "member",
  rate: "normal",
});

export const changeRecord = endpoint("PUT", "/api/records/:id", {
  summary: "Replaces the fields of a record.",
  params: { id },
  body: ofKind({ custom: customValues.optional() }),
  response: record,
  access: "member",
  rate: "normal",
});
