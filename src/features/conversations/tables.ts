import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Urgency } from "#features/conversations/contract.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** A question a person asked, with the task and the run that answer it. */
export const questions = pgTable(
  "questions",
  {
    companyId: companyId(),
    taskId: uuid().notNull(),
    runId: uuid().notNull(),
    agentId: uuid().notNull(),
    /** Who asked: their next question may continue this one. Null for questions of earlier versions. */
    personId: uuid(),
    text: text().notNull(),
    urgency: text().$type<Urgency>().notNull(),
    askedAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.taskId] }),
    index("questions_newest").on(row.companyId, row.askedAt),
    index("questions_of_person").on(row.companyId, row.personId, row.askedAt),
  ],
);
tag(
  questions,
  {
    ...columns(tags.key, "taskId"),
    personId: tags.link,
    ...columns(tags.message, "runId agentId text urgency askedAt"),
  },
  { ages: { from: "askedAt" } },
);

/** How answered questions were understood, by the digest of their significant words, to understand them the same way again. */
export const routings = pgTable(
  "question_routings",
  { companyId: companyId(), words: text().notNull(), meaning: text().notNull(), times: integer().notNull() },
  (row) => [primaryKey({ columns: [row.companyId, row.words, row.meaning] })],
);
tag(routings, {
  ...columns(tags.message, "words meaning times"),
});
