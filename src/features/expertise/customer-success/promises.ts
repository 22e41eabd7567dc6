import { pluralize, longDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Given, Totals } from "#features/records/promises/rows.ts";
import { collect, noun, unknown } from "#features/expertise/topics/collect.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";

export type Promises = { totals: Totals; due: Given[]; anyPromises: boolean };

const title = "Promises to customers";

export function concludePromises(
  { totals, due, anyPromises }: Promises,
  { today, currency }: Today,
  about: About,
): Conclusion {
  if (!anyPromises)
    return unknown(title, {
      what: "What customers were promised",
      needed: "tickets of the kind promise",
      href: "/records/tickets",
    });
  const { customer } = about;
  const make = collect(currency, today, about);
  const within = (label: string, days: { from?: string; to?: string } = {}) => ({
    label,
    href: rowsOf("tickets", { view: "promises", ...days }),
  });
  const source = within(pluralize(totals.open, "open promise"));
  const past = pluralize(totals.overdue, "open promise past its day", "open promises past their day");
  const next = `${pluralize(totals.soon, "open promise")} due within 14 days`;
  const open = make.measure("open", "Open promises", totals.open, "count", source);
  const late = make.measure(
    "overdue",
    "Promises past their day",
    totals.overdue,
    "count",
    within(past, { to: addDays(today, -1) }),
  );
  const soon = make.measure(
    "soon",
    "Promises due within 14 days",
    totals.soon,
    "count",
    within(next, { from: today, to: addDays(today, 14) }),
  );
  const listed = due.slice(0, 8).map((given, at) => {
    const days = daysBetween(given.dueOn, today);
    const to = `/records/tickets/${given.id}`;
    return {
      given,
      to,
      whom: given.customerName && !customer ? `${given.title}, for ${given.customerName}` : given.title,
      isLate: days > 0,
      days: make.measure(
        `promise_${at}_days`,
        `${given.title}, ${days > 0 ? "overdue by" : "due in"}`,
        Math.abs(days),
        "days",
        { label: `due on ${longDay(given.dueOn)}`, href: to },
      ),
    };
  });
  const who = customer ? ` to ${customer.name}` : "";
  const headline: Line =
    totals.open === 0
      ? toLine`No promise${who} is open.`
      : totals.overdue === 0
        ? toLine`None of ${open} open ${noun(totals.open, "promise")}${who} is overdue; ${soon} ${noun(totals.soon, "is", "are")} due within 14 days.`
        : toLine`${late} of ${open} open ${noun(totals.open, "promise")}${who} ${noun(totals.overdue, "is", "are")} overdue; ${soon} ${noun(totals.soon, "is", "are")} due within 14 days.`;
  const named = listed
    .slice(0, 3)
    .map(
      ({ whom, isLate, days, given }, at): Line => [
        ...toLine`${at > 0 ? "; " : " First: "}${whom}, ${isLate ? "overdue by " : "due in "}${days}`,
        given.ownerName ? ` (${given.ownerName})` : "",
      ],
    );
  const answer = named.length > 0 ? [...headline, ...named.flat(), "."] : headline;
  return {
    headline,
    section: {
      title,
      lines: [headline],
      table:
        listed.length === 0
          ? null
          : {
              columns: ["Promise", "Due", "Owner"],
              rows: listed.map(({ whom, given }) => [
                toLine`${whom}`,
                toLine`${longDay(given.dueOn)}`,
                toLine`${given.ownerName ?? "unassigned"}`,
              ]),
            },
    },
    answers: { promises: answer },
    figures: make.figures,
    facts: listed.slice(0, 5).map(({ given, whom, to }) => ({
      kind: "ticket",
      reference: whom,
      value: `due on ${longDay(given.dueOn)}`,
      asOf: today,
      href: to,
    })),
    missing:
      totals.undated > 0
        ? [
            {
              what: `By when ${pluralize(totals.undated, "promise")} must be kept`,
              needed: "a due day",
              href: rowsOf("tickets", { view: "promises", unknown: "dueOn" }),
            },
          ]
        : [],
    concerns: listed
      .filter(({ isLate }) => isLate)
      .slice(0, 2)
      .map(({ given, whom, days, to }) => ({
        key: `promise:${given.id}`,
        kind: "priority",
        line: toLine`Keep the promise "${whom}", overdue by ${days}.`,
        amount: null,
        dueOn: given.dueOn,
        severity: 0.6,
        href: to,
      })),
    proposals: [],
  };
}
