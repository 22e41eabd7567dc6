import { shortDay } from "#contract/format.ts";
import { type Figure, formatFigure } from "#contract/report.ts";
import { useState } from "react";
import { Link } from "wouter";
import type { Turn } from "#features/chat/contract.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { dayIn } from "#ui/clock.ts";
import { Button } from "#ui/kit/button.tsx";
import { describeExposure } from "#features/decisions/web/format.ts";
import { useDecisions } from "#features/decisions/web/queries.ts";
import { plural, shortDate } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Columns, right } from "#ui/kit/columns.tsx";

export function PendingActions({ turns }: { turns: readonly Turn[] }) {
  const { currency } = useCompany();
  const ids = new Set(turns.flatMap(({ answer }) => answer?.decisionIds ?? []));
  const pending = (useDecisions().data ?? []).filter(({ id, status }) => ids.has(id) && status === "pending");
  if (pending.length === 0) return null;
  return (
    <Section title="Pending" note={plural(pending.length, "action")}>
      <ul>
        {pending.map(({ id, title, agentRole, number, exposure }) => (
          <li key={id} className="flex items-center gap-2.5 border-t border-line py-2">
            <AgentBadge role={agentRole} />
            <Link href={`/decisions/${id}`} className="min-w-0 wrap-anywhere text-ink">
              {title}
              <span className="block text-sm text-ink-3">
                {[`D-${number}`, describeExposure(exposure, currency)?.figure].filter(Boolean).join(", ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const maxFigures = 8;

/** The figures of the latest answers, without duplicates. */
export function FiguresCited({ turns }: { turns: readonly Turn[] }) {
  const cited = turns.flatMap(({ answer }) => (answer ? citedIn(answer) : []));
  const unique = cited.filter(
    (figure, at) => cited.findIndex((other) => other.label === figure.label && other.value === figure.value) === at,
  );
  if (unique.length === 0) return null;
  return (
    <Section title="Figures cited" note={unique.length}>
      <table>
        <Columns of={["Figure", right("Amount"), right("As of")]} />
        <tbody>
          {unique.slice(0, maxFigures).map((figure, at) => (
            <tr key={at}>
              <td className="wrap-anywhere">
                {figure.source.href ? <Link href={figure.source.href}>{figure.label}</Link> : figure.label}
              </td>
              <td className="num text-right">{formatFigure(figure)}</td>
              <td className="num text-right text-ink-3">{figure.source.asOf ? shortDay(figure.source.asOf) : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

const citedIn = ({ line, figures }: NonNullable<Turn["answer"]>): Figure[] =>
  line.flatMap((part) =>
    typeof part === "string" ? [] : figures.filter(({ id, value }) => id === part.figure && value !== null),
  );

const daysPerPage = 5;

type EarlierProps = {
  /** The turns before today, oldest first. */
  turns: readonly Turn[];
  onOpen: (turn: Turn) => void;
  /** Loads older turns; null if all are loaded. */
  onOlder: (() => void) | null;
  isLoading: boolean;
};

/** The days of the conversation before today, newest first, each by its first message. */
export function Earlier({ turns, onOpen, onOlder, isLoading }: EarlierProps) {
  const { timeZone } = useCompany();
  const [shown, setShown] = useState(daysPerPage);
  const days = [...Map.groupBy(turns, ({ sentAt }) => dayIn(sentAt, timeZone)).values()].toReversed();
  if (days.length === 0 && !onOlder) return null;
  const more = days.length > shown ? () => setShown(shown + daysPerPage) : null;
  return (
    <Section title="Earlier" note={onOlder || days.length === 0 ? undefined : plural(days.length, "day")}>
      <ul>
        {days.slice(0, shown).map(([first, ...others]) =>
          first ? (
            <li key={first.id} className="border-t border-line">
              <button
                type="button"
                className="flex min-h-row w-full items-center gap-3 py-1.5 text-left text-ink-2 hover:text-ink"
                onClick={() => onOpen(first)}
              >
                <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
                  {first.message}
                  {others.length > 0 && <span className="text-ink-3">{` and ${others.length} more`}</span>}
                </span>
                <span className="num flex-none text-sm text-ink-3">{shortDate(first.sentAt, timeZone)}</span>
              </button>
            </li>
          ) : null,
        )}
      </ul>
      {(more ?? onOlder) && (
        <Button
          small
          className="mt-3"
          pending={isLoading}
          onClick={() => {
            if (more) return more();
            setShown(shown + daysPerPage);
            onOlder?.();
          }}
        >
          Show more
        </Button>
      )}
    </Section>
  );
}
