import { addDays } from "#contract/days.ts";
import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { type Command, stems } from "#features/plans/commands/reading.ts";
import {
  dayText,
  type FoundRow,
  inDays,
  is,
  nothingToDo,
  numberOf,
  partyOf,
  type Playbook,
  priorityAt,
  textOf,
  view,
  namesIn,
} from "./playbook.ts";

const days = 30;

/** When the customers were won: the time the command names, or the last 30 days. */
const wonIn = ({ past }: Command, today: string): { from: string; to: string } =>
  past ?? { from: addDays(today, 1 - days), to: today };

const won = { subject: "deals", filters: [view("won")], day: "closedOn" };

/** How many deals are checked one by one, the largest first. */
const mostListed = 200;

/** The most names one filter accepts. */
const atOnce = 50;
const chunks = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / atOnce) }, (_, at) => names.slice(at * atOnce, (at + 1) * atOnce));

/** Whether the name of a deal says that the customer is not new. */
const isFollowUp = (name: string): boolean =>
  /\b(?:renewals?|renewed|expansions?|extensions?|upgrades?|upsells?|cross-?sells?|add-?ons?)\b/i.test(name);

export const onboarding: Playbook = {
  id: "onboarding",
  label: "Onboard customers",
  example: "Onboard the customers we won in the last 30 days",
  verbs: stems("onboard welcome"),
  strong: stems("onboard welcome"),
  weak: { verbs: stems("plan prepare organize organise start run improve"), objects: stems("onboarding") },
  narrows: { queries: ["won"], one: "won deal" },
  objects: stems("onboarding customer customers client clients newcomers"),
  times: "read",
  asks: (command, today) => {
    const { from, to } = wonIn(command, today);
    return {
      won: { ...won, measure: { of: "sum" as const }, period: { kind: "between", from, to }, limit: mostListed },
      requests: {
        subject: "tickets",
        filters: [view("open"), { field: "kind", test: "is", values: ["support", "request"] }],
        groupBy: { field: "customerName" },
        limit: 200,
      },
    };
  },
  asksAbout(command, today, found) {
    if (command.names.length > 0) return {};
    const { from } = wonIn(command, today);
    const period = { kind: "between" as const, from: "1900-01-01", to: addDays(from, -1) };
    const groupBy = { field: "customerName" };
    const parties = new Set(
      found("won")
        .rows.flatMap(({ stored }) => stored["customerName"] || [])
        .map(String),
    );
    return Object.fromEntries(
      chunks([...parties]).map((names, at) => [
        `earlier${at}`,
        { ...won, filters: [...won.filters, is("customerName", ...names)], period, groupBy, limit: names.length },
      ]),
    );
  },
  draft({ command, found, make, today, money, by: byDueDay }) {
    const { rows, count, total: wonInAll, href } = found("won");
    const { from, to } = wonIn(command, today);
    const span = command.past ? `from ${dayText(from)} to ${dayText(to)}` : `in the last ${days} days`;
    if (count === 0) return nothingToDo(toLine`No deal was won ${span}, so there is no one to onboard.`);
    const earlier = Array.from({ length: mostListed / atOnce }, (_, at) => found(`earlier${at}`).groups).flat();
    const had = new Set(earlier.map(({ label }) => label));
    // A customer that the command names is onboarded even if it is not new.
    const isNew = (row: FoundRow): boolean =>
      command.names.length > 0 || (!isFollowUp(textOf(row, "name")) && !had.has(partyOf(row)));
    const [newDeals, others] = [rows.filter(isNew), rows.filter((row) => !isNew(row))];
    const unlisted = count - rows.length;
    const countDeals = (amount: number, one: string, many: string) =>
      `${pluralize(amount, "deal")} ${amount === 1 ? one : many}`;
    const leftOut = [
      ...(others.length > 0
        ? [` ${countDeals(others.length, "is", "are")} left out: renewals, expansions and customers who bought before.`]
        : []),
      ...(unlisted > 0 ? [` The other ${countDeals(unlisted, "was", "were")} not looked at one by one.`] : []),
    ].join("");
    if (newDeals.length === 0)
      return nothingToDo(
        toLine`No new customer was won ${span}${unlisted > 0 ? ` with the ${rows.length} largest deals` : ""}, so there is no one to onboard.${leftOut}`,
      );
    const amountOf = (all: readonly FoundRow[]): number =>
      all.reduce((sum, row) => sum + (numberOf(row, "amount") ?? 0), 0);
    // A past time in the command is when the deals were won, not a due date.
    const by = (ahead: number): string => (command.past ? inDays(today, ahead) : byDueDay(ahead));
    const open = new Map(found("requests").groups.map(({ label, rows }) => [label, rows]));
    const amount = count - others.length;
    const total = make.money("won", `Won ${span}`, wonInAll - amountOf(others), {
      label: pluralize(amount, "deal won", "deals won"),
      href,
    });
    const once = newDeals.filter((row, at) => newDeals.findIndex((other) => partyOf(other) === partyOf(row)) === at);
    const first = once.slice(0, 4);
    return {
      line: toLine`You won ${pluralize(amount, "deal")} worth ${total} ${span}${unlisted > 0 ? `, the ${newDeals.length} largest of them` : ""} from ${pluralize(once.length, "new customer")}. The plan starts with ${namesIn(first.map(partyOf))}.${leftOut}`,
      missing: [],
      tasks: first.map((row, at) => {
        const party = partyOf(row);
        const tickets = open.get(party) ?? 0;
        return {
          role: "Customer Success" as const,
          title: `Hold the kick-off with ${party}`,
          reason: `${textOf(row, "name")}, ${money(numberOf(row, "amount") ?? 0)}, won on ${dayText(textOf(row, "closedOn"))}${tickets > 0 ? `; ${pluralize(tickets, "open ticket")}` : ""}.`,
          priority: priorityAt(at),
          dueOn: by(3 + 2 * at),
          hours: 2,
          href: row.href,
        };
      }),
      initiatives: [
        {
          role: "Customer Success",
          title: `Onboard ${pluralize(once.length, "new customer")}`,
          description: `Deals worth ${money(amountOf(newDeals))}, won ${span}.`,
          priority: "high",
          targetOn: by(45),
        },
      ],
      recommendations: [
        {
          type: "Contact",
          title: "Call each new customer after two weeks",
          description: "Early questions that stay open are a common reason to leave.",
          priority: "medium",
        },
      ],
      proposals: [
        {
          role: "Customer Success",
          title: `Send a welcome message to ${pluralize(once.length, "new customer")}`,
          reason: "It goes to customers, so it needs your approval.",
          decision: null,
          dueInDays: 2,
          hours: 2,
        },
      ],
    };
  },
};
