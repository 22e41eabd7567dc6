import { z } from "zod";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill, type RunSession } from "#agency/skill.ts";
import { pluralize } from "#contract/format.ts";
import { exploreHref, query, type QueryInput } from "#contract/query.ts";
import { figure, gap, line, toLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { lengths, type Priority, priorities } from "#contract/words.ts";
import { team } from "#features/agents/store.ts";
import { answer } from "#features/conversations/skills.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import { collect } from "#features/expertise/topics/collect.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { runQuery } from "#features/explore/skills.ts";
import { answerRow } from "#features/orchestrator/contract.ts";
import { overdueDays, rankPriorities } from "#features/orchestrator/rules.ts";
import {
  dayText,
  daysLate,
  type Found,
  foundIn,
  inDays,
  is,
  known,
  moneyText,
  numberOf,
  partyOf,
  textOf,
  view,
} from "#features/plans/playbooks/playbook.ts";
import { read } from "#platform/db/transaction.ts";

const output = z.strictObject({
  answered: z.boolean(),
  title: z.string(),
  line,
  figures: z.array(figure),
  rows: z.array(answerRow),
  missing: z.array(gap),
  method: z.string(),
});
type Answered = z.output<typeof output>;

/** The most rows of customers with a suggested task. */
const mostSuggestions = 3;
const days = 30;
const falling = 0.7;

type Asking = {
  /** The query without capitals and marks. */
  asked: string;
  session: RunSession;
  find: (asked: QueryInput) => Promise<Found>;
  today: string;
  make: ReturnType<typeof collect>;
  money: (amount: number) => string;
};

/** "Harriet completed most", "Harriet and Ines completed most", "5 agents completed most" */
const mostText = (names: readonly string[]): string =>
  names.length > 3
    ? `${names.length} agents completed most`
    : `${new Intl.ListFormat("en-GB").format(names)} completed most`;

/** How each agent does: completed, open and overdue tasks. */
async function teamPerformance({ session, find, make }: Asking): Promise<Answered> {
  const byAgent = { groupBy: { field: "agent" }, limit: 100 };
  const done = await find({
    subject: "tasks",
    filters: [is("status", "completed")],
    day: "completedOn",
    period: { kind: "last", count: days, unit: "day" },
    ...byAgent,
  });
  const open = await find({ subject: "tasks", filters: [view("open")], ...byAgent });
  const overdue = await find({ subject: "tasks", filters: [view("overdue")], ...byAgent });
  const of = (found: Found, label: string): number => found.groups.find((group) => group.label === label)?.rows ?? 0;
  const members = (await read(session.ctx, team)).map(({ name, role, status }) => {
    const label = `${name} (${role})`;
    return { name, role, status, done: of(done, label), open: of(open, label), overdue: of(overdue, label) };
  });
  const ranked = members.toSorted(
    (one, other) => other.done - one.done || one.overdue - other.overdue || (one.name < other.name ? -1 : 1),
  );
  const most = ranked.filter(({ done: completed }) => completed > 0 && completed === ranked[0]?.done);
  const total = make.measure("done", `Tasks completed in ${days} days`, done.count, "count", {
    label: pluralize(done.count, "completed task"),
    href: done.href,
  });
  const late = make.measure("overdue", "Overdue tasks", overdue.count, "count", {
    label: pluralize(overdue.count, "overdue task"),
    href: overdue.href,
  });
  const away = ranked.filter(({ status }) => status !== "active").map(({ name, status }) => `${name} is ${status}`);
  return {
    answered: true,
    title: "Team performance",
    line: [
      ...toLine`The team completed ${total} ${done.count === 1 ? "task" : "tasks"} in the last ${String(days)} days; ${late} open ${overdue.count === 1 ? "task is" : "tasks are"} overdue.`,
      ...(most[0]
        ? toLine` ${mostText(most.map(({ name }) => name))} (${String(most[0].done)}${most.length > 1 ? " each" : ""}).`
        : []),
      ...(away.length > 0 ? toLine` ${away.join(", ")}.` : []),
    ],
    figures: make.figures,
    rows: ranked.map(({ name, role, done: completed, open: waiting, overdue: past, status }) => ({
      role,
      title: name,
      text: `${completed} completed in ${days} days, ${waiting} open, ${past} overdue${status === "active" ? "" : `, ${status}`}.`,
      href: exploreHref({ subject: "tasks", filters: [view("open")], groupBy: { field: "agent" } }),
      suggestion: null,
    })),
    missing: [],
    method: `Ranked by tasks completed in ${days} days, then by fewest overdue.`,
  };
}

const priorityOf = (label: string): Priority => priorities.find((one) => one === label.toLowerCase()) ?? "medium";

const numbers = "one two three four five six seven eight nine ten".split(" ");
const mostPriorities = 20;
/** "top 5": as many as the query asks for, by default 3. */
function wantedOf(asked: string): number {
  const said = new RegExp(`\\btop (\\d{1,3}|${numbers.join("|")})\\b`).exec(asked)?.[1];
  const wanted = said === undefined ? 3 : numbers.indexOf(said) + 1 || Number(said);
  return Math.min(Math.max(wanted, 1), mostPriorities);
}

/** What to do first, of pending proposals, tasks and overdue invoices. */
async function topPriorities({ asked, find, make, today, money }: Asking): Promise<Answered> {
  const wanted = wantedOf(asked);
  const decisions = await find({
    subject: "decisions",
    filters: [view("pending"), known("priority"), known("expiresOn")],
    measure: { of: "sum" },
    limit: 200,
  });
  const tasks = await find({
    subject: "tasks",
    filters: [view("open"), known("dueOn"), known("priority")],
    day: "dueOn",
    order: "first",
    limit: 200,
  });
  // What a customer disputes cannot be collected. The largest amounts lead, so the rows left out are smaller.
  const invoices = await find({
    subject: "invoices",
    filters: [view("overdue"), is("status", "open")],
    day: "dueOn",
    measure: { of: "sum" },
    limit: 200,
  });
  const candidates = [
    ...decisions.rows.map((row) => {
      const amount = numberOf(row, "amount");
      const dueOn = textOf(row, "expiresOn") || null;
      return {
        title: `Decide on ${textOf(row, "title")}`,
        amount,
        dueOn,
        daysOverdue: 0,
        priority: priorityOf(textOf(row, "priority")),
        text: `${amount === null ? "" : `${money(amount)}. `}${dueOn ? `Expires on ${dayText(dueOn)}.` : ""}`.trim(),
        href: row.href,
        suggestion: null,
      };
    }),
    ...tasks.rows.map((row) => {
      const dueOn = textOf(row, "dueOn") || null;
      const late = overdueDays(dueOn, today);
      return {
        title: textOf(row, "title"),
        amount: null,
        dueOn,
        daysOverdue: late,
        priority: priorityOf(textOf(row, "priority")),
        text: `${late > 0 ? `${pluralize(late, "day")} overdue` : `Due on ${dayText(dueOn ?? today)}`}, ${textOf(row, "assignee") || "unassigned"}.`,
        href: row.href,
        suggestion: null,
      };
    }),
    ...invoices.rows.map((row) => {
      const amount = numberOf(row, "amount") ?? 0;
      return {
        title: `Collect ${money(amount)} from ${partyOf(row)}`,
        amount,
        dueOn: textOf(row, "dueOn") || null,
        daysOverdue: daysLate(row, "dueOn", today),
        priority: "medium" as const,
        text: `${textOf(row, "number")} is ${pluralize(daysLate(row, "dueOn", today), "day")} overdue.`,
        href: row.href,
        suggestion: {
          title: `Ask ${partyOf(row)} to pay ${textOf(row, "number")}`,
          priority: "high" as const,
          dueOn: inDays(today, 2),
        },
      };
    }),
  ];
  const top = rankPriorities(candidates).slice(0, wanted);
  const all = decisions.count + tasks.count + invoices.count;
  const count = make.measure("candidates", "Things to do", all, "count", {
    label: "pending proposals, open tasks and overdue invoices",
    href: tasks.href,
  });
  const [first] = top;
  return {
    answered: true,
    title: `Top ${wanted} ${wanted === 1 ? "priority" : "priorities"}`,
    line: first
      ? toLine`${first.title} first. It leads ${count} pending proposals, open tasks and overdue invoices.`
      : toLine`Nothing is pending, due or overdue.`,
    figures: make.figures,
    rows: top.map(({ title, text, href, suggestion }) => ({ role: null, title, text, href, suggestion })),
    missing: [],
    method: "Ranked by overdue, amount, deadline, then priority.",
  };
}

/** Customers with falling activity, contracts to decide on, and promises or tickets past their day. */
async function customerRisks({ find, make, today, money }: Asking): Promise<Answered> {
  const customers = await find({
    subject: "customers",
    filters: [view("kept"), known("usage30"), known("usagePrior30")],
    limit: 200,
  });
  const perCustomer = { groupBy: { field: "customerName" }, limit: 200 };
  const renewing = await find({
    subject: "contracts",
    filters: [view("notice90"), known("customerName")],
    ...perCustomer,
  });
  const promised = await find({
    subject: "tickets",
    filters: [view("promises"), known("customerName")],
    ...perCustomer,
  });
  const late = await find({ subject: "tickets", filters: [view("overdue"), known("customerName")], ...perCustomer });
  const plans = await find({
    subject: "subscriptions",
    filters: [view("goingPlans")],
    measure: { of: "sum" },
    ...perCustomer,
  });
  const reasons = new Map<string, { because: string[]; href: string | null }>();
  const add = (name: string, because: string, href: string | null): void => {
    const before = reasons.get(name) ?? { because: [], href };
    reasons.set(name, { because: [...before.because, because], href: before.href });
  };
  for (const row of customers.rows) {
    const [now, prior] = [numberOf(row, "usage30") ?? 0, numberOf(row, "usagePrior30") ?? 0];
    if (prior > 0 && now < prior * falling)
      add(textOf(row, "name"), `activity down ${Math.round((1 - now / prior) * 100)}%`, row.href);
  }
  for (const { label, rows, href } of renewing.groups) add(label, `${pluralize(rows, "contract")} up for notice`, href);
  for (const { label, rows, href } of promised.groups) add(label, `${pluralize(rows, "open promise")}`, href);
  for (const { label, rows, href } of late.groups) add(label, `${pluralize(rows, "overdue ticket")}`, href);
  const monthly = new Map(plans.groups.map(({ label, value }) => [label, value]));
  const risks = [...reasons]
    .map(([name, { because, href }]) => ({ name, because, href, worth: monthly.get(name) ?? 0 }))
    // One sign alone is common; two together are not.
    .filter(({ because }) => because.length > 1)
    .toSorted(
      (one, other) =>
        other.because.length - one.because.length || other.worth - one.worth || (one.name < other.name ? -1 : 1),
    );
  if (customers.count === 0 && risks.length === 0)
    return {
      answered: false,
      title: "Customer risks",
      line: toLine`No customer has activity on record, so no risk can be seen.`,
      figures: [],
      rows: [],
      missing: [{ what: "How active customers are", needed: "Import customers", href: "/records/customers" }],
      method: "Looked at activity, renewals, promises and tickets.",
    };
  const count = make.measure("risks", "Customers at risk", risks.length, "count", {
    label: "customers, contracts and tickets",
    href: customers.href,
  });
  const stake = make.money(
    "stake",
    "Their plans per month",
    risks.reduce((sum, { worth }) => sum + worth, 0),
    {
      label: "customers' plans",
      href: plans.href,
    },
  );
  return {
    answered: true,
    title: "Customer risks",
    line: toLine`${count} ${risks.length === 1 ? "customer shows" : "customers show"} two or more signs of leaving, with plans of ${stake} a month.`,
    figures: make.figures,
    rows: risks.slice(0, 8).map(({ name, because, href, worth }, at) => ({
      role: null,
      title: name,
      text: `${because.join(", ")}${worth > 0 ? `; ${money(worth)} a month` : ""}.`.replace(/^./, (letter) =>
        letter.toUpperCase(),
      ),
      href,
      suggestion:
        at < mostSuggestions
          ? {
              title: `Call ${name} about ${because[0] ?? "their account"}`,
              priority: "high" as const,
              dueOn: inDays(today, 3),
            }
          : null,
    })),
    missing: [],
    method: "Two or more of: activity down 30%, a contract up for notice, an open promise, an overdue ticket.",
  };
}

/** Queries with an exact implementation. */
const exact: readonly { means: RegExp; run: (asking: Asking) => Promise<Answered> }[] = [
  { means: /\bteam performance\b|\bperformance of (?:the |our )?(?:team|agents)\b/, run: teamPerformance },
  {
    means:
      /\btop (?:\d+ |one |two |three |four |five |six |seven |eight |nine |ten )?priorit|\bpriorities (?:of |for |are )?(?:the |this )?week\b/,
    run: topPriorities,
  },
  {
    means: /\bcustomers? (?:are |is )?(?:at )?risks?\b|\brisks? (?:of|with|from) (?:our )?customers?\b/,
    run: customerRisks,
  },
];

/** Answers a query of the orchestrator page. */
export const orchestration = defineSkill({
  id: "orchestrator.query",
  label: "Orchestrator query",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ query: z.string().max(lengths.reason), askedAt: z.iso.datetime() }),
  output,
  async rules(session, { query: asked, askedAt }) {
    const meant = exact.find(({ means }) => means.test(normalized(asked)));
    if (!meant) {
      const { answered, report } = await answer.rules(session, {
        question: asked,
        askedAt,
        taskId: null,
        comment: null,
      });
      const { headline, figures, missing } = report;
      return {
        answered,
        title: "Answer",
        line: headline,
        figures,
        rows: [],
        missing,
        method: answered ? "Answered from your records and figures." : "",
      };
    }
    const { today, currency } = todayOf(session.ctx);
    const find = async (input: QueryInput): Promise<Found> => {
      const { result, origins } = await session.use(runQuery, query.parse(input));
      session.reads(...origins);
      const href = exploreHref(input);
      session.cites({
        kind: result.query.subject,
        reference: result.title,
        value: String(result.total.rows),
        asOf: result.asOf,
        href,
      });
      return foundIn(result, href, currency);
    };
    return meant.run({
      asked: normalized(asked),
      session,
      find,
      today,
      make: collect(currency, today),
      money: moneyText(currency),
    });
  },
  prompt: (agent, { query: asked }, origin) =>
    promptOf(
      agent,
      "Answer the query from the company's own records and figures.",
      untrusted(asked, { origin, source: "a query a person typed" }),
    ),
});
