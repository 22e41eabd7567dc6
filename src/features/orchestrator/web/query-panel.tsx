import { HandOn } from "#ui/kit/hand-on.tsx";
import { type FormEvent, type ReactNode, useState } from "react";
import { Link } from "wouter";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { formatEngine } from "#contract/format.ts";
import { Bringing, LineText } from "#ui/kit/report-line.tsx";
import * as calls from "#features/orchestrator/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { useDraft } from "#ui/draft.ts";
import { sentenceCase } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Options, Select, TextArea } from "#ui/kit/field.tsx";
import { NextSteps } from "#ui/kit/next-steps.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { Columns } from "#ui/kit/page.tsx";
import { Section } from "#ui/kit/section.tsx";
import type { Memory } from "#features/brain/contract.ts";
import { PlanCard } from "#features/plans/web/plan-card.tsx";
import { useMonitor, useOrchestratorQuery, useSuggestedTask } from "./queries.ts";

/** As in the contract, whose schema the browser does not load. */
const queryPriorities: readonly calls.QueryPriority[] = ["low", "medium", "high", "urgent"];
const maxQueryLength = 2_000;

const prefilled = [
  { label: "Analyze team performance", query: "Analyze team performance" },
  { label: "Weekly top-3 priorities", query: "What are our top 3 priorities this week?" },
  { label: "Customer risks", query: "Which customers are at risk?" },
];

/** The console tab: a query with its answer, and quick actions. */
export function QueryPanel({ autoPilot, memory }: { autoPilot: ReactNode; memory: readonly Memory[] }) {
  const [query, setQuery] = useDraft("orchestrator");
  const [priority, setPriority] = useState<calls.QueryPriority>("medium");
  const may = useMay(calls.queryOrchestrator);
  const ask = useOrchestratorQuery();
  const isEmpty = query.trim() === "";
  const send = (text: string) => ask.mutate({ query: text, priority });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && may && !ask.isPending) send(query.trim());
  };
  return (
    <Columns
      main={
        <>
          <form noValidate onSubmit={submit} className="grid gap-2">
            <TextArea
              label="Query"
              rows={3}
              maxLength={maxQueryLength}
              value={query}
              onText={setQuery}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
              }}
            />
            <div className="flex items-center gap-2">
              <label htmlFor="query-priority" className="text-sm text-ink-2">
                Priority
              </label>
              <Select
                id="query-priority"
                className="h-10 md:h-control"
                value={priority}
                onText={(typed) => setPriority(typed as calls.QueryPriority)}
              >
                <Options of={queryPriorities.map((each) => [each, sentenceCase(each)])} />
              </Select>
              <Button
                type="submit"
                look="primary"
                className="ml-auto"
                disabled={isEmpty || !may}
                pending={ask.isPending}
                title={may ? undefined : onlyWho(calls.queryOrchestrator, "send queries")}
              >
                Execute
              </Button>
            </div>
            <Problem of={ask.error} />
          </form>
          {ask.data && <Answer answer={ask.data} onAsk={may ? send : null} />}
          <EarlierQueries memory={memory} onUse={setQuery} />
        </>
      }
      rail={
        <>
          {autoPilot}
          <QuickActions onUse={setQuery} />
        </>
      }
    />
  );
}

const maxEarlierQueries = 5;

