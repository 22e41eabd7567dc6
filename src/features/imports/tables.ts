import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** What people answered about files of one source, for the next of its files. */
export const importAnswers = pgTable(
  "import_answers",
  {
    companyId: companyId(),
    /** The program and target, or the headings: files of one source look alike. */
    source: text().notNull(),
    question: text().notNull(),
    item: text().notNull(),
    answer: text().notNull(),
    answeredAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.source, row.question, row.item] })],
);
tag(importAnswers, {
  ...columns(tags.key, "companyId source"),
  ...columns(tags.record, "question item answer answeredAt"),
});
