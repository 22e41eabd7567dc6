import type { MeasureKind } from "#contract/query.ts";

/** Common names of fields; each applies to the first field the subject has. */
export const fieldTerms: readonly (readonly [words: string, fields: readonly string[]])[] = [
  ["customer, client, account, buyer", ["customerName"]],
  ["vendor, supplier, provider", ["vendorName"]],
  [
    "owner, salesperson, sales person, salespeople, sales rep, rep, person, people, colleague, team member, employee, account manager, who, assignee, engineer",
    ["employeeName", "ownerName", "assignee", "agent", "sender", "role"],
  ],
  ["agent, executive", ["agent", "role", "sender"]],
  ["channel, lead source, source, marketing channel", ["channel"]],
  ["category, categories, cost type, kind of cost", ["category"]],
  ["stage, phase", ["stage"]],
  ["status, state", ["status", "stage"]],
  ["priority, severity, urgency", ["priority"]],
  ["kind, type, sort", ["kind", "type"]],
  ["segment, industry, tier", ["segment"]],
  ["currency", ["currency"]],
  ["weekday, day of the week, week day", ["weekday"]],
];

/** Words that tell which date of a row is meant. */
export const dayTerms: readonly (readonly [words: string, days: readonly string[]])[] = [
  [
    "opened, raised, created, reported, came in, added, logged, started, began",
    ["openedOn", "startedOn", "createdOn", "startsOn", "since"],
  ],
  ["issued, issue", ["issuedOn"]],
  ["due, fall due, have to be paid, must be paid, need to be paid, have to pay, must pay", ["dueOn", "noticeBy"]],
  ["paid", ["paidOn"]],
  ["closed, close, won, win, lost, lose", ["closedOn", "resolvedOn", "completedOn"]],
  ["expected to close, closing, close", ["expectedCloseOn"]],
  ["signed, sign", ["signedOn"]],
  ["renew, renewal, renewing, expire, expiry, expiring", ["renewsOn", "endsOn"]],
  ["end, ending, run out", ["endsOn", "renewsOn"]],
  ["notice, cancel by", ["noticeBy"]],
  ["resolved, solved, fixed, closed", ["resolvedOn"]],
  ["completed, done, finished, complete", ["completedOn", "finishedOn", "resolvedOn"]],
  ["cancelled, canceled", ["cancelledOn"]],
  ["approved, rejected, settled, decided", ["settledOn"]],
  ["contacted, spoken to, heard from, in touch with, touch", ["lastContactOn"]],
];

/** The date fields for questions about the future, by subject. */
export const comingDays: Readonly<Record<string, string>> = {
  invoices: "dueOn",
  contracts: "endsOn",
  subscriptions: "renewsOn",
  deals: "expectedCloseOn",
  tickets: "dueOn",
  tasks: "dueOn",
};

/** Phrases for quantities, with the field and measure of each. */
export const quantityTerms: readonly (readonly [
  words: string,
  fields: readonly string[],
  of: MeasureKind,
  /** The view it applies to, unless the question names one. */
  view?: string,
])[] = [
  [
    "take to pay, takes to pay, until they pay, time to pay, payment time, get paid, pay their invoices, days to pay",
    ["daysToPay"],
    "average",
  ],
  [
    "take to resolve, take to solve, resolution time, time to resolve, solve a ticket, resolve a ticket, to resolve, to solve, ticket take",
    ["daysToResolve"],
    "average",
  ],
  ["take to win, take us to win, to win", ["age"], "average", "won"],
  ["take to close, time to close, sales cycle, to close", ["age"], "average", "closed"],
  ["take to complete, to complete, time to complete", ["daysToComplete"], "average"],
  ["take to decide, time to decide, take to settle", ["daysToSettle"], "average"],
  ["how old, age, oldest", ["age"], "average"],
  ["contacted, been in touch, in touch, spoken to, heard from", ["daysSinceContact", "daysQuiet"], "maximum"],
  [
    "ran over its estimate, over its estimate, over their estimate, over estimate, over the estimate, longer than estimated, longer than planned, overran, overrun",
    ["overrun"],
    "maximum",
  ],
  ["touched, untouched, had any activity, no activity, without activity, moved", ["daysQuiet"], "maximum", "open"],
  ["days overdue, how late, how overdue", ["daysOverdue"], "average"],
  ["weighted", ["weighted"], "sum"],
  ["satisfaction, happy, nps", ["satisfaction"], "average"],
  ["seats", ["seats"], "sum"],
  ["usage", ["usage30"], "sum"],
  ["probability, likely", ["probability"], "average"],
  ["confidence, confident", ["confidence"], "average"],
  ["yearly budget, budget", ["yearlyBudget"], "sum"],
  ["hours spent, actual hours, hours did, hours", ["actualHours"], "sum"],
  ["estimated hours, estimate", ["estimatedHours"], "sum"],
  ["per month, a month", ["monthly"], "sum"],
];
