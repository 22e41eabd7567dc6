/** Types of decisions about an agent, which it does not propose itself. */
export const aboutAgents: readonly string[] = ["promotion", "authority_step"];

export type ProposalRecord = {
  /** Proposals a person settled, those approved, and those rejected with a reason. */
  settled: number;
  approved: number;
  rejectedForCause: number;
  /** Approved, and no forecast of it failed to come true. */
  good: number;
  /** Money of approved decisions whose forecast about a revenue, or cost, metric came true; null without one. */
  revenueImpact: number | null;
  operationalImpact: number | null;
};
