import type { Evaluation, Facts } from "#features/decisions/types/decision-type.ts";

/** What an evaluation found to stand on, in one sentence. */
export function factsInWords({ revenue, record }: Facts): string {
  const found = revenue
    ? `${revenue.points.length} days of revenue from ${revenue.source}, the last of ${revenue.asOf}`
    : "No revenue is connected";
  const tried = record
    ? `${record.held} of ${record.resolved} similar forecasts came true`
    : "no like forecast has come due yet";
  return `${found}; ${tried}.`;
}

/** What an evaluation came to, in one sentence. */
export function evaluatedInWords({ evidence, steps, verdict, confidence }: Evaluation): string {
  const found = evidence.filter((row) => row.found).length;
  const sure = `${Math.round(confidence * 100)}%`;
  return `${steps.length} steps, ${found} of ${evidence.length} pieces of evidence found, verdict "${verdict}", confidence ${sure}.`;
}
