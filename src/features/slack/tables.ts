import { boolean, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** What a company has posted, and where; no row: nothing. */
export const slackSettings = pgTable(
  "slack_settings",
  {
    companyId: companyId(),
    channelId: text(),
    channelName: text(),
    approvals: boolean().notNull(),
    notices: boolean().notNull(),
    brief: boolean().notNull(),
    /** Whether people's messages there are read into the Brain. */
    messages: boolean().notNull().default(false),
  },
  (row) => [primaryKey({ columns: [row.companyId] })],
);
tag(slackSettings, {
  companyId: tags.key,
  ...columns(tags.setting, "channelId channelName approvals notices brief messages"),
});

/** Where a decision was posted, so that the message can be changed. */
export const slackDecisions = pgTable(
  "slack_decisions",
  { companyId: companyId(), decisionId: uuid().notNull(), channelId: text().notNull(), ts: text().notNull() },
  (row) => [primaryKey({ columns: [row.companyId, row.decisionId] })],
);
tag(slackDecisions, columns(tags.key, "companyId decisionId channelId ts"), { onReset: "take all" });

/** Questions that were asked in Slack, until they are answered there. */
export const slackQuestions = pgTable(
  "slack_questions",
  {
    companyId: companyId(),
    runId: uuid().notNull(),
    taskId: uuid().notNull(),
    userId: uuid().notNull(),
    channelId: text().notNull(),
    threadTs: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.runId] })],
);
tag(
  slackQuestions,
  { ...columns(tags.key, "companyId runId taskId channelId threadTs"), userId: tags.link },
  { onReset: "take all" },
);
