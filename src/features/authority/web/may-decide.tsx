import { useCompany } from "#features/accounts/web/queries.ts";
import { money, nothing } from "#ui/format.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { useLimits } from "./queries.ts";

/** The largest sum of one decision of an executive, which can be asked where it comes from. */
export function MayDecide({ agentId }: { agentId: string }) {
  const { currency } = useCompany();
  const { data, isError } = useLimits();
  const limit = data?.find((each) => each.agentId === agentId);
  // Keeps its line while it is read.
  if (!limit) return data || isError ? <span className="text-ink-3">{nothing}</span> : "\u00a0";
  const sum = (value: number) => money(value, currency);
  return (
    <AskMe
      title={`What ${limit.agentName} may decide`}
      rows={[
        ["Per decision", sum(limit.perDecision)],
        ["Why", limit.perDecisionSource],
        ["Alone", sum(limit.alone)],
        ["Why alone", limit.aloneSource],
        ["Year budget", sum(limit.yearBudget)],
        ["Committed", sum(limit.committed)],
        ["Reserved", sum(limit.reserved)],
        ["Policy version", limit.policyVersion],
      ]}
    >
      {sum(limit.perDecision)}
    </AskMe>
  );
}
