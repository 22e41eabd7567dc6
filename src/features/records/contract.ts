import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { origins } from "#contract/origins.ts";
import { currency, day, email, id, instant, lengths, priorities, text } from "#contract/words.ts";
import { type DescribedKind, describedKindIds, ofDescribed } from "#features/records/kinds/all.ts";
import type { Fields } from "#features/records/kinds/kind.ts";
import { schemaOf } from "#features/records/kinds/schema.ts";

/** The kinds whose columns stores name one by one; the others are described in `kinds`. */
export const writtenKinds = [
  "customers",
  "vendors",
  "deals",
  "invoices",
  "contracts",
  "subscriptions",
  "tickets",
] as const;
export type WrittenKind = (typeof writtenKinds)[number];
/** The kinds of records, in the order of the pages. Written out: the browser reads it without the descriptions. */
export const recordKinds = [
  ...writtenKinds,
  "people",
  "bankAccounts",
  "transactions",
  "ledger",
  "payments",
] as const satisfies readonly (WrittenKind | DescribedKind)[];
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

export const customerStatuses = ["prospect", "active", "paused", "churned"] as const;
export const vendorStatuses = ["active", "ended"] as const;
export const dealStages = ["lead", "qualified", "proposal", "negotiation", "won", "lost"] as const;
export const invoiceDirections = ["receivable", "payable"] as const;
/** Paid in part is open with an open amount below the amount. */
export const invoiceStatuses = ["draft", "open", "paid", "disputed", "void", "written off"] as const;
export const invoiceDocuments = ["invoice", "credit note"] as const;
export const contractKinds = [
  "customer",
  "vendor",
  "partner",
  "employment",
  "confidentiality",
  "data protection",
  "other",
] as const;
export const contractStatuses = ["draft", "active", "ended"] as const;
export const subscriptionKinds = ["plan", "service", "licence", "domain", "certificate", "token"] as const;
export const subscriptionStatuses = ["trial", "active", "paused", "cancelled"] as const;
export const intervals = ["month", "year"] as const;
export const ticketKinds = ["support", "request", "incident", "promise"] as const;
export const ticketStatuses = ["open", "waiting", "resolved", "closed"] as const;

const name = text(lengths.name).trim().min(1, "Is missing");
const line = text(lengths.title).trim().min(1, "Is missing");
const note = text(lengths.text);
const money = z.number().min(0, "Must be 0 or more").max(1e12, "Must be at most 1,000,000,000,000");
/** Below 0 on credit notes. */
const signedMoney = z
  .number()
  .min(-1e12, "Must be at least -1,000,000,000,000")
  .max(1e12, "Must be at most 1,000,000,000,000");
const count = z
  .number()
  .int("Must be a whole number")
  .min(0, "Must be 0 or more")
  .max(1e9, "Must be at most 1,000,000,000");
const hours = z.number().min(0, "Must be 0 or more").max(1e6, "Must be at most 1,000,000");

/** Input fields of each kind; null and absent both mean unknown. */
const customerFields = z.strictObject({
  name,
  email: email.nullish(),
  phone: name.nullish(),
  segment: name.nullish(),
  status: z.enum(customerStatuses),
  ownerName: name.nullish(),
  /** Customer since. */
  since: day.nullish(),
  lastContactOn: day.nullish(),
  /** Product usage in the last 30 days, and in the 30 before. */
  usage30: count.nullish(),
  usagePrior30: count.nullish(),
  /** The customer's rating, 0 to 10. */
  satisfaction: z.number().min(0, "Must be from 0 to 10").max(10, "Must be from 0 to 10").nullish(),
  notes: note.nullish(),
});

const vendorFields = z.strictObject({
  name,
  email: email.nullish(),
  category: name.nullish(),
  status: z.enum(vendorStatuses),
  ownerName: name.nullish(),
  yearlyBudget: money.nullish(),
  currency: currency.nullish(),
  notes: note.nullish(),
});

const dealFields = z.strictObject({
  name: line,
  customerName: name.nullish(),
  stage: z.enum(dealStages),
  /** The company's own name of the stage, shown instead. */
  stageName: name.nullish(),
  amount: money,
  currency: currency.nullish(),
  /** 0 to 1; by default that of its stage. */
  probability: z.number().min(0, "Must be from 0 to 1").max(1, "Must be from 0 to 1").nullish(),
  /** The lead source, such as "search" or "referral". */
  channel: name.nullish(),
  ownerName: name.nullish(),
  openedOn: day,
  expectedCloseOn: day.nullish(),
  lastActivityOn: day.nullish(),
  closedOn: day.nullish(),
  nextStep: line.nullish(),
  notes: note.nullish(),
});

/** Why the amounts of an invoice do not fit each other, and the field to change. */
function invoiceFault(invoice: {
  amount: number;
  openAmount?: number | null | undefined;
  document?: string | null | undefined;
  status: string;
}): { field: "amount" | "openAmount"; sentence: string } | null {
  const { amount, openAmount, document, status } = invoice;
  if (document === "invoice" && amount < 0)
    return { field: "amount", sentence: "Is negative: choose credit note as the document" };
  if ((openAmount ?? 0) === 0) return null;
  const open = openAmount ?? 0;
  if (status === "paid") return { field: "openAmount", sentence: "Must be 0 or empty once it is paid" };
  // A credit note may be written without its minus.
  const isWithin =
    document === "credit note" ? Math.abs(open) <= Math.abs(amount) : open / amount > 0 && open / amount <= 1;
  return isWithin ? null : { field: "openAmount", sentence: "Must be between 0 and the amount" };
}

