import { HandOn } from "#ui/kit/hand-on.tsx";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { Figure, Gap } from "#contract/report.ts";
import { lengths } from "#contract/words.ts";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { useAgents } from "#features/agents/web/queries.ts";
import { askAgents, type Question, urgencies, type Urgency } from "#features/conversations/contract.ts";
import { LineText } from "#ui/kit/report-line.tsx";
import { isUnderWay, useRun, useStopRun } from "#features/runs/web/queries.ts";
import { RunDraft } from "#features/runs/web/run-draft.tsx";
import { SourceNote } from "#features/records/web/source-note.tsx";
import { threadsOf } from "#features/conversations/rules.ts";
import { useDraft } from "#ui/draft.ts";
import { sentenceCase } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { NextSteps } from "#ui/kit/next-steps.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { useNarrow } from "#ui/narrow.ts";
import { toast } from "#ui/toast.ts";
import { dismissSubmittedToast, useAsk, useAsks, useQuestions } from "./queries.ts";

const choices = urgencies.map((value) => ({ value, label: sentenceCase(value) }));
const urgencyHints: Record<Urgency, string> = {
  low: "Low: answered in the next cycle, with sources.",
  medium: "Medium: answered within 5 minutes, with sources.",
  high: "High: answered now, with sources.",
};
/** Answers shown below the box; the others are on the page of all runs. */
const shown = 3;

type Props = {
  /** A question from elsewhere, maybe empty: it fills the box and focuses it, then `onTaken` is called. */
  start: string | null;
  onTaken: () => void;
  planOf: (id: string) => ReactNode;
};

/** The latest answers, with the input box for members who may ask. */
export function AskAgent({ start, onTaken, planOf }: Props) {
  const [question, setQuestion, asked] = useDraft("question");
  const may = useMay(askAgents);
  return (
    <Section title="Ask an Agent" className="min-w-0">
      {may ? (
        <AskForm question={question} start={start} onTaken={onTaken} onQuestion={setQuestion} onAsked={asked} />
      ) : (
        <p className="border-t border-line pt-2.5 text-sm text-ink-3">{onlyWho(askAgents, "ask")}.</p>
      )}
      <Asked onExample={may ? setQuestion : undefined} planOf={planOf} />
    </Section>
  );
}

type FormProps = Omit<Props, "planOf"> & {
  question: string;
  onQuestion: (question: string) => void;
  onAsked: (question: string) => void;
};

function AskForm({ question, start, onTaken, onQuestion, onAsked }: FormProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (start === null) return;
    if (start) onQuestion(start);
    box.current?.focus();
    onTaken();
  });
  const [urgency, setUrgency] = useState<Urgency>("medium");
  const narrow = useNarrow();
  const ask = useAsk((sent) => {
    onAsked(sent);
    setUrgency("medium");
  });
  const submit = (): void => {
    if (question.trim() === "") toast("Question Required", "Please enter a question for the AI agents", "danger");
    else if (!ask.isPending) ask.mutate({ question, urgency });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      noValidate
      className="grid gap-2.5 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={box}
        rows={narrow ? 2 : 3}
        aria-label="Question"
        placeholder="Who owes us the most?"
        maxLength={lengths.reason}
        value={question}
        onChange={({ target }) => onQuestion(target.value)}
        onKeyDown={onKeyDown}
        className="control-edge block w-full px-2.5 py-2 text-lg leading-5 placeholder:text-ink-3 md:text-base"
      />
      <div className="flex items-center justify-between gap-2">
        <Segmented label="Urgency" options={choices} value={urgency} onChange={setUrgency} />
        <Button type="submit" pending={ask.isPending} disabled={question.trim() === ""}>
          Ask
        </Button>
      </div>
      <p className="text-xs text-ink-3 max-md:hidden">{urgencyHints[urgency]}</p>
    </form>
  );
}

