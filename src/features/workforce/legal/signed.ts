import { type Line, say } from "#contract/report.ts";
import { writtenDay } from "#features/decisions/types/calendar.ts";
import { type Agreement, partyOf, type Signed } from "#features/records/agreements/rows.ts";
import { collect, counted, noun, unknown } from "#features/workforce/topics/collect.ts";
import { during, pastPeriod, type Period } from "#features/workforce/topics/period.ts";
import { rowsOf } from "#features/workforce/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/workforce/topics/topic.ts";
import { titled } from "#features/workforce/topics/words.ts";

/** `ofParty`: the contracts of the one that is asked about, signed or not; null where nobody is named. */
export type Signatures = { signed: Signed; ofParty: Agreement[] | null; anyContracts: boolean };

export const signedAsks: readonly Ask[] = [
  {
    id: "signed",
    example: "Which contracts did we sign this year?",
    heeds: ["customer", "vendor", "period"],
    like: [
      "How many contracts have we signed this year?",
      "What was signed last month?",
      "Which agreements were signed in the last 30 days?",
      "Is our contract with Acme signed?",
      "Has Acme signed the contract?",
      "Is the contract with Hostly signed?",
      "Did Hostly sign the agreement?",
      "When was the contract with Acme signed?",
    ],
    words: [
      [
        "did we sign",
        "we signed",
        "have we signed",
        "was signed",
        "were signed",
        "is our contract",
        "signed the",
        "signed",
      ],
      ["contract", "agreement", "signed"],
    ],
    not: ["not signed", "unsigned", "never", "who signed", "still", "waiting", "everyone", "every", "draft"],
  },
];

/** Contracts of so many days are looked at where no time is named. */
const usualDays = 365;
const most = 5;

/** The days signatures are looked at in. */
export const signedIn = (today: string, about: Pick<About, "period">): Period => pastPeriod(about, today, usualDays);

const nameOf = (agreement: Agreement): string => titled(agreement.title, partyOf(agreement));
const signedOn = ({ signedOn: day, status }: Agreement): string =>
  day ? `signed on ${writtenDay(day)}` : status === "draft" ? "a draft, not signed" : "without a day of signature";

/** Takes what was signed in a period, and the contracts of one party where one is named; gives what is said of it. */
export function concludeSigned(facts: Signatures, { today, currency }: Today, about: About): Conclusion {
  const title = "Signed contracts";
  if (!facts.anyContracts)
    return unknown(title, { what: "What was signed", needed: "contracts", href: "/records/contracts" });
  const { signed, ofParty } = facts;
  const make = collect(currency, today, about);
  const { from, to, label } = signedIn(today, about);
  const count = make.measure("signed", `Contracts signed ${during(label)}`, signed.total, "count", {
    label: counted(signed.total, "contract"),
    href: rowsOf("contracts", { day: "signedOn", from, to }),
  });
  const shown = (ofParty ?? signed.newest).slice(0, most);
  const list = shown.map((one) => `${nameOf(one)}, ${signedOn(one)}`).join("; ");
  const party = about.customer?.name ?? about.vendor?.name;
  const were = noun(signed.total, "contract was", "contracts were");
  const inPeriod =
    signed.total === 0
      ? say`No contract has a day of signature ${during(label)}.`
      : say`${count} ${were} signed ${during(label)}: ${list}${signed.total > shown.length ? " and others" : ""}.`;
  const line: Line = !ofParty
    ? inPeriod
    : list === ""
      ? say`No contract with ${party ?? "them"} is on record.`
      : say`On record with ${party ?? "them"}: ${list}.`;
  return {
    headline: line,
    section: { title, lines: [line], table: null },
    answers: { signed: line },
    figures: make.figures,
    facts: shown.map((one) => ({
      kind: "contract",
      reference: nameOf(one),
      value: signedOn(one),
      asOf: today,
      href: `/records/contracts/${one.id}`,
    })),
    missing: [],
    concerns: [],
    proposals: [],
  };
}
