import { index, pgTable } from "drizzle-orm/pg-core";
import { bytes, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/**
 * Where a sign-in of an assistant stands, before its company is known: requests, codes, grants and refresh tokens, each
 * under the SHA-256 of its kind and secret, sealed. The application role may only call the functions of this table.
 */
export const assistantStates = pgTable(
  "assistant_states",
  {
    key: bytes().primaryKey(),
    /** The SHA-256 of the grant it belongs to. */
    grantKey: bytes(),
    payload: bytes().notNull(),
    consumedAt: moment(),
    expiresAt: moment().notNull(),
  },
  (row) => [index("assistant_states_of_grant").on(row.grantKey), index("assistant_states_by_expiry").on(row.expiresAt)],
);
const ofSignIn = { ...tags.identity, purpose: "keeping assistants signed in", retention: "1 year at most" };
tag(assistantStates, columns(ofSignIn, "key grantKey payload consumedAt expiresAt"));
