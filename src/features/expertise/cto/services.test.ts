import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile, value } from "../../../../test/sound.ts";
import { concludeServices, type Services } from "#features/expertise/cto/services.ts";

const own = { currency: "USD", services: 4, monthly: 1_250, seats: 30, unknown: 1, origins: [] };
const facts: Services = {
  costs: [own],
  costliest: [{ id: "s1", name: "Cloudbase", kind: "service", monthly: 800, seats: null }],
};

test("what services cost a month and a year, and how many seats there are", () => {
  const said = concludeServices(facts, friday);
  expectSound(said);
  // 1,250 × 12 = 15,000
  expect(answer(said, "costs")).toBe(
    "4 services and licences cost $1,250 a month, $15,000 a year. Cloudbase costs most: $800 a month.",
  );
  expect(answer(said, "seats")).toBe(
    "30 seats are paid for, in 4 services and licences; how many of them are used is not recorded.",
  );
  expect(said.missing).toMatchObject([{ what: "What 1 service cost" }]);
});

test("no services is a gap; unknown amounts are not 0; other currencies are not added; names are words", () => {
  const unknown = concludeServices({ costs: [], costliest: [] }, friday);
  expectSound(unknown);
  expect([unknown.answers, unknown.missing.length]).toEqual([{}, 1]);
  const amounts = concludeServices({ costs: [{ ...own, services: 1, monthly: 0, seats: 0 }], costliest: [] }, friday);
  expectSound(amounts);
  expect([amounts.answers, amounts.headline, value(amounts, "monthly")]).toEqual([{}, null, undefined]);
  const abroad = concludeServices({ ...facts, costs: [own, { ...own, currency: "GBP", monthly: 9 }] }, friday);
  expectSound(abroad);
  expect([value(abroad, "monthly"), value(abroad, "monthly_GBP")]).toEqual([1_250, 9]);
  for (const name of hostile) {
    const said = concludeServices({ ...facts, costliest: facts.costliest.map((one) => ({ ...one, name })) }, friday);
    expectSound(said);
    expect(answer(said, "costs")).toContain(`${name} costs most`);
  }
});
