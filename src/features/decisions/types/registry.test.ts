import { daysBetween } from "#contract/days.ts";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import * as contract from "#features/decisions/contract.ts";
import type { DecisionType, Evaluation, Facts } from "./decision-type.ts";
import { decisionType, knownTypes, readContext } from "./registry.ts";

const type = (id: string): DecisionType => decisionType(id) ?? expect.fail(`no type ${id}`);
const refused = (id: string, sent: unknown): string => {
  const read = readContext(type(id), sent);
  return "refused" in read ? read.refused : "accepted";
};
const contextFor = (id: string, sent: unknown): unknown => {
  const read = readContext(type(id), sent);
  return "context" in read ? read.context : read.refused;
};

test("the three types are known under their ids, and nothing else is", () => {
  expect(knownTypes()).toEqual(["market_expansion", "investment_evaluation", "lead_qualification"]);
  expect(knownTypes().map((id) => [type(id).id, type(id).roles])).toEqual([
    ["market_expansion", ["CEO"]],
    ["investment_evaluation", ["CFO"]],
    ["lead_qualification", ["Sales"]],
  ]);
  for (const id of ["", "constructor", "__proto__", "toString", "Market_Expansion"])
    expect(decisionType(id)).toBeNull();
});

test.each([
  ["investment_evaluation", { investment: 1, projectedReturn: 2, payback: 3 }],
  ["investment_evaluation", { investmentAmount: 1, projected_return: 2, payback_period: "3 months" }],
  ["investment_evaluation", { amount: 1, expectedReturn: 2, paybackPeriod: "3" }],
  ["investment_evaluation", { amount: 1, expectedReturn: 2, paybackMonths: " 3 Months ", purpose: null }],
])("%s: %o is one context", (id, sent) => {
  expect(contextFor(id, sent)).toEqual({ investment: 1, projectedReturn: 2, payback: 3 });
});

test("the other types take their obvious spellings too", () => {
  expect(contextFor("market_expansion", { market_size: 2e6 })).toEqual({ marketSize: 2e6 });
  expect(contextFor("lead_qualification", { lead_value: 5, fit: "some" })).toEqual({ leadValue: 5, fit: 0.5 });
  expect(contextFor("lead_qualification", { value: 5, intent: 0 })).toEqual({ leadValue: 5, intent: 0 });
});

const good = { investment: 1, projectedReturn: 2, payback: 3 };
const evidence = { kind: "a", reference: "b", value: 1, asOf: "2026-11-20" };
test.each([
  [null, "Send an object with: investment, projectedReturn, payback, subject, purpose, counterparty, evidence"],
  [[], "Send an object with: investment, projectedReturn, payback, subject, purpose, counterparty, evidence"],
  [{}, "investment is missing: send a number from 0.01 to 1,000,000,000,000"],
  [{ ...good, investment: 0 }, "investment must be a number from 0.01 to 1,000,000,000,000"],
  [{ ...good, investment: "85000" }, "investment must be a number from 0.01 to 1,000,000,000,000"],
  [{ ...good, investment: Number.POSITIVE_INFINITY }, "investment must be a number from 0.01 to 1,000,000,000,000"],
  [{ ...good, projectedReturn: 1e13 }, "projectedReturn must be a number from 0.01 to 1,000,000,000,000"],
  [{ ...good, payback: 601 }, "payback must be a number of months from 1 to 600"],
  [{ ...good, payback: "14 years" }, "payback must be a number of months from 1 to 600"],
  [
    { ...good, zz: 1 },
    '"zz" is not known here. Known: investment, projectedReturn, payback, subject, purpose, counterparty, evidence',
  ],
  [
    { ...good, amount: 2 },
    '"amount" is not known here. Known: investment, projectedReturn, payback, subject, purpose, counterparty, evidence',
  ],
  [JSON.parse('{"__proto__":{"a":1}}'), "investment is missing: send a number from 0.01 to 1,000,000,000,000"],
  [{ ...good, subject: "a\u0000b" }, "subject: Contains characters that cannot be stored"],
  [{ ...good, subject: 7 }, "subject: is missing or not of the right kind"],
  [{ ...good, purpose: "x".repeat(201) }, "purpose: Use at most 200 characters"],
  [{ ...good, evidence: Array.from({ length: 21 }, () => evidence) }, "evidence: Send at most 20 evidence rows"],
  [
    { ...good, evidence: [{ ...evidence, asOf: "2026-02-30" }] },
    "evidence 1 asOf: is missing or not of the right kind",
  ],
])("%j is refused in one sentence", (sent, sentence) => {
  expect(refused("investment_evaluation", sent)).toBe(sentence);
  expect(sentence.length).toBeLessThanOrEqual(200);
});

