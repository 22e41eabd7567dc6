import { sql } from "drizzle-orm";
import { feedKinds } from "#contract/events.ts";
import { usernameOf } from "#features/accounts/store.ts";
import { agentNameOf } from "#features/agents/store.ts";
import type { Tx } from "#platform/context.ts";
import { dayOfMoment, queryField, type Subject } from "#platform/query/subject.ts";

/** An array of event types in SQL. */
const typesOf = (tx: Tx, kind?: (typeof feedKinds)[number]) =>
  sql`string_to_array(${tx.events.ofFeed(kind).join(" ")}, ' ')`;
const company = sql`j.company_id`;

/** What agents and people did: the lines of the feed. */
export const eventSubject: Subject = {
  id: "events",
  one: "event",
  many: "events",
  from: (tx) => sql`(SELECT j.company_id, j.at, j.title, j.action, j.details -> 'line' ->> 'href' AS href,
      coalesce(${agentNameOf(company, sql`j.agent_id`)},
        CASE WHEN j.actor_kind = 'user' THEN ${usernameOf(company, sql`j.actor_id`)} END, 'Boardroom') AS actor
    FROM journal j WHERE j.action = ANY (${typesOf(tx)})) r`,
  fields: [
    queryField("title", "What", "text", "r.title"),
    queryField("actor", "Who", "text", "r.actor"),
    {
      name: "kind",
      label: "Kind",
      type: "choice",
      choices: feedKinds.map((value) => ({ value, label: value.replaceAll("_", " ") })),
      sql: (tx) =>
        sql`CASE ${sql.join(
          feedKinds.map((kind) => sql`WHEN r.action = ANY (${typesOf(tx, kind)}) THEN ${kind}`),
          sql` `,
        )} END`,
    },
    dayOfMoment("happenedOn", "Day", "r.at"),
  ],
  day: "happenedOn",
  amount: null,
  columns: ["title", "actor", "happenedOn"],
  search: ["title", "actor"],
  currency: null,
  href: sql`r.href`,
  // Titles name records, which may come from outside.
  origin: sql`'external'::text`,
};
