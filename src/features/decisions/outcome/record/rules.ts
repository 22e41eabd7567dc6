import type { AgentRoleId } from "#contract/roles.ts";
import type { Standing } from "#features/decisions/outcome/contract.ts";
import * as scores from "#features/decisions/outcome/scores/rules.ts";

type AgentNames = ReadonlyMap<string, { name: string; role: AgentRoleId }>;

const mostResolvedFirst = <Key>(groups: Map<Key, scores.Tally[]>): [Key, scores.Tally[]][] =>
  [...groups].toSorted(([, one], [, other]) => resolvedIn(other) - resolvedIn(one));
const resolvedIn = (rows: readonly scores.Tally[]): number => rows.reduce((sum, row) => sum + row.resolved, 0);

function standingOf(
  rows: readonly scores.Tally[],
  of: Pick<Standing, "agentId" | "agentName" | "agentRole" | "decisionType">,
): Standing {
  const { resolved, held, brier, baseBrier, skill, bins } = scores.scoreOf(rows);
  const isShown = resolved >= scores.leastResolved && brier !== null && baseBrier !== null;
  return {
    ...of,
    resolved,
    held,
    evidence: resolved < scores.leastResolved ? "none" : resolved < scores.fewResolved ? "low" : "enough",
    score: isShown ? { brier, baseBrier, skill, accuracy: scores.accuracyScore({ brier, baseBrier }), bins } : null,
  };
}

/** The record in all, per agent, per type and per both; most resolved first. */
export function recordOf(
  tallies: readonly scores.Tally[],
  agents: AgentNames,
): Record<"agents" | "types" | "both", Standing[]> & {
  all: Standing;
} {
  const anyAgent = { agentId: null, agentName: null, agentRole: null };
  const named = (agentId: string) => {
    const agent = agents.get(agentId);
    return { agentId, agentName: agent?.name ?? "A former agent", agentRole: agent?.role ?? null };
  };
  const by = (key: (row: scores.Tally) => string) => mostResolvedFirst(Map.groupBy(tallies, key));
  return {
    all: standingOf(tallies, { ...anyAgent, decisionType: null }),
    agents: by((row) => row.agentId).map(([id, rows]) => standingOf(rows, { ...named(id), decisionType: null })),
    types: by((row) => row.decisionType).map(([decisionType, rows]) => standingOf(rows, { ...anyAgent, decisionType })),
    both: by((row) => `${row.agentId} ${row.decisionType}`).flatMap(([, rows]) =>
      rows[0] ? [standingOf(rows, { ...named(rows[0].agentId), decisionType: rows[0].decisionType })] : [],
    ),
  };
}
