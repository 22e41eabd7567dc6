import { boolean, index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { PushChoices } from "#features/notifications/push/contract.ts";
import { bytes, companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** The browsers that show people's notifications. */
export const pushDevices = companyTable(
  "push_devices",
  {
    userId: uuid().notNull(),
    /** A browser has one subscription, whoever signs in there. */
    endpointHash: bytes().notNull(),
    /** Its address at the push service and its keys, encrypted. */
    sealed: bytes().notNull(),
    service: text().notNull(),
    userAgent: text().notNull(),
    addedAt: moment().notNull(),
    lastSentAt: moment(),
  },
  (row) => [
    unique("push_devices_endpoint").on(row.companyId, row.endpointHash),
    index("push_devices_by_user").on(row.companyId, row.userId),
  ],
);
tag(pushDevices, {
  ...columns(tags.link, "id userId"),
  ...columns(tags.identity, "endpointHash sealed service userAgent addedAt lastSentAt"),
});

/** What people want to be notified of; no row: the default. */
export const noticeChoices = pgTable(
  "notice_choices",
  {
    companyId: companyId(),
    userId: uuid().notNull(),
    about: text().$type<PushChoices["about"]>().notNull(),
    /** "22:00", in the person's own time zone; null: no quiet hours. */
    quietFrom: text(),
    quietTo: text(),
    timeZone: text(),
    /** Whether the daily brief is mailed to them. */
    brief: boolean().notNull().default(false),
    /** Whether proposals they may approve are mailed to them. */
    approvals: boolean().notNull().default(false),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.userId] })],
);
tag(noticeChoices, {
  userId: tags.link,
  ...columns(tags.identity, "about quietFrom quietTo timeZone brief approvals"),
});
