import { z } from "zod";

/** Whether an action reads, changes something in the company, or reaches outside it. */
export const actionEffects = ["read", "write", "external"] as const;

export const exposureKinds = ["spend", "discount", "commitment", "credit", "headcount", "none"] as const;
export type ExposureKind = (typeof exposureKinds)[number];

export const exposure = z.strictObject({
  kind: z.enum(exposureKinds),
  /** In the company's currency; percent for discounts; yearly value for recurring commitments. */
  amount: z.number().nonnegative(),
  recurring: z.boolean(),
  counterparty: z.string().nullable(),
  purpose: z.string().nullable(),
});
export type Exposure = z.infer<typeof exposure>;

export const noExposure: Exposure = { kind: "none", amount: 0, recurring: false, counterparty: null, purpose: null };

/** An action that an approval will perform with exactly this input. */
export const plannedAction = z.strictObject({
  action: z.string(),
  input: z.record(z.string(), z.unknown()),
  /** What it does, as a line beginning with a verb. */
  summary: z.string(),
});
export type PlannedAction = z.infer<typeof plannedAction>;
