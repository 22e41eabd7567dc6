import { z } from "zod";
import { report } from "#contract/report.ts";
import { runStatuses } from "#contract/runs.ts";
import { cost, engine, id } from "#contract/words.ts";

/** An agent's argument about its own proposal. The calculation's numbers, verdict and forecasts stay unchanged. */
export const argument = report.extend({
  /** Options the calculation does not compare. */
  options: z.array(z.strictObject({ title: z.string(), detail: z.string() })),
  risks: z.array(z.string()),
  /** Inputs missing from the request for which the agent read a figure. */
  found: z.array(z.strictObject({ name: z.string(), label: z.string(), value: z.number(), figure: z.string() })),
  /** 0 to 1, at most the calculation's confidence. */
  confidence: z.number().min(0).max(1),
});
export type Argument = z.infer<typeof argument>;

/** The run that argues a decision, and its result once there is one. */
export const argued = z.strictObject({
  runId: id,
  status: z.enum(runStatuses),
  engine,
  cost,
  argument: argument.nullable(),
});
export type Argued = z.infer<typeof argued>;
