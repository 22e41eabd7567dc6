import { date, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { letters } from "#features/mailroom/tables.ts";
import { companyId } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Promises in answers that were sent, each with the task that keeps it. */
export const mailPromises = pgTable(
  "mail_promises",
  {
    companyId: companyId(),
    letterId: uuid().notNull(),
    taskId: uuid().notNull(),
    /** The sentence that promises. */
    words: text().notNull(),
    dueOn: date({ mode: "string" }).notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.taskId] }),
    index("mail_promises_of_letter").on(row.companyId, row.letterId),
  ],
);
tag(
  mailPromises,
  { ...columns(tags.key, "letterId taskId"), ...columns(tags.message, "words dueOn") },
  { onReset: "take all", partOf: { table: letters, column: "letterId" }, quotes: ["words"] },
);
