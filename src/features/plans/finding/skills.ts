import type { RunSession } from "#agency/skill.ts";
import { exploreHref, query, type QueryInput, type QueryResult } from "#contract/query.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { runQuery } from "#features/explore/skills.ts";
import { type Found, foundIn } from "#features/plans/playbooks/playbook.ts";

/** Runs a query as a step of a run, which cites it. */
export async function find(session: RunSession, asked: QueryInput): Promise<{ result: QueryResult; found: Found }> {
  const { result, origins } = await session.use(runQuery, query.parse(asked));
  session.reads(...origins);
  const href = exploreHref(asked);
  session.cites({
    kind: result.query.subject,
    reference: result.title,
    value: String(result.total.rows),
    asOf: result.asOf,
    href,
  });
  return { result, found: foundIn(result, href, todayOf(session.ctx).currency) };
}
