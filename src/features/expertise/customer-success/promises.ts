import { nextDays } from "#contract/spans.ts";
import { pluralize, longDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { joinLines, toLine } from "#contract/report.ts";
import type { Given, Totals } from "#features/records/promises/rows.ts";
import { collect, concludeUnknown, fact, gap, noun } from "#features/expertise/topics/collect.ts";
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
    return concludeUnknown(
      title,
      gap("What customers were promised", "tickets of the kind promise", "/records/tickets"),
    );
  const { customer } = about;
  const make = collect(currency, today, about);
  const counted = (id: "open" | "overdue" | "soon", label: string, rows: string, days: object = {}) =>
    make.count(id, label, totals[id], [rows, rowsOf("tickets", { view: "promises", ...days })]);
  const open = counted("open", "Open promises", pluralize(totals.open, "open promise"));
  const past = pluralize(totals.overdue, "open promise past its day", "open promises past their day");
  const late = counted("overdue", "Promises past their day", past, { to: addDays(today, -1) });
  const next = `${pluralize(totals.soon, "open promise")} due within 14 days`;
  const soon = counted("soon", "Promises due within 14 days", next, nextDays(14, today));
  const listed = due.slice(0, 8).map(({ id, title: of, dueOn, customerName, ownerName }, at) => {
    const days = daysBetween(dueOn, today);
    const [href, due] = [`/records/tickets/${id}`, longDay(dueOn)];
    const word = days > 0 ? "overdue by" : "due in";
    const figure = make.measure(`promise_${at}_days`, `${of}, ${word}`, Math.abs(days), "days", [
      `due on ${due}`,
      href,
    ]);
    const name = customerName && !customer ? `${of}, for ${customerName}` : of;
    return { id, href, due, dueOn, name, ownerName, isLate: days > 0, days: toLine`${word} ${figure}` };
  });
  const who = customer && ` to ${customer.name}`;
  const all = toLine`${open} open ${noun(totals.open, "promise")}${who}`;
  const coming = toLine`${soon} ${noun(totals.soon, "is", "are")} due within 14 days`;
  const headline =
    totals.open === 0
      ? toLine`No promise${who} is open.`
      : totals.overdue === 0
        ? toLine`None of ${all} is overdue; ${coming}.`
        : toLine`${late} of ${all} ${noun(totals.overdue, "is", "are")} overdue; ${coming}.`;
  const named = listed
    .slice(0, 3)
    .map(({ name, days, ownerName }) => toLine`${name}, ${days}${ownerName && ` (${ownerName})`}`);
  return make.conclude({
    title,
    headline,
    lines: [headline],
    columns: ["Promise", "Due", "Owner"],
    rows: listed.map(({ name, due, ownerName }) => [name, due, ownerName ?? "unassigned"]),
    answers: { promises: named.length > 0 ? toLine`${headline} First: ${joinLines("; ", named)}.` : headline },
    facts: listed.slice(0, 5).map(({ name: reference, due, href }) => fact("ticket", reference, `due on ${due}`, href)),
    missing: [
      totals.undated > 0 &&
        gap(
          `By when ${pluralize(totals.undated, "promise")} must be kept`,
          "a due day",
          rowsOf("tickets", { view: "promises", unknown: "dueOn" }),
        ),
    ],
    concerns: listed
      .filter(({ isLate }) => isLate)
      .slice(0, 2)
      .map(({ id, name, days, dueOn, href }) => ({
        key: `promise:${id}`,
        kind: "priority",
        line: toLine`Keep the promise "${name}", ${days}.`,
        dueOn,
        severity: 0.6,
        href,
      })),
  });
}
