import { sql } from "drizzle-orm";
import { index, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ChatReply, ReplyType } from "#features/chat/contract.ts";
import { moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** One conversation per person: each row is a message and its answer. */
export const chatTurns = companyTable(
  "chat_turns",
  {
    personId: uuid().notNull(),
    message: text().notNull(),
    sentAt: moment().notNull(),
    runId: uuid().notNull(),
    /** Null while the run is working, and if it failed. */
    response: text(),
    type: text().$type<ReplyType>(),
    reply: jsonb().$type<ChatReply>(),
    /** What the next message may refer to. */
    topic: jsonb().$type<unknown>(),
    /** Why there is no answer. */
    sentence: text(),
    endedAt: moment(),
  },
  (row) => [
    index("chat_turns_newest").on(row.companyId, row.personId, row.sentAt, row.id),
    // One message at a time: an answer may refer to the previous one.
    uniqueIndex("chat_turns_open").on(row.companyId, row.personId).where(sql`${row.endedAt} IS NULL`),
  ],
);
tag(
  chatTurns,
  {
    personId: tags.link,
    ...columns(tags.conversation, "message sentAt runId response type reply topic sentence endedAt"),
  },
  { ages: { from: "sentAt" } },
);
