import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { resolveForecast } from "#features/decisions/outcome/contract.ts";
import type { DecisionTypeId } from "#features/decisions/contract.ts";
import type { Resolved } from "./forty.ts";
import { hire, type Member, type World } from "./world.ts";

const contexts: Partial<Record<DecisionTypeId, object>> = {
  investment_evaluation: { investment: 8_500, projectedReturn: 15_000, payback: 14 },
  expense_approval: { amount: 900 },
  lead_qualification: { leadValue: 12_500 },
  discount_request: { listPrice: 4_000, discount: 5 },
};

/** Changes forecasts past the trigger that freezes them. */
export async function thaw(world: World, text: string, values: unknown[]): Promise<void> {
  await world.asOwner("ALTER TABLE forecasts DISABLE TRIGGER forecasts_are_frozen");
  await world.asOwner(text, values);
  await world.asOwner("ALTER TABLE forecasts ENABLE TRIGGER forecasts_are_frozen");
}

/** Proposes and approves a decision for each, with the claim and base rate given and due yesterday. */
export async function approvedDecisions(world: World, member: Member, wanted: readonly Resolved[]): Promise<string[]> {
  const team = await hire(member, "CEO", "CFO", "Sales");
  const ids: string[] = [];
  for (const [at, [role, decisionType, probability, base]] of wanted.entries()) {
    const agentId = team.find((agent) => agent.role === role)?.id ?? "";
    const context = { ...contexts[decisionType], subject: `${decisionType} ${at + 1}` };
    const { id, status } = await member.call(makeDecision, { body: { agentId, decisionType, context } });
    if (status === "pending") await member.call(settleDecision, { params: { id }, body: { approved: true } });
    await thaw(
      world,
      `UPDATE forecasts SET probability = $2, base_rate = $3, due_on = current_date - 1, resolver = 'human',
         measured_by = NULL WHERE decision_id = $1 AND position = 1`,
      [id, probability, base],
    );
    ids.push(id);
  }
  return ids;
}

/** A company whose forecasts people resolved; gives the decisions' ids. */
export async function resolvedCompany(world: World, member: Member, wanted: readonly Resolved[]): Promise<string[]> {
  const ids = await approvedDecisions(world, member, wanted);
  for (const [at, id] of ids.entries())
    await member.call(resolveForecast, { params: { id, position: "1" }, body: { held: wanted[at]?.[4] ?? false } });
  return ids;
}
