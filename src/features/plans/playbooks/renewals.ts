import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { type Command, stems } from "#features/plans/commands/reading.ts";
import * as playbooks from "./playbook.ts";

/** "Renew the contracts that end this quarter" is about the last day, not about the notice. */
const endsBy = ({ dueOn, text }: Command): boolean =>
  dueOn !== null && /\b(?:ends?|ending|expires?|expiring|lapses?|run out)\b/i.test(text);
const ends = (test: "atLeast" | "atMost", day: string) => ({ field: "endsOn", test, values: [day] });

const contracts = {
  subject: "contracts",
  day: "noticeBy",
  measure: { of: "sum" as const },
  order: "first" as const,
  limit: 100,
};

/** Proposes the current price, because the vendor's new price is not known yet. */
export function renewalOf(row: playbooks.FoundRow, price: number) {
  const endsOn = playbooks.textOf(row, "endsOn");
  return {
    type: "vendor_renewal",
    context: {
      currentPrice: price,
      newPrice: price,
      ...(endsOn ? { endsOn } : {}),
      subject: playbooks.textOf(row, "title").slice(0, 200).toWellFormed(),
      ...(playbooks.textOf(row, "vendorName")
        ? { counterparty: playbooks.textOf(row, "vendorName").slice(0, 100).toWellFormed() }
        : {}),
    },
  };
}

