import { IdCard, SlidersHorizontal } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import { roleTitle } from "#contract/roles.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { useLedger } from "#features/decisions/web/ledger-queries.ts";
import { outcomeWords } from "#features/decisions/web/ledger-words.ts";
import type { Executive } from "#features/executives/contract.ts";
import { useExecutive } from "#features/executives/web/queries.ts";
import type { Identity } from "#features/identity/contract.ts";
import { tierNames } from "#features/identity/promotions/contract.ts";
import { identityTabs, tabOf } from "#features/identity/web/identity-detail.tsx";
import { useConfig, useIdentity } from "#features/identity/web/queries.ts";
import { escalationWords, Fields, lengthWords } from "#features/identity/web/settings-tab.tsx";
import { Terms, Tiles } from "#features/identity/web/tiles.tsx";
import { RunList } from "#features/runs/web/run-list.tsx";
import { useWork } from "#features/tasks/web/queries.ts";
import { money, nothing, percent, plural, sentenceCase, shortDate, words } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Columns, Page } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";

/** One agent: its work, record, cost, limits and instructions, and its identity. */
export default function ExecutivePage({ id }: { id: string }) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("tab");
  const tab = asked === null ? "overview" : tabOf(asked);
  const { data: executive, error } = useExecutive(id);
  const { data: identity, error: identityError } = useIdentity(id);
  const fault = (executive ? null : error) ?? (identity ? null : identityError);
  if (!executive || !identity)
    return <Page title="Agent">{<LoadingRows error={fault} what="Couldn't load this agent" rows={8} tall />}</Page>;
  return (
    <Page title={executive.agent.name}>
      <Head executive={executive} identity={identity} />
      {identity.profile ? (
        <Tabs
          label={`About ${executive.agent.name}`}
          value={tab}
          onChange={(next) => setSearch(next === "overview" ? {} : { tab: next }, { replace: true })}
          tabs={[
            { value: "overview", label: "Overview", content: <Overview executive={executive} identity={identity} /> },
            ...identityTabs(identity),
          ]}
        />
      ) : (
        <Overview executive={executive} identity={identity} />
      )}
    </Page>
  );
}

type Parts = { executive: Executive; identity: Identity };

function Overview({ executive, identity }: Parts) {
  return (
    <>
      <Figures executive={executive} identity={identity} />
      <Columns
        main={
          <>
            <Work executive={executive} />
            <Record identity={identity} />
            <Decisions executive={executive} />
            <section aria-label="Recent runs">
              <h2 className="pb-2 font-semibold tracking-[-0.006em]">Recent runs</h2>
              <RunList agentId={executive.agent.id} />
            </section>
          </>
        }
        rail={
          <>
            <Limits executive={executive} />
            <Cost identity={identity} />
            <Instructions executive={executive} />
          </>
        }
      />
    </>
  );
}

function Head({ executive: { agent, retired }, identity }: Parts) {
  const { timeZone } = useCompany();
  const { id, name, role, status } = agent;
  const tier = identity.profile && tierNames[identity.profile.roleTier];
  return (
    <div className="mb-5 flex flex-wrap items-start gap-3 md:gap-4">
      <AgentBadge role={role} large />
      <div className="min-w-0 flex-1">
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{name}</h1>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-2">
          {roleTitle(role)}
          {tier && <span>{tier}</span>}
          <span className="flex items-center gap-1.5">
            <Dot tone={retired ? "idle" : status === "active" ? "success" : "warning"} />
            {retired ? `Retired ${shortDate(retired.at, timeZone)}` : sentenceCase(status)}
          </span>
        </p>
      </div>
      <div className="flex w-full gap-2 *:flex-1 md:w-auto md:*:flex-none">
        <Link href="/agent-identity" className={buttonClass()}>
          <IdCard size={15} strokeWidth={1.75} aria-hidden />
          All agents
        </Link>
        {!retired && (
          <Link href={`/agent-setup?agent=${id}`} className={buttonClass()}>
            <SlidersHorizontal size={15} strokeWidth={1.75} aria-hidden />
            Agent Setup
          </Link>
        )}
      </div>
    </div>
  );
}

function Figures({ executive, identity: { performanceMetrics: metrics } }: Parts) {
  const { errors, score, finishedTasks } = metrics;
  return (
    <Tiles
      tiles={[
        {
          name: "Performance",
          value: score === null ? nothing : percent(score, 1),
          title: metrics.formula,
          note:
            score === null ? `Shown after 5 finished tasks; ${finishedTasks} done` : `${finishedTasks} finished tasks`,
        },
        { name: "Open tasks", value: executive.openTasks },
        { name: "Pending decisions", value: executive.pendingDecisions.length },
        {
          name: "Error rate",
          value: errors.rate === null ? nothing : percent(errors.rate, 1),
          title: errors.formula,
          note: errors.interval && `95% interval ${errors.interval[0]}–${errors.interval[1]}%`,
        },
      ]}
    />
  );
}

