import { sql } from "drizzle-orm";
import { index, text, unique, uuid } from "drizzle-orm/pg-core";
import type { AgentRoleId } from "#contract/roles.ts";
import type { NotificationKind } from "#features/notifications/contract.ts";
import { moment, companyTable } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** A person's notifications, one per occasion, and when they were read. */
export const notifications = companyTable(
  "notifications",
  {
    userId: uuid().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    /** What it is about: a decision's, task's or run's id; of a forecast also its position. */
    subject: text().notNull(),
    /** Identifies the occasion, so that no one is notified twice. */
    occasion: text().notNull(),
    title: text().notNull(),
    detail: text().notNull(),
    href: text().notNull(),
    role: text().$type<AgentRoleId>(),
    createdAt: moment().notNull(),
    readAt: moment(),
  },
  (row) => [
    unique("notifications_once").on(row.companyId, row.userId, row.occasion),
    index("notifications_newest").on(row.companyId, row.userId, row.createdAt, row.id),
    index("notifications_unread").on(row.companyId, row.userId).where(sql`${row.readAt} IS NULL`),
  ],
);
const retained = { ...tags.message, purpose: "telling people what waits for them", retention: "90 days" } as const;
const retainedLink = { ...tags.link, purpose: "telling people what waits for them", retention: "90 days" } as const;
tag(
  notifications,
  {
    userId: { ...retainedLink, onDeletion: "delete" },
    kind: retained,
    subject: retained,
    occasion: retained,
    title: retained,
    detail: retained,
    href: retained,
    role: retained,
    createdAt: retained,
    readAt: { ...retainedLink, onDeletion: "delete" },
  },
  // A reset deletes what these are about.
  {
    onReset: sql`${notifications.kind} IN ('proposal', 'deadline', 'forecast', 'run', 'brief', 'oversight')`,
    ages: { from: "createdAt" },
    quotes: ["title", "detail"],
    whenMet: { merged: { createdAt: "least", readAt: "fill" } },
  },
);
