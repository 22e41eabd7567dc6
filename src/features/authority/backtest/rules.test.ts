import { expect, test } from "vitest";
import { agentRoleIds } from "#contract/roles.ts";
import type { Exposure } from "#contract/actions.ts";
import { defaultPolicies, type Ledger } from "../limits/rules.ts";
import type { AskedOf } from "../requests/rules.ts";
import { authorize } from "../rules.ts";
import type { Limits } from "../versions/rules.ts";
import { addEffect, judgeFault, median, noEffect, type Past, replayer } from "./rules.ts";

const current: Limits[] = defaultPolicies.map(({ role, perDecision, discountPercent }) => ({
  role,
  perDecision,
  discountPercent,
  decisionType: null,
  alone: null,
  aloneDiscountPercent: null,
}));
const withLimit = (perDecision: number, alone: number | null = null): Limits[] =>
  current.map((row) => (row.role === "CFO" ? { ...row, perDecision, alone } : row));

type Asked = { amount: number; kind?: Exposure["kind"]; ledger?: Partial<Ledger>; more?: object };
const day = 86_400_000;

/** A question of the CFO on a day of 2026, answered under the default limits. */
function ask(on: number, { amount, kind = "spend", ledger = {}, more = {} }: Asked, releasedOn?: number): Past {
  const agent = {
    id: "m",
    name: "Marcus",
    role: "CFO" as const,
    status: "active" as const,
    capabilities: {},
    autonomy: "execute" as const,
    decisionAuthority: "high" as const,
    budget: 500_000,
    riskTolerance: 100,
    escalation: "independent" as const,
    ...more,
  };
  const inputs: AskedOf = [
    {
      agent,
      action: { label: "Expense approval", roles: agentRoleIds, capability: null },
      exposure: { kind, amount, recurring: false, counterparty: "Bolt", purpose: null },
      currency: "GBP",
      level: "execute",
      isSteerable: false,
    },
    { role: "CFO", version: 1, perDecision: 50_000, discountPercent: null },
    { reservedThisYear: 0, committedThisYear: 0, sameKeyLast30Days: 0, ...ledger },
    { oversight: "ACTIVE", holdEpoch: 0, heldAt: null },
  ];
  const at = Date.UTC(2026, 0, 1) + on * day;
  return {
    agentId: "m",
    role: "CFO",
    decisionType: "expense_approval",
    keys: { counterparty: "bolt", purpose: null, decisionType: "expense_approval" },
    at,
    year: 2026,
    inputs,
    answer: authorize(...inputs),
    releasedAt: releasedOn === undefined ? null : Date.UTC(2026, 0, 1) + releasedOn * day,
  };
}

/** The same history every time. */
function* history(count: number): Generator<Past> {
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    // The low bits repeat soon.
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let at = 0; at < count; at += 1) {
    const autonomy = (["assist", "propose", "execute"] as const)[next(3)];
    const more = { autonomy, decisionAuthority: (["low", "medium", "high"] as const)[next(3)] };
    const ledger = { committedThisYear: next(600_000), sameKeyLast30Days: next(4) === 0 ? next(60_000) : 0 };
    const kind = (["spend", "discount", "none", "commitment"] as const)[next(4)] ?? "spend";
    yield ask(at / 50, { amount: next(90_000) / 100, kind, ledger, more }, next(2) ? at / 50 + next(40) : undefined);
  }
}

test("the limits that applied give exactly the answers that were given, over any history", () => {
  const answer = replayer(current, "as it was");
  for (const past of history(3_000)) {
    expect(judgeFault(past, "GBP")).toBeNull();
    expect(answer(past)).toEqual(past.answer);
  }
});

