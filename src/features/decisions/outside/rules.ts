import type { Decision } from "#features/decisions/contract.ts";
import type { PolicyAnswer } from "#features/decisions/outside/contract.ts";
import type { Evaluation } from "#features/decisions/types/decision-type.ts";

const verdicts = { approved: "allow", pending: "ask", rejected: "deny" } as const;
const closed: Record<string, string> = {
  expired: "Nobody decided in time",
  withdrawn: "The proposal was withdrawn",
};

/** What a decision answers its agent at this moment. */
export function answerOf(decision: Decision): PolicyAnswer {
  const { id, number, title, recommendation, status, expiresAt, exposure, undoUntil, authorization } = decision;
  const verdict = verdicts[status];
  return {
    verdict,
    askOf: verdict === "ask" ? authorization.askOf : null,
    reasons: verdict === "deny" ? [describeDenial(decision)] : reasonsOf(decision),
    limits: authorization.limits,
    policyVersion: authorization.policyVersion,
    decision: { id, number, title, recommendation, status, expiresAt, covers: exposure, href: `/decisions/${id}` },
    actFrom: verdict === "allow" ? undoUntil : null,
  };
}

const reasonsOf = ({ approvedBy, authorization }: Decision): string[] =>
  approvedBy && approvedBy !== "policy" ? [`Approved by ${approvedBy}`] : authorization.reasons;

const describeDenial = ({ closedReason, rejectedBy, reason }: Decision): string => {
  const what = closed[closedReason ?? ""] ?? `Rejected by ${rejectedBy ?? "a person"}`;
  return reason ? `${what}: ${reason}` : what;
};

/**
 * Why an evaluation denies a request before anyone is asked, or null. Approving a recommendation not to spend must never
 * read as leave to spend.
 */
export const evaluationDenial = (
  type: { commitsNothing?: true },
  { exposure, verdict, recommendation, questions }: Evaluation,
): string[] | null =>
  type.commitsNothing || exposure.kind !== "none"
    ? null
    : [`The evaluation by rules says "${verdict}": ${recommendation}`, ...questions];
