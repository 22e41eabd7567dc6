import { z } from "zod";
import { exposure } from "#contract/actions.ts";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, lengths, text } from "#contract/words.ts";
import { authorization } from "#features/authority/contract.ts";
import { decision, ownPage } from "#features/decisions/contract.ts";

/** What the company says to an outside agent's proposal at this moment. */
export const policyAnswer = authorization.pick({ verdict: true, askOf: true, reasons: true, limits: true }).extend({
  policyVersion: z.number().int(),
  /** "allow" is for what `recommendation` says and for no more than `covers`; null if the policy denied the proposal. */
  decision: decision
    .pick({ id: true, number: true, title: true, recommendation: true, status: true, expiresAt: true })
    .extend({ covers: exposure, href: ownPage })
    .nullable(),
  /** What is allowed can be undone until then: act once a later answer still allows it and has null here. */
  actFrom: instant.nullable(),
});
export type PolicyAnswer = z.infer<typeof policyAnswer>;

const shared = { response: policyAnswer, access: "member", scope: "propose" } as const;

export const askPolicy = endpoint("POST", "/api/decision-service", {
  summary:
    "An outside agent proposes a decision with its evidence and forecasts: allowed, asked of a person, or denied.",
  body: z.strictObject({
    /** An outside agent whose operator is the caller. */
    agentId: id,
    decisionType: text(lengths.name),
    context: z.record(z.string().max(lengths.name), z.unknown()),
  }),
  ...shared,
});

export const getAnswer = endpoint("GET", "/api/decision-service/:id", {
  summary: "What the company says now to a proposal of the caller's outside agent.",
  params: { id },
  ...shared,
});

export const reportOutcome = endpoint("POST", "/api/decision-service/:id/report", {
  summary: "An outside agent reports what came of what it was allowed; forecasts are resolved by data or a person.",
  params: { id },
  body: z.strictObject({
    carriedOut: z.boolean(),
    /** What it cost in fact, in the unit of what was allowed. */
    amount: z.number().nonnegative().max(1e12).optional(),
    note: text(lengths.reason).optional(),
  }),
  ...shared,
});
