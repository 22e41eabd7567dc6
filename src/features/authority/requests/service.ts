import type { Authorization } from "#features/authority/contract.ts";
import type { ActingAgent } from "#features/authority/limits/rules.ts";
import { type AskedOf, storedInputs } from "#features/authority/requests/rules.ts";
import * as store from "#features/authority/requests/store.ts";
import { authorize } from "#features/authority/rules.ts";
import type { Tx } from "#platform/context.ts";
import { note } from "#platform/db/transaction.ts";

type About = {
  agent: Pick<ActingAgent, "id" | "role">;
  decisionId: string;
  type: string;
  occasion: "asked" | "again";
  isTest: boolean;
};

/**
 * The only way to the policy: stores the question with all its inputs and the answer, in the caller's transaction. A
 * caller that is denied rolls back, so a denial that was lost with its transaction is stored after it.
 */
export async function ask(tx: Tx, about: About, ...inputs: AskedOf): Promise<Authorization> {
  const answer = authorize(...inputs);
  const { agent, decisionId, type: decisionType, occasion, isTest } = about;
  const row = { agentId: agent.id, role: agent.role, decisionId, decisionType, occasion, isTest };
  const add = (to: Tx): Promise<void> => store.add(to, { ...row, inputs: storedInputs(inputs), answer });
  await add(tx);
  if (answer.verdict === "deny")
    tx.db.onEnd((isCommitted) => {
      if (!isCommitted)
        note(tx, add).catch((error: unknown) => tx.log.warn({ err: error }, "a denied request was not stored"));
    });
  return answer;
}
