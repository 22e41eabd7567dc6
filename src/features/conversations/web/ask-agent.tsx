import { type KeyboardEvent, useState } from "react";
import { Link } from "wouter";
import type { Gap } from "#contract/report.ts";
import { lengths } from "#contract/words.ts";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { useAgents } from "#features/agents/web/queries.ts";
import { askAgents, type Question, urgencies, type Urgency } from "#features/conversations/contract.ts";
import { Bringing, LineText } from "#features/expertise/web/figure-mark.tsx";
import { useDraft } from "#ui/draft.ts";
import { sentenceCase } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button, Spinner } from "#ui/kit/button.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { toast } from "#ui/toast.ts";
import { useAsk, useAsks, useQuestions } from "./queries.ts";

const choices = urgencies.map((value) => ({ value, label: sentenceCase(value) }));
const when: Record<Urgency, string> = {
  low: "Low: answered in the next cycle, with sources.",
  medium: "Medium: answered within 5 minutes, with sources.",
  high: "High: answered now, with sources.",
};
/** Answers that stand below the box; the others are on the page of all work. */
const shown = 3;

/** The box for who may ask, and the last answers for everybody. */
export function AskAgent() {
  const [question, setQuestion, asked] = useDraft("question");
  const may = useMay(askAgents);
  return (
    <Section title="Ask an Agent" className="min-w-0">
      {may ? (
        <AskForm question={question} onQuestion={setQuestion} onAsked={asked} />
      ) : (
        <p className="border-t border-line pt-2.5 text-sm text-ink-3">{onlyWho(askAgents, "ask")}.</p>
      )}
      <Asked onExample={may ? setQuestion : undefined} />
    </Section>
  );
}

type FormProps = { question: string; onQuestion: (question: string) => void; onAsked: (question: string) => void };

function AskForm({ question, onQuestion, onAsked }: FormProps) {
  const [urgency, setUrgency] = useState<Urgency>("medium");
  const ask = useAsk((sent) => {
    onAsked(sent);
    setUrgency("medium");
  });
  const submit = (): void => {
    if (question.trim() === "")
      return toast("Question Required", "Please enter a question for the AI agents", "danger");
    if (!ask.isPending) ask.mutate({ question, urgency });
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
        rows={3}
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
      <p className="text-xs text-ink-3">{when[urgency]}</p>
    </form>
  );
}

/** The last answers, or, before the first, what can be asked. */
function Asked({ onExample }: { onExample: ((question: string) => void) | undefined }) {
  const { data } = useQuestions();
  const asks = useAsks().data ?? [];
  const team = useAgents();
  if (!data) return null;
  if (data.length > 0)
    return (
      <ul aria-live="polite" className="mt-3">
        {data.slice(0, shown).map((question) => (
          <Answered key={question.taskId} question={question} />
        ))}
      </ul>
    );
  const first = asks.filter(({ role }, at) => asks.findIndex((other) => other.role === role) === at).slice(0, 3);
  if (first.length === 0 || !onExample) return null;
  if (team.data?.length === 0)
    return (
      <p className="mt-3 border-t border-line pt-2.5 text-sm text-ink-3">
        Executives answer from your own records and figures, with sources. Create the workforce first.
      </p>
    );
  return (
    <div className="mt-3 border-t border-line pt-2.5 text-sm">
      <p className="text-ink-3">Answered by rules from your own records and figures. For example:</p>
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

function Answered({ question }: { question: Question }) {
  const { timeZone } = useCompany();
  const { agent, answer, status, runId } = question;
  const figures = new Map(answer?.figures.map((figure) => [figure.id, figure]));
  return (
    <li className="border-t border-line py-2.5">
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
              <LineText line={answer.line} figures={figures} />
            </p>
          ) : (
            <p className="flex items-center gap-2 text-ink-2">
              {status === "running" && <Spinner />}
              {waiting[status]}
            </p>
          )}
          {question.answered === false && <Missing gaps={answer?.missing ?? []} />}
          <Link href={`/runs/${runId}`} className="inline-block py-1 text-sm">
            {answer ? "How it was worked out" : "Watch"}
          </Link>
        </div>
      </div>
    </li>
  );
}

/** Where what an answer would need is brought. */
function Missing({ gaps }: { gaps: readonly Gap[] }) {
  const known = gaps.filter(({ href }) => href !== null);
  return known.map(({ what, needed, href }) => (
    <p key={`${what} ${needed}`} className="text-sm wrap-anywhere">
      {what}: <Bringing needed={needed} href={href} />
    </p>
  ));
}

const waiting: Record<Question["status"], string> = {
  queued: "Waiting",
  running: "Working on it",
  done: "Done",
  failed: "It could not be worked out",
  stopped: "Stopped",
};
