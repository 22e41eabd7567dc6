import type { Figure, Gap, Line } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { measure } from "#features/expertise/topics/figures.ts";
import type { RaisedConcern, RankedConcern } from "#features/expertise/topics/rank.ts";
import { weightOfDate, weightOfMoney, weightOfSeverity } from "#features/expertise/topics/score.ts";
import type { Concern } from "#features/expertise/topics/topic.ts";

/** What one executive reports; ids of figures are unique across contributions. */
export type Contribution = {
  agentId: string;
  name: string;
  role: AgentRoleId;
  /** Why the executive did not report; null if they did. */
  refused: string | null;
  headlines: Line[];
  concerns: Concern[];
  figures: Figure[];
  missing: Gap[];
};

export function citedFigures(lines: readonly Line[], figures: readonly Figure[]): Figure[] {
  const ids = new Set(lines.flat().flatMap((part) => (typeof part === "string" ? [] : [part.figure])));
  return figures.filter(({ id }) => ids.has(id));
}

export const raisedBy = (contributions: readonly Contribution[]): RaisedConcern[] =>
  contributions.flatMap(({ role, concerns }) => concerns.map((concern) => ({ ...concern, role })));

/** A concern's score and the parts it is made of, as figures. */
export function scoreFigures(
  { score, role, href, amount, dueOn }: RankedConcern,
  id: string,
  today: string,
  isRevenueStated = false,
) {
  const source = { label: `what the ${role} found`, href: href ?? "/agents", asOf: today };
  const part = (name: string, label: string, value: number, formula: string) =>
    measure(`${id}_${name}`, label, value, "score", source, { formula });
  const [money, date, severity] = [
    part(
      "money",
      "Score from money",
      weightOfMoney * score.amount,
      amount === null
        ? "no money at stake"
        : `${weightOfMoney} × money ÷ a month's revenue${isRevenueStated ? " as you stated it" : ""}, at most 1`,
    ),
    part(
      "date",
      "Score from its date",
      weightOfDate * score.urgency,
      dueOn === null ? "no date" : `${weightOfDate} × nearness of ${dueOn}, 90 days ahead counting 0`,
    ),
    part("severity", "Score from severity", weightOfSeverity * score.severity, `${weightOfSeverity} × severity`),
  ];
  const total = measure(`${id}_score`, "Score", score.total, "score", source, {
    formula: `${[money, date, severity].map(({ value }) => Math.round((value ?? 0) * 10) / 10).join(" + ")}: of 40 for money, 35 for its date, 25 for severity`,
  });
  return { total, money, date, severity, figures: [total, money, date, severity] };
}
