import { expect, test } from "vitest";
import { answer, expectSound, friday, value } from "../../../../test/sound.ts";
import { concludeReceived, type Receipts } from "#features/expertise/cfo/received.ts";
import { aboutAll } from "#features/expertise/topics/topic.ts";

const period = { from: "2026-10-01", to: "2026-10-31", label: "October 2026" };
const own = { currency: "USD", payments: 2, paid: 700, bills: 3, billed: 900, origins: [] };
const last = { id: "i1", number: "A-7", name: "Acme", paidOn: "2026-10-30", amount: 300, currency: "USD" };
const acme = { customerId: "c1", name: "Acme", payments: 1, paid: 300 };
const facts: Receipts = { received: [own], payers: [], last, anyInvoices: true };

test("payments and billings of customers, who paid most, and the last payment", () => {
  const beta = { customerId: null, name: "Beta", payments: 1, paid: 400 };
  const conclusion = concludeReceived({ ...facts, payers: [beta, acme] }, friday, { ...aboutAll, period });
  expectSound(conclusion);
  expect(answer(conclusion, "received")).toBe("Customers paid $700 in October 2026, for 2 invoices.");
  expect(answer(conclusion, "billed")).toBe("$900 was billed to customers in October 2026, in 3 invoices.");
  expect(answer(conclusion, "payers")).toBe("In October 2026 most was paid by Beta $400; Acme $300; $700 in all.");
  expect(answer(conclusion, "last_payment")).toContain(
    "The last payment of Acme was on 30 Oct 2026: $300, for invoice A-7.",
  );
  expect(conclusion.figures.find(({ id }) => id === "payer_0")?.source.href).toContain("field=customerName&is=Beta");
});

test("for one customer, every figure links to that customer's invoices", () => {
  const conclusion = concludeReceived(facts, friday, { ...aboutAll, customer: { id: "c1", name: "Acme" }, period });
  expectSound(conclusion);
  expect(answer(conclusion, "received")).toBe("Acme paid $700 in October 2026, for 2 invoices.");
  expect(conclusion.figures.find(({ id }) => id === "received")?.source.href).toContain("customerId=c1");
});

test("mentions other currencies, no payments, and without invoices what is missing", () => {
  const euros = { ...own, currency: "EUR", paid: 50 };
  const mixed = concludeReceived({ ...facts, received: [own, euros] }, friday, aboutAll);
  expectSound(mixed);
  expect([value(mixed, "received"), value(mixed, "received_EUR")]).toEqual([700, 50]);
  const nothing = concludeReceived({ ...facts, received: [], last: null }, friday, aboutAll);
  expectSound(nothing);
  expect(answer(nothing, "received")).toBe("Customers paid nothing in the last 365 days, according to invoices.");
  const none = concludeReceived({ ...facts, anyInvoices: false }, friday, aboutAll);
  expect(none).toMatchObject({ answers: {}, figures: [] });
  expect(none.missing).toHaveLength(1);
});

test("payments in another currency only are mentioned", () => {
  const zanzibar = { ...aboutAll, customer: { id: "c1", name: "Zanzibar Ltd" }, period };
  const dollars = { ...own, payments: 1, paid: 5_000, bills: 1, billed: 6_000 };
  const pounds = { ...friday, currency: "GBP" as const };
  const paid = { ...last, name: "Zanzibar Ltd", amount: 5_000 };
  const conclusion = concludeReceived({ ...facts, received: [dollars], last: paid }, pounds, zanzibar);
  expectSound(conclusion);
  expect(answer(conclusion, "received")).toBe(
    "Zanzibar Ltd paid nothing in GBP in October 2026. Besides, $5,000 was paid, in 1 invoice; it is not added, as no rate is known.",
  );
  expect(answer(conclusion, "billed")).toBe(
    "Nothing was billed to Zanzibar Ltd in GBP in October 2026. Besides, $6,000 was billed, in 1 invoice; it is not added, as no rate is known.",
  );
  expect(answer(conclusion, "last_payment")).toContain("on 30 Oct 2026: $5,000, for invoice A-7.");
  expect(answer(conclusion, "payers")).toContain("Besides, $5,000 was paid");
  const sources = Object.fromEntries(conclusion.figures.map(({ id, source }) => [id, source.href]));
  expect(sources["received_USD"]).toContain("currency=USD&day=paidOn&from=2026-10-01&to=2026-10-31&customerId=c1");
  expect(sources["billed_USD"]).toContain("currency=USD&day=issuedOn&from=2026-10-01&to=2026-10-31&customerId=c1");
  const sterling = { ...dollars, currency: "GBP", payments: 2, paid: 7, bills: 2, billed: 9 };
  const both = concludeReceived({ ...facts, received: [sterling, dollars], payers: [acme] }, pounds, aboutAll);
  expectSound(both);
  expect(answer(both, "received")).toMatch(/^Customers paid £7 .* Besides, \$5,000 was paid/);
  expect(answer(both, "billed")).toMatch(/^£9 was billed .* Besides, \$6,000 was billed/);
  expect(answer(both, "payers")).toMatch(/most was paid in GBP by Acme £300; .* Besides, \$5,000 was paid/);
});
