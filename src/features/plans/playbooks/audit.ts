import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { stems } from "#features/plans/commands/reading.ts";
import { dayText, nothingToDo, numberOf, partyOf, type Playbook, textOf, view } from "./playbook.ts";

export const audit: Playbook = {
  id: "audit",
  label: "Audit the records",
  example: "Audit our contracts and invoices",
  verbs: stems("audit check inspect verify review examine"),
  weak: { verbs: stems("prepare"), objects: stems("audit year+end") },
  objects: stems(
    "audit book books record records contract contracts invoice invoices account accounts compliance data expenses subscriptions licences renewals security paperwork year+end",
  ),
  asks: () => ({
    unsigned: { subject: "contracts", filters: [view("unsigned")], measure: { of: "sum" } },
    missed: { subject: "contracts", filters: [view("missed")], day: "noticeBy", measure: { of: "sum" } },
    disputed: { subject: "invoices", filters: [view("disputed")], measure: { of: "sum" } },
    expired: { subject: "subscriptions", filters: [view("expired"), view("ours")], day: "renewsOn", order: "first" },
    invoices: { subject: "invoices" },
    contracts: { subject: "contracts" },
  }),
  draft({ found, make, by, money, today }) {
    const [unsigned, missed, disputed, expired] = [
      found("unsigned"),
      found("missed"),
      found("disputed"),
      found("expired"),
    ];
    const read = found("invoices").count + found("contracts").count;
    if (read === 0)
      return nothingToDo(toLine`You have no contracts or invoices yet, so nothing can be audited.`, [
        { what: "What to audit", needed: "Import records", href: "/records" },
      ]);
    const faults = unsigned.count + missed.count + disputed.count + expired.count;
    const checked = make.measure("checked", "Contracts and invoices checked", read, "count", {
      label: "contracts and invoices",
      href: found("contracts").href,
    });
    if (faults === 0)
      return nothingToDo(
        toLine`${checked} contracts and invoices were checked: none is unsigned, disputed or past its day.`,
      );
    const value = make.money("unsigned", "Contracts that are not signed", unsigned.total, {
      label: pluralize(unsigned.count, "contract"),
      href: unsigned.href,
    });
    const [dispute] = disputed.rows;
    const [expiredService] = expired.rows;
    return {
      line: toLine`${checked} contracts and invoices were checked: ${pluralize(unsigned.count, "contract")} worth ${value} a year not signed, ${pluralize(missed.count, "contract")} past the notice date, ${pluralize(disputed.count, "invoice")} disputed and ${pluralize(expired.count, "service")} of your own past the renewal date.`,
      missing: [],
      tasks: [
        ...unsigned.rows.slice(0, 2).map((row, at) => ({
          role: "Legal" as const,
          title: `Get ${textOf(row, "title")} signed`,
          reason: `With ${partyOf(row)}${numberOf(row, "yearlyValue") === null ? "" : `, ${money(numberOf(row, "yearlyValue") ?? 0)} a year`}; no signature is on record.`,
          priority: at === 0 ? ("high" as const) : ("medium" as const),
          dueOn: by(5 + at),
          hours: 2,
          href: row.href,
        })),
        ...missed.rows.slice(0, 1).map((row) => ({
          role: "Operations" as const,
          title: `Decide whether to keep ${textOf(row, "title")}`,
          reason: `Notice was due on ${dayText(textOf(row, "noticeBy"))}; the contract still runs.`,
          priority: "medium" as const,
          dueOn: by(7),
          hours: 1,
          href: row.href,
        })),
        ...(dispute
          ? [
              {
                role: "CFO" as const,
                title: `Resolve the dispute about ${textOf(dispute, "number")}`,
                reason: `${partyOf(dispute)} disputes ${money(numberOf(dispute, "openAmount") ?? 0)}; ${pluralize(disputed.count, "invoice")} worth ${money(disputed.total)} are disputed.`,
                priority: "medium" as const,
                dueOn: by(7),
                hours: 2,
                href: dispute.href,
              },
            ]
          : []),
        ...(expiredService
          ? [
              {
                role: "CTO" as const,
                title: `Check whether ${textOf(expiredService, "name")} still runs`,
                reason: `It was to renew on ${dayText(textOf(expiredService, "renewsOn"))}.`,
                priority: "high" as const,
                dueOn: by(2),
                hours: 1,
                href: expiredService.href,
              },
            ]
          : []),
      ],
      initiatives: [
        {
          role: "Legal",
          title: `Close ${pluralize(faults, "audit finding")}`,
          description: `Found on ${dayText(today)} in your contracts, invoices and services.`,
          priority: "high",
          targetOn: by(30),
        },
      ],
      recommendations: [
        {
          type: "Contracts",
          title: "Record the signature date of every contract",
          description: `${pluralize(unsigned.count, "contract")} ${unsigned.count === 1 ? "has" : "have"} none.`,
          priority: "medium",
        },
      ],
      proposals: [],
    };
  },
};
