import { addDays } from "#contract/days.ts";
import { longDay } from "#contract/format.ts";
import type { Evaluation, Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { claim, task, verdictNotices } from "./proposal-parts.ts";

/**
 * Where a row of evidence contradicts the request, nothing is recommended, spent or claimed: approving it creates the
 * task to find out which of the two is right.
 */
export function askFirst(evaluation: Evaluation, facts: Facts): Evaluation {
  const contradiction = evaluation.evidence.find(({ conflict }) => conflict);
  if (!contradiction?.conflict) return evaluation;
  const { reference, conflict } = contradiction;
  const recommendation = `Ask first: "${reference}" contradicts the request. ${conflict} Find out which is right, then propose it again.`;
  const [soon, late] = [addDays(facts.today, 7), addDays(facts.today, 28)];
  return {
    ...evaluation,
    recommendation,
    verdict: "ask first",
    metadata: { ...evaluation.metadata, financialImpact: null, returns: null },
    exposure: { ...evaluation.exposure, kind: "none", amount: 0, recurring: false },
    forecasts: [
      claim("proxy", `It is known in writing by ${longDay(soon)} which amount is right`, soon, odds(0.8, null)),
      claim("final", `It is proposed again with the right amount by ${longDay(late)}`, late, odds(0.6, facts.record)),
    ],
    effects: [
      task(facts.role, `Find out which is right: ${reference}`.slice(0, 200), recommendation, {
        days: 3,
        hours: 1,
        priority: "high",
      }),
      ...verdictNotices(["owner"], "ask first", evaluation.title, recommendation),
    ],
  };
}
