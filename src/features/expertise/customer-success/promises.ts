import { nextDays } from "#contract/spans.ts";
import { pluralize, longDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { type Line, toLine } from "#contract/report.ts";
import type { Given, Totals } from "#features/records/promises/rows.ts";
import { collect, noun, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
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
    return concludeUnknown(title, {
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
    within(next, nextDays(14, today)),
  );
  const listed = due.slice(0, 8).map((promise, at) => {
    const days = daysBetween(promise.dueOn, today);
    const to = `/records/tickets/${promise.id}`;
    return {
      promise,
      to,
      name: promise.customerName && !customer ? `${promise.title}, for ${promise.customerName}` : promise.title,
      isLate: days > 0,
      days: make.measure(
        `promise_${at}_days`,
        `${promise.title}, ${days > 0 ? "overdue by" : "due in"}`,
        Math.abs(days),
        "days",
        { label: `due on ${longDay(promise.dueOn)}`, href: to },
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
      ({ name, isLate, days, promise }, at): Line => [
        ...toLine`${at > 0 ? "; " : " First: "}${name}, ${isLate ? "overdue by " : "due in "}${days}`,
        promise.ownerName ? ` (${promise.ownerName})` : "",
      ],
    );
  const answer = named.length > 0 ? [...headline, ...named.flat(), "."] : headline;
  return concluded({
    headline,
    section: {
      title,
      lines: [headline],
      table:
        listed.length === 0
          ? null
          : {
              columns: ["Promise", "Due", "Owner"],
              rows: listed.map(({ name, promise }) => [
                toLine`${name}`,
                toLine`${longDay(promise.dueOn)}`,
                toLine`${promise.ownerName ?? "unassigned"}`,
              ]),
            },
    },
    answers: { promises: answer },
    figures: make.figures,
    facts: listed.slice(0, 5).map(({ promise, name, to }) => ({
      kind: "ticket",
      reference: name,
      value: `due on ${longDay(promise.dueOn)}`,
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
      .map(({ promise, name, days, to }) => ({
        key: `promise:${promise.id}`,
        kind: "priority",
        line: toLine`Keep the promise "${name}", overdue by ${days}.`,
        amount: null,
        dueOn: promise.dueOn,
        severity: 0.6,
        href: to,
      })),
  });
}
