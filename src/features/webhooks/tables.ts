import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Attempt } from "#features/webhooks/contract.ts";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** Where the company's events are posted, and which. */
export const webhooks = pgTable(
  "webhooks",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    name: text().notNull(),
    host: text().notNull(),
    /** Encrypted like the secrets: an address may hold a key. */
    address: bytes().notNull(),
    events: text().array().notNull(),
    secret: bytes().notNull(),
    oldSecret: bytes(),
    oldUntil: moment(),
    isOn: boolean().notNull(),
    offBecause: text(),
    /** Since when no delivery arrived. */
    failingSince: moment(),
    createdAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.id] })],
);
tag(webhooks, {
  companyId: tags.key,
  id: tags.key,
  name: tags.setting,
  host: tags.setting,
  address: tags.operation,
  events: tags.setting,
  secret: tags.operation,
  oldSecret: tags.operation,
  oldUntil: tags.operation,
  isOn: tags.setting,
  offBecause: tags.operation,
  failingSince: tags.operation,
  createdAt: tags.operation,
});

/** What was posted to a webhook, with every request and answer. */
export const webhookMessages = pgTable(
  "webhook_messages",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    webhookId: uuid().notNull(),
    type: text().notNull(),
    /** A column of its own: it may name a person, whose deletion takes it out. */
    title: text().notNull(),
    /** What else it says. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Its delivery in the outbox; the last one, if it was sent again. */
    deliveryId: uuid(),
    attempts: jsonb().$type<Attempt[]>().notNull().default([]),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("webhook_messages_newest").on(row.companyId, row.webhookId, row.createdAt),
  ],
);
const logged = { ...tags.delivery, purpose: "showing what was posted to a webhook", retention: "30 days" };
tag(
  webhookMessages,
  {
    companyId: tags.key,
    id: tags.key,
    webhookId: tags.key,
    type: logged,
    title: logged,
    data: logged,
    deliveryId: logged,
    attempts: logged,
    createdAt: logged,
  },
  { ages: { from: "createdAt" }, quotes: ["title"], quotesInJson: ["attempts"] },
);
