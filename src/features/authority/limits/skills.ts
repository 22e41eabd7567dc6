import { currency } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import * as rules from "#features/authority/limits/rules.ts";
import * as store from "#features/authority/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";

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
  for (const agent of await agents.list(tx)) {
    const policy = policies.find((row) => row.role === agent.role && row.decisionType === "");
    const row = policy && (await agents.find(tx, agent.id));
    if (policy && row)
      limits.push(rules.effectiveLimit(toActingAgent(row), policy, ledgers.get(agent.id) ?? unused, money));
  }
  return { version, policies, limits };
}
