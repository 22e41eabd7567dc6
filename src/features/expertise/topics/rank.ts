import type { AgentRoleId } from "#contract/roles.ts";
import { type Score, scoreOf } from "./score.ts";
import type { Concern } from "./topic.ts";

/** A concern with who raised it. */
export type Raised = Concern & { role: AgentRoleId };
export type Weighed = Raised & { score: Score };

/** So many of each are named: what is everywhere is nowhere. */
const most = 3;

/**
 * Takes what the executives are concerned about, a month's revenue (null without a source) and the day; gives the three
 * weightiest priorities and risks. Where fewer than three priorities were raised, the weightiest risks stand in for them.
 */
export function weigh(
  raised: readonly Raised[],
  monthlyRevenue: number | null,
  today: string,
): { priorities: Weighed[]; risks: Weighed[]; all: number } {
  const once = new Map<string, Raised>();
  for (const one of raised) if (!once.has(one.key)) once.set(one.key, one);
  const weighed = [...once.values()]
    .map((one): Weighed => ({ ...one, score: scoreOf(one, monthlyRevenue, today) }))
    .sort((one, other) => other.score.total - one.score.total || (one.key < other.key ? -1 : 1));
  const risks = weighed.filter(({ kind }) => kind === "risk");
  const priorities = weighed.filter(({ kind }) => kind === "priority");
  const top = [...priorities.slice(0, most), ...risks].slice(0, most);
  return {
    priorities: top.toSorted((one, other) => other.score.total - one.score.total),
    risks: risks.slice(0, most),
    all: weighed.length,
  };
}
