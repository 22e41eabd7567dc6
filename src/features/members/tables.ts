import { index, numeric, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { MemberRole } from "#contract/roles.ts";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** Only the SHA-256 of each link's token is stored. */
export const invitations = pgTable(
  "company_invitations",
  {
    companyId: companyId(),
    id: uuid().notNull(),
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
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("company_invitations_token").on(row.tokenHash),
    index("company_invitations_by_status").on(row.companyId, row.status, row.createdAt),
  ],
);
tag(
  invitations,
  {
    companyId: tags.key,
    id: tags.link,
    email: tags.identity,
    emailKey: tags.identity,
    role: tags.operation,
    approvalLimit: tags.operation,
    tokenHash: tags.identity,
    status: tags.operation,
    invitedBy: tags.link,
    createdAt: tags.operation,
    expiresAt: tags.operation,
    acceptedAt: tags.operation,
    acceptedBy: tags.link,
  },
  { owner: "acceptedBy" },
);
