import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { day } from "#contract/words.ts";

const place = z.strictObject({ used: z.int(), /** Null: no limit. */ most: z.int().nullable() });

export const planState = z.strictObject({
  id: z.enum(["starter", "professional", "enterprise"]),
  label: z.string(),
  /** The last day of the trial; null once the operator has set a plan. */
  trialUntil: day.nullable(),
  agents: place,
  users: place,
});
export type PlanState = z.infer<typeof planState>;

export const getPlan = endpoint("GET", "/api/company/plan", {
  summary: "The company's plan and how much of it is used; null while the operator has no plans switched on.",
  response: z.strictObject({ plan: planState.nullable() }),
  access: "viewer",
});
