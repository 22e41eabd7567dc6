import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { stems } from "#features/plans/commands/reading.ts";
import { dayText, is, nothingToDo, type Playbook, priorityAt, view } from "./playbook.ts";

export const prices: Playbook = {
  id: "prices",
  label: "Change prices",
  example: "Raise prices by 5% from next quarter",
  verbs: stems("raise increase change lower adjust reduce cut review update set"),
  weak: { verbs: stems("prepare plan"), objects: stems("price+change price+list price+rise price+increase") },
  objects: stems("price prices pricing tariff tariffs rate+card price+list subscription+fee fees price+change"),
  times: "target",
  asks: () => {
    const plans = { subject: "subscriptions", filters: [view("goingPlans")], measure: { of: "sum" as const } };
    return {
      plans,
      names: { ...plans, groupBy: { field: "name" }, limit: 100 },
      contracts: { subject: "contracts", filters: [view("inForce"), is("kind", "customer")], measure: { of: "sum" } },
      unhappy: {
        subject: "customers",
        filters: [view("kept"), { field: "satisfaction", test: "atMost", values: [5] }],
      },
    };
  },
  draft({ command, found, make, by, money }) {
    const plans = found("plans");
    const contracts = found("contracts");
    const unhappy = found("unhappy");
    if (plans.count + contracts.count === 0)
      return nothingToDo(toLine`You have no customer subscriptions or contracts, so no price can be planned.`, [
        { what: "What customers pay", needed: "Import subscriptions", href: "/records/subscriptions" },
      ]);
    const isDecrease = /\b(?:lower|reduc|cut|decreas)/i.test(command.text);
    const percent = command.percent === null ? null : (command.percent / 100) * (isDecrease ? -1 : 1);
    const source = { label: pluralize(plans.count, "customer plan"), href: plans.href };
    const monthly = make.money("monthly", "Customers' plans per month", plans.total, source);
    const effect =
      percent === null
        ? null
        : make.money("effect", "Change per month if every customer stays", plans.total * percent, source, {
            formula: `plans per month × ${command.percent}%`,
          });
    const effectLine = effect
      ? toLine` ${isDecrease ? "Lowering" : "Raising"} every price by ${String(command.percent)}% changes that by ${effect} a month, if every customer stays.`
      : toLine` Say by how much, for example "by 5%", to see what it changes.`;
    const groups = found("names").groups.slice(0, 2);
    return {
      line: [
        ...toLine`${pluralize(plans.count, "customer plan")} ${plans.count === 1 ? "earns" : "earn"} ${monthly} a month.`,
        ...effectLine,
      ],
      missing: [],
      tasks: [
        ...groups.map(({ label, value, rows, href }, at) => ({
          role: at === 0 ? ("CFO" as const) : ("Sales" as const),
          title: `Work out the new price of ${label}`,
          reason: `${pluralize(rows, "plan")}, ${money(value)} a month${percent === null ? "" : `; ${command.percent}% is ${money(Math.abs(value * percent))}`}.`,
          priority: priorityAt(at),
          dueOn: by(5 + at),
          hours: 3,
          href,
        })),
        ...(contracts.count > 0
          ? [
              {
                role: "Legal" as const,
                title: `Check the price clauses of ${pluralize(contracts.count, "customer contract")}`,
                reason: `They are worth ${money(contracts.total)} a year, and a fixed price cannot be changed before they end.`,
                priority: "high" as const,
                dueOn: by(10),
                hours: 6,
                href: contracts.href,
              },
            ]
          : []),
        ...(unhappy.count > 0
          ? [
              {
                role: "Customer Success" as const,
                title: `Talk to ${pluralize(unhappy.count, "customer")} with satisfaction of 5 or less first`,
                reason: "They are the likeliest to leave over a price.",
                priority: "medium" as const,
                dueOn: by(12),
                hours: 4,
                href: unhappy.href,
              },
            ]
          : []),
      ],
      initiatives: [
        {
          role: "CFO",
          title: `Change prices by ${dayText(by(60))}`,
          description: `${pluralize(plans.count, "plan")} at ${money(plans.total)} a month today.`,
          priority: "high",
          targetOn: by(60),
        },
      ],
      recommendations: [
        {
          type: "Timing",
          title: "Change prices at each renewal",
          description: "Customers keep their price until their plan renews.",
          priority: "medium",
        },
      ],
      proposals: [
        {
          role: "Customer Success",
          title: `Send the new prices to ${pluralize(plans.count, "customer plan")}`,
          reason: "The announcement goes to customers, so it needs your approval.",
          decision: null,
          dueInDays: 30,
          hours: 4,
        },
      ],
    };
  },
};
