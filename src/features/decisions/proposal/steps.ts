import type { Evaluation, Facts } from "#features/decisions/types/decision-type.ts";

export function describeFacts({ revenue, record }: Facts): string {
  const revenueText = revenue
    ? `${revenue.points.length} days of revenue from ${revenue.source} up to ${revenue.asOf}`
    : "No revenue data";
  const recordText = record
    ? `${record.held} of ${record.resolved} similar forecasts came true`
    : "no track record yet";
  return `${revenueText}; ${recordText}.`;
}

export function describeEvaluation({ evidence, steps, verdict, confidence }: Evaluation): string {
  const found = evidence.filter((row) => row.found).length;
  const percent = `${Math.round(confidence * 100)}%`;
  return `${steps.length} steps, ${found} of ${evidence.length} pieces of evidence found, verdict "${verdict}", confidence ${percent}.`;
}
