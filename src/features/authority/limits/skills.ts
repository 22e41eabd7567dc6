import { z } from "zod";
import { defineAction } from "#agency/action.ts";
import type { ModelText } from "#agency/model/desk.ts";
import type { Figure } from "#contract/report.ts";
import { agentRoleIds, includesRole } from "#contract/roles.ts";
import { currency } from "#contract/words.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import { effectiveLimit } from "#features/authority/contract.ts";
import * as rules from "#features/authority/limits/rules.ts";
import * as store from "#features/authority/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

export const unused = { reservedThisYear: 0, committedThisYear: 0 };

export const yearOf = (ctx: Ctx): number => Number(dayIn(ctx.now, ctx.timeZone).slice(0, 4));

export function toActingAgent(row: agents.AgentRow): rules.ActingAgent {
  const { id, name, role, status, capabilities, autonomy, authority, budget, riskTolerance, escalation } = row;
  const limited = { decisionAuthority: authority, budget, riskTolerance, escalation };
  return { id, name, role, status, capabilities, autonomy, ...limited };
}

/** The policy in force, and what each agent may commit by it. */
export async function limitsNow(tx: Tx) {
  const version = await store.currentVersion(tx);
  const policies = await store.policiesAt(tx, version);
  const ledgers = await store.yearLedgers(tx, yearOf(tx));
  const money = currency.parse(tx.currency);
  const limits: rules.EffectiveLimit[] = [];
  for (const agent of await agents.listEveryone(tx)) {
    const policy = policies.find((row) => row.role === agent.role && row.decisionType === "");
    const row = policy && (await agents.find(tx, agent.id));
    if (policy && row)
      limits.push(rules.effectiveLimit(toActingAgent(row), policy, ledgers.get(agent.id) ?? unused, money));
  }
  return { version, policies, limits };
}

const limitsRead = z.strictObject({
  version: z.number().int(),
  currency,
  limits: z.array(effectiveLimit),
  /** People who may decide, with their own limit per decision; null: none. */
  approvers: z.array(z.strictObject({ name: z.string(), limit: z.number().nullable() })),
});
type LimitsRead = z.output<typeof limitsRead>;

/** Who may decide how much, and what is left of each budget. */
export const readLimits = defineAction({
  id: "authority_limits",
  label: "Read limits, budgets and who decides",
  description:
    "Gives what each agent may decide alone and per decision, its budget of the year with what is used and left of it, and the people who approve.",
  effect: "read",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({}),
  output: limitsRead,
  run: (ctx) =>
    read(ctx, async (tx) => {
      const { version, limits } = await limitsNow(tx);
      const people = await accounts.approvers(tx);
      const approvers = people
        .filter(({ role }) => includesRole(role, "approver"))
        .map(({ username: name, limit }) => ({ name, limit }));
      return { version, currency: currency.parse(tx.currency), limits, approvers };
    }),
  describeForModel: describeLimits,
});

function describeLimits({ version, currency: money, limits, approvers }: LimitsRead): ModelText {
  const figures: Figure[] = [];
  const source = { label: `Policy version ${version}`, href: "/policies", asOf: null };
  const figure = (label: string, value: number, formula: string | null = null): string => {
    const id = `l${figures.length + 1}`;
    figures.push({ id, label, value, unit: "money", currency: money, range: null, formula, source });
    return `{${id}}`;
  };
  const lines = limits.map(({ agentName, role, ...one }) => {
    const left = one.yearBudget - one.reserved - one.committed;
    const parts = [
      `alone up to ${figure(`${agentName}: alone`, one.alone, one.aloneSource)}`,
      `at most ${figure(`${agentName}: per decision`, one.perDecision, one.perDecisionSource)} per decision with an approver`,
      `budget of the year ${figure(`${agentName}: budget of the year`, one.yearBudget)}`,
      `committed ${figure(`${agentName}: committed this year`, one.committed)}`,
      `reserved for pending decisions ${figure(`${agentName}: reserved`, one.reserved)}`,
      `left ${figure(`${agentName}: left this year`, left)}`,
    ];
    return `- ${agentName} (${role}): ${parts.join("; ")}`;
  });
  const people = approvers.map(({ name, limit }) =>
    limit === null
      ? `- ${name}: any amount`
      : `- ${name}: up to ${figure(`${name}: per decision`, limit)} per decision`,
  );
  const text = ["What agents may decide by the policy:", ...lines, "People who approve the rest:", ...people].join(
    "\n",
  );
  return { text, figures, facts: [], origins: ["staff"] };
}
