import { expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import type { Agreement, InForce } from "#features/records/agreements/rows.ts";
import type { Uncovered } from "#features/records/coverage/rows.ts";
import { concludeContracts } from "#features/expertise/legal/contracts.ts";
import { concludeCoverage } from "#features/expertise/legal/coverage.ts";
import { concludeUnsigned } from "#features/expertise/legal/drafts.ts";
import { concludeNotices } from "#features/expertise/legal/notice.ts";
import { concludeSigned } from "#features/expertise/legal/signed.ts";
import { aboutAll, type Conclusion, type Today } from "#features/expertise/topics/topic.ts";

const today: Today = { today: "2026-11-20", currency: "USD", timeZone: "Europe/London" };
const contract = (of: Partial<Agreement>): Agreement => ({
  id: "k1",
  title: "Hosting {x}",
  kind: "vendor",
  status: "active",
  customerName: null,
  vendorName: "Host <b>",
  signedOn: "2025-01-01",
  startsOn: "2025-01-01",
  endsOn: "2026-12-31",
  noticeDays: 30,
  autoRenews: true,
  renewalMonths: 6,
  yearlyValue: 1200,
  currency: "USD",
  ownerName: null,
  recordedOn: "2026-11-01",
  origin: "external",
  ...of,
});
const value = (of: Conclusion, id: string) => of.figures.find((one) => one.id === id)?.value;
const answer = (of: Conclusion, id: string) => formatLine(of.answers[id] ?? [], of.figures);
const vendor = { ...aboutAll, vendor: { id: "v1", name: "Host <b>" } };

test("the notice deadline, and the commitment of a renewal", () => {
  const of = concludeNotices({ ending: [contract({})], ofParty: [], anyContracts: true }, today, aboutAll);
  // 31 December less 30 days is 1 December, in 11 days; six months of 1,200 a year are 600.
  expect(value(of, "contract_0_days")).toBe(11);
  expect(value(of, "contract_0_commits")).toBe(600);
  expect(answer(of, "notice")).toBe(
    "1 contract worth $1,200 a year has its last day for notice within 90 days, 1 of them within 30. First: Hosting {x} (Host <b>) by 1 December 2026, 11 days left, $1,200 a year, renews automatically.",
  );
  expect(answer(of, "renewals")).toContain(
    "a commitment of $600. First: Hosting {x} (Host <b>) on 31 December 2026 for 6 months, $600.",
  );
  expect(of.concerns).toEqual([expect.objectContaining({ kind: "risk", amount: 1200, dueOn: "2026-12-01" })]);
});

test("a passed deadline is mentioned, a distant one is not, and an unknown notice period is a gap", () => {
  const ending = [
    contract({ id: "k2", title: "Missed", noticeDays: 60 }),
    contract({ id: "k3", title: "Rolled far", endsOn: "2026-10-31", renewalMonths: 12 }),
    contract({ id: "k4", title: "Blind", noticeDays: null, autoRenews: null, yearlyValue: null }),
  ];
  const of = concludeNotices({ ending, ofParty: [], anyContracts: true }, today, vendor);
  expect(value(of, "notices")).toBe(1);
  expect(value(of, "missed")).toBe(1);
  const conclusion = of.section.lines.map((line) => formatLine(line, of.figures)).join(" ");
  expect(conclusion).toContain(
    "For 1 contract the last day for notice has passed, first Missed (Host <b>), which renews on 31 December 2026.",
  );
  expect(answer(of, "renewals")).toContain("No contract with Host <b> renews automatically");
  expect(of.missing).toEqual([expect.objectContaining({ what: "The real last day for notice of 1 contract" })]);
});

test("contracts signed in a period, and those of one party", () => {
  const period = { from: "2025-01-01", to: "2025-12-31", label: "2025" };
  const facts = { signed: { total: 2, newest: [contract({})] }, ofParty: null, anyContracts: true };
  const of = concludeSigned(facts, today, { ...aboutAll, period });
  expect(answer(of, "signed")).toBe(
    "2 contracts were signed in 2025: Hosting {x} (Host <b>), signed on 1 January 2025 and others.",
  );
  expect(of.figures.map(({ value: count, source }) => [count, source.href])).toEqual([
    [2, "/records/contracts?day=signedOn&from=2025-01-01&to=2025-12-31"],
  ]);
  const ofParty = [contract({}), contract({ id: "k2", title: "Support", status: "draft", signedOn: null })];
  expect(answer(concludeSigned({ ...facts, ofParty }, today, vendor), "signed")).toBe(
    "On record with Host <b>: Hosting {x} (Host <b>), signed on 1 January 2025; Support (Host <b>), a draft, not signed.",
  );
  const asked = { ...vendor, period };
  const narrowed = concludeSigned({ ...facts, ofParty }, today, asked);
  expect(answer(narrowed, "signed")).toBe(
    "1 contract with Host <b> was signed in 2025: Hosting {x} (Host <b>), signed on 1 January 2025.",
  );
  expect(value(narrowed, "signed")).toBe(1);
  const lately = { from: "2026-10-01", to: "2026-10-31", label: "last month" };
  expect(answer(concludeSigned({ ...facts, ofParty }, today, { ...vendor, period: lately }), "signed")).toBe(
    "No contract with Host <b> has a day of signature last month.",
  );
  const many = [1, 2, 3, 4, 5, 6, 7].map((day) => contract({ id: `k${day}`, signedOn: `2025-03-0${day}` }));
  const newest = answer(concludeSigned({ ...facts, ofParty: many }, today, vendor), "signed");
  expect(newest).toMatch(/^On record with Host <b>: [^;]*7 March 2025; .* and others\.$/);
  expect(answer(concludeSigned({ ...facts, ofParty: [] }, today, vendor), "signed")).toBe(
    "No contract with Host <b> is on record.",
  );
  const none = { signed: { total: 0, newest: [] }, ofParty: null, anyContracts: true };
  expect(answer(concludeSigned(none, today, aboutAll), "signed")).toBe(
    "No contract has a day of signature in the last 365 days.",
  );
});

test("for one party the notice answer lists its contracts", () => {
  const of = concludeNotices({ ending: [], ofParty: [contract({})], anyContracts: true }, today, vendor);
  expect(answer(of, "notice")).toMatch(
    / On record: Hosting \{x\}, renews on 31 December 2026, notice by 1 December 2026\.$/,
  );
});

test("other currencies are mentioned separately", () => {
  const ending = [contract({ currency: "EUR", yearlyValue: 900 }), contract({ id: "k2", yearlyValue: 0 })];
  const of = concludeNotices({ ending, ofParty: [], anyContracts: true }, today, aboutAll);
  expect(value(of, "notice_value")).toBe(0);
  expect(value(of, "notice_value_EUR")).toBe(900);
});

const inForce = (of: Partial<InForce>): InForce => ({
  currency: "USD",
  customers: 2,
  vendors: 1,
  others: 0,
  customerValue: 9000,
  vendorValue: 1200,
  unvalued: 1,
  endless: 1,
  origins: [],
  ...of,
});

test("contracts in force, and those of one party", () => {
  const biggest = [
    contract({}),
    contract({ id: "k2", title: "=cmd", status: "ended", endsOn: "2026-01-31", yearlyValue: null }),
  ];
  const facts = {
    inForce: [inForce({}), inForce({ currency: "EUR", customers: 1, vendors: 0 })],
    biggest,
    anyContracts: true,
  };
  const of = concludeContracts(facts, today, aboutAll);
  expect(answer(of, "contracts")).toContain(
    "4 contracts are in force: $9,000 a year from customers, $1,200 a year to vendors.",
  );
  expect(value(of, "value_EUR")).toBe(10_200);
  expect(of.missing).toHaveLength(1);
  const one = concludeContracts({ ...facts, inForce: [inForce({ customers: 0 })] }, today, vendor);
  expect(answer(one, "contracts")).toBe(
    "1 contract with Host <b> is in force. Known: Hosting {x}, renews on 31 December 2026, notice by 1 December 2026, $1,200 a year; =cmd, ended on 31 January 2026.",
  );
  const none = concludeContracts({ inForce: [], biggest: [], anyContracts: true }, today, vendor);
  expect(answer(none, "contracts")).toBe("There is no contract with Host <b>.");
});

const totals = { drafts: 1, long: 1, unsigned: 0, origins: [] };

test("a stale draft is proposed for review, the same on another day", () => {
  const draft = contract({ status: "draft", startsOn: "2026-11-19", signedOn: null });
  const facts = { totals, drafts: [draft], active: [], anyContracts: true };
  const of = concludeUnsigned(facts, today);
  expect(answer(of, "unsigned")).toBe(
    "1 draft waits for a signature, 1 of them for long. First: Hosting {x} (Host <b>), $1,200 a year, on record for 19 days; it should have begun on 19 November 2026. Before it is signed, clarify: 7 of 9 clauses are unknown and the reviewed document is not named. Every contract in force has a day of signature.",
  );
  expect(of.proposals).toEqual([
    {
      decisionType: "contract_review",
      context: {
        subject: "Hosting {x}",
        counterparty: "Host <b>",
        side: "buy",
        yearlyValue: 1200,
        noticeDays: 30,
        autoRenewal: "year",
        evidence: [
          {
            kind: "Record",
            reference: "Contract Hosting {x}",
            value: "a draft",
            asOf: "2026-11-01",
            href: "/records/contracts/k1",
          },
        ],
      },
      reason: "Hosting {x} is not signed and should have begun on 19 November 2026.",
    },
  ]);
  expect(concludeUnsigned(facts, { ...today, today: "2026-11-25" }).proposals).toEqual(of.proposals);
});

test("a draft is on record since today, for a day, for days; its value stays in its own currency", () => {
  const conclusion = (recordedOn: string) => {
    const draft = contract({ status: "draft", startsOn: "2026-11-19", recordedOn, currency: "EUR" });
    return concludeUnsigned({ totals, drafts: [draft], active: [], anyContracts: true }, today);
  };
  expect(answer(conclusion("2026-11-20"), "unsigned")).toContain(
    "Hosting {x} (Host <b>), €1,200 a year, on record since today;",
  );
  expect(conclusion("2026-11-20").section.table?.rows[0]?.[1]).toEqual(["since today"]);
  expect(answer(conclusion("2026-11-19"), "unsigned")).toContain("on record for 1 day;");
  // It is not added to amounts in the company's currency.
  expect(conclusion("2026-11-19").concerns).toMatchObject([{ amount: null }]);
});

test("a new draft raises no concern", () => {
  const draft = contract({ status: "draft", startsOn: null });
  const of = concludeUnsigned(
    { totals: { ...totals, long: 0 }, drafts: [draft], active: [], anyContracts: true },
    today,
  );
  expect(of.proposals).toEqual([]);
  expect(of.concerns).toEqual([]);
  const older = concludeUnsigned(
    { totals, drafts: [{ ...draft, recordedOn: "2026-10-21" }], active: [], anyContracts: true },
    today,
  );
  expect(older.proposals).toHaveLength(1);
});

test("a contract in force without a signature is a gap", () => {
  const facts = {
    totals: { ...totals, drafts: 0, long: 0, unsigned: 3 },
    drafts: [],
    active: [contract({})],
    anyContracts: true,
  };
  const of = concludeUnsigned(facts, today);
  expect(answer(of, "unsigned")).toContain(
    "3 contracts are in force without a day of signature, such as Hosting {x} (Host <b>).",
  );
  expect(of.missing).toHaveLength(1);
});

const without = (of: Partial<Uncovered>): Uncovered => ({
  side: "customer",
  id: "c1",
  name: "{x}",
  amount: 700,
  total: 2,
  origin: "external",
  ...of,
});
const nobody = { customers: [], vendors: [], processors: [], outlived: [], anyContracts: true, anyParties: true };

test("parties without a contract, vendors without a data protection agreement, contracts past their end", () => {
  const facts = {
    ...nobody,
    customers: [without({}), without({ id: "c2", name: "Beta", amount: 0 })],
    vendors: [without({ side: "vendor", id: "v1", name: "=cmd", amount: 900, total: 1 })],
    processors: [{ id: "v2", name: "Payday", category: "Payroll", total: 1, origin: "external" as const }],
    outlived: [{ ...contract({ endsOn: "2026-10-01" }), invoicesSince: 2, total: 1 }],
  };
  const of = concludeCoverage(facts, today);
  // 2 + 1 + 1 + 1.
  expect(value(of, "gaps")).toBe(5);
  expect(answer(of, "missing")).toBe(
    "2 customers are dealt with without a contract in force: {x} ($700 in 365 days), Beta. 1 vendor is dealt with without a contract in force: =cmd ($900 in 365 days).",
  );
  expect(answer(of, "privacy")).toContain(
    "1 vendor whose category speaks of personal data has no data protection agreement: Payday (Payroll).",
  );
  expect(answer(of, "outlived")).toBe(
    "1 contract is used past its end: Hosting {x} (Host <b>), ended on 1 October 2026.",
  );
  expect(of.concerns).toEqual([expect.objectContaining({ key: "agreement:v1", amount: 900 })]);
});

test("says if nothing is missing; without rows, what is needed", () => {
  expect(formatLine(concludeCoverage(nobody, today).headline ?? [], [])).toBe("No agreement is missing.");
  const none = [
    concludeNotices({ ending: [], ofParty: [], anyContracts: false }, today, aboutAll),
    concludeContracts({ inForce: [], biggest: [], anyContracts: false }, today, aboutAll),
    concludeUnsigned({ totals, drafts: [], active: [], anyContracts: false }, today),
    concludeSigned({ signed: { total: 0, newest: [] }, ofParty: null, anyContracts: false }, today, aboutAll),
    concludeCoverage({ ...nobody, anyContracts: false }, today),
    concludeCoverage({ ...nobody, anyParties: false }, today),
  ];
  for (const of of none) {
    expect(of).toMatchObject({ headline: null, answers: {}, figures: [], proposals: [] });
    expect(of.missing).toHaveLength(1);
  }
});
