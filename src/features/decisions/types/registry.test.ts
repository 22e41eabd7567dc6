import { noticesIn, tasksIn } from "../../../../test/planned.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { agentRole, agentRoleIds } from "#contract/roles.ts";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import * as contract from "#features/decisions/contract.ts";
import type { FormColumn, FormField } from "#features/decisions/contract.ts";
import type { DecisionType, Evaluation, Facts } from "./decision-type.ts";
import { formOf } from "./form.ts";
import { decisionType, knownTypes, listTypes, readContext } from "./registry.ts";

const type = (id: string): DecisionType => decisionType(id) ?? expect.fail(`no type ${id}`);
const refused = (id: string, sent: unknown): string => {
  const read = readContext(type(id), sent);
  return "refused" in read ? read.refused : "accepted";
};
const contextFor = (id: string, sent: unknown): unknown => {
  const read = readContext(type(id), sent);
  return "context" in read ? read.context : read.refused;
};

test("types have ids, roles and capabilities, and unknown ids have none", () => {
  expect(contract.decisionTypes.map((id) => [type(id).id, type(id).roles, type(id).capability])).toEqual([
    ["market_expansion", ["CEO"], "market_analysis"],
    ["partnership_evaluation", ["CEO"], "partnership_evaluation"],
    ["investment_evaluation", ["CFO"], "investment_evaluation"],
    ["budget_allocation", ["CFO"], "budget_management"],
    ["expense_approval", ["CFO"], "budget_management"],
    ["collect_receivables", ["CFO"], "financial_analysis"],
    ["over_budget", ["CFO"], "budget_management"],
    ["technology_purchase", ["CTO"], "architecture_decisions"],
    ["campaign_launch", ["CMO"], "campaign_management"],
    ["lead_qualification", ["Sales"], "lead_qualification"],
    ["discount_request", ["Sales"], "negotiation"],
    ["stale_deal", ["Sales"], "pipeline_management"],
    ["refund_resolution", ["Customer Success"], "support_escalation"],
    ["process_change", ["Operations"], "process_optimization"],
    ["vendor_renewal", ["Operations"], "resource_allocation"],
    ["contract_review", ["Legal"], "contract_review"],
  ]);
  for (const id of contract.decisionTypes)
    for (const role of type(id).roles) expect(agentRole(role).capabilities).toContain(type(id).capability);
  expect(agentRoleIds.flatMap(knownTypes)).toEqual(contract.decisionTypes);
  // The last two are never requested by a person.
  for (const id of ["", "constructor", "__proto__", "toString", "Market_Expansion", "email_reply", "promotion"])
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

test("the other types accept common aliases too", () => {
  expect(contextFor("market_expansion", { market_size: 2e6 })).toEqual({ marketSize: 2e6 });
  expect(contextFor("lead_qualification", { lead_value: 5, fit: "some" })).toEqual({ leadValue: 5, fit: 0.5 });
  expect(contextFor("lead_qualification", { value: 5, intent: 0 })).toEqual({ leadValue: 5, intent: 0 });
});

const good = { investment: 1, projectedReturn: 2, payback: 3 };
const evidence = { kind: "a", reference: "b", value: 1, asOf: "2026-11-20" };
test.each([
  [
    null,
    "Send an object with: investment, projectedReturn, payback, resultFigure, subject, purpose, counterparty, evidence, forecasts",
  ],
  [
    [],
    "Send an object with: investment, projectedReturn, payback, resultFigure, subject, purpose, counterparty, evidence, forecasts",
  ],
  [{}, "investment is missing: send a number from 0.01 to 1,000,000,000,000"],
  [{ ...good, investment: 0 }, "investment must be a number from 0.01 to 1,000,000,000,000"],
  [{ ...good, investment: "85000" }, "investment must be a number from 0.01 to 1,000,000,000,000"],
  [{ ...good, investment: Number.POSITIVE_INFINITY }, "investment must be a number from 0.01 to 1,000,000,000,000"],
  [{ ...good, projectedReturn: 1e13 }, "projectedReturn must be a number from 0.01 to 1,000,000,000,000"],
  [{ ...good, payback: 601 }, "payback must be a number of months from 1 to 600"],
  [{ ...good, payback: "14 years" }, "payback must be a number of months from 1 to 600"],
  [
    { ...good, zz: 1 },
    '"zz" is not a known field. Known fields: investment, projectedReturn, payback, resultFigure, subject, purpose, counterparty, evidence, forecasts',
  ],
  [
    { ...good, amount: 2 },
    '"amount" is not a known field. Known fields: investment, projectedReturn, payback, resultFigure, subject, purpose, counterparty, evidence, forecasts',
  ],
  [JSON.parse('{"__proto__":{"a":1}}'), "investment is missing: send a number from 0.01 to 1,000,000,000,000"],
  [{ ...good, subject: "a\u0000b" }, "subject: Contains characters that cannot be stored"],
  [{ ...good, subject: 7 }, "subject: is missing or has the wrong type"],
  [{ ...good, purpose: "x".repeat(201) }, "purpose: Use at most 200 characters"],
  [{ ...good, evidence: Array.from({ length: 21 }, () => evidence) }, "evidence: Send at most 20 rows"],
  [{ ...good, evidence: [{ ...evidence, asOf: "2026-02-30" }] }, "evidence 1 asOf: is missing or has the wrong type"],
])("%j is refused in one sentence", (sent, sentence) => {
  expect(refused("investment_evaluation", sent)).toBe(sentence);
  expect(sentence.length).toBeLessThanOrEqual(200);
});

test("an unknown field name is truncated and escaped", () => {
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

/** True, or fails: the evaluation fits the contract and the rules common to all types. */
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
  expect(steps.filter((step) => step.deciding)).toHaveLength(1);
  expect(new Set(steps.map((step) => step.name)).size).toBe(steps.length);
  expect(Object.is(exposure.amount, -0) || Object.is(metadata.financialImpact, -0)).toBe(false);
  // Limits of the policy and of the tables.
  expect(exposure.amount).toBeLessThan(1e15);
  expect((exposure.kind === "none") === (exposure.amount === 0)).toBe(true);
  for (const { target } of forecasts) expect(Math.abs(target ?? 0)).toBeLessThan(1e20);
  expect(alternatives.filter(({ title }) => title === "Do nothing")).toHaveLength(1);
  expect(forecasts.map(({ horizon }) => horizon)).toEqual(["proxy", "final"]);
  expect(daysBetween(today, forecasts[0]?.dueOn ?? "")).toBeLessThanOrEqual(30);
  expect(forecasts.every(({ dueOn }) => daysBetween(today, dueOn) > 0)).toBe(true);
  const [tasks, notices] = [tasksIn(effects), noticesIn(effects)];
  expect(tasks.length > 0 && notices.length > 0 && tasks.length + notices.length === effects.length).toBe(true);
  expect(tasks.every(({ dueInDays }) => dueInDays > 0)).toBe(true);
  for (const name of [...tasks.map(({ title }) => title), ...notices.map(({ subject }) => subject)])
    expect(name.length).toBeLessThanOrEqual(255);
  return true;
}

/** A fixed sequence (mulberry32), so that a failure can be repeated. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = sequence(20_261_120);
/** Spread over orders of magnitude, including the bounds. */
const between = (least: number, most: number): number => {
  const kind = random();
  if (kind < 0.1) return least;
  if (kind < 0.2) return most;
  const from = Math.max(least, most / 1e14);
  return Math.min(most, Math.max(least, from * (most / from) ** random()));
};

type Field = FormField | FormColumn;
/** A value a form could send for a field. */
function valueFor(field: Field, at = 0): unknown {
  const { unit, options, least, most } = field;
  if (unit === "choice") return options[Math.floor(random() * options.length)]?.value;
  if (unit === "text") return `${at} ${"w".repeat(Math.floor(random() * ((most ?? 3) - 2)))}`;
  if (unit === "date") return addDays("2026-11-30", Math.floor(random() * 800 - 400));
  if (unit === "list" && "columns" in field) {
    const rows = Math.max(least ?? 0, 1) + Math.floor(random() * 4);
    return Array.from({ length: rows }, (_, row) => ordered(filled(field.columns, row)));
  }
  return between(least ?? 0, most ?? 1e12);
}
/** All required fields, and each optional field half of the time. */
const filled = (fields: readonly Field[], at = 0): Record<string, unknown> =>
  Object.fromEntries(
    fields.filter(({ required }) => required || random() < 0.5).map((field) => [field.name, valueFor(field, at)]),
  );
/** A minimum stays below its maximum, and no line starts at 0. */
const ordered = (row: Record<string, unknown>): Record<string, unknown> => {
  const { floor, cap } = row;
  const isSwapped = typeof floor === "number" && typeof cap === "number" && floor > cap;
  return { ...row, ...(isSwapped ? { floor: cap, cap: floor } : {}), ...(row["current"] === 0 ? { current: 1 } : {}) };
};

describe.each(contract.decisionTypes)("%s", (id) => {
  const { context, roles } = type(id);
  const evaluate = (given: unknown, facts: Facts) => type(id).evaluate(given, facts);
  const fields = formOf(context);
  const plain: Facts = {
    today: "2026-11-30",
    currency: "JPY",
    agentName: "A",
    role: roles[0] ?? "CEO",
    revenue: null,
    record: null,
  };

  test("accepts whatever its form can send, with finite figures", () => {
    for (let round = 0; round < 80; round += 1) {
      const sent = filled(fields);
      const read = readContext(type(id), sent);
      expect(read, JSON.stringify(sent)).toHaveProperty("context");
      const given = random() < 0.5 ? null : { resolved: 7, held: Math.floor(random() * 8) };
      const points = [{ day: "2026-11-29", value: between(0.01, 1e12) }];
      const revenue = random() < 0.5 ? null : { points, source: "CSV", asOf: "2026-11-29" };
      const today = ["2026-11-30", "2026-12-31", "2028-02-29", "2027-01-01"][round % 4] ?? plain.today;
      const facts = { ...plain, today, record: given, revenue };
      expect(check(evaluate("context" in read ? read.context : null, facts), today)).toBe(true);
    }
  });

  test("its form and its schema agree", () => {
    expect(fields.length).toBeGreaterThan(4);
    expect(new Set(fields.map(({ label }) => label)).size).toBe(fields.length);
    expect(contract.listDecisionTypes.response.parse(listTypes()).find((listed) => listed.id === id)?.fields).toEqual(
      fields,
    );
    const whole = Object.fromEntries(
      fields.map((field) => [field.name, valueFor({ ...field, most: field.unit === "text" ? 20 : field.most })]),
    );
    const good = {
      ...whole,
      ...("lines" in whole
        ? {
            lines: [
              { name: "A", current: 1 },
              { name: "B", current: 2 },
            ],
          }
        : {}),
    };
    expect(readContext(type(id), good), JSON.stringify(good)).toHaveProperty("context");
    const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
    for (const { name, label, unit, required, least, most, options } of fields) {
      expect(label).not.toBe("");
      expect("refused" in readContext(type(id), without(name)), `${name} left out`).toBe(required);
      const refusedWith = (value: unknown) =>
        expect(refused(id, { ...good, [name]: value })).toMatch(new RegExp(`^${name}\\b`));
      refusedWith({});
      if (unit === "choice") refusedWith("something else");
      if (unit === "date") refusedWith("2026-02-30");
      if (unit === "text" && most !== null) refusedWith("x".repeat(most + 1));
      if (unit === "list" && most !== null) refusedWith(Array.from({ length: most + 1 }, () => ({})));
      if (["text", "choice", "date", "list"].includes(unit)) continue;
      expect(options).toEqual([]);
      expect([typeof least, typeof most]).toEqual(["number", "number"]);
      refusedWith((least ?? 0) - 0.001);
      refusedWith((most ?? 0) * 1.001);
      refusedWith("many");
      for (const bound of [least, most])
        expect(readContext(type(id), { ...good, [name]: bound })).toHaveProperty("context");
    }
    expect(refused(id, { ...good, surprise: 1 })).toMatch(/^"surprise" is not a known field/);
  });

  test("its recommendation starts with its verdict", () => {
    for (let round = 0; round < 50; round += 1) {
      const read = readContext(type(id), filled(fields));
      const { verdict, recommendation } = evaluate("context" in read ? read.context : null, plain);
      expect(recommendation.toLowerCase().startsWith(`${verdict}:`), recommendation).toBe(true);
    }
  });
});

test("every type whose evidence states an amount asks first where one contradicts the request, and spends nothing", () => {
  const stating: Partial<Record<string, [context: Record<string, unknown>, kind: string]>> = {
    expense_approval: [{ amount: 85_000 }, "Invoice"],
    investment_evaluation: [{ investment: 85_000, projectedReturn: 120_000, payback: 12 }, "Quote"],
    technology_purchase: [{ price: 85_000, yearlyCost: 5_000 }, "Quote"],
    vendor_renewal: [{ currentPrice: 80_000, newPrice: 85_000 }, "Contract"],
    campaign_launch: [{ budget: 85_000 }, "Quote"],
    refund_resolution: [{ refund: 85_000 }, "Complaint"],
    contract_review: [{ yearlyValue: 85_000 }, "Contract"],
    lead_qualification: [{ leadValue: 85_000 }, "Budget"],
  };
  const facts = {
    today: "2026-11-20",
    currency: "GBP",
    agentName: "Ana",
    role: "CFO",
    revenue: null,
    record: null,
  } as const;
  for (const [id, [context, kind] = [{}, ""]] of Object.entries(stating)) {
    const of = (value: string) => {
      const evidence = [{ kind, reference: `${kind} 7`, value, asOf: "2026-11-19" }];
      const found = decisionType(id);
      const read = found && readContext(found, { ...context, evidence });
      if (!found || !read || "refused" in read) throw new Error(`${id}: ${JSON.stringify(read)}`);
      return found.evaluate(read.context, facts);
    };
    for (const value of ["it says £900,000", "900k", "€900,000", "nine hundred thousand pounds"]) {
      const asked = of(value);
      expect([id, value, asked.verdict, asked.exposure.amount]).toEqual([id, value, "ask first", 0]);
      expect(asked.recommendation).toMatch(/^Ask first: /);
      expect(asked.effects.map(({ action }) => action)).toContain("tasks_create");
      expect(asked.confidence).toBeLessThan(of("£85,000").confidence);
    }
    expect([id, of("£85,000").evidence[0]?.conflict]).toEqual([id, undefined]);
  }
});
