import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { stems } from "#features/plans/commands/reading.ts";
import { dayText, is, type Playbook, view } from "./playbook.ts";

export const policy: Playbook = {
  id: "policy",
  label: "Write a policy",
  example: "Write a travel expenses policy by the end of the month",
  verbs: stems("write draft introduce update create define prepare publish adopt set establish rewrite"),
  objects: stems("policy policies guideline guidelines handbook code+of+conduct rulebook terms+and+conditions"),
  names: "free",
  times: "target",
  asks: () => ({
    protection: { subject: "contracts", filters: [view("inForce"), is("kind", "data protection", "confidentiality")] },
    contracts: { subject: "contracts", filters: [view("inForce")] },
    bills: {
      subject: "invoices",
      filters: [view("bills")],
      measure: { of: "sum" },
      period: { kind: "last", count: 90, unit: "day" },
    },
  }),
  draft({ command, found, make, by, money }) {
    const [protection, contracts, bills] = [found("protection"), found("contracts"), found("bills")];
    const name = command.what || "policy";
    const isMoney = command.words.some(
      (word) => ["expens", "travel", "spend", "purchas", "cost", "payment"].includes(word) && bills.count > 0,
    );
    const count = make.measure("contracts", "Contracts in force", contracts.count, "count", {
      label: pluralize(contracts.count, "contract in force", "contracts in force"),
      href: contracts.href,
    });
    const spent = make.money("bills", "Bills of the last 90 days", bills.total, {
      label: pluralize(bills.count, "bill"),
      href: bills.href,
    });
    return {
      line: isMoney
        ? toLine`The ${name} covers spending of ${spent} in the last 90 days, on ${pluralize(bills.count, "bill")}. Legal drafts it by ${dayText(by(7))}.`
        : toLine`The ${name} must agree with ${count} ${contracts.count === 1 ? "contract" : "contracts"} in force. Legal drafts it by ${dayText(by(7))}.`,
      missing: [],
      tasks: [
        {
          role: "Legal",
          title: `Draft the ${name}`,
          reason: "One page: who it applies to, what is allowed, who decides on exceptions.",
          priority: "high",
          dueOn: by(7),
          hours: 6,
          href: null,
        },
        ...(isMoney
          ? [
              {
                role: "CFO" as const,
                title: `Propose the limits for the ${name}`,
                reason: `${money(bills.total)} was spent on ${pluralize(bills.count, "bill")} in the last 90 days.`,
                priority: "medium" as const,
                dueOn: by(5),
                hours: 3,
                href: bills.href,
              },
            ]
          : protection.count > 0
            ? [
                {
                  role: "Legal" as const,
                  title: `Check the ${name} against ${pluralize(protection.count, "confidentiality and data protection contract")}`,
                  reason: "What they promise cannot be changed by a policy.",
                  priority: "medium" as const,
                  dueOn: by(10),
                  hours: 3,
                  href: protection.href,
                },
              ]
            : []),
        {
          role: "Operations",
          title: `Plan how the ${name} is introduced`,
          reason: "Who is told, when, and where the policy is kept.",
          priority: "low",
          dueOn: by(14),
          hours: 2,
          href: null,
        },
      ],
      initiatives: [],
      recommendations: [
        {
          type: "Review",
          title: "Set a date for the next review",
          description: "A year is usual. Without a date nobody checks whether the policy still fits.",
          priority: "low",
        },
      ],
      proposals: [
        {
          role: "Legal",
          title: `Publish the ${name}`,
          reason: "Once published it binds everyone, so it needs your approval.",
          decision: null,
          dueInDays: 21,
          hours: 1,
        },
      ],
    };
  },
};
