import type { RunSession } from "#agency/skill.ts";
import { formatNumber } from "#contract/format.ts";
import { exploreHref, type QueryResult } from "#contract/query.ts";
import { type Figure, toLine } from "#contract/report.ts";
import type { Several } from "#features/conversations/queries/composed/composed.ts";
import { type Reply, replyOf } from "#features/conversations/replies/reply.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import { runQuery } from "#features/explore/skills.ts";

/** Of more groups than these not all are read. */
const mostMembers = 200;
const mostNamed = 20;

/** The members of one query that are not, or are as well, in another. */
export async function runMembers(
  session: RunSession,
  kind: Exclude<Several["kind"], "compare" | "each">,
  sets: readonly [Reading, Reading],
): Promise<Reply> {
  const read = async ({ query }: Reading): Promise<QueryResult> => {
    const { result, origins } = await session.use(runQuery, query);
    session.reads(...origins);
    return result;
  };
  const [one, other] = [await read(sets[0]), await read(sets[1])];
  const most = Math.max(one.groupCount, other.groupCount);
  if (most > mostMembers)
    return replyOf(
      false,
      toLine`I can't answer this: there are ${formatNumber(most)}, and I compare up to ${formatNumber(mostMembers)}.`,
    );
  const membersOf = ({ groups }: QueryResult) => (groups ?? []).filter(({ key, rows }) => key !== null && rows > 0);
  const others = new Set(membersOf(other).map(({ key }) => key));
  const names = membersOf(one).flatMap(({ key, label }) => (others.has(key) === (kind === "both") ? [label] : []));
  const figureOf = (id: string, result: QueryResult, value: number): Figure => ({
    id,
    label: result.title,
    value,
    unit: "count",
    currency: null,
    range: null,
    formula: null,
    source: { label: result.title, href: exploreHref(result.query), asOf: result.asOf },
  });
  const figures = [
    figureOf("members", one, names.length),
    figureOf("first", one, membersOf(one).length),
    figureOf("second", other, others.size),
  ] as const;
  const [count, first, second] = figures;
  const more = names.length > mostNamed ? ` and ${formatNumber(names.length - mostNamed)} more` : "";
  const list = names.length > 0 ? `: ${names.slice(0, mostNamed).join("; ")}${more}` : "";
  const how = kind === "both" ? "In both" : "In the first, not in the second";
  return replyOf(true, toLine`${count}${list}. ${how}: ${one.title} (${first}); ${other.title} (${second}).`, figures);
}
