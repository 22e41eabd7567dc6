import type { ReactNode } from "react";
import type { Standing } from "#features/decisions/outcome/contract.ts";
import { leastResolved } from "#features/decisions/outcome/scores/rules.ts";
import { count, sentenceCase, wholePercent } from "#ui/format.ts";
import { AgentBadge, AgentName } from "#ui/kit/agent-badge.tsx";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { Columns, right, wide } from "#ui/kit/columns.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { Section } from "#ui/kit/section.tsx";
import { ReliabilityChart } from "./reliability-chart.tsx";

export const keyOf = ({ agentId, decisionType }: Standing): string => `${agentId ?? ""}:${decisionType ?? ""}`;

export function nameOf({ agentName, agentRole, decisionType }: Standing): string {
  const agent = agentName && (agentRole ? `${agentName} (${agentRole})` : agentName);
  const type = decisionType && sentenceCase(decisionType);
  return [agent, type].filter(Boolean).join(", ") || "All agents and types";
}

const brier = (value: number): string => value.toFixed(3);
const skill = (value: number | null): string =>
  value === null ? "—" : `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

const formulas = {
  brier: "average of (claimed − outcome)², outcome 1 or 0; 0 is perfect, 0.25 a coin toss",
  skill: "1 − Brier ÷ Brier of the base rate; above 0 beats the base rate",
  base: "the rate locked in the forecast, else how often the agent's other forecasts of the type came true",
};

const LowEvidence = ({ evidence }: Pick<Standing, "evidence">) =>
  evidence === "low" && <Tag title="Fewer than 30 resolved forecasts">Low evidence</Tag>;

/** One standing: its reliability diagram, hidden while too few forecasts are resolved, beside its scores. */
export function StandingView({ standing, children }: { standing: Standing; children?: ReactNode }) {
  const { score, resolved } = standing;
  return (
    <div className="grid items-start gap-6 border-t border-line pt-4 md:grid-cols-[minmax(0,340px)_minmax(0,1fr)]">
      {score ? (
        <ReliabilityChart key={keyOf(standing)} title={`Reliability, ${nameOf(standing)}`} bins={score.bins} />
      ) : (
        <p className="text-sm text-ink-2">
          {`${resolved} of ${leastResolved} resolved. Shown from ${leastResolved} resolved forecasts.`}
        </p>
      )}
      <div className="grid gap-4">
        {children}
        <Scores standing={standing} />
        <div className="empty:hidden">
          <LowEvidence evidence={standing.evidence} />
        </div>
      </div>
    </div>
  );
}

function Scores({ standing }: { standing: Standing }) {
  const { resolved, held, score } = standing;
  const rows: [string, ReactNode, string][] = [
    ["Resolved", count(resolved), `${count(held)} came true`],
    ...(score
      ? ([
          [
            "Brier score",
            <AskMe key="b" title="Brier score" rows={[["Formula", formulas.brier]]}>
              {brier(score.brier)}
            </AskMe>,
            `base rate ${brier(score.baseBrier)}`,
          ],
          [
            "Skill",
            <AskMe
              key="s"
              title="Skill"
              rows={[
                ["Formula", formulas.skill],
                ["Base rate", formulas.base],
              ]}
            >
              {skill(score.skill)}
            </AskMe>,
            score.skill === null
              ? "no base rate to compare"
              : score.skill > 0
                ? "beats the base rate"
                : "no better than the base rate",
          ],
          ["Accuracy", score.accuracy === null ? "—" : score.accuracy.toFixed(0), "of 100; 50 equals the base rate"],
        ] as [string, ReactNode, string][])
      : []),
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 border-y border-line md:grid-cols-4">
      {rows.map(([name, value, note]) => (
        <div key={name} className="min-w-0 py-2.5">
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className="num mt-[3px] text-lg font-medium">{value}</dd>
          <dd className="text-xs text-ink-3">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Standings({
  title,
  rows,
  onChoose,
}: {
  title: string;
  rows: readonly Standing[];
  onChoose: (key: string) => void;
}) {
  return (
    <Section title={title} note={rows.length}>
      <table>
        <Columns
          of={[
            title.replace("By ", "").replace(/^./, (first) => first.toUpperCase()),
            right("Resolved"),
            wide(right("Came true")),
            right("Brier"),
            right("Skill"),
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <td>
                <button
                  type="button"
                  className="inline-flex max-w-full flex-wrap items-center gap-x-2 py-1 text-left hover:underline"
                  onClick={() => onChoose(keyOf(row))}
                >
                  {row.agentRole && <AgentBadge role={row.agentRole} />}
                  {row.agentName &&
                    (row.agentRole ? <AgentName name={row.agentName} role={row.agentRole} /> : row.agentName)}
                  {row.decisionType && <span>{sentenceCase(row.decisionType)}</span>}
                </button>{" "}
                <LowEvidence evidence={row.evidence} />
              </td>
              <td className="num text-right">{count(row.resolved)}</td>
              <td className="num text-right max-md:hidden">{wholePercent(row.held / row.resolved)}</td>
              {row.score ? (
                <>
                  <td className="num text-right">{brier(row.score.brier)}</td>
                  <td className="num text-right">{skill(row.score.skill)}</td>
                </>
              ) : (
                <td
                  className="num text-right text-ink-3"
                  colSpan={2}
                >{`${row.resolved} of ${leastResolved} resolved`}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
