import { pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** A person's account at the OpenID Connect provider, identified by issuer and subject, never by email address. */
export const linkedIdentities = pgTable(
  "linked_identities",
  {
    companyId: companyId(),
    userId: uuid().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    linkedAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.userId, row.issuer] }),
    unique("linked_identities_subject").on(row.issuer, row.subject),
  ],
);
tag(linkedIdentities, {
  userId: tags.link,
  ...columns(tags.identity, "issuer subject linkedAt"),
});

/** States of finished sign-ins at the provider, each accepted once; the application role may only call `use_state`. */
export const usedStates = pgTable("used_states", { digest: text().primaryKey(), usedAt: moment().notNull() });
tag(usedStates, { digest: tags.state, usedAt: tags.state });