const invoiceFields = z
  .strictObject({
    number: name,
    direction: z.enum(invoiceDirections),
    customerName: name.nullish(),
    vendorName: name.nullish(),
    issuedOn: day,
    dueOn: day,
    paidOn: day.nullish(),
    /** Below 0 on a credit note, so that sums net it. */
    document: z.enum(invoiceDocuments).nullish(),
    amount: signedMoney,
    /** What is still open; null: the whole amount while it is owed, nothing when it is not. */
    openAmount: signedMoney.nullish(),
    currency: currency.nullish(),
    status: z.enum(invoiceStatuses),
    category: name.nullish(),
    /** The marketing channel a payable was spent on. */
    channel: name.nullish(),
    notes: note.nullish(),
  })
  .superRefine((invoice, context) => {
    const fault = invoiceFault(invoice);
    if (fault) context.addIssue({ code: "custom", path: [fault.field], message: fault.sentence });
  });

const contractFields = z.strictObject({
  title: line,
  kind: z.enum(contractKinds),
  customerName: name.nullish(),
  vendorName: name.nullish(),
  status: z.enum(contractStatuses),
  signedOn: day.nullish(),
  startsOn: day.nullish(),
  endsOn: day.nullish(),
  noticeDays: z.number().int("Must be a whole number").min(0).max(3650, "Must be at most 3,650").nullish(),
  autoRenews: z.boolean().nullish(),
  renewalMonths: z.number().int("Must be a whole number").min(1).max(120, "Must be at most 120").nullish(),
  yearlyValue: money.nullish(),
  currency: currency.nullish(),
  ownerName: name.nullish(),
  notes: note.nullish(),
});

const subscriptionFields = z.strictObject({
  name: line,
  kind: z.enum(subscriptionKinds),
  customerName: name.nullish(),
  vendorName: name.nullish(),
  status: z.enum(subscriptionStatuses),
  /** Per interval. */
  amount: money.nullish(),
  currency: currency.nullish(),
  interval: z.enum(intervals).nullish(),
  seats: count.nullish(),
  startedOn: day.nullish(),
  /** The renewal date; for a domain, certificate or token the expiry date. */
  renewsOn: day.nullish(),
  cancelledOn: day.nullish(),
  ownerName: name.nullish(),
  notes: note.nullish(),
});

const ticketFields = z.strictObject({
  number: name.nullish(),
  title: line,
  kind: z.enum(ticketKinds),
  customerName: name.nullish(),
  status: z.enum(ticketStatuses),
  priority: z.enum(priorities),
  openedOn: day,
  /** The promised date, or the deadline to resolve. */
  dueOn: day.nullish(),
  resolvedOn: day.nullish(),
  ownerName: name.nullish(),
  estimatedHours: hours.nullish(),
  actualHours: hours.nullish(),
  detail: note.nullish(),
});

const describedFields = ofDescribed(schemaOf);

export const recordFields = {
  ...describedFields,
  customers: customerFields,
  vendors: vendorFields,
  deals: dealFields,
  invoices: invoiceFields,
  contracts: contractFields,
  subscriptions: subscriptionFields,
  tickets: ticketFields,
} as const satisfies Record<RecordKind, z.ZodObject>;
export type RecordFields = { [Kind in WrittenKind]: z.output<(typeof recordFields)[Kind]> } & Record<
  DescribedKind,
  Fields
>;

/** Fields every record has. */
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
/** The longest text in a custom field. */
export const longestValue = lengths.reason;
export const customKey = z.string().regex(/^[a-z0-9_]{1,48}$/, "Not found");
/** Values of the company's own fields by key; null clears one, and what is absent stays. */
const customValues = z
  .record(customKey, z.union([text(longestValue), z.number(), z.boolean(), z.null()]))
  .refine((given) => Object.keys(given).length <= mostCustomFields, `Use at most ${mostCustomFields} fields`);

/** The body of a write; `fields` are those of its kind. */
const ofKind = <Head extends z.ZodRawShape>(head: Head) =>
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("customers"), ...head, fields: customerFields }),
    z.strictObject({ kind: z.literal("vendors"), ...head, fields: vendorFields }),
    z.strictObject({ kind: z.literal("deals"), ...head, fields: dealFields }),
    z.strictObject({ kind: z.literal("invoices"), ...head, fields: invoiceFields }),
    z.strictObject({ kind: z.literal("contracts"), ...head, fields: contractFields }),
    z.strictObject({ kind: z.literal("subscriptions"), ...head, fields: subscriptionFields }),
    z.strictObject({ kind: z.literal("tickets"), ...head, fields: ticketFields }),
    ...describedKindIds.map((kind) =>
      z.strictObject({ kind: z.literal(kind), ...head, fields: describedFields[kind] }),
    ),
  ]);

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
