import { rules as rulesEngine } from "#agency/engine.ts";
import { noExposure } from "#contract/actions.ts";
import * as agents from "#features/agents/store.ts";
import type { EarnedLevel } from "#features/authority/levels/contract.ts";
import * as rules from "#features/authority/levels/rules.ts";
import { policyOf } from "#features/authority/store.ts";
import { labelOf, stepId } from "#features/decisions/levels/naming.ts";
import { addPending, type Pending } from "#features/decisions/pending/service.ts";
import { fingerprint } from "#features/decisions/rules.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";

type Step = { decisionType: string; from: EarnedLevel; to: EarnedLevel; good: number; resolved: number };

/** A pending decision whose approval raises the level. */
export async function proposeStep(tx: Tx, agent: agents.AgentRow, step: Step): Promise<void> {
  const { decisionType, to } = step;
  const label = labelOf(decisionType);
  const context = { ...step, label };
  const bound = rules.nextLevel(step.from)?.bound ?? 1;
  const recordLine = `${rules.describeRecord(step)}; ${rules.levelNames[to]} takes ${rules.percentOf(bound)}.`;
  const policyVersion = (await policyOf(tx, agent.role)).version;
  const ceiling = rules.lowestOf({
    level: to,
    autonomy: agent.autonomy,
    decisionAuthority: agent.authority,
    mayExecute: true,
  });
  const isCapped = rules.rankOf(ceiling.level) < rules.rankOf(to);
  const cap = isCapped
    ? `${agent.name}'s ${ceiling.name.toLowerCase()} setting still limits this to ${rules.levelNames[ceiling.level]} until you change it.`
    : "Limits and oversight still apply.";
  const title = `Raise ${agent.name} to ${rules.levelNames[to]}: ${label.toLowerCase()}`;
  const pending = {
    id: crypto.randomUUID(),
    isTest: false,
    authorization: {
      verdict: "ask" as const,
      askOf: "the owner",
      reasons: ["Only a person raises a level"],
      limits: [],
      bound: "Earned level",
      autonomy: agent.autonomy,
      policyVersion,
    },
    title,
    description: recordLine,
    recommendation: `${agent.name} may ${rules.describeLevel(to)}. ${recordLine} ${cap}`,
    confidence: Math.round(rules.boundsOf(step.good, step.resolved).lower * 1e4) / 1e4,
    priority: "medium" as const,
    impact: "medium" as const,
    metadata: { financialImpact: null, returns: null, timeframe: "", stakeholders: [], risks: [] },
    alternatives: [
      {
        title: `Keep ${rules.levelNames[step.from]}`,
        detail: `The next look is at ${rules.nextLook(rules.lookReached(step.resolved))} outcomes.`,
        value: null,
      },
    ],
    evidence: [
      {
        kind: "outcomes",
        reference: `Resolved forecasts: ${label.toLowerCase()}`,
        value: `${step.good} of ${step.resolved} good`,
        asOf: dayIn(tx.now, tx.timeZone),
        found: true,
      },
    ],
    exposure: noExposure,
    decisionType: stepId,
    fingerprint: fingerprint(agent.id, stepId, context),
    context,
    engine: rulesEngine.id,
    runId: crypto.randomUUID(),
    origin: "system" as const,
    working: {
      verdict: "",
      steps: [],
      curves: [],
      questions: [],
      exposure: noExposure,
      effects: [{ action: stepId, input: context, summary: title }],
    },
  } satisfies Pending;
  await addPending(tx, agent, await agents.list(tx), pending);
}
