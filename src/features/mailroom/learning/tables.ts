import { index, text, uuid } from "drizzle-orm/pg-core";
import type { AgentRoleId } from "#contract/roles.ts";
import type { ChangeKind } from "#features/mailroom/learning/contract.ts";
import { letters } from "#features/mailroom/tables.ts";
import { moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** What people changed in drafts before they were sent. */
export const mailPreferences = companyTable(
  "mail_preferences",
  {
    letterId: uuid().notNull(),
    role: text().$type<AgentRoleId>().notNull(),
    kind: text().$type<ChangeKind>().notNull(),
    language: text().notNull(),
    before: text().notNull(),
    after: text().notNull(),
    at: moment().notNull(),
  },
  (row) => [
    index("mail_preferences_newest").on(row.companyId, row.role, row.at),
    index("mail_preferences_of_letter").on(row.companyId, row.letterId),
  ],
);
tag(
  mailPreferences,
  {
    ...columns(tags.key, "letterId"),
    ...columns(tags.message, "role kind language before after at"),
  },
  { onReset: "take all", partOf: { table: letters, column: "letterId" }, quotes: ["before", "after"] },
);