test("a refused name is shortened and made harmless", () => {
  expect(refused("lead_qualification", { leadValue: 1, [`<b>\u0000${"x".repeat(500)}`]: 1 })).toMatch(
    /^"\?b\?\?x{36}" is not/,
  );
  expect(refused("lead_qualification", { leadValue: 1, fit: "good" })).toBe(
    "fit must be a number from 0 to 1, or strong, some or weak",
  );
});

const parts = z.strictObject({
  forecasts: z.array(contract.forecast),
  evidence: z.array(contract.evidence),
  alternatives: z.array(contract.alternative),
  metadata: contract.decision.shape.metadata,
  confidence: z.number().min(0).max(0.9),
});

/** True, or fails: the evaluation fits the contract (whose numbers are finite) and keeps the promises of every type. */
function check(answer: Evaluation, today: string): true {
  const {
    forecasts,
    evidence,
    alternatives,
    metadata,
    confidence,
    verdict,
    steps,
    curves,
    questions,
    exposure,
    effects,
  } = answer;
  contract.working.parse({ verdict, steps, curves, questions, exposure, effects });
  parts.parse({ forecasts, evidence, alternatives, metadata, confidence });
  expect(JSON.stringify(answer)).not.toMatch(/NaN|Infinity|undefined/);
  expect(answer.title.length).toBeLessThanOrEqual(255);
  expect(steps.filter((one) => one.deciding)).toHaveLength(1);
  expect(alternatives.filter((one) => one.title === "Do nothing")).toHaveLength(1);
  expect(forecasts.map((one) => one.horizon)).toEqual(["proxy", "final"]);
  expect(daysBetween(today, forecasts[0]?.dueOn ?? "")).toBeLessThanOrEqual(30);
  expect(forecasts.every((one) => daysBetween(today, one.dueOn) > 0)).toBe(true);
  expect(effects.some((one) => one.kind === "task") && effects.some((one) => one.kind === "message")).toBe(true);
  for (const effect of effects)
    expect(("title" in effect ? effect.title : effect.subject).length).toBeLessThanOrEqual(255);
  return true;
}

describe("whatever is sent within the bounds, the figures are finite", () => {
  // A fixed sequence (mulberry32), so that a failure can be repeated.
  let seed = 20_261_120;
  const random = (): number => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const size = (least: number): number => Math.min(1e12, least * 10 ** (random() * Math.log10(1e12 / least)));
  const maybe = <Value>(value: Value): Value | undefined => (random() < 0.5 ? value : undefined);
  const base: Facts = {
    today: "2026-11-30",
    currency: "JPY",
    agentName: "A",
    role: "CFO",
    revenue: null,
    record: null,
  };
  const check200 = (id: string, sent: () => object): true => {
    for (let round = 0; round < 200; round += 1) {
      const record = maybe({ resolved: 7, held: Math.floor(random() * 8) }) ?? null;
      const revenue =
        maybe({ points: [{ day: "2026-11-29", value: size(0.01) }], source: "CSV", asOf: "2026-11-29" }) ?? null;
      const context = contextFor(id, sent());
      expect(context).toBeTypeOf("object");
      const facts = { ...base, record, revenue, role: type(id).roles[0] ?? "CEO" };
      check(type(id).evaluate(context, facts), facts.today);
    }
    return true;
  };
  const extremes = [0.01, 1, 1e12];

  test("investment_evaluation", () => {
    expect(
      check200("investment_evaluation", () => ({
        investment: size(0.01),
        projectedReturn: size(0.01),
        payback: 1 + random() * 599,
        subject: maybe("s".repeat(200)),
        counterparty: maybe("c".repeat(100)),
      })),
    ).toBe(true);
    for (const investment of extremes)
      for (const projectedReturn of extremes)
        for (const payback of [1, 99.99, 100, 101, 600])
          expect(
            check(type("investment_evaluation").evaluate({ investment, projectedReturn, payback }, base), base.today),
          ).toBe(true);
  });
  test("lead_qualification", () => {
    expect(
      check200("lead_qualification", () => ({
        leadValue: size(0.01),
        fit: maybe(random()),
        intent: maybe("some"),
        timing: maybe(random()),
        budget: maybe(random()),
        subject: maybe("s".repeat(200)),
        counterparty: maybe("c".repeat(100)),
      })),
    ).toBe(true);
    expect(
      check(type("lead_qualification").evaluate({ leadValue: 1e12 }, { ...base, role: "Sales" }), base.today),
    ).toBe(true);
  });
  test("market_expansion", () => {
    expect(
      check200("market_expansion", () => ({
        marketSize: size(1000),
        grossMargin: maybe(random()),
        existingCustomers: maybe(random() * 1e9),
        subject: maybe("s".repeat(200)),
      })),
    ).toBe(true);
    for (const marketSize of [1000, 1e12])
      expect(check(type("market_expansion").evaluate({ marketSize }, { ...base, role: "CEO" }), base.today)).toBe(true);
  });
});
