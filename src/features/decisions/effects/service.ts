import { agencyOf } from "#agency/agency.ts";
import { barredFrom } from "#agency/policy.ts";
import type { Persona } from "#agency/persona.ts";
import { AppError } from "#contract/errors.ts";
import type { DecisionRow } from "#features/decisions/store.ts";
import type { Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";

/**
 * Takes the actions an approved decision planned, in the transaction that approves it: each once (unique by decision and
 * place) and under the approval's grant, which is there already.
 */
export async function takePlanned(tx: Tx, decision: DecisionRow, agent: Persona, grantId: string): Promise<void> {
  const { id, number, runId, origin, engine, createdAt: proposedAt } = decision;
  const grant = { id: grantId, add: () => Promise.resolve() };
  await batch(
    tx,
    ...decision.working.effects.map(({ action: name, input, summary }, place) => async () => {
      const action = agencyOf(tx).actions.get(name);
      if (!action || action.effect === "read")
        throw new AppError("conflict", `This version of Boardroom cannot do it any more: ${summary}. Reject it.`);
      // Tasks and messages of a proposal were worked out before; what an executive asked to do it must still be allowed.
      const refusal = action.id === decision.decisionType ? barredFrom(agent, action, "finished") : null;
      if (refusal) throw refusal;
      const read = action.input.safeParse(input);
      if (!read.success)
        throw new AppError("conflict", `This version of Boardroom reads it otherwise: ${summary}. Reject it.`);
      const by = { agent, runId, origin, engine, grant, plan: { id, number, proposedAt, place } };
      await action.run(tx, by, read.data);
    }),
  );
}
