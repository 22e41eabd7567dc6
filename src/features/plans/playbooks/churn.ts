import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { stems } from "#features/plans/commands/reading.ts";
import * as playbooks from "./playbook.ts";

export const churn: playbooks.Playbook = {
  id: "churn",
  label: "Keep customers",
  example: "Keep the customers who are about to leave",
  verbs: stems("keep retain save rescue"),
  weak: {
    verbs: stems("prevent reduce cut lower stop find identify protect win"),
    objects: stems("churn churning attrition customer customers client clients"),
    needs: /\b(?:churn|attrition|leav|at risk|los[et]|back)/,
  },
  narrows: { queries: ["quiet", "unhappy"], one: "customer at risk" },
  objects: stems("churn churning customer customers client clients account accounts attrition retention"),
  asks: () => {
    const listed = {
      subject: "customers",
      order: "first" as const,
      day: "lastContactOn",
      limit: 100,
    };
    return {
      quiet: { ...listed, filters: [playbooks.view("quiet"), playbooks.known("lastContactOn")] },
      unhappy: {
        ...listed,
        filters: [playbooks.view("kept"), { field: "satisfaction", test: "atMost", values: [5] }],
      },
      kept: { subject: "customers", filters: [playbooks.view("kept")] },
      plans: {
        subject: "subscriptions",
        filters: [playbooks.view("goingPlans")],
        measure: { of: "sum" },
        groupBy: { field: "customerName" },
        limit: 200,
      },
    };
  },
  draft({ found, make, today, by, money }) {
    const [quiet, unhappy, kept] = [found("quiet"), found("unhappy"), found("kept")];
    if (kept.count === 0)
      return playbooks.nothingToDo(toLine`You have no customers yet, so none can leave.`, [
        { what: "Who your customers are", needed: "Import customers", href: "/records/customers" },
      ]);
    const monthly = new Map(found("plans").groups.map(({ label, value }) => [label, value]));
    const score = new Map(
      unhappy.rows.map((row) => [playbooks.textOf(row, "name"), playbooks.numberOf(row, "satisfaction")]),
    );
    const all = new Map([...quiet.rows, ...unhappy.rows].map((row) => [playbooks.textOf(row, "name"), row]));
    const worth = (name: string): number => monthly.get(name) ?? 0;
    const atRisk = [...all].toSorted(([one], [other]) => worth(other) - worth(one) || (one < other ? -1 : 1));
    if (atRisk.length === 0)
      return playbooks.nothingToDo(
        toLine`No customer was out of touch for 60 days or rated you 5 or less, so no one looks likely to leave.`,
      );
    const total = atRisk.reduce((sum, [name]) => sum + worth(name), 0);
    const source = { label: pluralize(kept.count, "active or paused customer"), href: kept.href };
    const risk = make.measure("at_risk", "Customers at risk", atRisk.length, "count", source, {
      formula: "not contacted for 60 days, or satisfaction of 5 or less",
    });
    const stake = make.money("stake", "Their plans per month", total, {
      label: "customers' plans",
      href: found("plans").href,
    });
    const why = (row: playbooks.FoundRow, name: string): string => {
      const days = playbooks.daysLate(row, "lastContactOn", today);
      const rated = score.get(name);
      return [
        days > 0 ? `last contact ${pluralize(days, "day")} ago` : "no contact recorded",
        rated === null || rated === undefined ? null : `satisfaction ${rated} of 10`,
        worth(name) > 0 ? `${money(worth(name))} a month` : null,
      ]
        .filter(Boolean)
        .join(", ");
    };
    const first = atRisk.slice(0, 4);
    return {
      line: [
        ...toLine`${risk} of ${pluralize(kept.count, "customer")} may leave`,
        ...(total > 0 ? toLine`, with plans of ${stake} a month` : []),
        ...toLine`. The plan calls ${playbooks.namesIn(first.map(([name]) => name))} by ${playbooks.dayText(by(first.length))}.`,
      ],
      missing: [],
      tasks: first.map(([name, row], at) => ({
        role: at === 0 ? ("Customer Success" as const) : at === 1 ? ("Sales" as const) : ("Customer Success" as const),
        title: `Call ${name} about what is missing`,
        reason: `${why(row, name)}.`.replace(/^./, (letter) => letter.toUpperCase()),
        priority: playbooks.priorityAt(at),
        dueOn: by(1 + at),
        hours: 1,
        href: row.href,
      })),
      initiatives: [
        {
          role: "Customer Success",
          title: `Retain ${pluralize(atRisk.length, "at-risk customer")}`,
          description: `${money(total)} a month on ${playbooks.dayText(today)}.`,
          priority: "high",
          targetOn: by(45),
        },
      ],
      recommendations: [
        {
          type: "Contact",
          title: "Call every customer at least every 60 days",
          description: `Not contacted for longer: ${pluralize(quiet.count, "customer")}.`,
          priority: "medium",
        },
        ...(unhappy.count > 0
          ? [
              {
                type: "Satisfaction",
                title: "Ask customers with 5 or less what they miss",
                description: `${pluralize(unhappy.count, "customer")} rated you 5 of 10 or less.`,
                priority: "high" as const,
              },
            ]
          : []),
      ],
      proposals: [],
    };
  },
};
