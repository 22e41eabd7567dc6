import { type SQL, sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Origin } from "#contract/origins.ts";
import type { Currency } from "#contract/words.ts";
import type { RecordFields, RecordKind, RecordSource } from "#features/records/contract.ts";
import type { RecordImport } from "#features/records/imports/contract.ts";
import type { Removal } from "#features/records/removals/contract.ts";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { type Tag, tag, tags } from "#platform/db/registry.ts";

const money = () => numeric({ precision: 20, scale: 2, mode: "number" });
const share = () => numeric({ precision: 5, scale: 4, mode: "number" });
const hours = () => numeric({ precision: 10, scale: 2, mode: "number" });
const on = () => date({ mode: "string" });

/** The key of every record, and where it came from. */
const head = () => ({
  companyId: companyId(),
  id: uuid().notNull(),
  source: text().$type<RecordSource>().notNull(),
  externalId: text().notNull(),
  origin: text().$type<Origin>().notNull(),
  /** The file it first came with. */
  importId: uuid(),
  createdAt: moment().notNull(),
  updatedAt: moment().notNull(),
});
const headTags = {
  companyId: tags.key,
  id: tags.key,
  source: tags.record,
  externalId: tags.record,
  origin: tags.record,
  importId: tags.record,
  createdAt: tags.record,
  updatedAt: tags.record,
} satisfies Record<string, Tag>;

/**
 * The newest of one state, for the views: what else a view asks for stands behind the order, so that rows it does not mean
 * are passed over without being looked at.
 */
const inState = (
  name: string,
  row: { companyId: PgColumn; updatedAt: PgColumn; id: PgColumn },
  state: PgColumn,
  ...more: (PgColumn | SQL)[]
) => index(`${name}_in_state`).on(row.companyId, state, row.updatedAt, row.id, ...more);

/** Found by the file they came with, to take that back; most companies have rows of few files. */
const ofImport = (name: string, row: { companyId: PgColumn; importId: PgColumn }) =>
  index(`${name}_of_import`).on(row.companyId, row.importId);

/**
 * Found by a name nobody is known by yet, for the day that somebody is. Names are compared by a key of their own, in small
 * letters: behind the walls between companies an index over lower() would not be used.
 */
const unknownCustomer = (name: string, row: { companyId: PgColumn; customerKey: PgColumn; customerId: PgColumn }) =>
  index(`${name}_unknown_customer`).on(row.companyId, row.customerKey).where(sql`${row.customerId} IS NULL`);
const unknownVendor = (name: string, row: { companyId: PgColumn; vendorKey: PgColumn; vendorId: PgColumn }) =>
  index(`${name}_unknown_vendor`).on(row.companyId, row.vendorKey).where(sql`${row.vendorId} IS NULL`);

