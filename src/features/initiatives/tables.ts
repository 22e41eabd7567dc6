import { date, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Origin } from "#contract/origins.ts";
import type { Priority } from "#contract/words.ts";
import type { InitiativeStatus } from "#features/initiatives/contract.ts";
import { companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** A goal that several tasks work towards. A reset keeps it, as it keeps tasks. */
export const initiatives = companyTable(
  "initiatives",
  {
    title: text().notNull(),
    description: text().notNull().default(""),
    status: text().$type<InitiativeStatus>().notNull().default("active"),
    priority: text().$type<Priority>().notNull().default("medium"),
    /** No foreign key: the agent may be deleted by a reset. */
    ownerAgentId: uuid(),
    startDate: date().notNull(),
    targetDate: date(),
    completionDate: moment(),
    createdBy: uuid(),
    origin: text().$type<Origin>().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (row) => [index("initiatives_newest").on(row.companyId, row.createdAt, row.id)],
);
tag(
  initiatives,
  {
    title: tags.title,
    ...columns(
      tags.operation,
      "description status priority ownerAgentId startDate targetDate completionDate origin createdAt updatedAt",
    ),
    createdBy: tags.link,
  },
  { quoted: { description: { column: "description" } } },
);

/** The tasks an initiative's progress is counted from. */
export const initiativeTasks = pgTable(
  "initiative_tasks",
  { companyId: companyId(), initiativeId: uuid().notNull(), taskId: uuid().notNull() },
  (row) => [primaryKey({ columns: [row.companyId, row.initiativeId, row.taskId] })],
);
tag(initiativeTasks, { initiativeId: tags.key, taskId: tags.key });
