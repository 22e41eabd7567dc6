import { boolean, foreignKey, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ToolMode } from "#features/tools/contract.ts";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Servers whose tools executives may use. */
export const toolServers = pgTable(
  "tool_servers",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    name: text().notNull(),
    host: text().notNull(),
    /** Encrypted like the secret: an address may hold a key. */
    address: bytes().notNull(),
    secret: bytes(),
    problem: text(),
    leftOut: integer().notNull(),
    checkedAt: moment().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.id] })],
);
tag(toolServers, {
  companyId: tags.key,
  id: tags.key,
  ...columns(tags.setting, "name host"),
  ...columns(tags.operation, "address secret problem leftOut checkedAt createdAt"),
});

/** The tools of a server as it listed them, and what the company chose for each. */
export const serverTools = pgTable(
  "server_tools",
  {
    companyId: companyId(),
    serverId: uuid().notNull(),
    name: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    print: text().notNull(),
    saysReadOnly: boolean().notNull(),
    isChanged: boolean().notNull().default(false),
    reads: boolean().notNull().default(false),
    cost: numeric({ precision: 24, scale: 4, mode: "number" }).notNull().default(0),
    /** By the executive's id. */
    uses: jsonb().$type<Record<string, Exclude<ToolMode, "off">>>().notNull().default({}),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.serverId, row.name] }),
    foreignKey({
      name: "server_tools_server",
      columns: [row.companyId, row.serverId],
      foreignColumns: [toolServers.companyId, toolServers.id],
    }).onDelete("cascade"),
  ],
);
tag(serverTools, {
  ...columns(tags.key, "companyId serverId"),
  ...columns(tags.setting, "name reads cost uses"),
  ...columns(tags.operation, "title description input print saysReadOnly isChanged"),
});
