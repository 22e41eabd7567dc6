import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Scope } from "#contract/scopes.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Assistants of other makers that people connected. Their access tokens are API tokens that name them. */
export const assistants = pgTable(
  "assistants",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    clientId: text().notNull(),
    name: text().notNull(),
    /** The host that vouches for the name; null for a client that an admin added. */
    site: text(),
    scopes: text().array().$type<Scope[]>().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("assistants_by_user").on(row.companyId, row.userId),
  ],
);
const ofAssistant = { ...tags.identity, purpose: "calling the API", retention: "until it is removed" };
tag(assistants, {
  companyId: tags.key,
  ...columns(ofAssistant, "id userId clientId name site scopes createdAt"),
});

/** Clients that an admin added, for programs without a document of their own. */
export const assistantClients = pgTable(
  "assistant_clients",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    name: text().notNull(),
    redirectUris: text().array().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.id] })],
);
tag(assistantClients, {
  companyId: tags.key,
  ...columns(tags.operation, "id createdAt"),
  ...columns(tags.setting, "name redirectUris"),
});
