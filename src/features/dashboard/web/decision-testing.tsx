import { Link } from "wouter";
import type { AgentRoleId } from "#contract/roles.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import type { Agent } from "#features/agents/contract.ts";
import { type DecisionTypeId, makeDecision } from "#features/decisions/contract.ts";
import { useMakeDecision } from "#features/decisions/web/queries.ts";
import { words } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";

type Test = { decisionType: DecisionTypeId; context: Record<string, number> };

const tests: Partial<Record<AgentRoleId, Test>> = {
  CEO: { decisionType: "market_expansion", context: { marketSize: 2_000_000 } },
  CFO: {
    decisionType: "investment_evaluation",
    context: { investment: 85_000, projectedReturn: 150_000, payback: 14 },
  },
  Sales: { decisionType: "lead_qualification", context: { leadValue: 125_000 } },
};

/** Three agents evaluate a sample proposal by the real rules. */
export function DecisionTesting({ agents }: { agents: readonly Agent[] }) {
  const make = useMakeDecision();
  if (!useMay(makeDecision)) return null;
  return (
    <div
      id="decision-testing"
      role="group"
      aria-label="Autonomous Decision Testing"
      className="border-t border-line pt-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="w-full text-sm font-medium md:w-auto">Autonomous Decision Testing</span>
        <span className="hidden flex-1 text-sm text-ink-3 md:block">
          Run a sample proposal. It is marked as a test and never counts.
        </span>
        {agents.map((agent) => {
          const test = tests[agent.role];
          if (!test) return null;
          return (
            <Button
              key={agent.id}
              small
              disabled={make.isPending}
              aria-label={`Test ${agent.role}: ${words(test.decisionType)}`}
              onClick={() => make.mutate({ agentId: agent.id, ...test })}
            >
              {agent.role}
            </Button>
          );
        })}
      </div>
      <p role="status" className="text-sm text-ink-2">
        {make.isError && <span className="block pt-2">Failed to make autonomous decision. {make.error.message}</span>}
        {make.data && (
          <span className="block pt-2">
            {make.data.agentName} proposed <Link href={`/decisions/${make.data.id}`}>{make.data.title}</Link>
          </span>
        )}
      </p>
    </div>
  );
}
