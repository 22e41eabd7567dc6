import { pluralize } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { type Command, stems } from "#features/plans/commands/reading.ts";
import {
  dayText,
  type FoundRow,
  known,
  nothingToDo,
  numberOf,
  partyOf,
  type Playbook,
  priorityAt,
  textOf,
  view,
} from "./playbook.ts";

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
export function renewalOf(row: FoundRow, price: number) {
  const endsOn = textOf(row, "endsOn");
  return {
    type: "vendor_renewal",
    context: {
      currentPrice: price,
      newPrice: price,
      ...(endsOn ? { endsOn } : {}),
      subject: textOf(row, "title").slice(0, 200).toWellFormed(),
      ...(textOf(row, "vendorName") ? { counterparty: textOf(row, "vendorName").slice(0, 100).toWellFormed() } : {}),
    },
  };
}

export const renewals: Playbook = {
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
    notice: { ...contracts, filters: [view("notice90"), known("endsOn")] },
    ...(endsBy(command) && {
      ending: {
        ...contracts,
        filters: [view("inForce"), ends("atLeast", today), ends("atMost", command.dueOn ?? today)],
      },
    }),
    all: { subject: "contracts" },
    expiring: {
      subject: "subscriptions",
      filters: [view("ending"), view("renewing60")],
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
          (!command.dueOn || textOf(row, "noticeBy") <= command.dueOn) && !ending.some(({ href }) => href === row.href),
      ),
    ];
    if (found("all").count === 0 && expiring.count === 0)
      return nothingToDo(toLine`You have no contracts yet, so nothing can be renewed.`, [
        { what: "Which contracts end", needed: "Import contracts", href: "/records/contracts" },
      ]);
    if (due.length + expiring.count === 0)
      return nothingToDo(
        command.dueOn
          ? toLine`No contract ${endsBy(command) ? "ends" : "needs notice"} by ${dayText(command.dueOn)}. There is nothing to renew.`
          : toLine`No contract needs notice within 90 days. There is nothing to renew.`,
      );
    const value = due.reduce((sum, row) => sum + (numberOf(row, "yearlyValue") ?? 0), 0);
    const source = { label: pluralize(due.length, "contract"), href: notice.href };
    const worth = make.money("yearly", "Worth per year", value, source);
    const span = command.dueOn ? `by ${dayText(command.dueOn)}` : "within 90 days";
    const [vendor] = due
      .filter((row) => textOf(row, "vendorName"))
      .toSorted((one, other) => (numberOf(other, "yearlyValue") ?? 0) - (numberOf(one, "yearlyValue") ?? 0));
    const price = vendor ? numberOf(vendor, "yearlyValue") : null;
    const [next] = due;
    return {
      line: [
        ...toLine`${pluralize(due.length, "contract")} worth ${worth} a year ${due.length === 1 ? "needs" : "need"} a decision ${span}.`,
        ...(next
          ? toLine` The first is ${textOf(next, "title")}: ${textOf(next, "noticeBy") < today ? "notice was due" : "notice by"} ${dayText(textOf(next, "noticeBy"))}.`
          : []),
        ...(expiring.count > 0
          ? toLine` Expiring within 60 days: ${pluralize(expiring.count, "licence or certificate", "licences and certificates")}.`
          : []),
      ],
      missing: [],
      tasks: [
        ...due.slice(0, 4).map((row, at) => {
          const amount = numberOf(row, "yearlyValue");
          return {
            role: textOf(row, "vendorName")
              ? ("Operations" as const)
              : textOf(row, "customerName")
                ? ("Customer Success" as const)
                : ("Legal" as const),
            title: `Decide on ${textOf(row, "title")} by ${dayText(textOf(row, "noticeBy") > today ? textOf(row, "noticeBy") : textOf(row, "endsOn"))}`,
            reason: `With ${partyOf(row)}${amount === null ? "" : `, ${money(amount)} a year`}; ends on ${dayText(textOf(row, "endsOn"))}${textOf(row, "noticeBy") < today ? `; notice was due on ${dayText(textOf(row, "noticeBy"))}` : ""}.`,
            priority: priorityAt(at),
            dueOn: textOf(row, "noticeBy") > today ? textOf(row, "noticeBy") : by(1),
            hours: 2,
            href: row.href,
          };
        }),
        ...expiring.rows.slice(0, 1).map((row) => ({
          role: "CTO" as const,
          title: `Renew ${textOf(row, "name")} before ${dayText(textOf(row, "renewsOn"))}`,
          reason: `${pluralize(expiring.count, "licence, certificate, domain or token", "licences, certificates, domains and tokens")} of your own expire within 60 days; this one is first.`,
          priority: "high" as const,
          dueOn: textOf(row, "renewsOn") > today ? textOf(row, "renewsOn") : by(1),
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
                title: `Renew ${textOf(vendor, "title")} at ${money(price)} a year`,
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