export const renewals: playbooks.Playbook = {
  id: "renewals",
  label: "Renew contracts",
  example: "Renew the contracts that end this quarter",
  verbs: stems("renew renegotiate extend negotiate decide settle handle manage prolong"),
  objects: stems(
    "contract contracts agreement agreements renewal renewals subscription subscriptions licence licences license licenses",
  ),
  weak: { verbs: stems("prepare plan"), objects: stems("renewal renewals contract+renewals") },
  narrows: { queries: ["notice", "ending", "expiring"], one: "contract to decide on" },
  asks: (command, today) => ({
    notice: { ...contracts, filters: [playbooks.view("notice90"), playbooks.known("endsOn")] },
    ...(endsBy(command) && {
      ending: {
        ...contracts,
        filters: [playbooks.view("inForce"), ends("atLeast", today), ends("atMost", command.dueOn ?? today)],
      },
    }),
    all: { subject: "contracts" },
    expiring: {
      subject: "subscriptions",
      filters: [playbooks.view("ending"), playbooks.view("renewing60")],
      day: "renewsOn",
      order: "first",
      limit: 5,
    },
  }),
  draft({ command, found, make, by, money, today }) {
    const notice = found("notice");
    const expiring = found("expiring");
    // Contracts that end in the period need a decision even if their notice date has passed.
    const ending = found("ending").rows;
    const due = [
      ...ending,
      ...notice.rows.filter(
        (row) =>
          (!command.dueOn || playbooks.textOf(row, "noticeBy") <= command.dueOn) &&
          !ending.some(({ href }) => href === row.href),
      ),
    ];
    if (found("all").count === 0 && expiring.count === 0)
      return playbooks.nothingToDo(toLine`You have no contracts yet, so nothing can be renewed.`, [
        { what: "Which contracts end", needed: "Import contracts", href: "/records/contracts" },
      ]);
    if (due.length + expiring.count === 0)
      return playbooks.nothingToDo(
        command.dueOn
          ? toLine`No contract ${endsBy(command) ? "ends" : "needs notice"} by ${playbooks.dayText(command.dueOn)}. There is nothing to renew.`
          : toLine`No contract needs notice within 90 days. There is nothing to renew.`,
      );
    const value = due.reduce((sum, row) => sum + (playbooks.numberOf(row, "yearlyValue") ?? 0), 0);
    const source = { label: pluralize(due.length, "contract"), href: notice.href };
    const worth = make.money("yearly", "Worth per year", value, source);
    const span = command.dueOn ? `by ${playbooks.dayText(command.dueOn)}` : "within 90 days";
    const [vendor] = due
      .filter((row) => playbooks.textOf(row, "vendorName"))
      .toSorted(
        (one, other) => (playbooks.numberOf(other, "yearlyValue") ?? 0) - (playbooks.numberOf(one, "yearlyValue") ?? 0),
      );
    const price = vendor ? playbooks.numberOf(vendor, "yearlyValue") : null;
    const [next] = due;
    return {
      line: [
        ...toLine`${pluralize(due.length, "contract")} worth ${worth} a year ${due.length === 1 ? "needs" : "need"} a decision ${span}.`,
        ...(next
          ? toLine` The first is ${playbooks.textOf(next, "title")}: ${playbooks.textOf(next, "noticeBy") < today ? "notice was due" : "notice by"} ${playbooks.dayText(playbooks.textOf(next, "noticeBy"))}.`
          : []),
        ...(expiring.count > 0
          ? toLine` Expiring within 60 days: ${pluralize(expiring.count, "licence or certificate", "licences and certificates")}.`
          : []),
      ],
      missing: [],
      tasks: [
        ...due.slice(0, 4).map((row, at) => {
          const amount = playbooks.numberOf(row, "yearlyValue");
          return {
            role: playbooks.textOf(row, "vendorName")
              ? ("Operations" as const)
              : playbooks.textOf(row, "customerName")
                ? ("Customer Success" as const)
                : ("Legal" as const),
            title: `Decide on ${playbooks.textOf(row, "title")} by ${playbooks.dayText(playbooks.textOf(row, "noticeBy") > today ? playbooks.textOf(row, "noticeBy") : playbooks.textOf(row, "endsOn"))}`,
            reason: `With ${playbooks.partyOf(row)}${amount === null ? "" : `, ${money(amount)} a year`}; ends on ${playbooks.dayText(playbooks.textOf(row, "endsOn"))}${playbooks.textOf(row, "noticeBy") < today ? `; notice was due on ${playbooks.dayText(playbooks.textOf(row, "noticeBy"))}` : ""}.`,
            priority: playbooks.priorityAt(at),
            dueOn: playbooks.textOf(row, "noticeBy") > today ? playbooks.textOf(row, "noticeBy") : by(1),
            hours: 2,
            href: row.href,
          };
        }),
        ...expiring.rows.slice(0, 1).map((row) => ({
          role: "CTO" as const,
          title: `Renew ${playbooks.textOf(row, "name")} before ${playbooks.dayText(playbooks.textOf(row, "renewsOn"))}`,
          reason: `${pluralize(expiring.count, "licence, certificate, domain or token", "licences, certificates, domains and tokens")} of your own expire within 60 days; this one is first.`,
          priority: "high" as const,
          dueOn: playbooks.textOf(row, "renewsOn") > today ? playbooks.textOf(row, "renewsOn") : by(1),
          hours: 1,
          href: row.href,
        })),
      ],
      initiatives:
        due.length === 0
          ? []
          : [
              {
                role: "Legal",
                title: `Settle ${pluralize(due.length, "contract")} ${span}`,
                description: `Worth ${money(value)} a year.`,
                priority: "high",
                targetOn: command.dueOn ?? by(90),
              },
            ],
      recommendations: [
        {
          type: "Contracts",
          title: "Ask for new prices before the notice date",
          description: "After that date the contract renews at the vendor's price.",
          priority: "medium",
        },
      ],
      proposals:
        vendor && price !== null && price > 0
          ? [
              {
                role: "Operations",
                title: `Renew ${playbooks.textOf(vendor, "title")} at ${money(price)} a year`,
                reason: `It is the largest vendor contract to decide on ${span}. The price is taken as unchanged.`,
                decision: renewalOf(vendor, price),
                dueInDays: 7,
                hours: 2,
              },
            ]
          : [],
    };
  },
};