function Work({ executive: { agent } }: { executive: Executive }) {
  const { timeZone } = useCompany();
  const { data } = useWork({ view: "open", assignee: agent.id });
  const rows = data?.rows.slice(0, 6) ?? [];
  return (
    <Section
      title="Working on"
      note={data && plural(data.total, "open task")}
      actions={
        <Link href={`/tasks?assignee=${agent.id}`} className="text-sm font-medium">
          All tasks
        </Link>
      }
    >
      {!data && <SkeletonRows rows={3} />}
      {data && rows.length === 0 && (
        <p className="border-t border-line py-2.5 text-ink-2">Nothing is assigned to {agent.name}.</p>
      )}
      <ul>
        {rows.map((task) => (
          <li key={task.id} className="flex min-h-row items-center justify-between gap-4 border-t border-line py-1.5">
            <Link href={`/?task=${task.id}`} className="min-w-0 wrap-anywhere">
              {task.title}
            </Link>
            <span className="num flex-none text-sm text-ink-3">
              {task.dueDate ? `due ${shortDate(task.dueDate, timeZone)}` : sentenceCase(words(task.status))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Record({ identity: { agent, performanceMetrics: metrics } }: { identity: Identity }) {
  return (
    <Section
      title="Record"
      actions={
        <Link href={`/agent-identity?agent=${agent.id}`} className="text-sm font-medium">
          How it is calculated
        </Link>
      }
    >
      <Fields fields={metrics.fields} />
      <h3 className="mt-4 mb-1 text-sm font-medium">Accuracy by type</h3>
      {metrics.types.length === 0 ? (
        <p className="border-t border-line py-2.5 text-ink-2">No forecast is resolved yet.</p>
      ) : (
        <Terms
          rows={metrics.types.map(
            ({ decisionType, held, resolved, brier }) =>
              [
                sentenceCase(words(decisionType)),
                `${held} of ${resolved} came true${brier === null ? "" : `, Brier score ${brier.toFixed(3)}`}`,
              ] as const,
          )}
        />
      )}
    </Section>
  );
}

function Decisions({ executive: { agent } }: { executive: Executive }) {
  const { timeZone } = useCompany();
  const { data } = useLedger({ role: agent.role }, "newest");
  const rows = data?.pages[0]?.rows.slice(0, 6) ?? [];
  return (
    <Section title="Recent decisions" note={`of the ${agent.role}`}>
      {!data && <SkeletonRows rows={3} />}
      {data && rows.length === 0 && (
        <p className="border-t border-line py-2.5 text-ink-2">{agent.name} has proposed nothing yet.</p>
      )}
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="flex min-h-row items-center justify-between gap-4 border-t border-line py-1.5">
            <Link href={`/decisions/${row.id}`} className="min-w-0 wrap-anywhere">
              D-{row.number} {row.title}
            </Link>
            <span className="num flex-none text-right text-sm text-ink-3">
              {outcomeWords[row.outcome]}, {shortDate(row.createdAt, timeZone)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What the agent may commit, and why. */
function Limits({ executive: { limit, agent, remarks } }: { executive: Executive }) {
  const { currency } = useCompany();
  const amount = (value: number) => money(value, currency);
  return (
    <Section title="Limits" note={`policy version ${limit.policyVersion}`}>
      <Terms
        rows={[
          ["Per decision", amount(limit.perDecision), limit.perDecisionSource],
          ["Alone", amount(limit.alone), limit.aloneSource],
          ["This year", `${amount(limit.committed)} of ${amount(limit.yearBudget)}`],
          ["Reserved", amount(limit.reserved)],
          ["Autonomy", sentenceCase(agent.systemProps.autonomyLevel)],
          ["Authority", sentenceCase(limit.decisionAuthority)],
        ]}
      />
      <p className="text-xs text-pretty text-ink-3">
        Per decision: {limit.perDecisionSource}. Alone: {limit.aloneSource}. It decides alone only with autonomy Execute
        while oversight is on.
      </p>
      {remarks.map((remark) => (
        <p key={remark} className="mt-2 text-sm text-danger">
          {remark}
        </p>
      ))}
    </Section>
  );
}

const Cost = ({ identity: { performanceMetrics } }: { identity: Identity }) => {
  const { runs, usd, planUsd } = performanceMetrics.cost;
  return (
    <Section title="Cost" note="this month, when its record last changed">
      <Terms
        rows={[
          ["Runs", runs],
          ["Model cost", `$${usd.toFixed(2)}`],
          ["Planned so far", `$${planUsd.toFixed(2)}`, "An even pace of the agent's monthly model budget"],
        ]}
      />
    </Section>
  );
};

/** The owner's instructions and the configuration. */
function Instructions({ executive: { agent, retired } }: { executive: Executive }) {
  const { data: config } = useConfig(retired ? null : agent.id);
  return (
    <Section title="Instructions">
      <p className="border-t border-line py-2.5 wrap-anywhere whitespace-pre-wrap">
        {agent.systemProps.customInstructions || <span className="text-ink-3">No instructions of your own.</span>}
      </p>
      {config && (
        <Terms
          rows={[
            ["Voice style", sentenceCase(config.voiceStyle)],
            ["Response length", lengthWords[config.defaultResponseLength]],
            ["Risk tolerance", config.riskTolerance],
            ["Escalation", escalationWords[config.escalationBehavior]],
            ["Default task type", config.defaultTaskType || nothing],
          ]}
        />
      )}
    </Section>
  );
}
