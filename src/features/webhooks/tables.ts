import { boolean, index, jsonb, text, uuid } from "drizzle-orm/pg-core";
import type { Attempt } from "#features/webhooks/contract.ts";
import { bytes, moment, companyTable } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** Where the company's events are posted, and which. */
export const webhooks = companyTable("webhooks", {
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
});
tag(webhooks, {
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
export const webhookMessages = companyTable(
  "webhook_messages",
  {
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
  (row) => [index("webhook_messages_newest").on(row.companyId, row.webhookId, row.createdAt)],
);
const logged = { ...tags.delivery, purpose: "showing what was posted to a webhook", retention: "30 days" };
tag(
  webhookMessages,
  {
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
