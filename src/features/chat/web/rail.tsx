import { shortDay } from "#contract/format.ts";
import { type Figure, formatFigure } from "#contract/report.ts";
import { Link } from "wouter";
import type { Turn } from "#features/chat/contract.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { describeExposure } from "#features/decisions/web/format.ts";
import { useDecisions } from "#features/decisions/web/queries.ts";
import { plural } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Columns, right } from "#ui/kit/columns.tsx";

/** The pending decisions of the conversation. */
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

const most = 8;

/** The figures of the latest answers, without duplicates. */
export function FiguresCited({ turns }: { turns: readonly Turn[] }) {
  const cited = turns.flatMap(({ answer }) => (answer ? citedIn(answer) : []));
  const once = cited.filter(
    (figure, at) => cited.findIndex((other) => other.label === figure.label && other.value === figure.value) === at,
  );
  if (once.length === 0) return null;
  return (
    <Section title="Figures cited" note={once.length}>
      <table>
        <Columns of={["Figure", right("Amount"), right("As of")]} />
        <tbody>
          {once.slice(0, most).map((figure, at) => (
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

/** The figures in the sentence of an answer. */
const citedIn = ({ line, figures }: NonNullable<Turn["answer"]>): Figure[] =>
  line.flatMap((part) =>
    typeof part === "string" ? [] : figures.filter(({ id, value }) => id === part.figure && value !== null),
  );
