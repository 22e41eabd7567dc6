import type { Caller, Gate, Write } from "#agency/action.ts";
import { noExposure } from "#contract/actions.ts";
import { AppError } from "#contract/errors.ts";
import { serving } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import type { Authorization } from "#features/authority/contract.ts";
import * as authority from "#features/authority/service.ts";
import * as exposures from "#features/authority/store.ts";
import { addPending, type Pending } from "#features/decisions/pending/service.ts";
import { describeRejection, fingerprint, momentOf, rejectionCutoff } from "#features/decisions/rules.ts";
import * as decisions from "#features/decisions/store.ts";
import type { Tx } from "#platform/context.ts";

/**
 * Every write of an agent passes here. Its own work runs under a stored grant. For anything else the policy decides:
 * allow runs it under a grant, ask turns it into a pending decision whose approval runs it, deny refuses it.
 */
export const gateWrite: Gate = async (tx, caller, action, input) => {
  const run = async (grant: Awaited<ReturnType<typeof authority.ownWorkGrant>>) => ({
    output: action.output.parse(await action.run(tx, { ...caller, grant, plan: null }, input)) as never,
    decisionId: null,
  });
  if (action.approval === "own work") return run(await authority.ownWorkGrant(tx, caller.agent, action));
  if (action.approval === "by a person") throw new AppError("forbidden", "Agents can't ask for this.");
  const agent = await serving(tx, caller.agent.id);
  const requestPrint = fingerprint(agent.id, action.id, input);
  const pending = await decisions.findDuplicate(tx, agent.id, requestPrint, null);
  if (pending) return { output: null, decisionId: pending };
  const since = new Date(rejectionCutoff(tx.now.toISOString()));
  const previous = await decisions.findSettled(tx, agent.id, requestPrint, since);
  if (previous?.status === "rejected" && previous.settledAt) {
    const { number, reason, settledAt } = previous;
    const moment = momentOf(tx);
    const settled = { number, reason, settledAt: settledAt.toISOString() };
    throw new AppError("conflict", describeRejection(action.summary(input), settled, moment));
  }
  const id = crypto.randomUUID();
  const exposure = action.exposure?.(input) ?? noExposure;
  const why = (await action.permit?.(tx, agent, input)) ?? null;
  const found = await authority.request(tx, agent, action, { id, exposure, cause: caller });
  authority.requireNotDenied(found);
  const authorization = why === null ? found : asking(found, { reason: why, bound: "Tool" });
  // If undo is on, an allowed action becomes a decision that the policy approves, so that it can be undone.
  if (authorization.verdict === "allow" && tx.installation.undoSeconds === 0) {
    const result = await run(authority.policyGrant(tx, agent, action, authorization));
    await exposures.closeExposure(tx, id, "committed");
    return result;
  }
  await requestApproval(tx, { id, caller, agent, action: action as unknown as Write, input, exposure, authorization });
  return { output: null, decisionId: id };
};

/** The same answer, with a person to decide what the policy would allow. */
const asking = (found: Authorization, { reason, bound }: { reason: string; bound: string }): Authorization =>
  found.verdict === "ask" ? found : { ...found, verdict: "ask", askOf: "the owner", reasons: [reason], bound };

/**
 * Asks a person for approval even if the policy allows the action, by default because they asked for it themselves;
 * returns the pending decision.
 */
export async function askFirst(
  tx: Tx,
  caller: Caller & { requestedBy: string | null },
  action: Write,
  input: unknown,
  why = { reason: "A person asked for it in the chat", bound: "Request" },
): Promise<string> {
  if (action.approval === "by a person") throw new AppError("forbidden", "Agents can't ask for this.");
  const agent = await serving(tx, caller.agent.id);
  const parsed: unknown = action.input.parse(input);
  const requestPrint = fingerprint(agent.id, action.id, parsed);
  const pending = await decisions.findDuplicate(tx, agent.id, requestPrint, null);
  if (pending) return pending;
  const id = crypto.randomUUID();
  const exposure = action.exposure?.(parsed) ?? noExposure;
  const found = await authority.request(tx, agent, action, { id, exposure, cause: caller });
  authority.requireNotDenied(found);
  const { requestedBy } = caller;
  const authorization = asking(found, why);
  await requestApproval(tx, { id, caller, agent, action, input: parsed, exposure, authorization, requestedBy });
  return id;
}

/** Stores an action with its input as a pending decision. */
async function requestApproval(
  tx: Tx,
  request: {
    id: string;
    caller: Caller;
    agent: agents.AgentRow;
    action: Write;
    input: unknown;
    exposure: typeof noExposure;
    authorization: Authorization;
    requestedBy?: string | null;
  },
): Promise<void> {
  const { id, caller, agent, action, exposure, authorization } = request;
  const input = request.input as Record<string, unknown>;
  const summary = action.summary(input);
  const pending = {
    id,
    isTest: false,
    authorization,
    title: summary,
    description: action.label,
    recommendation: action.details?.(input) ?? summary,
    // Nothing is estimated: the decision is whether to run this action.
    confidence: 1,
    priority: "medium",
    impact: "medium",
    metadata: {
      financialImpact: exposure.amount > 0 && exposure.kind !== "discount" ? -exposure.amount : null,
      returns: null,
      timeframe: "",
      stakeholders: [],
      risks: [],
    },
    alternatives: [],
    evidence: [],
    exposure,
    decisionType: action.id,
    fingerprint: fingerprint(agent.id, action.id, input),
    context: input,
    engine: caller.engine,
    runId: caller.runId,
    origin: caller.origin,
    working: {
      verdict: "",
      steps: [],
      curves: [],
      questions: [],
      exposure,
      effects: [{ action: action.id, input, summary }],
    },
  } satisfies Pending;
  await addPending(tx, agent, await agents.list(tx), pending, [], request.requestedBy);
}
