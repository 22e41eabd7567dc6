import { Link } from "wouter";
import type { AgentRoleId } from "#contract/roles.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import type { Agent } from "#features/agents/contract.ts";
import { type DecisionTypeId, makeDecision } from "#features/decisions/contract.ts";
import { useMakeDecision } from "#features/decisions/web/queries.ts";
import { sentenceOf } from "#ui/api.ts";
import { words } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";

type Test = { agentId: string; decisionType: DecisionTypeId; context: Record<string, number> };

const tests: Partial<Record<AgentRoleId, Omit<Test, "agentId">>> = {
  CEO: { decisionType: "market_expansion", context: { marketSize: 2_000_000 } },
  CFO: {
    decisionType: "investment_evaluation",
    context: { investment: 85_000, projectedReturn: 150_000, payback: 14 },
  },
  Sales: { decisionType: "lead_qualification", context: { leadValue: 125_000 } },
};

/** The sample proposals that these agents can evaluate, with their roles. */
export const testsOf = (agents: readonly Agent[]): (Test & { role: AgentRoleId; name: string })[] =>
  agents.flatMap(({ id, role }) => {
    const test = tests[role];
    return test ? [{ agentId: id, role, name: words(test.decisionType), ...test }] : [];
  });

export const bodyOf = ({ agentId, decisionType, context }: Test) => ({ agentId, decisionType, context, isTest: true });

type Props = { agents: readonly Agent[]; make: ReturnType<typeof useMakeDecision> };

/** Three agents evaluate a sample proposal by the real rules. */
export function DecisionTesting({ agents, make }: Props) {
  if (!useMay(makeDecision)) return null;
  return (
    <div
      id="decision-testing"
      role="group"
      aria-label="Autonomous Decision Testing"
      className="border-t border-line py-2.5"
    >
      <div className="flex flex-wrap items-center gap-1.5 md:gap-2">
        <span className="mr-auto text-xs font-medium md:w-full md:text-sm">Autonomous Decision Testing</span>
        <span className="-mt-2 w-full text-sm text-ink-3 max-md:hidden">
          Run a sample proposal. It is marked as a test and never counts.
        </span>
        {testsOf(agents).map((test) => (
          <Button
            key={test.agentId}
            small
            disabled={make.isPending}
            aria-label={`Test ${test.role}: ${test.name}`}
            onClick={() => make.mutate(bodyOf(test))}
          >
            {test.role}
          </Button>
        ))}
      </div>
      <p role="status" className="text-sm text-ink-2">
        {make.isError && (
          <span className="block pt-2">Failed to make autonomous decision. {sentenceOf(make.error)}</span>
        )}
        {make.data && (
          <span className="block pt-2">
            {make.data.agentName} proposed <Link href={`/decisions/${make.data.id}`}>{make.data.title}</Link>
          </span>
        )}
      </p>
    </div>
  );
}
