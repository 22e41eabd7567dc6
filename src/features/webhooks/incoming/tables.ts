import { boolean, index, integer, jsonb, text, unique, uuid } from "drizzle-orm/pg-core";
import type { HookTarget, IncomingMessage } from "#features/webhooks/incoming/contract.ts";
import { bytes, moment, companyTable } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** Addresses that programs outside post rows to. */
export const incomingHooks = companyTable(
  "incoming_hooks",
  {
    name: text().notNull(),
    key: text().notNull(),
    target: text().$type<HookTarget>().notNull(),
    columns: jsonb().$type<{ name: string; field: string | null }[]>().notNull(),
    /** Of the address only the SHA-256 of its token is stored. */
    tokenHash: bytes().notNull(),
    secret: bytes().notNull(),
    oldSecret: bytes(),
    oldUntil: moment(),
    isOn: boolean().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [unique("incoming_hooks_token").on(row.tokenHash), unique("incoming_hooks_key").on(row.companyId, row.key)],
);
tag(incomingHooks, {
  name: tags.setting,
  key: tags.setting,
  target: tags.setting,
  columns: tags.setting,
  tokenHash: tags.operation,
  secret: tags.operation,
  oldSecret: tags.operation,
  oldUntil: tags.operation,
  isOn: tags.setting,
  createdAt: tags.operation,
});

/** Messages to an address, and what became of their rows. */
export const incomingMessages = companyTable(
  "incoming_messages",
  {
    hookId: uuid().notNull(),
    /** The sender's, received once. */
    messageId: text().notNull(),
    /** The SHA-256 of what it held. */
    digest: bytes().notNull(),
    /** Its bytes, encrypted; deleted once they are worked on. */
    content: bytes(),
    status: text().$type<IncomingMessage["status"]>().notNull(),
    fault: text(),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    rows: jsonb().$type<IncomingMessage["rows"]>().notNull().default([]),
    leftOut: text().array().notNull().default([]),
    receivedAt: moment().notNull(),
    doneAt: moment(),
  },
  (row) => [
    unique("incoming_messages_once").on(row.companyId, row.hookId, row.messageId),
    index("incoming_messages_newest").on(row.companyId, row.hookId, row.receivedAt),
  ],
);
const logged = { ...tags.contact, purpose: "showing what became of rows from outside", retention: "30 days" };
tag(
  incomingMessages,
  {
    hookId: tags.key,
    messageId: logged,
    digest: logged,
    content: logged,
    status: logged,
    fault: logged,
    added: logged,
    changed: logged,
    unchanged: logged,
    refused: logged,
    rows: logged,
    leftOut: logged,
    receivedAt: logged,
    doneAt: logged,
  },
  { ages: { from: "receivedAt" }, quotesInJson: ["rows"] },
);
