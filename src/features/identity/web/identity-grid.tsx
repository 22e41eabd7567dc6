import { useState } from "react";
import { roleTitle } from "#contract/roles.ts";
import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import { type Agent, type AgentStatus, agentStatuses } from "#features/agents/contract.ts";
import { initializeProfile, type Profile } from "#features/identity/contract.ts";
import { tierNames } from "#features/identity/promotions/contract.ts";
import { nothing, percent, sentenceCase } from "#ui/format.ts";
import { performanceFormula } from "#features/identity/scores/rules.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Sparkline } from "#ui/kit/sparkline.tsx";
import { useInitializeProfile } from "./queries.ts";

type Props = { agents: readonly Agent[]; profiles: readonly Profile[]; onView: (id: string) => void };
const sorts = { role: "By role", performance: "By performance" } as const;

export function IdentityGrid({ agents, profiles, onView }: Props) {
  const [status, setStatus] = useState<AgentStatus | "all">("all");
  const [sort, setSort] = useState<keyof typeof sorts>("role");
  const filtered = agents.filter((agent) => status === "all" || agent.status === status);
  const shown = sort === "role" ? filtered : filtered.toSorted((a, b) => (b.performance ?? -1) - (a.performance ?? -1));
  return (
    <Section
      title="Agents"
      note={agents.length}
      actions={
        <>
          <Select
            aria-label="Status"
            value={status}
            onText={(typed) => setStatus(typed as AgentStatus | "all")}
            className="h-9 text-sm! md:h-control-sm"
          >
            <option value="all">All statuses</option>
            <Options of={agentStatuses.map((one) => [one, sentenceCase(one)])} />
          </Select>
          <Select
            aria-label="Order"
            value={sort}
            onText={(typed) => setSort(typed as keyof typeof sorts)}
            className="h-9 text-sm! md:h-control-sm"
          >
            <Options of={Object.entries(sorts)} />
          </Select>
        </>
      }
    >
      {shown.length === 0 && <p className="border-t border-line py-3 text-ink-2">No agent is {status}.</p>}
      <ul className="grid border-t border-line md:grid-cols-2 lg:grid-cols-4">
        {shown.map((agent) => (
          <Card
            key={agent.id}
            agent={agent}
            profile={profiles.find(({ agentId }) => agentId === agent.id)}
            onView={() => onView(agent.id)}
          />
        ))}
      </ul>
    </Section>
  );
}

function Card({ agent, profile, onView }: { agent: Agent; profile: Profile | undefined; onView: () => void }) {
  const initialize = useInitializeProfile();
  const may = useMay(initializeProfile);
  const { name, role, status } = agent;
  const performance = scoreOf(profile);
  return (
    <li
      aria-label={name}
      className="flex min-w-0 flex-col border-b border-line py-4 md:border-l md:px-5 md:odd:border-l-0 md:odd:pl-0 lg:odd:border-l lg:odd:pl-5 lg:nth-[4n+1]:border-l-0 lg:nth-[4n+1]:pl-0"
    >
      <div className="flex items-start gap-2.5">
        <AgentBadge role={role} large />
        <div className="min-w-0 flex-1">
          <div className="font-medium wrap-anywhere">{name}</div>
          <div className="text-xs text-ink-3">{roleTitle(role)}</div>
        </div>
        <span className="flex flex-none items-center gap-1.5 text-sm text-ink-2">
          <Dot tone={status === "active" ? "success" : status === "paused" ? "warning" : "idle"} />
          {sentenceCase(status)}
        </span>
      </div>
      <div className="mt-3 flex items-center justify-between gap-3">
        <span className="num text-fig leading-8 font-medium tracking-tighter">
          {performance === null ? (
            nothing
          ) : (
            <AskMe
              title={`Performance of ${name}`}
              rows={[
                ["Formula", performanceFormula],
                ["From", `${profile?.taskCount} finished tasks`],
              ]}
            >
              {percent(performance, 1)}
            </AskMe>
          )}
        </span>
        {profile && <Sparkline values={profile.weeks} label={`Performance of ${name}, last 8 weeks`} />}
      </div>
      <p className="text-xs text-pretty text-ink-3">{noteOf(profile)}</p>
      {profile && (
        <dl className="mt-3 grid grid-cols-3 gap-x-3 gap-y-1 md:grid-cols-1">
          {[
            ["Tasks", profile.taskCount],
            ["Tier", tierNames[profile.roleTier]],
            ["Promotions", profile.promotionCount],
          ].map(([term, value]) => (
            <div key={term} className="md:flex md:justify-between md:gap-3">
              <dt className="text-sm text-ink-2">{term}</dt>
              <dd className="num text-sm">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-auto pt-4 *:w-full md:*:w-auto">
        {profile ? (
          <Button small onClick={onView}>
            View Identity
          </Button>
        ) : (
          <Button
            small
            look="primary"
            disabled={!may}
            title={may ? undefined : onlyWho(initializeProfile, "initialize it")}
            pending={initialize.isPending}
            onClick={() => initialize.mutate(agent.id)}
          >
            Initialize Profile
          </Button>
        )}
        {initialize.error && (
          <p role="alert" className="mt-2 text-xs text-danger">
            Not initialized. Try again.
          </p>
        )}
      </div>
    </li>
  );
}

const scoreOf = (profile: Profile | undefined): number | null =>
  profile?.performanceScore == null ? null : Number(profile.performanceScore);

/** What stands below the score. */
function noteOf(profile: Profile | undefined): string {
  if (!profile) return "No profile yet.";
  if (profile.pendingDecisionId) return "A change of tier waits for you";
  if (profile.eligibleFor) return `Meets the rules for ${tierNames[profile.eligibleFor]}`;
  if (profile.performanceScore === null) return `A score needs 5 finished tasks; ${profile.taskCount} done.`;
  const [first] = profile.weeks;
  const last = profile.weeks.at(-1);
  const change = profile.weeks.length > 1 && first !== undefined && last !== undefined ? last - first : 0;
  if (Math.abs(change) >= 5)
    return `${change > 0 ? "Up" : "Down"} ${Math.abs(change).toFixed(1)} points in ${profile.weeks.length} weeks`;
  return "Performance, last 8 weeks";
}
