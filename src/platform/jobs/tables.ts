import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

const ofQueue = { ...tags.operation, purpose: "doing each piece of background work once" };

/** Events and slots whose work took effect, so that a second delivery does nothing. */
export const jobClaims = pgTable(
  "job_claims",
  {
    companyId: companyId(),
    job: text().notNull(),
    /** The event's number in the journal, or the slot's time. */
    occasion: text().notNull(),
    claimedAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.job, row.occasion] }),
    index("job_claims_by_age").on(row.claimedAt),
  ],
);
const claimed = { ...ofQueue, retention: "8 days" };
tag(jobClaims, { job: claimed, occasion: claimed, claimedAt: claimed });

/** When each company's scheduled jobs are due next. */
export const jobSlots = pgTable(
  "job_slots",
  { companyId: companyId(), job: text().notNull(), nextAt: moment().notNull() },
  (row) => [primaryKey({ columns: [row.companyId, row.job] }), index("job_slots_by_time").on(row.nextAt)],
);
tag(jobSlots, { job: ofQueue, nextAt: ofQueue });
