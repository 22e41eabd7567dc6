import { index, integer, jsonb, text, unique, uuid } from "drizzle-orm/pg-core";
import type { BoardPack } from "#features/reports/contract.ts";
import { bytes, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Links to board packs, each with the pack as it was. Only the SHA-256 of a link's token is stored. */
export const packLinks = companyTable(
  "board_pack_links",
  {
    tokenHash: bytes().notNull(),
    period: text().notNull(),
    pack: jsonb().$type<BoardPack>().notNull(),
    createdBy: uuid().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    opened: integer().notNull().default(0),
    lastOpenedAt: moment(),
  },
  (row) => [
    unique("board_pack_links_token").on(row.tokenHash),
    index("board_pack_links_newest").on(row.companyId, row.createdAt),
  ],
);
tag(packLinks, {
  ...columns(tags.link, "id createdBy"),
  ...columns(tags.identity, "tokenHash"),
  ...columns(tags.decision, "pack"),
  ...columns(tags.operation, "period createdAt expiresAt opened lastOpenedAt"),
});
