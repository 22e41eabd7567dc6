import { index, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** Responses to calls with an Idempotency-Key, kept for a day so that a repetition gets the same one. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    companyId: companyId(),
    userId: uuid().notNull(),
    /** Method and path pattern, e.g. "PUT /api/tasks/:id". */
    route: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the request's URL and body. */
    requestHash: bytes().notNull(),
    status: smallint().notNull(),
    body: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.userId, row.route, row.key] }),
    index("idempotency_keys_by_expiry").on(row.expiresAt),
  ],
);
const kept = { ...tags.operation, purpose: "answering a repeated request as the first time", retention: "1 day" };
tag(
  idempotencyKeys,
  {
    userId: { ...kept, whose: "person" },
    route: kept,
    key: kept,
    requestHash: kept,
    status: kept,
    body: kept,
    expiresAt: kept,
  },
  { quotes: ["body"], whenQuoted: "delete" },
);