test("what would run alone and was rejected counts from then on, for the limit and the year", () => {
  const answer = replayer(withLimit(100_000), "as it was");
  const rejected = ask(0, { amount: 60_000 }, 2);
  expect([rejected.answer.verdict, answer(rejected).verdict]).toEqual(["ask", "allow"]);
  // Until it was rejected, the recorded ledger counts it.
  expect(answer(ask(1, { amount: 30_000, ledger: { sameKeyLast30Days: 60_000 } })).verdict).toBe("allow");
  // After that only the trial does: 60,000 and 45,000 exceed 100,000.
  expect(answer(ask(3, { amount: 45_000 })).limits[0]).toMatchObject({
    name: "Limit per decision",
    requested: 105_000,
  });
  expect(answer(ask(31, { amount: 45_000 })).verdict).toBe("allow");
  const late = answer(ask(40, { amount: 45_000, ledger: { committedThisYear: 400_000 } }));
  expect(late.limits[0]).toMatchObject({ name: "Year budget", requested: 505_000 });
  // What the policy allowed then and a person undid is not counted twice.
  const again = replayer(current, "as it was");
  again(ask(0, { amount: 40_000 }, 1));
  expect(again(ask(2, { amount: 40_000 })).verdict).toBe("allow");
});

test("tightened limits ask where the agent acted alone; a type's own limits come first", () => {
  expect(replayer(withLimit(50_000, 100), "as it was")(ask(0, { amount: 101 })).reasons).toEqual([
    "£101 exceeds the £100 Marcus may decide alone (policy version 1)",
  ]);
  const own: Limits = {
    role: "CFO",
    decisionType: "expense_approval",
    perDecision: 10,
    discountPercent: null,
    alone: 0,
    aloneDiscountPercent: null,
  };
  expect(replayer([...current, own], "as it was")(ask(0, { amount: 9 })).verdict).toBe("ask");
});

test("agents that only advised can be tried as if they could execute", () => {
  const advised = ask(0, { amount: 10, more: { autonomy: "assist" } });
  expect(replayer(current, "as it was")(advised).verdict).toBe("ask");
  expect(replayer(current, "execute")(advised).verdict).toBe("allow");
  const [request, ...rest] = ask(0, { amount: 10 }).inputs;
  const inputs: AskedOf = [{ ...request, level: "propose" }, ...rest];
  const proposed = { ...advised, inputs, answer: authorize(...inputs) };
  expect(replayer(current, "as it was")(proposed).bound).toBe("Earned level");
  expect(replayer(current, "execute")(proposed).verdict).toBe("allow");
});

test("a question is judged only if its own limits still give its answer, in the same currency", () => {
  const past = ask(0, { amount: 10 });
  expect(judgeFault(past, "EUR")).toContain("It was in GBP");
  expect(judgeFault({ ...past, answer: { ...past.answer, verdict: "deny" } }, "GBP")).toContain("The rules changed");
  const careful = ask(0, { amount: 45_000, more: { riskTolerance: 50 } });
  const recorded = (bound: string) => ({ ...careful, answer: { ...careful.answer, bound } });
  // Once, risk tolerance was recorded as authority.
  expect([careful.answer.bound, judgeFault(recorded("Authority"), "GBP")]).toEqual(["Risk tolerance", null]);
  expect(judgeFault(recorded("Autonomy"), "GBP")).toContain("The rules changed");
  const broken = { ...past, inputs: [{}, {}, {}, {}] as never };
  expect(judgeFault(broken, "GBP")).not.toBeNull();
});

test("adds up what would run alone, its exposure and how it ended", () => {
  const effect = noEffect();
  const past = ask(0, { amount: 10.1 });
  for (const ending of ["held", "notHeld", "undone", "rejected", "open"] as const)
    addEffect(effect, past, past.answer, ending);
  addEffect(effect, past, { ...past.answer, verdict: "ask" }, "notHeld");
  expect(effect).toEqual({ alone: 5, asked: 1, denied: 0, known: 4, badly: 3, exposure: 50.5 });
  expect([median([]), median([3]), median([1, 2, 10, 4])]).toEqual([null, 3, 3]);
});
