import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, companyId, moment, companyTable } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/**
 * `held` until it is due and free to go. `failed` and `unknown` wait for a person: neither is sent again on its own, and
 * an `unknown` one may have arrived.
 */
export type DeliveryStatus = "held" | "sending" | "sent" | "unknown" | "failed" | "cancelled";

/** The deliveries of a company, or of the installation, written in the transaction of their cause. */
export const deliveries = companyTable(
  "deliveries",
  {
    kind: text().notNull(),
    /** What it carries, in words without personal details: "invitation", "decision.approved". */
    label: text().notNull(),
    /** Unique within its kind: the same intent is delivered once, however often it is written. */
    intent: text().notNull(),
    /** Its number within the company; deliveries with the same `orderKey` go one after the other. */
    seq: integer().notNull(),
    orderKey: text(),
    /** Where it goes; one breaker and one pace for each. */
    destination: text().notNull(),
    /** The person or the record it is about. */
    about: uuid(),
    /** A keyed digest of who receives it, to limit how often one is written to. */
    recipient: text(),
    /** The payload, encrypted; null once nothing more is sent. */
    sealed: bytes(),
    /** The permission an external effect rests on. */
    grantId: uuid(),
    /** The company's hold epoch when it was written or last released; null: a hold does not concern it. */
    holdEpoch: integer(),
    /** How long it waits so that it can be cancelled; a hold that ends starts this wait again. */
    holdMs: integer().notNull(),
    status: text().$type<DeliveryStatus>().notNull().default("held"),
    /** When it needs attention next, by the database's clock: to be sent, or its lease ends. Null once settled. */
    dueAt: moment(),
    attempts: integer().notNull().default(0),
    /** Attempts with an unknown outcome. */
    doubts: integer().notNull().default(0),
    leaseToken: uuid(),
    /** Why the last attempt failed, or the receiver's words when it was taken. */
    answer: text(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    settledAt: moment(),
    /** The person who cancelled it or marked it as done. */
    settledBy: uuid(),
  },
  (row) => [
    uniqueIndex("deliveries_once").on(row.companyId, row.kind, row.intent),
    index("deliveries_in_order").on(row.companyId, row.seq),
    index("deliveries_due").on(row.companyId, row.dueAt).where(sql`${row.dueAt} IS NOT NULL`),
    index("deliveries_lines")
      .on(row.companyId, row.orderKey, row.seq)
      .where(sql`${row.orderKey} IS NOT NULL AND ${row.sealed} IS NOT NULL`),
    index("deliveries_about").on(row.companyId, row.about, row.createdAt),
    index("deliveries_by_status").on(row.companyId, row.status, row.seq),
    /** Only what people and the installation set up themselves leaves without a grant. */
    check(
      "deliveries_granted",
      sql`${row.grantId} IS NOT NULL OR ${row.kind} IN ('mail', 'alert', 'webhook', 'revocation', 'slack_message', 'slack_change', 'push')`,
    ),
  ],
);
tag(
  deliveries,
  {
    id: tags.delivery,
    kind: tags.delivery,
    label: tags.delivery,
    intent: tags.delivery,
    seq: tags.delivery,
    orderKey: tags.delivery,
    destination: tags.delivery,
    about: tags.delivery,
    recipient: tags.delivery,
    sealed: tags.delivery,
    grantId: tags.delivery,
    holdEpoch: tags.delivery,
    holdMs: tags.delivery,
    status: tags.delivery,
    dueAt: tags.delivery,
    attempts: tags.delivery,
    doubts: tags.delivery,
    leaseToken: tags.delivery,
    answer: tags.delivery,
    createdAt: tags.delivery,
    expiresAt: tags.delivery,
    settledAt: { ...tags.delivery, retention: "30 days" },
    settledBy: tags.link,
  },
  // Agents have nothing sent any more after a reset.
  { owner: "about", ages: { from: "settledAt" }, onReset: sql`grant_id IS NOT NULL` },
);

/** The breaker of a destination; no row: nothing failed there lately. */
export const deliveryDestinations = pgTable(
  "delivery_destinations",
  {
    companyId: companyId(),
    destination: text().notNull(),
    /** Failures in a row. */
    failures: integer().notNull(),
    /** Nothing is sent there until then. */
    closedUntil: moment(),
    answer: text(),
    changedAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.destination] })],
);
tag(
  deliveryDestinations,
  {
    destination: tags.key,
    failures: tags.operation,
    closedUntil: tags.operation,
    answer: tags.operation,
    changedAt: { ...tags.operation, retention: "30 days" },
  },
  { onReset: "take all", ages: { from: "changedAt" } },
);
