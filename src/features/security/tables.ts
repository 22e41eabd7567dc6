import { sql } from "drizzle-orm";
import { bigint, index, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Verification } from "#features/security/audit/contract.ts";
import { bytes, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

const seq = () => bigint({ mode: "number" });

/** Verifications of a company's audit log: how far each got and what it found. */
export const auditVerifications = companyTable(
  "audit_verifications",
  {
    status: text().$type<Verification["status"]>().notNull(),
    /** Null: the daily schedule. */
    startedBy: uuid(),
    startedAt: moment().notNull(),
    finishedAt: moment(),
    /** The chain's head when it began; the next verification covers later records. */
    total: seq().notNull(),
    verified: seq().notNull().default(0),
    lastHash: bytes(),
    faultSeq: seq(),
    faultSentence: text(),
  },
  (row) => [
    index("audit_verifications_newest").on(row.companyId, row.startedAt),
    uniqueIndex("audit_verifications_one_running").on(row.companyId).where(sql`${row.status} = 'running'`),
  ],
);
const keptOneYear = { ...tags.audit, retention: "1 year" } as const;
tag(auditVerifications, {
  ...columns(keptOneYear, "status startedAt finishedAt total verified lastHash faultSeq faultSentence"),
  startedBy: tags.link,
});
