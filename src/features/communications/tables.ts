import { eq, sql } from "drizzle-orm";
import { index, integer, text, unique, uuid } from "drizzle-orm/pg-core";
import type { Origin } from "#contract/origins.ts";
import { agents } from "#features/agents/tables.ts";
import { grants } from "#features/authority/tables.ts";
import { moment, refers, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

export const communications = companyTable(
  "communications",
  {
    senderAgentId: uuid(),
    receiverAgentId: uuid(),
    recipient: text(),
    recipientEmail: text(),
    subject: text().notNull(),
    content: text().notNull(),
    messageType: text().$type<"internal" | "owner" | "external">().notNull(),
    status: text().notNull().default("sent"),
    /** The decision that sent it, and its position among the effects. */
    decisionId: uuid(),
    effectIndex: integer(),
    grantId: uuid().notNull(),
    runId: uuid(),
    origin: text().$type<Origin>().notNull().default("system"),
    createdAt: moment().notNull(),
  },
  (row) => [
    unique("communications_once_per_effect").on(row.companyId, row.decisionId, row.effectIndex),
    index("communications_newest").on(row.companyId, row.createdAt, row.id),
    index("communications_of_run").on(row.companyId, row.runId).where(sql`${row.runId} IS NOT NULL`),
    refers("communications_sender", [row.companyId, row.senderAgentId], [agents.companyId, agents.id]),
    refers("communications_receiver", [row.companyId, row.receiverAgentId], [agents.companyId, agents.id]),
    refers("communications_grant", [row.companyId, row.grantId], [grants.companyId, grants.id]),
  ],
);
tag(
  communications,
  {
    ...columns(
      tags.message,
      "senderAgentId receiverAgentId recipient recipientEmail subject content messageType status decisionId",
      "effectIndex runId origin createdAt",
    ),
    grantId: tags.audit,
  },
  {
    onReset: "take all",
    ages: { from: "createdAt" },
    quoted: { content: { column: "content" } },
    copies: { columns: ["subject", "content"], run: "runId" },
  },
);

/** Comments on a task or decision. */
export const comments = companyTable(
  "comments",
  {
    subject: text().$type<"task" | "decision">().notNull(),
    subjectId: uuid().notNull(),
    /** The person or agent who wrote it; both are null for a former member. */
    authorId: uuid(),
    agentId: uuid(),
    /** The author's name at the time. */
    authorName: text().notNull(),
    text: text().notNull(),
    origin: text().$type<Origin>().notNull(),
    /** The agent's run that wrote or answers it. */
    runId: uuid(),
    createdAt: moment().notNull(),
  },
  (row) => [index("comments_of_subject").on(row.companyId, row.subjectId, row.createdAt)],
);
tag(
  comments,
  {
    ...columns(tags.message, "subject subjectId agentId text origin runId createdAt"),
    ...columns(tags.link, "authorId authorName"),
  },
  {
    onReset: eq(comments.subject, "decision"),
    owner: "authorId",
    ages: { from: "createdAt" },
    copies: { columns: ["text"], run: "runId" },
    quoted: { text: { column: "text" } },
  },
);
