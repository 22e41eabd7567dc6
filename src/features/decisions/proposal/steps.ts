import type { Authorization } from "#features/authority/contract.ts";
import type { Evaluation, Facts } from "#features/decisions/types/decision-type.ts";

/** How a proposal was worked out, step by step, for the page of its run. */
export function stepsOf(
  label: string,
  number: number,
  facts: Facts,
  evaluation: Evaluation,
  authorization: Authorization,
): { title: string; detail: string }[] {
  const { revenue, record } = facts;
  const found = evaluation.evidence.filter((row) => row.found).length;
  const read = revenue
    ? `${revenue.points.length} days of revenue from ${revenue.source}, the last of ${revenue.asOf}`
    : "No revenue is connected";
  const tried = record
    ? `${record.held} of ${record.resolved} like forecasts held`
    : "no like forecast has come due yet";
  const confidence = `${Math.round(evaluation.confidence * 100)}%`;
  const answer = { allow: "Allowed", ask: "A person has to be asked", deny: "Refused" }[authorization.verdict];
  return [
    { title: "Read what the company knows", detail: `${read}; ${tried}.` },
    {
      title: `Worked out the ${label.toLowerCase()} by rules`,
      detail: `${evaluation.steps.length} steps, ${found} of ${evaluation.evidence.length} pieces of evidence found, verdict "${evaluation.verdict}", confidence ${confidence}.`,
    },
    { title: "Asked the policy", detail: [`${answer}.`, ...authorization.reasons.map(sentence)].join(" ") },
    { title: "Proposed it", detail: `D-${number} waits for a person.` },
  ];
}

const sentence = (text: string): string => (text.endsWith(".") ? text : `${text}.`);