export const customers = pgTable(
  "customers",
  {
    ...head(),
    name: text().notNull(),
    /** What it is looked for by. */
    nameKey: text().notNull(),
    email: text(),
    phone: text(),
    segment: text(),
    status: text().$type<RecordFields["customers"]["status"]>().notNull(),
    ownerName: text(),
    since: on(),
    lastContactOn: on(),
    usage30: integer("usage_30"),
    usagePrior30: integer("usage_prior_30"),
    satisfaction: numeric({ precision: 4, scale: 2, mode: "number" }),
    notes: text(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("customers_once").on(row.companyId, row.source, row.externalId),
    index("customers_by_name").on(row.companyId, row.name),
    ofImport("customers", row),
    index("customers_by_key").on(row.companyId, row.nameKey.op("text_pattern_ops")),
    inState("customers", row, row.status, row.lastContactOn),
    index("customers_newest").on(row.companyId, row.updatedAt, row.id),
  ],
);
tag(customers, {
  ...headTags,
  name: tags.contact,
  nameKey: tags.contact,
  email: tags.contact,
  phone: tags.contact,
  segment: tags.record,
  status: tags.record,
  ownerName: tags.contact,
  since: tags.record,
  lastContactOn: tags.record,
  usage30: tags.record,
  usagePrior30: tags.record,
  satisfaction: tags.record,
  notes: tags.contact,
});

export const vendors = pgTable(
  "vendors",
  {
    ...head(),
    name: text().notNull(),
    /** What it is looked for by. */
    nameKey: text().notNull(),
    email: text(),
    category: text(),
    status: text().$type<RecordFields["vendors"]["status"]>().notNull(),
    ownerName: text(),
    yearlyBudget: money(),
    currency: text().$type<Currency>(),
    notes: text(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("vendors_once").on(row.companyId, row.source, row.externalId),
    index("vendors_by_name").on(row.companyId, row.name),
    ofImport("vendors", row),
    index("vendors_by_key").on(row.companyId, row.nameKey.op("text_pattern_ops")),
    inState("vendors", row, row.status),
    index("vendors_newest").on(row.companyId, row.updatedAt, row.id),
  ],
);
tag(vendors, {
  ...headTags,
  name: tags.contact,
  nameKey: tags.contact,
  email: tags.contact,
  category: tags.record,
  status: tags.record,
  ownerName: tags.contact,
  yearlyBudget: tags.record,
  currency: tags.record,
  notes: tags.contact,
});

/** Whom a record is about, as it was written, and the record that name was found to mean. */
const customer = () => ({ customerName: text(), customerKey: text(), customerId: uuid() });
const vendor = () => ({ vendorName: text(), vendorKey: text(), vendorId: uuid() });
const customerTags = { customerName: tags.contact, customerKey: tags.contact, customerId: tags.record };
const vendorTags = { vendorName: tags.contact, vendorKey: tags.contact, vendorId: tags.record };

export const deals = pgTable(
  "deals",
  {
    ...head(),
    ...customer(),
    name: text().notNull(),
    stage: text().$type<RecordFields["deals"]["stage"]>().notNull(),
    amount: money().notNull(),
    currency: text().$type<Currency>(),
    probability: share(),
    channel: text(),
    ownerName: text(),
    openedOn: on().notNull(),
    expectedCloseOn: on(),
    lastActivityOn: on(),
    closedOn: on(),
    nextStep: text(),
    notes: text(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("deals_once").on(row.companyId, row.source, row.externalId),
    index("deals_by_stage").on(row.companyId, row.stage, row.expectedCloseOn),
    index("deals_by_opening").on(row.companyId, row.openedOn),
    index("deals_of_customer").on(row.companyId, row.customerId),
    ofImport("deals", row),
    unknownCustomer("deals", row),
    inState("deals", row, row.stage, row.expectedCloseOn, sql`coalesce(${row.lastActivityOn}, ${row.openedOn})`),
    index("deals_newest").on(row.companyId, row.updatedAt, row.id),
  ],
);
tag(deals, {
  ...headTags,
  ...customerTags,
  name: tags.record,
  stage: tags.record,
  amount: tags.record,
  currency: tags.record,
  probability: tags.record,
  channel: tags.record,
  ownerName: tags.contact,
  openedOn: tags.record,
  expectedCloseOn: tags.record,
  lastActivityOn: tags.record,
  closedOn: tags.record,
  nextStep: tags.record,
  notes: tags.contact,
});

export const invoices = pgTable(
  "invoices",
  {
    ...head(),
    ...customer(),
    ...vendor(),
    number: text().notNull(),
    direction: text().$type<RecordFields["invoices"]["direction"]>().notNull(),
    issuedOn: on().notNull(),
    dueOn: on().notNull(),
    paidOn: on(),
    amount: money().notNull(),
    currency: text().$type<Currency>(),
    status: text().$type<RecordFields["invoices"]["status"]>().notNull(),
    category: text(),
    channel: text(),
    notes: text(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("invoices_once").on(row.companyId, row.source, row.externalId),
    index("invoices_by_status").on(row.companyId, row.direction, row.status, row.dueOn),
    index("invoices_by_day").on(row.companyId, row.direction, row.issuedOn),
    index("invoices_by_payment").on(row.companyId, row.paidOn),
    index("invoices_of_customer").on(row.companyId, row.customerId),
    index("invoices_of_vendor").on(row.companyId, row.vendorId),
    ofImport("invoices", row),
    unknownCustomer("invoices", row),
    unknownVendor("invoices", row),
    inState("invoices", row, row.status, row.direction, row.dueOn),
    index("invoices_newest").on(row.companyId, row.updatedAt, row.id),
  ],
);
tag(invoices, {
  ...headTags,
  ...customerTags,
  ...vendorTags,
  number: tags.record,
  direction: tags.record,
  issuedOn: tags.record,
  dueOn: tags.record,
  paidOn: tags.record,
  amount: tags.record,
  currency: tags.record,
  status: tags.record,
  category: tags.record,
  channel: tags.record,
  notes: tags.contact,
});

export const contracts = pgTable(
  "contracts",
  {
    ...head(),
    ...customer(),
    ...vendor(),
    title: text().notNull(),
    kind: text().$type<RecordFields["contracts"]["kind"]>().notNull(),
    status: text().$type<RecordFields["contracts"]["status"]>().notNull(),
    signedOn: on(),
    startsOn: on(),
    endsOn: on(),
    noticeDays: integer(),
    autoRenews: boolean(),
    renewalMonths: integer(),
    yearlyValue: money(),
    currency: text().$type<Currency>(),
    ownerName: text(),
    notes: text(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("contracts_once").on(row.companyId, row.source, row.externalId),
    index("contracts_by_end").on(row.companyId, row.status, row.endsOn),
    index("contracts_of_customer").on(row.companyId, row.customerId),
    index("contracts_of_vendor").on(row.companyId, row.vendorId),
    ofImport("contracts", row),
    unknownCustomer("contracts", row),
    unknownVendor("contracts", row),
    inState("contracts", row, row.status, row.endsOn, row.signedOn),
    index("contracts_newest").on(row.companyId, row.updatedAt, row.id),
  ],
);
tag(contracts, {
  ...headTags,
  ...customerTags,
  ...vendorTags,
  title: tags.record,
  kind: tags.record,
  status: tags.record,
  signedOn: tags.record,
  startsOn: tags.record,
  endsOn: tags.record,
  noticeDays: tags.record,
  autoRenews: tags.record,
  renewalMonths: tags.record,
  yearlyValue: tags.record,
  currency: tags.record,
  ownerName: tags.contact,
  notes: tags.contact,
});

export const subscriptions = pgTable(
  "subscriptions",
  {
    ...head(),
    ...customer(),
    ...vendor(),
    name: text().notNull(),
    kind: text().$type<RecordFields["subscriptions"]["kind"]>().notNull(),
    status: text().$type<RecordFields["subscriptions"]["status"]>().notNull(),
    amount: money(),
    currency: text().$type<Currency>(),
    interval: text().$type<"month" | "year">(),
    seats: integer(),
    startedOn: on(),
    renewsOn: on(),
    cancelledOn: on(),
    ownerName: text(),
    notes: text(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("subscriptions_once").on(row.companyId, row.source, row.externalId),
    index("subscriptions_by_renewal").on(row.companyId, row.status, row.renewsOn),
    index("subscriptions_by_kind").on(row.companyId, row.kind, row.renewsOn),
    index("subscriptions_of_customer").on(row.companyId, row.customerId),
    index("subscriptions_of_vendor").on(row.companyId, row.vendorId),
    ofImport("subscriptions", row),
    unknownCustomer("subscriptions", row),
    unknownVendor("subscriptions", row),
    inState("subscriptions", row, row.status, row.renewsOn),
    index("subscriptions_newest").on(row.companyId, row.updatedAt, row.id),
  ],
);
tag(subscriptions, {
  ...headTags,
  ...customerTags,
  ...vendorTags,
  name: tags.record,
  kind: tags.record,
  status: tags.record,
  amount: tags.record,
  currency: tags.record,
  interval: tags.record,
  seats: tags.record,
  startedOn: tags.record,
  renewsOn: tags.record,
  cancelledOn: tags.record,
  ownerName: tags.contact,
  notes: tags.contact,
});

export const tickets = pgTable(
  "tickets",
  {
    ...head(),
    ...customer(),
    number: text(),
    title: text().notNull(),
    kind: text().$type<RecordFields["tickets"]["kind"]>().notNull(),
    status: text().$type<RecordFields["tickets"]["status"]>().notNull(),
    priority: text().$type<RecordFields["tickets"]["priority"]>().notNull(),
    openedOn: on().notNull(),
    dueOn: on(),
    resolvedOn: on(),
    ownerName: text(),
    estimatedHours: hours(),
    actualHours: hours(),
    detail: text(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("tickets_once").on(row.companyId, row.source, row.externalId),
    index("tickets_by_status").on(row.companyId, row.kind, row.status, row.dueOn),
    index("tickets_of_customer").on(row.companyId, row.customerId),
    ofImport("tickets", row),
    unknownCustomer("tickets", row),
    inState("tickets", row, row.status, row.kind, row.dueOn),
    index("tickets_newest").on(row.companyId, row.updatedAt, row.id),
  ],
);
tag(tickets, {
  ...headTags,
  ...customerTags,
  number: tags.record,
  title: tags.contact,
  kind: tags.record,
  status: tags.record,
  priority: tags.record,
  openedOn: tags.record,
  dueOn: tags.record,
  resolvedOn: tags.record,
  ownerName: tags.contact,
  estimatedHours: tags.record,
  actualHours: tags.record,
  detail: tags.contact,
});

/** One file on its way in; its bytes go when the import ends. */
export const recordImports = pgTable(
  "record_imports",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    kind: text().$type<RecordKind>().notNull(),
    fileName: text().notNull(),
    status: text().$type<RecordImport["status"]>().notNull(),
    size: integer().notNull(),
    columns: jsonb().$type<RecordImport["columns"]>().notNull().default([]),
    dateFormat: text().$type<NonNullable<RecordImport["dateFormat"]>>(),
    decimalCommas: boolean(),
    encoding: text().$type<NonNullable<RecordImport["encoding"]>>(),
    read: integer().notNull().default(0),
    total: integer(),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    badCount: integer().notNull().default(0),
    badLines: jsonb().$type<RecordImport["badLines"]>().notNull().default([]),
    sentence: text(),
    createdBy: uuid().notNull(),
    createdAt: moment().notNull(),
    finishedAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("record_imports_newest").on(row.companyId, row.createdAt),
  ],
);
tag(recordImports, {
  companyId: tags.key,
  id: tags.key,
  kind: tags.record,
  fileName: tags.record,
  status: tags.record,
  size: tags.record,
  columns: tags.record,
  dateFormat: tags.record,
  decimalCommas: tags.record,
  encoding: tags.record,
  read: tags.record,
  total: tags.record,
  added: tags.record,
  changed: tags.record,
  unchanged: tags.record,
  badCount: tags.record,
  badLines: tags.contact,
  sentence: tags.record,
  createdBy: tags.link,
  createdAt: tags.record,
  finishedAt: tags.record,
});

/** A file in the pieces it was sent in. */
export const recordImportParts = pgTable(
  "record_import_parts",
  {
    companyId: companyId(),
    importId: uuid().notNull(),
    position: integer().notNull(),
    content: bytes().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.importId, row.position] })],
);
tag(recordImportParts, {
  companyId: tags.key,
  importId: tags.key,
  position: tags.key,
  content: tags.contact,
});

/** Records that were taken out and can come back; each portion of them is kept under an id of its own. */
export const recordRemovals = pgTable(
  "record_removals",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    /** What was removed, in words. */
    label: text().notNull(),
    what: jsonb()
      .$type<{
        kind: RecordKind | null;
        id: string | null;
        importId: string | null;
        samples: boolean;
        /** How many records there were to remove; earlier removals do not know. */
        amount?: number;
      }>()
      .notNull(),
    status: text().$type<Removal["status"]>().notNull(),
    portions: jsonb().$type<{ kind: RecordKind; bundle: string }[]>().notNull().default([]),
    removed: integer().notNull().default(0),
    restored: integer().notNull().default(0),
    /** What to do where it broke off. */
    sentence: text(),
    removedBy: uuid().notNull(),
    removedAt: moment().notNull(),
    /** Until then it can be undone; then what is kept goes for good. */
    keptUntil: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("record_removals_newest").on(row.companyId, row.removedAt),
  ],
);
tag(recordRemovals, {
  companyId: tags.key,
  id: tags.key,
  label: tags.kept,
  what: tags.kept,
  status: tags.kept,
  portions: tags.kept,
  removed: tags.kept,
  restored: tags.kept,
  sentence: tags.kept,
  removedBy: tags.link,
  removedAt: tags.kept,
  keptUntil: tags.kept,
});
