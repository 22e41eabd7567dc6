import { foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { agents } from "#features/agents/tables.ts";
import { grants } from "#features/authority/tables.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

export const communications = pgTable(
  "communications",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    senderAgentId: uuid(),
    receiverAgentId: uuid(),
    recipient: text(),
    recipientEmail: text(),
    subject: text().notNull(),
    content: text().notNull(),
    messageType: text().$type<"internal" | "owner" | "external">().notNull(),
    status: text().notNull().default("sent"),
    /** The decision it came out of and its place among that decision's effects. */
    decisionId: uuid(),
    effectIndex: integer(),
    grantId: uuid().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("communications_once_per_effect").on(row.companyId, row.decisionId, row.effectIndex),
    index("communications_newest").on(row.companyId, row.createdAt),
    foreignKey({
      name: "communications_sender",
      columns: [row.companyId, row.senderAgentId],
      foreignColumns: [agents.companyId, agents.id],
    }),
    foreignKey({
      name: "communications_receiver",
      columns: [row.companyId, row.receiverAgentId],
      foreignColumns: [agents.companyId, agents.id],
    }),
    foreignKey({
      name: "communications_grant",
      columns: [row.companyId, row.grantId],
      foreignColumns: [grants.companyId, grants.id],
    }),
  ],
);
tag(communications, {
  companyId: tags.key,
  id: tags.key,
  senderAgentId: tags.message,
  receiverAgentId: tags.message,
  recipient: tags.message,
  recipientEmail: tags.message,
  subject: tags.message,
  content: tags.message,
  messageType: tags.message,
  status: tags.message,
  decisionId: tags.message,
  effectIndex: tags.message,
  grantId: tags.audit,
  createdAt: tags.message,
});