/** The latest answers, or example questions before the first. */
function Asked({ onExample, planOf }: Pick<Props, "planOf"> & { onExample: ((question: string) => void) | undefined }) {
  const { data } = useQuestions();
  const examples = useAsks().data ?? [];
  const team = useAgents();
  const narrow = useNarrow();
  const newest = data?.[0];
  const answeredId = newest?.answer ? newest.taskId : null;
  useEffect(() => {
    if (answeredId) dismissSubmittedToast();
  }, [answeredId]);
  if (!data) return null;
  if (data.length > 0)
    return (
      <ul aria-live="polite" className="mt-3">
        {threadsOf(data)
          .slice(0, narrow ? 1 : shown)
          .map(([first, ...more]) => (
            <li key={first.taskId} className="border-t border-line py-2.5">
              <Answered question={first} mayAsk={onExample !== undefined} planOf={planOf} />
              {more.length > 0 && (
                <ol aria-label="Thread" className="mt-2 grid gap-3 border-l border-line-strong pl-3">
                  {more.map((question) => (
                    <li key={question.taskId}>
                      <Answered question={question} mayAsk={onExample !== undefined} planOf={planOf} />
                    </li>
                  ))}
                </ol>
              )}
            </li>
          ))}
      </ul>
    );
  const first = examples
    .filter(({ role }, at) => examples.findIndex((other) => other.role === role) === at)
    .slice(0, 3);
  if (first.length === 0 || !onExample) return null;
  if (team.data?.length === 0)
    return (
      <p className="mt-3 border-t border-line pt-2.5 text-sm text-ink-3">
        Agents answer from your own records and figures, with sources. Create the workforce first.
      </p>
    );
  return (
    <div className="mt-3 border-t border-line pt-2.5 text-sm">
      <p className="text-ink-3">Answered from your own records and figures. For example:</p>
      <ul>
        {first.map(({ example }) => (
          <li key={example}>
            <button type="button" className="py-1 text-left text-accent" onClick={() => onExample(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type AnsweredProps = Pick<Props, "planOf"> & { question: Question; mayAsk: boolean };

function Answered({ question, mayAsk, planOf }: AnsweredProps) {
  const { timeZone } = useCompany();
  const ask = useAsk(() => undefined);
  const { agent, answer, status, runId } = question;
  const figures = new Map(answer?.figures.map((figure) => [figure.id, from(question.question, figure)]));
  return (
    <div data-hand-on>
      <div className="flex items-baseline gap-2 text-sm">
        <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">{question.question}</span>
        <span className="flex-none text-ink-3">
          <Moment at={question.askedAt} timeZone={timeZone} />
        </span>
      </div>
      <div className="mt-1.5 flex gap-2.5">
        <AgentBadge role={agent.role} />
        <div className="min-w-0 flex-1">
          {answer ? (
            <p className="wrap-anywhere">
              <span className="max-md:line-clamp-4">
                <LineText line={answer.line} figures={figures} />
              </span>
              <SourceNote hrefs={answer.figures.map(({ source }) => source.href)} />
            </p>
          ) : status === "running" ? (
            <RunDraft runId={runId} />
          ) : (
            <Unanswered question={question} mayAsk={mayAsk} />
          )}
          {question.answered === false && <Missing gaps={answer?.missing ?? []} />}
          {answer?.carried && <p className="text-sm wrap-anywhere text-ink-3">Understood as: {answer.carried}</p>}
          {answer?.planId && planOf(answer.planId)}
          {answer && (
            <NextSteps
              of={answer.followUps}
              disabled={ask.isPending}
              onAsk={mayAsk ? (label) => ask.mutate({ question: label, urgency: "medium" }) : null}
            />
          )}
          <span className="flex items-center gap-3">
            <Link href={`/runs/${runId}`} className="inline-block py-1 text-sm">
              {answer ? "How it was worked out" : "Watch"}
            </Link>
            {mayAsk && isUnderWay(status) && <StopButton runId={runId} />}
            {answer && <HandOn small name={question.question} />}
          </span>
        </div>
      </div>
    </div>
  );
}

/** A figure; if its source is a query, the link carries the question. */
const from = (question: string, { source, ...figure }: Figure): Figure => ({
  ...figure,
  source: source.href?.startsWith("/explore?")
    ? { ...source, href: `${source.href}&asked=${encodeURIComponent(question)}` }
    : source,
});

/** The status of the run; if it failed, the reason and a button to ask again. */
function Unanswered({
  question: { question, urgency, status, runId },
  mayAsk,
}: {
  question: Question;
  mayAsk: boolean;
}) {
  const failed = status === "failed";
  const run = useRun(failed ? runId : null).data?.run;
  const ask = useAsk(() => undefined);
  if (status === "running") return null;
  return (
    <>
      <p className="text-ink-2">
        {statusLabels[status]}
        {run?.sentence && <span className="block text-sm wrap-anywhere">{run.sentence}</span>}
      </p>
      {failed && mayAsk && (
        <Button small className="mt-1" pending={ask.isPending} onClick={() => ask.mutate({ question, urgency })}>
          Ask again
        </Button>
      )}
    </>
  );
}

function StopButton({ runId }: { runId: string }) {
  const stop = useStopRun();
  return (
    <Button small look="quiet" disabled={stop.isPending || stop.isSuccess} onClick={() => stop.mutate(runId)}>
      Stop
    </Button>
  );
}

/** Button labels by the start of the link. */
const buttonLabels = [
  ["/records", "Open Records"],
  ["/decisions", "Open Decisions"],
  ["/tasks", "Open Tasks"],
  ["/?add=executive", "Add Executive"],
] as const;

/** Missing inputs, each with a button that opens the page to add it. */
function Missing({ gaps }: { gaps: readonly Gap[] }) {
  return gaps.map(({ what, needed, href }) =>
    href === null ? null : (
      <p key={`${what} ${needed}`} className="mt-1 flex flex-wrap items-center gap-2 text-sm wrap-anywhere">
        <span className="text-ink-2">
          {what}: {needed}
        </span>
        <Link href={href} className={buttonClass("plain", true)}>
          {buttonLabels.find(([start]) => href.startsWith(start))?.[1] ?? "Open"}
        </Link>
      </p>
    ),
  );
}

const statusLabels: Record<Exclude<Question["status"], "running">, string> = {
  queued: "Waiting",
  done: "Done",
  failed: "It could not be worked out",
  stopped: "Stopped",
};
