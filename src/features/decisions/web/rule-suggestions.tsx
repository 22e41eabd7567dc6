import { Link } from "wouter";
import type { RuleSuggestion } from "#features/decisions/reviewing/contract.ts";
import { sentenceCase } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import { useSuggestions } from "./review-queries.ts";

/** The policies page with a draft of the limits that would let the agent decide alone; its backtest starts at once. */
function trialHref({ role, decisionType, figures }: RuleSuggestion): string {
  const query = new URLSearchParams({ role, type: decisionType, assume: "execute" });
  for (const [name, value] of Object.entries(figures ?? {})) query.set(name, value === null ? "" : String(value));
  return `/policies?${query}`;
}

/** "You approved 14 of 14 of this kind: make it a rule?" */
export function RuleSuggestions() {
  const { data = [] } = useSuggestions();
  if (data.length === 0) return null;
  return (
    <ul aria-label="Suggested rules" className="mb-5 grid gap-2">
      {data.slice(0, 3).map((one) => (
        <li
          key={`${one.agentId} ${one.decisionType}`}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line-strong bg-surface px-3 py-2.5 text-sm md:px-4"
        >
          <AgentBadge role={one.role} />
          <span className="min-w-0 flex-1">
            You approved {one.approved} of {one.approved} {sentenceCase(one.decisionType).toLowerCase()} proposals of{" "}
            {one.agentName}.{" "}
            {one.obstacles.length > 0 && <span className="text-ink-3">{one.obstacles.join(". ")}.</span>}
          </span>
          <Link href={trialHref(one)} className={buttonClass("plain", true)}>
            Make it a rule?
          </Link>
        </li>
      ))}
    </ul>
  );
}
