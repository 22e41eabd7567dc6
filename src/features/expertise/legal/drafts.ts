import { pluralize, longDay } from "#contract/format.ts";
import { daysBetween } from "#contract/days.ts";
import { type Proposal, sentences, toLine } from "#contract/report.ts";
import { openPoints, scoreOf } from "#features/decisions/types/contract-clauses.ts";
import { type Agreement, type Drafts, partyOf } from "#features/records/agreements/rows.ts";
import { collect, concludeUnknown, fact, gap, noun, truncate } from "#features/expertise/topics/collect.ts";
import type { Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { listed, titleWithParty } from "#features/expertise/topics/words.ts";

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
  if (!anyContracts) return concludeUnknown(title, gap("What is not signed", "contracts", "/records/contracts"));
  const make = collect(currency, today);
  const source = [pluralize(totals.drafts, "draft"), "/records/contracts?status=draft"] as const;
  const count = make.count("drafts", "Drafts", totals.drafts, source);
  const staleLabel = `Drafts that wait for ${staleDays} days or should have begun`;
  const stale = make.count("long", staleLabel, totals.long, source);
  const unsigned = make.count("unsigned", "In force without a day of signature", totals.unsigned, [
    `${pluralize(totals.unsigned, "active contract")} without a day of signature`,
    `${href}&status=active`,
  ]);
  const rows = drafts.slice(0, 5).map((draft, at) => {
    const to = `/records/contracts/${draft.id}`;
    const row = [`draft "${draft.title}"`, to] as const;
    const yearly =
      draft.yearlyValue !== null &&
      make.money(`draft_${at}`, `${draft.title}, a year`, draft.yearlyValue, row, null, draft.currency);
    const days = Math.max(0, daysBetween(draft.recordedOn, today));
    const recorded = [`recorded on ${longDay(draft.recordedOn)}`, to] as const;
    const age = make.measure(`draft_${at}_days`, `${draft.title}, on record`, days, "days", recorded);
    const aYear = yearly && toLine`, ${yearly} a year`;
    return { draft, to, name: nameOf(draft), yearly, aYear, age: days === 0 ? "since today" : age, isNew: days === 0 };
  });
  const due = rows.find(({ draft }) => isDue(draft, today));
  const headline =
    totals.drafts === 0
      ? toLine`No draft waits for a signature.`
      : toLine`${count} ${noun(totals.drafts, "draft waits", "drafts wait")} for a signature, ${stale} of them for long.`;
  const open = due ? openPointsOf(due.draft) : [];
  const start = due?.draft.startsOn;
  const late = start && start <= today && `; it should have begun on ${longDay(start)}`;
  const first = due && toLine`First: ${due.name}${due.aYear}, on record ${!due.isNew && "for "}${due.age}${late}.`;
  const clarify = open.length > 0 && `Before it is signed, clarify: ${listed(open)}.`;
  const [oldest] = active;
  const inForce =
    totals.unsigned === 0
      ? toLine`Every contract in force has a day of signature.`
      : toLine`${unsigned} ${noun(totals.unsigned, "contract is", "contracts are")} in force without a day of signature${oldest && `, such as ${nameOf(oldest)}`}.`;
  return make.conclude({
    title,
    headline,
    lines: [sentences(headline, first, clarify), inForce],
    columns: ["Draft", "On record", "A year"],
    rows: rows.map(({ name, age, yearly }) => [name, age, yearly || "not known"]),
    answers: { unsigned: sentences(headline, first, clarify, inForce) },
    facts: rows.map(({ draft, name, to }) => fact("contract", name, "a draft", to, draft.recordedOn)),
    missing: [
      totals.unsigned > 0 &&
        gap(`Whether ${pluralize(totals.unsigned, "contract")} in force was signed`, "the day of signature", href),
    ],
    concerns: [
      due && {
        key: `draft:${due.draft.id}`,
        kind: "priority",
        line:
          open.length > 0
            ? toLine`Clarify ${due.name}${due.aYear && toLine`${due.aYear},`} before it is signed: ${listed(open)}.`
            : toLine`Get ${due.name}${due.aYear && toLine`${due.aYear},`} signed.`,
        amount: due.draft.currency === currency ? due.draft.yearlyValue : null,
        dueOn: due.draft.startsOn,
        severity: 0.4,
        href: due.to,
      },
    ],
    proposals: due ? [proposalOf(due.draft, currency, today)] : [],
  });
}
