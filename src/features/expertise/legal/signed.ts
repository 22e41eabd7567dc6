import { ask } from "#features/expertise/topics/ask.ts";
import { pluralize, longDay } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { type Agreement, partyOf } from "#features/records/agreements/rows.ts";
import type { BusinessRecord, RecordFields } from "#features/records/contract.ts";
import { collect, concludeUnknown, fact, gap, noun } from "#features/expertise/topics/collect.ts";
import { during, pastPeriod, type Period } from "#features/expertise/topics/period.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { titleWithParty } from "#features/expertise/topics/words.ts";

export type ContractRow = Pick<
  Agreement,
  "id" | "title" | "status" | "customerName" | "vendorName" | "signedOn" | "origin"
>;

export function contractRowOf({ id, origin, fields }: BusinessRecord): ContractRow {
  const { title, status, customerName, vendorName, signedOn: day } = fields as RecordFields["contracts"];
  return {
    id,
    origin,
    title,
    status,
    customerName: customerName ?? null,
    vendorName: vendorName ?? null,
    signedOn: day ?? null,
  };
}

/**
 * `signed`: contracts signed in the period, of any party. `ofParty`: all contracts of the party in the question, signed
 * or not; null if it names none.
 */
export type Signatures = {
  signed: { total: number; newest: ContractRow[] };
  ofParty: ContractRow[] | null;
  anyContracts: boolean;
};

export const signedAsks: readonly Ask[] = [
  ask("signed", "customer", "vendor", "period")`Which contracts did we sign this year? How many contracts have we
    signed this year? What was signed last month? Which agreements were signed in the last 30 days? Is our contract
    with Acme signed? Has Acme signed the contract? Is the contract with Hostly signed? Did Hostly sign the agreement?
    When was the contract with Acme signed?`,
];

const defaultDays = 365;
const most = 5;

export const signedIn = (today: string, about: Pick<About, "period">): Period => pastPeriod(about, today, defaultDays);

const nameOf = (agreement: ContractRow): string => titleWithParty(agreement.title, partyOf(agreement));
const signatureText = ({ signedOn: day, status }: ContractRow): string =>
  day ? `signed on ${longDay(day)}` : status === "draft" ? "a draft, not signed" : "without a day of signature";

/** By signature date, newest first; unsigned ones last. */
const newestFirst = (contracts: readonly ContractRow[]): ContractRow[] =>
  contracts.toSorted((one, other) => (other.signedOn ?? "").localeCompare(one.signedOn ?? ""));

export function concludeSigned(facts: Signatures, { today, currency }: Today, about: About): Conclusion {
  const title = "Signed contracts";
  if (!facts.anyContracts) return concludeUnknown(title, gap("What was signed", "contracts", "/records/contracts"));
  const ofParty = facts.ofParty && newestFirst(facts.ofParty);
  const make = collect(currency, today, about);
  const { from, to, label } = signedIn(today, about);
  const within = ofParty?.filter(({ signedOn: day }) => day !== null && day >= from && day <= to);
  const signed = within ? { total: within.length, newest: within } : facts.signed;
  // Without a period, a party's current contracts are listed.
  const allOfParty = about.period ? null : ofParty;
  const count = make.count("signed", `Contracts signed ${during(label)}`, signed.total, [
    pluralize(signed.total, "contract"),
    rowsOf("contracts", { day: "signedOn", from, to }),
  ]);
  const shown = (allOfParty ?? signed.newest).slice(0, most);
  const list = shown.map((one) => `${nameOf(one)}, ${signatureText(one)}`).join("; ");
  const party = about.customer?.name ?? about.vendor?.name ?? "them";
  const withParty = ofParty ? ` with ${party}` : "";
  const contracts = `${noun(signed.total, "contract")}${withParty} ${noun(signed.total, "was", "were")}`;
  const others = (all: number) => (all > shown.length ? " and others" : "");
  const inPeriod =
    signed.total === 0
      ? toLine`No contract${withParty} has a day of signature ${during(label)}.`
      : toLine`${count} ${contracts} signed ${during(label)}: ${list}${others(signed.total)}.`;
  const line =
    ofParty?.length === 0
      ? toLine`No contract with ${party} is on record.`
      : allOfParty
        ? toLine`On record with ${party}: ${list}${others(allOfParty.length)}.`
        : inPeriod;
  return make.conclude({
    title,
    headline: line,
    lines: [line],
    answers: { signed: line },
    facts: shown.map((one) => fact("contract", nameOf(one), signatureText(one), `/records/contracts/${one.id}`)),
  });
}
