import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import { money, nothing } from "#ui/format.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { useLimits } from "./queries.ts";

export function MayDecide({ agentId }: { agentId: string }) {
  const { currency } = useCompany();
  const { data, isError } = useLimits();
  const limit = data?.find((candidate) => candidate.agentId === agentId);
  // Keeps the line's height while loading.
  if (!limit) return data || isError ? <span className="text-ink-3">{nothing}</span> : "\u00a0";
  const format = (value: number) => money(value, currency);
  return (
    <AskMe
      title={`What ${limit.agentName} may decide`}
      rows={[
        ["Per decision", format(limit.perDecision)],
        ["Set by", limit.perDecisionSource],
        ["Without approval", format(limit.alone)],
        ["Because", limit.aloneSource],
        ["Year budget", format(limit.yearBudget)],
        ["Committed", format(limit.committed)],
        ["Reserved", format(limit.reserved)],
        [
          "Policy version",
          <Link key="version" href={`/policies?version=${limit.policyVersion}`}>
            {limit.policyVersion}
          </Link>,
        ],
      ]}
    >
      {format(limit.perDecision)}
    </AskMe>
  );
}
