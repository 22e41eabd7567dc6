import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { type Priority, priorities } from "#contract/words.ts";
import type { Asking, ExactAnswer } from "#features/orchestrator/exact/answer.ts";
import type { Overdue } from "#features/expertise/overdue/contract.ts";
import { describeOverdue } from "#features/expertise/overdue/rules.ts";
import { overdueViews } from "#features/records/overdue/views.ts";
import { overdueDays, rankPriorities } from "#features/orchestrator/rules.ts";
import * as playbooks from "#features/plans/playbooks/playbook.ts";

const priorityOf = (label: string): Priority => priorities.find((one) => one === label.toLowerCase()) ?? "medium";

const numbers = "one two three four five six seven eight nine ten".split(" ");
const mostPriorities = 20;
/** Tasks that one answer suggests. */
const mostSuggestions = 3;
/** "top 5": as many as the query asks for, by default 3. */
function wantedOf(asked: string): number {
  const number = new RegExp(`\\btop (\\d{1,3}|${numbers.join("|")})\\b`).exec(asked)?.[1];
  const wanted = number === undefined ? 3 : numbers.indexOf(number) + 1 || Number(number);
  return Math.min(Math.max(wanted, 1), mostPriorities);
}

/** What is overdue besides customers' open invoices and tasks, which are ranked. */
async function otherOverdue(find: Asking["find"]): Promise<string | null> {
  const found: Overdue[number][] = [];
  for (const { kind, view: name, one, many } of overdueViews) {
    const { count, href } = await find({ subject: kind, filters: [playbooks.view(name)], limit: 1 });
    if (count > 0) found.push({ one, many, count, href });
  }
  return describeOverdue(found);
}

/** What to do first, of pending proposals, tasks and overdue invoices. */
export async function topPriorities({ asked, find, make, today, money }: Asking): Promise<ExactAnswer> {
  const wanted = wantedOf(asked);
  const decisions = await find({
    subject: "decisions",
    filters: [playbooks.view("pending"), playbooks.known("priority"), playbooks.known("expiresOn")],
    measure: { of: "sum" },
    limit: 200,
  });
  const tasks = await find({
    subject: "tasks",
    filters: [playbooks.view("open"), playbooks.known("dueOn"), playbooks.known("priority")],
    day: "dueOn",
    order: "first",
    limit: 200,
  });
  // What a customer disputes cannot be collected. The largest amounts lead, so the rows left out are smaller.
  const invoices = await find({
    subject: "invoices",
    filters: [playbooks.view("overdue"), playbooks.is("status", "open")],
    day: "dueOn",
    measure: { of: "sum" },
    limit: 200,
  });
  const candidates = [
    ...decisions.rows.map((row) => {
      const amount = playbooks.numberOf(row, "amount");
      const dueOn = playbooks.textOf(row, "expiresOn") || null;
      return {
        title: `Decide on ${playbooks.textOf(row, "title")}`,
        amount,
        dueOn,
        daysOverdue: 0,
        priority: priorityOf(playbooks.textOf(row, "priority")),
        text: `${amount === null ? "" : `${money(amount)}. `}${dueOn ? `Expires on ${playbooks.dayText(dueOn)}.` : ""}`.trim(),
        href: row.href,
        suggestion: null,
      };
    }),
    ...tasks.rows.map((row) => {
      const dueOn = playbooks.textOf(row, "dueOn") || null;
      const daysOverdue = overdueDays(dueOn, today);
      return {
        title: playbooks.textOf(row, "title"),
        amount: null,
        dueOn,
        daysOverdue,
        priority: priorityOf(playbooks.textOf(row, "priority")),
        text: `${daysOverdue > 0 ? `${pluralize(daysOverdue, "day")} overdue` : `Due on ${playbooks.dayText(dueOn ?? today)}`}, ${playbooks.textOf(row, "assignee") || "unassigned"}.`,
        href: row.href,
        suggestion: null,
      };
    }),
    ...invoices.rows.map((row) => {
      const amount = playbooks.numberOf(row, "openAmount") ?? 0;
      return {
        title: `Collect ${money(amount)} from ${playbooks.partyOf(row)}`,
        amount,
        dueOn: playbooks.textOf(row, "dueOn") || null,
        daysOverdue: playbooks.daysLate(row, "dueOn", today),
        priority: "medium" as const,
        text: `${playbooks.textOf(row, "number")} is ${pluralize(playbooks.daysLate(row, "dueOn", today), "day")} overdue.`,
        href: row.href,
        suggestion: {
          title: `Ask ${playbooks.partyOf(row)} to pay ${playbooks.textOf(row, "number")}`,
          priority: "high" as const,
          dueOn: playbooks.inDays(today, 2),
        },
      };
    }),
  ];
  const top = rankPriorities(candidates).slice(0, wanted);
  const [first] = top;
  const all = decisions.count + tasks.count + invoices.count;
  const count = make.measure("candidates", "Things to do", all, "count", {
    label: "pending proposals, open tasks and overdue invoices",
    href: tasks.href,
  });
  const late = first === undefined ? await otherOverdue(find) : null;
  const suggested = top.flatMap(({ suggestion }) => suggestion ?? []).slice(0, mostSuggestions);
  return {
    answered: true,
    title: `Top ${wanted} ${wanted === 1 ? "priority" : "priorities"}`,
    line: first
      ? toLine`${first.title} first. It leads ${count} pending proposals, open tasks and overdue invoices.`
      : toLine`No proposal or task is pending${late === null ? "; nothing is overdue" : `, but ${late}`}.`,
    figures: make.figures,
    rows: top.map(({ title, text, href, suggestion }) => ({
      role: null,
      title,
      text,
      href,
      suggestion: suggestion !== null && suggested.includes(suggestion) ? suggestion : null,
    })),
    missing: [],
    method: "Ranked by overdue, amount, deadline, then priority.",
  };
}
