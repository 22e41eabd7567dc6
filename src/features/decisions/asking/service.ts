import type { Caller, Gate, Write } from "#agency/action.ts";
import { noExposure } from "#contract/actions.ts";
import { AppError } from "#contract/errors.ts";
import { serving } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import type { Authorization } from "#features/authority/contract.ts";
import * as authority from "#features/authority/service.ts";
import * as exposures from "#features/authority/store.ts";
import { addPending } from "#features/decisions/pending/service.ts";
import { answeredSince, fingerprint, rejectedSentence } from "#features/decisions/rules.ts";
import * as decisions from "#features/decisions/store.ts";
import type { Tx } from "#platform/context.ts";

/**
 * The gate of every write an agent does. What belongs to its own work is done under a stored grant; everything else asks the
 * policy: what it allows is done under a grant too, what it asks a person about becomes a pending decision whose approval
 * does exactly this, and what it denies is refused in words.
 */
export const take: Gate = async (tx, caller, action, input) => {
  const does = async (grant: Awaited<ReturnType<typeof authority.ownWorkGrant>>) => ({
    output: action.output.parse(await action.run(tx, { ...caller, grant, plan: null }, input)) as never,
    decisionId: null,
  });
  if (action.approval === "own work") return does(await authority.ownWorkGrant(tx, caller.agent, action));
  const agent = await serving(tx, caller.agent.id);
  const print = fingerprint(agent.id, action.id, input);
  // Asked about already, and not answered yet: the person is not asked twice.
  const waiting = await decisions.findSame(tx, agent.id, print, null);
  if (waiting) return { output: null, decisionId: waiting };
  const since = new Date(answeredSince(tx.now.toISOString()));
  const answered = await decisions.findAnswered(tx, agent.id, print, since);
  if (answered?.status === "rejected" && answered.settledAt) {
    const { number, reason, settledAt } = answered;
    const moment = { now: tx.now.toISOString(), timeZone: tx.timeZone };
    const settled = { number, reason, settledAt: settledAt.toISOString() };
    throw new AppError("conflict", rejectedSentence(action.summary(input), settled, moment));
  }
  const id = crypto.randomUUID();
  const exposure = action.exposure?.(input) ?? noExposure;
  const authorization = await authority.request(tx, agent, action, { id, exposure });
  authority.requireNotDenied(authorization);
  if (authorization.verdict === "allow") {
    const done = await does(authority.policyGrant(tx, agent, action, authorization));
    await exposures.closeExposure(tx, id, "committed");
    return done;
  }
  await ask(tx, { id, caller, agent, action: action as unknown as Write, input, exposure, authorization });
  return { output: null, decisionId: id };
};

/** Keeps an action with its input as a decision that waits for a person. */
async function ask(
  tx: Tx,
  asked: {
    id: string;
    caller: Caller;
    agent: agents.AgentRow;
    action: Write;
    input: unknown;
    exposure: typeof noExposure;
    authorization: Authorization;
  },
): Promise<void> {
  const { id, caller, agent, action, exposure, authorization } = asked;
  const input = asked.input as Record<string, unknown>;
  const summary = action.summary(input);
  await addPending(tx, agent, await agents.list(tx), {
    id,
    authorization,
    title: summary,
    description: action.label,
    recommendation: summary,
    // Nothing was weighed: the decision is whether exactly this is done.
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
  });
}
