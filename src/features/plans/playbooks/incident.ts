import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { stems } from "#features/plans/commands/reading.ts";
import * as playbooks from "./playbook.ts";

export const incident: playbooks.Playbook = {
  id: "incident",
  label: "Handle incidents",
  example: "Resolve the open incidents",
  verbs: stems("resolve handle fix investigate respond close solve manage clear contain"),
  objects: stems("incident incidents outage outages downtime breach failure failures ticket tickets"),
  narrows: { queries: ["open"], one: "open incident" },
  asks: () => {
    const open = {
      subject: "tickets",
      filters: [playbooks.view("incidents"), playbooks.known("number")],
      day: "dueOn",
      order: "first" as const,
    };
    return { open: { ...open, limit: 100 }, tickets: { subject: "tickets" } };
  },
  draft({ found, make, today, by }) {
    const open = found("open");
    if (open.count === 0)
      return found("tickets").count === 0
        ? playbooks.nothingToDo(toLine`You have no tickets yet, so no incident is known.`, [
            { what: "Which incidents are open", needed: "Import tickets", href: "/records/tickets" },
          ])
        : playbooks.nothingToDo(toLine`No incident is open.`);
    const overdueRows = open.rows.filter((row) => playbooks.daysLate(row, "dueOn", today) > 0);
    const parties = [...new Set(open.rows.map(playbooks.partyOf))];
    const source = { label: pluralize(open.count, "open incident"), href: open.href };
    const count = make.measure("open", "Open incidents", open.count, "count", source);
    const overdue = make.measure("overdue", "Overdue incidents", overdueRows.length, "count", source);
    const [oldest] = open.rows;
    return {
      line: toLine`${count} ${open.count === 1 ? "incident is" : "incidents are"} open and ${overdue} overdue, at ${pluralize(parties.length, "customer")}. The plan resolves the oldest first, by ${playbooks.dayText(by(1))}.`,
      missing: [],
      tasks: [
        ...open.rows.slice(0, 3).map((row, at) => ({
          role: "CTO" as const,
          title: `Resolve ${playbooks.textOf(row, "number")} for ${playbooks.partyOf(row)}`,
          reason: `${playbooks.textOf(row, "title")}; opened on ${playbooks.dayText(playbooks.textOf(row, "openedOn"))}, ${pluralize(playbooks.daysLate(row, "dueOn", today), "day")} overdue.`,
          priority: playbooks.priorityAt(at),
          dueOn: by(1 + at),
          hours: 4,
          href: row.href,
        })),
        {
          role: "Operations",
          title: `Write down what caused ${pluralize(open.count, "incident")}`,
          reason: oldest
            ? `The oldest has been open since ${playbooks.dayText(playbooks.textOf(oldest, "openedOn"))}.`
            : "None has a cause on record.",
          priority: "medium",
          dueOn: by(7),
          hours: 3,
          href: open.href,
        },
      ],
      initiatives: [
        {
          role: "CTO",
          title: `Close ${pluralize(open.count, "open incident")}`,
          description: `${pluralize(overdueRows.length, "incident")} overdue on ${playbooks.dayText(today)}.`,
          priority: "high",
          targetOn: by(14),
        },
      ],
      recommendations: [
        {
          type: "Process",
          title: "Name one person on call each week",
          description: `${pluralize(overdueRows.length, "incident")} passed the due day.`,
          priority: overdueRows.length > 3 ? "high" : "medium",
        },
      ],
      proposals: [
        {
          role: "Customer Success",
          title: `Send an update to ${pluralize(parties.length, "affected customer")}`,
          reason: `${playbooks.namesIn(parties.slice(0, 3), parties.length)}. Messages go to customers, so they need your approval.`,
          decision: null,
          dueInDays: 1,
          hours: 2,
        },
      ],
    };
  },
};
