import { sql } from "drizzle-orm";
import { boolean, check, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { ConnectionStatus, LogEntry } from "#features/integrations/contract.ts";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/**
 * A company's links to services, one for each. What was disconnected keeps its row, without anything secret, so that its
 * number stays its own.
 */
export const connections = pgTable(
  "connections",
  {
    companyId: companyId(),
    id: integer().notNull(),
    connector: text().notNull(),
    /** Null: disconnected. */
    status: text().$type<ConnectionStatus>(),
    accountId: text(),
    accountName: text(),
    scopes: jsonb().$type<string[]>().notNull(),
    /** Encrypted for this row and field, as the tokens are. */
    sealedCredentials: bytes(),
    sealedAccess: bytes(),
    sealedRefresh: bytes(),
    /** Counts the access tokens. */
    tokenVersion: integer().notNull().default(0),
    expiresAt: moment(),
    refreshExpiresAt: moment(),
    /** The instance that renews the tokens, and until when it may. */
    renewalToken: uuid(),
    renewalUntil: moment(),
    errorCount: integer().notNull().default(0),
    problem: text(),
    /** The instance that reads its rows, and until when it may. */
    syncToken: uuid(),
    syncUntil: moment(),
    /** Where the next reading begins; it moves with the rows that were read. */
    cursor: jsonb().$type<unknown>(),
    /** Whether everything is being read anew; what comes is noted, and the rest is removed at its end. */
    isReadingAll: boolean().notNull().default(false),
    /** When the service said that something changed, until it is read. */
    hastenedAt: moment(),
    /** Until when the service posts changes to our address. */
    watchedUntil: moment(),
    lastSyncAt: moment(),
    connectedAt: moment().notNull(),
    connectedBy: uuid(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("connections_once").on(row.companyId, row.connector),
    check(
      "connections_wiped",
      sql`${row.status} IS NOT NULL OR num_nonnulls(${row.sealedCredentials}, ${row.sealedAccess}, ${row.sealedRefresh}) = 0`,
    ),
  ],
);

/** What a reading of everything has brought so far. */
export const connectionSeen = pgTable(
  "connection_seen",
  { companyId: companyId(), connection: integer().notNull(), kind: text().notNull(), externalId: text().notNull() },
  (row) => [primaryKey({ columns: [row.companyId, row.connection, row.kind, row.externalId] })],
);
tag(connectionSeen, columns(tags.key, "companyId connection kind externalId"));

/** What happened with a connection; the newest entries are kept. */
export const connectionLog = pgTable(
  "connection_log",
  {
    companyId: companyId(),
    connection: integer().notNull(),
    id: integer().notNull(),
    status: text().$type<ConnectionStatus>().notNull(),
    action: text().$type<LogEntry["action"]>().notNull(),
    message: text().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.connection, row.id] })],
);
tag(connectionLog, {
  connection: tags.key,
  status: tags.operation,
  action: tags.operation,
  message: tags.operation,
  createdAt: tags.operation,
});

tag(connections, {
  connector: tags.operation,
  status: tags.operation,
  accountId: tags.operation,
  accountName: tags.setting,
  scopes: tags.operation,
  sealedCredentials: tags.operation,
  sealedAccess: tags.operation,
  sealedRefresh: tags.operation,
  tokenVersion: tags.operation,
  expiresAt: tags.operation,
  refreshExpiresAt: tags.operation,
  renewalToken: tags.operation,
  renewalUntil: tags.operation,
  errorCount: tags.operation,
  problem: tags.operation,
  syncToken: tags.operation,
  syncUntil: tags.operation,
  cursor: tags.operation,
  isReadingAll: tags.operation,
  hastenedAt: tags.operation,
  watchedUntil: tags.operation,
  lastSyncAt: tags.operation,
  connectedAt: tags.operation,
  connectedBy: tags.link,
});
