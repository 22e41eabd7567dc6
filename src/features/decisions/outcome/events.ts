import { z } from "zod";
import { truncate } from "#contract/words.ts";
import { lineOf } from "#features/decisions/events.ts";
import type { decisions, forecasts } from "#features/decisions/tables.ts";
import { event } from "#platform/journal/event.ts";

type Decision = Pick<typeof decisions.$inferSelect, "id" | "number" | "agentId" | "impact" | "metadata">;
type Forecast = Pick<typeof forecasts.$inferSelect, "position" | "claim" | "probability">;

const common = { resource: "decision", feed: "decision", complianceRelevant: true } as const;
const refreshes = ["decisions", "dashboard", "feed"];
const outcome = {
  number: z.number(),
  position: z.number(),
  held: z.boolean(),
  probability: z.number().nullable(),
};

const outcomeTitle = (claim: string, held: boolean): string =>
  truncate(`${held ? "Came true" : "Did not come true"}: ${claim}`, 255);

const correctionTitle = (claim: string, held: boolean): string =>
  truncate(`Corrected to ${held ? "came true" : "did not come true"}: ${claim}`, 255);

export const forecastResolved = event(
  "forecast.resolved",
  {
    ...common,
    refreshes,
    details: z.strictObject({
      ...outcome,
      resolution: z.enum(["metric", "rule", "human"]).optional(),
      value: z.number().nullable().optional(),
      source: z.string().nullable().optional(),
    }),
  },
  (
    decision: Decision,
    { position, claim, probability }: Forecast,
    result: { held: boolean; resolution: "metric" | "rule" | "human"; value: number | null; source: string | null },
  ) => ({
    id: decision.id,
    agentId: decision.agentId,
    title: outcomeTitle(claim, result.held),
    details: { number: decision.number, position, probability, ...result },
    line: { ...lineOf(decision), text: result.source ? [result.source] : [] },
  }),
);

export const forecastCorrected = event(
  "forecast.corrected",
  {
    ...common,
    refreshes,
    details: z.strictObject({ ...outcome, was: z.boolean(), reason: z.string() }),
    severity: "warning",
  },
  (decision: Decision, { position, claim, probability }: Forecast, held: boolean, reason: string) => ({
    id: decision.id,
    agentId: decision.agentId,
    title: correctionTitle(claim, held),
    details: { number: decision.number, position, held, was: !held, probability, reason },
    line: { ...lineOf(decision), text: [{ by: "Corrected by " }, `: “${reason}”`] },
  }),
);
