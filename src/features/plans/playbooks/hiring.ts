import { pluralize } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import { stems } from "#features/plans/commands/reading.ts";
import { dayText, is, known, type Playbook, view } from "./playbook.ts";

export const hiring: Playbook = {
  id: "hiring",
  label: "Hire",
  example: "Hire a support agent for 32,000 a year",
  verbs: stems("hire recruit employ staff find add"),
  objects: stems(
    "developer developers engineer engineers designer designers manager managers assistant assistants accountant bookkeeper salesperson salespeople sales+rep sales+representative person people staff employee employees colleague agent agents intern interns lawyer marketer analyst consultant freelancer specialist technician buyer packer packers driver worker workers cook nurse teacher writer editor recruiter receptionist apprentice head+of director team+lead team+member",
  ),
  names: "free",
  unless: /^find (?:the|our|my|who|\w+ \w+ who)\b/,
  times: "target",
  asks: () => ({
    load: {
      subject: "tickets",
      filters: [view("open"), known("ownerName")],
      groupBy: { field: "ownerName" },
      limit: 20,
    },
    tickets: { subject: "tickets", filters: [view("open")] },
    expenses: { subject: "figures", filters: [is("name", "expenses")], measure: { of: "latest" } },
    recruiters: {
      subject: "vendors",
      filters: [view("active"), { field: "category", test: "contains", values: ["recruit"] }],
    },
  }),
  draft({ command, found, make, by, money }) {
    const [load, tickets, expenses, recruiters] = [
      found("load"),
      found("tickets"),
      found("expenses"),
      found("recruiters"),
    ];
    const who = command.what.split(/[£$€]/)[0]?.trim() || "new colleague";
    const [busiest] = load.groups;
    const open = make.measure("open", "Open tickets", tickets.count, "count", {
      label: pluralize(tickets.count, "open ticket"),
      href: tickets.href,
    });
    const amount = command.amount?.value ?? null;
    const spent =
      expenses.count > 0
        ? make.money("expenses", "Expenses of the last month", expenses.total, {
            label: "Expenses, last entered",
            href: expenses.href,
          })
        : null;
    const why: Line = busiest
      ? toLine`${open} tickets are open, ${String(busiest.rows)} of them with ${busiest.label}.`
      : toLine`No open ticket shows who has too much to do.`;
    return {
      line: [
        ...why,
        ...(spent ? toLine` Expenses were ${spent} in the last month.` : []),
        ...toLine` The plan prepares hiring: ${who}, with a shortlist by ${dayText(by(28))}. Nothing is published before you approve it.`,
      ],
      missing: [],
      tasks: [
        {
          role: "Operations",
          title: `Write the job profile: ${who}`,
          reason: busiest
            ? `${busiest.label} holds ${pluralize(busiest.rows, "open ticket")}, the most of anyone; the profile says which of them move.`
            : "It says which work the new colleague takes over.",
          priority: "high",
          dueOn: by(5),
          hours: 3,
          href: busiest?.href ?? null,
        },
        {
          role: "CFO",
          title:
            amount === null
              ? `Work out what you can pay: ${who}`
              : `Check ${money(amount)} a year against the budget: ${who}`,
          reason: spent
            ? `Expenses were ${money(expenses.total)} in the last month.`
            : "Monthly expenses are not entered yet.",
          priority: "high",
          dueOn: by(5),
          hours: 2,
          href: expenses.count > 0 ? expenses.href : null,
        },
        {
          role: "Legal",
          title: `Prepare the employment contract: ${who}`,
          reason: "Notice, confidentiality and ownership of work are settled before the offer.",
          priority: "medium",
          dueOn: by(14),
          hours: 3,
          href: null,
        },
        {
          role: "Operations",
          title: `Interview and shortlist three candidates: ${who}`,
          reason:
            recruiters.count > 0
              ? `${pluralize(recruiters.count, "recruiting vendor")} can help.`
              : "No active vendor recruits for you.",
          priority: "medium",
          dueOn: by(28),
          hours: 10,
          href: recruiters.count > 0 ? recruiters.href : null,
        },
      ],
      initiatives: [
        {
          role: "Operations",
          title: `Hire: ${who}`,
          description: amount === null ? "The salary is still open." : `At ${money(amount)} a year.`,
          priority: "high",
          targetOn: by(60),
        },
      ],
      recommendations: [
        {
          type: "Workload",
          title: busiest ? `Move work from ${busiest.label} before the start date` : "Record who works on each ticket",
          description: busiest
            ? `${pluralize(busiest.rows, "open ticket")} of ${tickets.count} wait for one person.`
            : "Without an owner, the workload of each person is not known.",
          priority: "medium",
        },
      ],
      proposals: [
        ...(amount === null
          ? []
          : [
              {
                role: "CFO" as const,
                title: `Spend ${money(amount)} a year: ${who}`,
                reason: "A salary is a recurring expense, so it needs your approval.",
                decision: {
                  type: "expense_approval",
                  context: { amount, often: "yearly", subject: `Salary: ${who}`.slice(0, 200).toWellFormed() },
                },
                dueInDays: 7,
                hours: 1,
              },
            ]),
        {
          role: "Operations",
          title: `Publish the job advert: ${who}`,
          reason: "The advert is public, so it needs your approval.",
          decision: null,
          dueInDays: 10,
          hours: 1,
        },
      ],
    };
  },
};
