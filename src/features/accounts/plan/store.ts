import { companies } from "#features/accounts/tables.ts";
import type { PlanId } from "#contract/pricing.ts";
import type { Tx } from "#platform/context.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

const columns = {
  plan: companies.subscriptionPlan,
  setAt: companies.planSetAt,
  ...pick(companies, "maxUsers createdAt"),
};
export type PlanRow = { plan: PlanId; setAt: Date | null; maxUsers: number; createdAt: Date };

/** The company's plan; `forUpdate` locks it until the transaction ends. */
export async function find(tx: Tx, forUpdate = false): Promise<PlanRow> {
  const query = tx.db.select(columns).from(companies).where(inCompany(tx, companies));
  const [row] = await (forUpdate ? query.for("no key update") : query);
  if (!row) throw new Error("The company does not exist.");
  return row;
}

export async function set(tx: Tx, plan: PlanId): Promise<void> {
  await tx.db.update(companies).set({ subscriptionPlan: plan, planSetAt: tx.now }).where(inCompany(tx, companies));
}
