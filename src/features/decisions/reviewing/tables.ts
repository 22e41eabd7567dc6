import { pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { decisions } from "#features/decisions/tables.ts";
import { companyId, moment, refers } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** When a person first opened a pending decision; used only for that person's review record. */
export const decisionViews = pgTable(
  "decision_views",
  {
    companyId: companyId(),
    decisionId: uuid().notNull(),
    personId: uuid().notNull(),
    openedAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.decisionId, row.personId] }),
    refers("decision_views_decision", [row.companyId, row.decisionId], [decisions.companyId, decisions.id]).onDelete(
      "cascade",
    ),
  ],
);
tag(
  decisionViews,
  { decisionId: tags.key, personId: tags.link, openedAt: tags.conversation },
  { onReset: "take all", ages: { from: "openedAt" } },
);
