import { index, unique, uuid } from "drizzle-orm/pg-core";
import { bytes, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Links that set a new password, sent by mail. Of a link only the SHA-256 of its token is stored. */
export const passwordLinks = companyTable(
  "password_links",
  {
    userId: uuid().notNull(),
    tokenHash: bytes().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (row) => [
    unique("password_links_token").on(row.tokenHash),
    index("password_links_by_user").on(row.companyId, row.userId, row.createdAt),
  ],
);
const ofLink = { ...tags.identity, purpose: "setting a lost password", retention: "30 minutes" };
tag(
  passwordLinks,
  {
    ...columns(ofLink, "id userId tokenHash createdAt expiresAt"),
  },
  { ages: { from: "createdAt" } },
);
