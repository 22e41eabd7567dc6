import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/**
 * Requests for a demo. They belong to the installation, so no company can read them: the application role may only call
 * `add_lead`.
 */
export const leads = pgTable("leads", {
  /** Digest of the content, so that the same request is stored once. */
  digest: text().primaryKey(),
  id: uuid().notNull().unique("leads_id"),
  name: text().notNull(),
  email: text().notNull(),
  company: text().notNull(),
  message: text().notNull(),
  createdAt: moment().notNull(),
});
tag(leads, {
  ...columns(tags.lead, "digest id name email company message createdAt"),
});
