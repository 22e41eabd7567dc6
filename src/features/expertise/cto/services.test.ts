import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile, value } from "../../../../test/sound.ts";
import { concludeServices, type Services } from "#features/expertise/cto/services.ts";

const own = { currency: "USD", services: 4, monthly: 1_250, seats: 30, unknown: 1, origins: [] };
const facts: Services = {
  costs: [own],
  costliest: [{ id: "s1", name: "Cloudbase", kind: "service", monthly: 800, seats: null }],
};

test("monthly and yearly cost of services, and their seats", () => {
  const conclusion = concludeServices(facts, friday);
  expectSound(conclusion);
  // 1,250 × 12 = 15,000
  expect(answer(conclusion, "costs")).toBe(
    "4 services and licences cost $1,250 a month, $15,000 a year. Cloudbase costs most: $800 a month.",
  );
  expect(answer(conclusion, "seats")).toBe(
    "30 seats are paid for, in 4 services and licences; how many of them are used is not recorded.",
  );
  expect(conclusion.missing).toMatchObject([{ what: "What 1 service cost" }]);
});

test("no services is a gap; unknown amounts are not 0; other currencies are not added; names stay plain text", () => {
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
    const conclusion = concludeServices(
      { ...facts, costliest: facts.costliest.map((one) => ({ ...one, name })) },
      friday,
    );
    expectSound(conclusion);
    expect(answer(conclusion, "costs")).toContain(`${name} costs most`);
  }
});
