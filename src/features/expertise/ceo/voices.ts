import type { Figure, Gap, Line } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { measure } from "#features/expertise/topics/figures.ts";
import type { Raised, Weighed } from "#features/expertise/topics/rank.ts";
import { weightOfDate, weightOfMoney, weightOfSeverity } from "#features/expertise/topics/score.ts";
import type { Concern } from "#features/expertise/topics/topic.ts";

/** What one executive says, however it was got; ids of figures are unique over all of them. */
export type Voice = {
  agentId: string;
  name: string;
  role: AgentRoleId;
  /** Why there is nothing from them; null where there is. */
  refused: string | null;
  headlines: Line[];
  concerns: Concern[];
  figures: Figure[];
  missing: Gap[];
};

/** Takes lines and figures, gives the figures that the lines name. */
export function namedIn(lines: readonly Line[], figures: readonly Figure[]): Figure[] {
  const ids = new Set(lines.flat().flatMap((part) => (typeof part === "string" ? [] : [part.figure])));
  return figures.filter(({ id }) => ids.has(id));
}

/** Every concern with who raised it. */
export const raisedBy = (voices: readonly Voice[]): Raised[] =>
  voices.flatMap(({ role, concerns }) => concerns.map((concern) => ({ ...concern, role })));

/** Takes a concern and its place, gives its score with the parts it is made of as figures. */
export function scored({ score, role, href, amount, dueOn }: Weighed, id: string, today: string) {
  const source = { label: `what the ${role} found`, href: href ?? "/agents", asOf: today };
  const part = (name: string, label: string, value: number, formula: string) =>
    measure(`${id}_${name}`, label, value, "score", source, { formula });
  const [money, date, severity] = [
    part(
      "money",
      "Score from money",
      weightOfMoney * score.amount,
      amount === null ? "no money at stake" : `${weightOfMoney} × money ÷ a month's revenue, at most 1`,
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
