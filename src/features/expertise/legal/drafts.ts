import { pluralize, longDay } from "#contract/format.ts";
import { daysBetween } from "#contract/days.ts";
import { type Figure, type Line, type Proposal, toLine } from "#contract/report.ts";
import { openPoints, scoreOf } from "#features/decisions/types/contract-clauses.ts";
import { type Agreement, type Drafts, partyOf } from "#features/records/agreements/rows.ts";
import { collect, noun, truncate, concludeUnknown } from "#features/expertise/topics/collect.ts";
import type { Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { listed as joined, titleWithParty } from "#features/expertise/topics/words.ts";

export type Unsigned = { totals: Drafts; drafts: Agreement[]; active: Agreement[]; anyContracts: boolean };

const title = "Unsigned contracts";
const href = "/records/contracts?view=unsigned";
export const staleDays = 30;

const isDue = (draft: Agreement, today: string): boolean =>
  (draft.startsOn !== null && draft.startsOn <= today) || daysBetween(draft.recordedOn, today) >= staleDays;
const nameOf = (agreement: Agreement): string => titleWithParty(agreement.title, partyOf(agreement));

const renewal = ({ autoRenews, renewalMonths }: Agreement): "longer" | "year" | "none" =>
  autoRenews ? ((renewalMonths ?? 12) > 12 ? "longer" : "year") : "none";

/** Whether the company buys or sells, by the kind of contract or its parties; null if unknown. */
function sideOf({ kind, vendorName, customerName }: Agreement): "buy" | "sell" | null {
  if (kind === "vendor" || kind === "customer") return kind === "vendor" ? "buy" : "sell";
  return vendorName ? "buy" : customerName ? "sell" : null;
}

/** Points a review would leave open, judging by the record. */
function openPointsOf(draft: Agreement): string[] {
  const side = sideOf(draft) ?? undefined;
  const score = scoreOf({
    side,
    noticeDays: draft.noticeDays ?? undefined,
    autoRenewal: draft.autoRenews === null ? undefined : renewal(draft),
    liability: undefined,
    dataProtection: undefined,
    property: undefined,
    termination: undefined,
    term: undefined,
    law: undefined,
    paymentDays: undefined,
  });
  return openPoints(score, false, side === "sell" || draft.yearlyValue !== null);
}

/** The age of a record: "for 12 days", "since today". */
const ageLine = (age: Pick<Figure, "id" | "value">, word = "for "): Line =>
  age.value === 0 ? ["since today"] : [word, { figure: age.id }].filter((part) => part !== "");

/** Judges the record alone; the text has to be read before anything is signed. */
function proposalOf(draft: Agreement, currency: string, today: string): Proposal {
  const party = partyOf(draft);
  const side = sideOf(draft);
  return {
    decisionType: "contract_review",
    context: {
      subject: truncate(draft.title, 200),
      ...(party ? { counterparty: truncate(party, 100) } : {}),
      ...(side ? { side } : {}),
      ...(draft.yearlyValue !== null && draft.currency === currency ? { yearlyValue: draft.yearlyValue } : {}),
      ...(draft.noticeDays === null ? {} : { noticeDays: draft.noticeDays }),
      ...(draft.autoRenews === null ? {} : { autoRenewal: renewal(draft) }),
      evidence: [
        {
          kind: "Record",
          reference: truncate(`Contract ${draft.title}`, 255),
          value: "a draft",
          asOf: draft.recordedOn,
          href: `/records/contracts/${draft.id}`,
        },
      ],
    },
    reason: `${draft.title} is not signed${draft.startsOn && draft.startsOn <= today ? ` and should have begun on ${longDay(draft.startsOn)}` : ` since it was recorded on ${longDay(draft.recordedOn)}`}.`,
  };
}

/** Drafts, and contracts in force without a signature. */
export function concludeUnsigned(
  { totals, drafts, active, anyContracts }: Unsigned,
  { today, currency }: Today,
): Conclusion {
  if (!anyContracts)
    return concludeUnknown(title, { what: "What is not signed", needed: "contracts", href: "/records/contracts" });
  const make = collect(currency, today);
  const source = { label: pluralize(totals.drafts, "draft"), href: "/records/contracts?status=draft" };
  const count = make.measure("drafts", "Drafts", totals.drafts, "count", source);
  const stale = make.measure(
    "long",
    `Drafts that wait for ${staleDays} days or should have begun`,
    totals.long,
    "count",
    source,
  );
  const unsigned = make.measure("unsigned", "In force without a day of signature", totals.unsigned, "count", {
    label: `${pluralize(totals.unsigned, "active contract")} without a day of signature`,
    href: `${href}&status=active`,
  });
  const rows = drafts.slice(0, 5).map((draft, at) => ({
    draft,
    to: `/records/contracts/${draft.id}`,
    yearly:
      draft.yearlyValue === null
        ? null
        : make.money(
            `draft_${at}`,
            `${draft.title}, a year`,
            draft.yearlyValue,
            { label: `draft "${draft.title}"`, href: `/records/contracts/${draft.id}` },
            { in: draft.currency },
          ),
    age: make.measure(
      `draft_${at}_days`,
      `${draft.title}, on record`,
      Math.max(0, daysBetween(draft.recordedOn, today)),
      "days",
      { label: `recorded on ${longDay(draft.recordedOn)}`, href: `/records/contracts/${draft.id}` },
    ),
  }));
  const due = rows.find(({ draft }) => isDue(draft, today));
  const headline: Line =
    totals.drafts === 0
      ? toLine`No draft waits for a signature.`
      : toLine`${count} ${noun(totals.drafts, "draft waits", "drafts wait")} for a signature, ${stale} of them for long.`;
  const open = due ? openPointsOf(due.draft) : [];
  const first: Line = due
    ? [
        ...toLine`First: ${nameOf(due.draft)}`,
        ...(due.yearly ? toLine`, ${due.yearly} a year` : []),
        ", on record ",
        ...ageLine(due.age),
        due.draft.startsOn && due.draft.startsOn <= today
          ? `; it should have begun on ${longDay(due.draft.startsOn)}.`
          : ".",
        ...(open.length > 0 ? [` Before it is signed, clarify: ${joined(open)}.`] : []),
      ]
    : [];
  const [oldest] = active;
  const inForce: Line =
    totals.unsigned === 0
      ? toLine`Every contract in force has a day of signature.`
      : toLine`${unsigned} ${noun(totals.unsigned, "contract is", "contracts are")} in force without a day of signature${oldest ? `, such as ${nameOf(oldest)}` : ""}.`;
  return {
    headline,
    section: {
      title,
      lines: [first.length > 0 ? [...headline, " ", ...first] : headline, inForce],
      table:
        rows.length === 0
          ? null
          : {
              columns: ["Draft", "On record", "A year"],
              rows: rows.map(({ draft, age, yearly }) => [
                toLine`${nameOf(draft)}`,
                ageLine(age, ""),
                yearly ? toLine`${yearly}` : toLine`not known`,
              ]),
            },
    },
    answers: { unsigned: [...headline, ...(first.length > 0 ? [" ", ...first] : []), " ", ...inForce] },
    figures: make.figures,
    facts: rows.map(({ draft, to }) => ({
      kind: "contract",
      reference: nameOf(draft),
      value: "a draft",
      asOf: draft.recordedOn,
      href: to,
    })),
    missing:
      totals.unsigned > 0
        ? [
            {
              what: `Whether ${pluralize(totals.unsigned, "contract")} in force was signed`,
              needed: "the day of signature",
              href,
            },
          ]
        : [],
    concerns: due
      ? [
          {
            key: `draft:${due.draft.id}`,
            kind: "priority",
            line: [
              ...toLine`${open.length > 0 ? "Clarify" : "Get"} ${nameOf(due.draft)}`,
              ...(due.yearly ? toLine`, ${due.yearly} a year,` : []),
              open.length > 0 ? ` before it is signed: ${joined(open)}.` : " signed.",
            ],
            amount: due.draft.currency === currency ? due.draft.yearlyValue : null,
            dueOn: due.draft.startsOn,
            severity: 0.4,
            href: due.to,
          },
        ]
      : [],
    proposals: due ? [proposalOf(due.draft, currency, today)] : [],
  };
}