/** The last answered queries, from the memory; one click fills the query again. */
function EarlierQueries({ memory, onUse }: { memory: readonly Memory[]; onUse: (query: string) => void }) {
  const { timeZone } = useCompany();
  const answers = memory.filter(({ contentType }) => contentType === "answer").slice(0, maxEarlierQueries);
  if (answers.length === 0) return null;
  return (
    <Section title="Earlier queries">
      <ul>
        {answers.map(({ id, content, createdAt }) => {
          const [query = "", summary = ""] = content.split("\n");
          return (
            <li key={id} className="border-t border-line">
              <button
                type="button"
                className="flex min-h-row w-full flex-wrap items-center gap-x-3 py-1.5 text-left md:flex-nowrap"
                onClick={() => onUse(query)}
              >
                <span className="min-w-0 flex-1 wrap-anywhere">{query}</span>
                <span className="line-clamp-1 min-w-0 text-sm wrap-anywhere text-ink-2 md:max-w-[50%]">{summary}</span>
                <span className="flex-none text-sm text-ink-3">
                  <Moment at={createdAt} timeZone={timeZone} />
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className="border-t border-line py-2 text-sm">
        <Link href="/orchestrator?tab=memory">All in memory</Link>
      </p>
    </Section>
  );
}

type AnswerProps = { answer: calls.QueryAnswer; onAsk: ((text: string) => void) | null };

function Answer({ answer, onAsk }: AnswerProps) {
  const figures = new Map(answer.figures.map((figure) => [figure.id, figure]));
  return (
    <Section
      title={answer.title}
      note={formatEngine(answer)}
      actions={
        <>
          <Link href={`/runs/${answer.runId}`}>Show the run</Link>
          <HandOn small name={answer.title} />
        </>
      }
    >
      <p className="max-w-[68ch] pb-3 text-lg leading-6 text-pretty">
        <LineText line={answer.line} figures={figures} />
      </p>
      {answer.points.map((point, at) => (
        <p key={at} className="mb-2 max-w-[76ch] text-pretty">
          <LineText line={point} figures={figures} />
        </p>
      ))}
      {answer.missing.map(({ what, needed, href }) => (
        <p key={what} className="mb-2 text-ink-2">
          <Bringing needed={needed} href={href} />
        </p>
      ))}
      {answer.planId && <PlanCard id={answer.planId} />}
      <NextSteps of={answer.followUps} onAsk={onAsk} />
      <ul>
        {answer.rows.map((row) => (
          <Row key={row.title} row={row} />
        ))}
      </ul>
      {answer.answered && !answer.planId && (
        <p className="border-t border-line pt-2.5 text-sm text-ink-3">{answer.method} Saved to memory.</p>
      )}
    </Section>
  );
}

function Row({ row: { role, title, text, href, suggestion } }: { row: calls.AnswerRow }) {
  const create = useSuggestedTask();
  const may = useMay(calls.queryOrchestrator);
  return (
    <li className="flex items-start gap-3 border-t border-line py-2.5">
      {role && <AgentBadge role={role} />}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <div className="font-medium">{href ? <Link href={href}>{title}</Link> : title}</div>
        <p className="text-sm text-ink-2">{text}</p>
      </div>
      {suggestion && may && (
        <Button
          small
          pending={create.isPending}
          disabled={create.isSuccess}
          title={suggestion.title}
          aria-label={`Create the task: ${suggestion.title}`}
          onClick={() => create.mutate(suggestion)}
        >
          {create.isSuccess ? "Task created" : "Create task"}
        </Button>
      )}
    </li>
  );
}

const quickRow = "flex items-center gap-3 border-t border-line py-2";

function QuickActions({ onUse }: { onUse: (query: string) => void }) {
  const monitor = useMonitor();
  const may = useMay(calls.runMonitor);
  return (
    <Section title="Quick Actions">
      <ul>
        <li className={quickRow}>
          <span className="min-w-0 flex-1">
            <span className="block font-medium">Trigger autonomous monitoring</span>
            <span className="text-sm text-ink-3">
              {monitor.error ? (
                <span role="alert" className="text-danger">
                  {sentenceOf(monitor.error)}
                </span>
              ) : (
                "Checks overdue work, budgets, figures and agents"
              )}
            </span>
          </span>
          <Button
            small
            pending={monitor.isPending}
            disabled={!may}
            aria-label="Run: Trigger autonomous monitoring"
            onClick={() => monitor.mutate()}
          >
            Run
          </Button>
        </li>
        {prefilled.map(({ label, query }) => (
          <li key={label} className={quickRow}>
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{label}</span>
              <span className="text-sm text-ink-3">Fills the query</span>
            </span>
            <Button small aria-label={`Use: ${label}`} onClick={() => onUse(query)}>
              Use
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
