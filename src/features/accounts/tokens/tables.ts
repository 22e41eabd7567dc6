import { index, text, unique, uuid } from "drizzle-orm/pg-core";
import type { Scope } from "#contract/scopes.ts";
import { bytes, moment, companyTable } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** API tokens of people. Of a token only its SHA-256 and its first characters are stored. */
export const apiTokens = companyTable(
  "api_tokens",
  {
    userId: uuid().notNull(),
    name: text().notNull(),
    tokenHash: bytes().notNull(),
    start: text().notNull(),
    scopes: text().array().$type<Scope[]>().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    /** The last use, to about a minute, and the address it came from. */
    usedAt: moment(),
    usedFrom: text(),
    /** Set in access tokens of an assistant, which nobody sees and the assistant renews. */
    assistantId: uuid(),
  },
  (row) => [unique("api_tokens_hash").on(row.tokenHash), index("api_tokens_by_user").on(row.companyId, row.userId)],
);
const ofToken = { ...tags.identity, purpose: "calling the API", retention: "30 days" };
tag(
  apiTokens,
  {
    id: ofToken,
    userId: ofToken,
    name: ofToken,
    tokenHash: ofToken,
    start: ofToken,
    scopes: ofToken,
    createdAt: ofToken,
    expiresAt: ofToken,
    usedAt: ofToken,
    usedFrom: ofToken,
    assistantId: ofToken,
  },
  { ages: { from: "expiresAt" } },
);
