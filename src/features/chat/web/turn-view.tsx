import { HandOn } from "#ui/kit/hand-on.tsx";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Figure, Gap } from "#contract/report.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Turn } from "#features/chat/contract.ts";
import { LineText } from "#ui/kit/report-line.tsx";
import { RunDraft } from "#features/runs/web/run-draft.tsx";
import { BriefLines } from "#features/expertise/web/brief-lines.tsx";
import { SourceNote } from "#features/records/web/source-note.tsx";
import { formatEngine } from "#contract/format.ts";
import { exactTime, shortMoment } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { buttonClass, Spinner } from "#ui/kit/button.tsx";
import { NextSteps } from "#ui/kit/next-steps.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { ActionCard } from "./action-card.tsx";
import { AnswerTable } from "./answer-table.tsx";
import { isOpen } from "./queries.ts";

const chatRole = "CEO";

/** When a message was sent: the time, with the date unless it was today. */
function Sent({ at }: { at: string }) {
  const { timeZone } = useCompany();
  return (
    <time dateTime={at} title={exactTime(at, timeZone)} className="num text-xs text-ink-3">
      {shortMoment(at, timeZone)}
    </time>
  );
}

/** The person's message, aligned right. */
export const OwnMessage = ({ text, at }: { text: string; at: string | null }) => (
  <div className="mt-7 grid justify-items-end gap-1">
    <span className="sr-only">You</span>
    {at && <Sent at={at} />}
    <p className="max-w-[85%] rounded-card bg-pressed px-3 py-2 wrap-anywhere whitespace-pre-wrap md:max-w-[68ch]">
      {text}
    </p>
  </div>
);

type Props = {
  turn: Turn;
  name: string;
  /** Only the last turn shows follow-ups. */
  onAsk: ((message: string) => void) | null;
  planOf: (id: string) => ReactNode;
};

export function TurnView({ turn, name, onAsk, planOf }: Props) {
  const { answer } = turn;
  const figures: ReadonlyMap<string, Figure> = new Map(answer?.figures.map((figure) => [figure.id, figure]));
  return (
    <li
      data-turn={turn.id}
      data-hand-on
      tabIndex={-1}
      className="scroll-mt-[calc(var(--spacing-bar)+12px)] outline-none"
    >
      <OwnMessage text={turn.message} at={turn.sentAt} />
      <AgentMessage name={name} at={answer?.answeredAt ?? null} type={answer?.type}>
        {isOpen(turn) && <RunDraft runId={turn.runId} waiting={thinking} />}
        {turn.sentence !== null && <p className="text-ink-2">{turn.sentence}</p>}
        {answer && (
          <>
            <p className="max-w-[76ch] text-pretty wrap-anywhere">
              <LineText line={answer.line} figures={figures} />
              {!answer.brief && <SourceNote hrefs={answer.figures.map(({ source }) => source.href)} />}
            </p>
            {answer.brief && (
              <BriefLines
                brief={{ runId: answer.brief.runId ?? turn.runId, lines: answer.brief.lines, figures: answer.figures }}
              />
            )}
            {answer.sections.map((section) => (
              <AnswerTable key={section.title} section={section} figures={figures} />
            ))}
            <Missing gaps={answer.missing} />
            {answer.decisionIds.map((id) => (
              <ActionCard key={id} id={id} />
            ))}
            <Footer turn={turn} answer={answer} />
            {answer.planId && planOf(answer.planId)}
            {onAsk && <NextSteps of={answer.followUps} onAsk={onAsk} />}
          </>
        )}
      </AgentMessage>
    </li>
  );
}

const typeLabels = { decision: "Decision", analysis: "Analysis", text: null } as const;

export function AgentMessage({
  name,
  at,
  type,
  tag = type && typeLabels[type],
  children,
}: {
  name: string;
  at: string | null;
  type?: keyof typeof typeLabels | undefined;
  tag?: string | null | undefined;
  children: ReactNode;
}) {
  return (
    <div className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-x-3 md:grid-cols-[28px_minmax(0,1fr)]">
      <span className="max-md:hidden">
        <AgentBadge role={chatRole} large />
      </span>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
        <div className="flex min-h-7 items-center gap-2 text-sm">
          <span className="font-medium">{name}</span>
          {at && <Sent at={at} />}
          {tag && <Tag>{tag}</Tag>}
        </div>
        {children}
      </div>
    </div>
  );
}

const thinking = "Thinking...";

export const Thinking = () => (
  <p role="status" className="flex items-center gap-2 text-ink-2">
    <Spinner />
    {thinking}
  </p>
);

/** How the message was understood, the rows behind the answer, and its model and cost. */
function Footer({ turn, answer }: { turn: Turn; answer: NonNullable<Turn["answer"]> }) {
  const cited = answer.line.flatMap((part) => (typeof part === "string" ? [] : [part.figure]));
  const source = answer.figures.find(({ id }) => cited.includes(id))?.source.label;
  return (
    <p className="flex flex-wrap items-center gap-x-3.5 gap-y-0.5 text-xs text-ink-3">
      {answer.understood ? (
        <span className="wrap-anywhere">Understood as: {answer.understood}</span>
      ) : (
        source && <span className="wrap-anywhere">{source}</span>
      )}
      {answer.exploreHref && <Link href={answer.exploreHref}>Open in Explore</Link>}
      {answer.brief?.runId && <Link href={`/runs/${answer.brief.runId}`}>Full brief</Link>}
      <Link href={`/runs/${turn.runId}`} className="text-ink-3">
        {formatEngine(answer)}
      </Link>
      <HandOn small name={turn.message} />
    </p>
  );
}

/** Missing inputs, each with a button that opens the page to add it. */
const Missing = ({ gaps }: { gaps: readonly Gap[] }) =>
  gaps.slice(0, 3).map(({ what, needed, href }) =>
    href === null ? null : (
      <p key={`${what} ${needed}`} className="flex flex-wrap items-center gap-2 text-sm wrap-anywhere">
        <span className="text-ink-2">
          {what}: {needed}
        </span>
        <Link href={href} className={buttonClass("plain", true)}>
          {buttonLabels.find(([start]) => href.startsWith(start))?.[1] ?? "Open"}
        </Link>
      </p>
    ),
  );

/** Button labels by the start of the link. */
const buttonLabels = [
  ["/records", "Open Records"],
  ["/decisions", "Open Decisions"],
  ["/tasks", "Open Tasks"],
  ["/?add=executive", "Add Executive"],
] as const;
