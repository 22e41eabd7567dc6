import { index, numeric, text, unique, uuid } from "drizzle-orm/pg-core";
import type { MemberRole } from "#contract/roles.ts";
import { bytes, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Only the SHA-256 of each link's token is stored. */
export const invitations = companyTable(
  "company_invitations",
  {
    email: text().notNull(),
    emailKey: text().notNull(),
    role: text().$type<MemberRole>().notNull().default("member"),
    /** The largest exposure they may approve, in the company's currency; null: no personal limit. */
    approvalLimit: numeric({ precision: 20, scale: 2, mode: "number" }),
    tokenHash: bytes().notNull(),
    status: text().$type<"pending" | "accepted">().notNull().default("pending"),
    invitedBy: uuid().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    acceptedBy: uuid(),
  },
  (row) => [
    unique("company_invitations_token").on(row.tokenHash),
    index("company_invitations_by_status").on(row.companyId, row.status, row.createdAt),
  ],
);
tag(
  invitations,
  {
    ...columns(tags.link, "id invitedBy acceptedBy"),
    ...columns(tags.identity, "email emailKey tokenHash"),
    ...columns(tags.operation, "role approvalLimit status createdAt expiresAt acceptedAt"),
  },
  { owner: "acceptedBy" },
);
