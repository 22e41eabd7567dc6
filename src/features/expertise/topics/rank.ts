import type { AgentRoleId } from "#contract/roles.ts";
import { type Score, scoreOf } from "./score.ts";
import type { Concern } from "./topic.ts";

export type RaisedConcern = Concern & { role: AgentRoleId };
export type RankedConcern = RaisedConcern & { score: Score };

/** How many priorities and risks are shown. */
const most = 3;

/**
 * The top three priorities and risks. `monthlyRevenue` is null if unknown. With fewer than three priorities, the top
 * risks fill the rest.
 */
export function rankConcerns(
  raised: readonly RaisedConcern[],
  monthlyRevenue: number | null,
  today: string,
): { priorities: RankedConcern[]; risks: RankedConcern[]; all: number } {
  const once = new Map<string, RaisedConcern>();
  for (const one of raised) if (!once.has(one.key)) once.set(one.key, one);
  const ranked = [...once.values()]
    .map((one): RankedConcern => ({ ...one, score: scoreOf(one, monthlyRevenue, today) }))
    .sort((one, other) => other.score.total - one.score.total || (one.key < other.key ? -1 : 1));
  const risks = ranked.filter(({ kind }) => kind === "risk");
  const priorities = ranked.filter(({ kind }) => kind === "priority");
  const top = [...priorities.slice(0, most), ...risks].slice(0, most);
  return {
    priorities: top.toSorted((one, other) => other.score.total - one.score.total),
    risks: risks.slice(0, most),
    all: ranked.length,
  };
}
