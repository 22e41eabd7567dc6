import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Other names of customers and vendors, which a person has said are the same. */
export const partyNames = pgTable(
  "party_names",
  {
    companyId: companyId(),
    kind: text().$type<"customers" | "vendors">().notNull(),
    /** The name without case, accents and punctuation. */
    fold: text().notNull(),
    nameKey: text().notNull(),
    name: text().notNull(),
    partyId: uuid().notNull(),
    /** The import, or the one call, that brought it. */
    importId: uuid().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.kind, row.fold] }),
    index("party_names_by_key").on(row.companyId, row.kind, row.nameKey),
    index("party_names_of_party").on(row.companyId, row.partyId),
    index("party_names_of_import").on(row.companyId, row.importId),
  ],
);
tag(partyNames, {
  ...columns(tags.record, "kind partyId importId createdAt"),
  ...columns(tags.contact, "fold nameKey name"),
});
