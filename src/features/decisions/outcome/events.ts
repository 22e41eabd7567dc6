import { z } from "zod";
import { truncate } from "#contract/words.ts";
import { lineOf } from "#features/decisions/events.ts";
import type { decisions, forecasts } from "#features/decisions/tables.ts";
import { event } from "#platform/journal/event.ts";

type Decision = Pick<typeof decisions.$inferSelect, "id" | "number" | "agentId" | "impact" | "metadata">;
type Forecast = Pick<typeof forecasts.$inferSelect, "position" | "claim" | "probability">;

export const forecastResolved = event(
  "forecast.resolved",
  {
    resource: "decision",
    feed: "decision",
    refreshes: ["decisions", "feed"],
    details: z.strictObject({
      number: z.number(),
      position: z.number(),
      held: z.boolean(),
      probability: z.number().nullable(),
    }),
    complianceRelevant: true,
  },
  (decision: Decision, { position, claim, probability }: Forecast, held: boolean) => ({
    id: decision.id,
    agentId: decision.agentId,
    title: truncate(`${held ? "Came true" : "Did not come true"}: ${claim}`, 255),
    details: { number: decision.number, position, held, probability },
    line: { ...lineOf(decision), text: [] },
  }),
);
