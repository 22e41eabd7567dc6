import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";
import type { MailFailure } from "#platform/mail/outcome.ts";

/**
 * Mails of the installation, written in the transaction of their cause. Address and content are deleted when it is
 * settled.
 */
export const outgoingMails = pgTable(
  "outgoing_mails",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    kind: text().$type<MailKind>().notNull(),
    /** The person or the invitation the mail is about. */
    about: uuid().notNull(),
    /** A keyed digest of the address, to limit how often one gets mail. */
    recipient: text().notNull(),
    /** Address and letter, encrypted; null once settled. */
    sealed: bytes(),
    /** `unknown`: handed to the server without an answer, and not sent again. */
    status: text().$type<MailStatus>().notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** Attempts with an unknown outcome. */
    doubts: integer().notNull().default(0),
    leaseToken: uuid(),
    leaseUntil: moment(),
    failure: text().$type<MailFailure>(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    settledAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("outgoing_mails_about").on(row.companyId, row.about, row.createdAt),
    index("outgoing_mails_by_age").on(row.companyId, row.createdAt),
  ],
);
export type MailKind = "invitation" | "password" | "notice";
export type MailStatus = "waiting" | "sending" | "sent" | "failed" | "unknown";
tag(
  outgoingMails,
  {
    companyId: tags.key,
    id: tags.mail,
    kind: tags.mail,
    about: tags.mail,
    recipient: tags.mail,
    sealed: tags.mail,
    status: tags.mail,
    attempts: tags.mail,
    doubts: tags.mail,
    leaseToken: tags.mail,
    leaseUntil: tags.mail,
    failure: tags.mail,
    createdAt: tags.mail,
    expiresAt: tags.mail,
    settledAt: { ...tags.mail, retention: "30 days" },
  },
  { owner: "about", ages: { from: "settledAt" } },
);
