import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { stems } from "#features/plans/commands/reading.ts";
import { dayText, type Playbook, view } from "./playbook.ts";

const days = 180;

export const launch: Playbook = {
  id: "launch",
  label: "Launch",
  example: "Launch a new product line by 1 March",
  verbs: stems("launch introduce release rollout roll announce"),
  weak: {
    verbs: stems("open start prepare plan"),
    objects: stems("launch shop store webshop campaign newsletter beta pilot sale promotion"),
  },
  names: "free",
  objects: stems(
    "launch product products collection campaign service services feature shop store webshop website site app newsletter range line version brand programme program promotion sale edition beta pilot subscription market offer",
  ),
  times: "target",
  asks: () => {
    const closed = {
      subject: "deals",
      day: "closedOn",
      period: { kind: "last" as const, count: days, unit: "day" as const },
      groupBy: { field: "channel" },
      measure: { of: "sum" as const },
    };
    return {
      won: { ...closed, filters: [view("won")] },
      customers: { subject: "customers", filters: [view("active")] },
      segments: { subject: "customers", filters: [view("active")], groupBy: { field: "segment" } },
      requests: { subject: "tickets", filters: [view("open"), { field: "kind", test: "is", values: ["request"] }] },
      vendors: { subject: "vendors", filters: [view("active")] },
    };
  },
  draft({ command, found, make, by, money }) {
    const [won, customers, requests] = [found("won"), found("customers"), found("requests")];
    const [segment] = found("segments").groups;
    const thing = command.what || "launch";
    const [best] = won.groups;
    const on = command.dueOn ?? by(60);
    const reach = make.measure("customers", "Active customers", customers.count, "count", {
      label: pluralize(customers.count, "active customer"),
      href: customers.href,
    });
    const brought =
      best &&
      make.money("channel", `Won through ${best.label} in ${days} days`, best.value, {
        label: pluralize(best.rows, "deal won", "deals won"),
        href: best.href,
      });
    return {
      line: [
        ...toLine`The plan launches ${thing} by ${dayText(on)}.`,
        ...(customers.count > 0
          ? toLine` You have ${reach} active ${customers.count === 1 ? "customer" : "customers"} to offer it to.`
          : []),
        ...(best && brought
          ? toLine` Your best channel is ${best.label}: it brought ${brought} in the last ${String(days)} days.`
          : []),
      ],
      missing: [],
      tasks: [
        {
          role: "CMO",
          title: `Set the goal and budget: ${thing}`,
          reason: `${pluralize(customers.count, "active customer")}${segment ? `, most of them ${segment.label} (${segment.rows})` : ""}.`,
          priority: "high",
          dueOn: by(5),
          hours: 4,
          href: customers.href,
        },
        {
          role: "Operations",
          title: `Check stock, suppliers and delivery: ${thing}`,
          reason: `You have ${pluralize(found("vendors").count, "active vendor")}. What is not ready sets the launch day.`,
          priority: "high",
          dueOn: by(10),
          hours: 5,
          href: found("vendors").href,
        },
        {
          role: "CMO",
          title: best ? `Prepare the ${best.label} campaign: ${thing}` : `Choose the channel: ${thing}`,
          reason: best
            ? `${pluralize(best.rows, "deal")} worth ${money(best.value)} came through ${best.label} in ${days} days.`
            : "No won deal names its channel yet.",
          priority: "medium",
          dueOn: by(20),
          hours: 8,
          href: best?.href ?? null,
        },
        {
          role: "Legal",
          title: `Check names, terms and claims: ${thing}`,
          reason: "Changing them after the launch is expensive.",
          priority: "medium",
          dueOn: by(15),
          hours: 3,
          href: null,
        },
        {
          role: "Customer Success",
          title: `Prepare answers to customers' questions: ${thing}`,
          reason:
            requests.count > 0
              ? `${pluralize(requests.count, "open request")} show what customers ask for.`
              : "No request is open.",
          priority: "low",
          dueOn: by(25),
          hours: 3,
          href: requests.count > 0 ? requests.href : null,
        },
      ],
      initiatives: [
        {
          role: "CMO",
          title: `Launch: ${thing}`,
          description: `To ${pluralize(customers.count, "active customer")} by ${dayText(on)}.`,
          priority: "high",
          targetOn: on,
        },
      ],
      recommendations: [
        ...(segment
          ? [
              {
                type: "Segment",
                title: `Start with ${segment.label} customers`,
                description: `${segment.rows} of ${customers.count} active customers are in this segment.`,
                priority: "medium" as const,
              },
            ]
          : []),
        {
          type: "Goal",
          title: "Decide before the launch what counts as a success",
          description: "Name a figure and a day, and the figure at which you stop.",
          priority: "high",
        },
      ],
      proposals: [
        {
          role: "CMO",
          title: `Publish: ${thing}`,
          reason: "What is published is public, so it needs your approval.",
          decision: null,
          dueInDays: 30,
          hours: 2,
        },
      ],
    };
  },
};
