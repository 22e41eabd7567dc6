import { formatNumber, longDay, pluralize } from "#contract/format.ts";
import { budgetAhead, isOutlier, robustZ } from "#features/orchestrator/rules.ts";

/** One thing a sweep found; the same thing has the same fingerprint on another day. */
export type Finding = {
  fingerprint: string;
  trigger: string;
  observation: string;
  analysis: string;
  insight: string;
  confidence: number;
  href: string | null;
};

/** Rows of a query by field, with the address of each. */
export type SweptRow = { href: string | null; cells: Readonly<Record<string, string | number | boolean | null>> };

export type Swept = {
  today: string;
  overdueTasks: readonly SweptRow[];
  stuckTasks: readonly SweptRow[];
  waiting: readonly SweptRow[];
  expiring: readonly SweptRow[];
  forecasts: readonly SweptRow[];
  failing: readonly { agent: string; runs: number; href: string }[];
  budgets: readonly { agentId: string; agent: string; used: number; budget: number }[];
  series: readonly { name: string; label: string; values: readonly number[]; day: string }[];
  yearDay: number;
  yearDays: number;
  money: (amount: number) => string;
};

const cell = ({ cells }: SweptRow, field: string): string => String(cells[field] ?? "");
const key = (kind: string, row: SweptRow): string => `${kind}:${row.href ?? cell(row, "title")}`;
const dayOf = (row: SweptRow, field: string): string => (cell(row, field) ? longDay(cell(row, field)) : "no day");

/** Everything a sweep finds, the most certain kinds first. Pure. */
export function findingsIn(of: Swept): Finding[] {
  const certain = { confidence: 100 };
  return [
    ...of.overdueTasks.map((row) => ({
      ...certain,
      fingerprint: key("task-overdue", row),
      trigger: "Overdue task",
      observation: `"${cell(row, "title")}" was due on ${dayOf(row, "dueOn")}.`,
      analysis: cell(row, "assignee") ? `It is assigned to ${cell(row, "assignee")}.` : "It is unassigned.",
      insight: cell(row, "assignee") ? "Complete it, or set a new due date." : "Assign it to an agent or a person.",
      href: row.href,
    })),
    ...of.stuckTasks.map((row) => ({
      ...certain,
      fingerprint: key("task-stuck", row),
      trigger: "Stuck task",
      observation: `"${cell(row, "title")}" was started on ${dayOf(row, "startedOn")} and is still in progress.`,
      analysis: "It has been in progress for more than 14 days.",
      insight: "Complete it, split it, or put it back.",
      href: row.href,
    })),
    ...of.waiting.map((row) => ({
      ...certain,
      fingerprint: key("approval-waiting", row),
      trigger: "Waiting approval",
      observation: `"${cell(row, "title")}" has been pending since ${dayOf(row, "proposedOn")}.`,
      analysis: `It expires on ${dayOf(row, "expiresOn")}.`,
      insight: "Approve or reject it before it expires.",
      href: row.href,
    })),
    ...of.expiring.map((row) => ({
      ...certain,
      fingerprint: key("expiring", row),
      trigger: "Expiring service",
      observation: `${cell(row, "name")} ${cell(row, "renewsOn") < of.today ? "was to renew" : "renews"} on ${dayOf(row, "renewsOn")}.`,
      analysis: cell(row, "renewsOn") < of.today ? "The renewal date has passed." : "It expires within 30 days.",
      insight: "Renew it, or record that it ended.",
      href: row.href,
    })),
    ...of.forecasts.map((row) => ({
      ...certain,
      // A decision can have several forecasts.
      fingerprint: `${key("forecast-due", row)}:${cell(row, "claim")}`,
      trigger: "Forecast due",
      observation: `"${cell(row, "claim")}" ${cell(row, "dueOn") < of.today ? `was due on ${dayOf(row, "dueOn")}` : "is due today"}.`,
      analysis: "The outcome isn't recorded yet.",
      insight: "Record the outcome, so that the agent's track record stays accurate.",
      href: row.href,
    })),
    ...of.budgets.flatMap(({ agentId, agent, used, budget }) => {
      const ahead = budgetAhead(used, budget, of.yearDay, of.yearDays);
      return ahead === null
        ? []
        : [
            {
              ...certain,
              fingerprint: `budget:${agentId}`,
              trigger: "Budget pace",
              observation: `${agent} has used ${of.money(used)} of the year's ${of.money(budget)}.`,
              analysis: `That is ${Math.round((used / budget) * 100)}% with ${Math.round((of.yearDay / of.yearDays) * 100)}% of the year gone.`,
              insight: "Lower the pace or change the budget.",
              href: "/company-settings?tab=models",
            },
          ];
    }),
    ...of.failing.map(({ agent, runs, href }) => ({
      ...certain,
      fingerprint: `agent-failing:${agent}`,
      trigger: "Failing agent",
      observation: `${pluralize(runs, "run")} of ${agent} failed in the last 7 days.`,
      analysis: "Three or more failures in a week are not chance.",
      insight: "Open the runs to see why.",
      href,
    })),
    ...of.series.flatMap(({ name, label, values, day }) => {
      const z = robustZ(values);
      if (!isOutlier(z)) return [];
      const last = values.at(-1) ?? 0;
      const size =
        z !== null && Number.isFinite(z) ? `${formatNumber(Math.abs(z), 1)} robust deviations from` : "different from";
      return [
        {
          confidence: 90,
          fingerprint: `outlier:${name}:${day}`,
          trigger: "Unusual figure",
          observation: `${label} was ${formatNumber(last)} on ${longDay(day)}.`,
          analysis: `That is ${size} the median of ${pluralize(values.length, "day")}.`,
          insight: last > 0 ? "Check the source, then the cause." : "Check whether the data is complete.",
          href: "/records/figures",
        },
      ];
    }),
  ];
}
