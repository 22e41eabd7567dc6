import { z } from "zod";
import { report } from "#contract/report.ts";
import { runStatuses } from "#contract/runs.ts";
import { cost, engine, id } from "#contract/words.ts";

/** What an agent argues about its own proposal; numbers, verdict and forecasts stay those of the calculation. */
export const argument = report.extend({
  /** Options the calculation does not compare. */
  options: z.array(z.strictObject({ title: z.string(), detail: z.string() })),
  risks: z.array(z.string()),
  /** Inputs the request left open for which a figure was read. */
  found: z.array(z.strictObject({ name: z.string(), label: z.string(), value: z.number(), figure: z.string() })),
  /** At most the calculation's, 0 to 1. */
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
