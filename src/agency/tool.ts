import type { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import type { Origin } from "#contract/origins.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { ToolEffect } from "#contract/runs.ts";
import type { Ctx } from "#platform/context.ts";

/** Who uses a tool, for which run, and how far the texts can be trusted that the run has read. */
export type By = { agent: Persona; runId: string; origin: Origin };

/**
 * An agent's hand: a description over one verb or one read of a room. Whoever chooses among tools sees the words; whoever
 * uses one goes through the policy (`barredFrom`) first.
 */
export type Tool<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  /** Room and verb, such as "tasks.close"; a topic's is the topic's. */
  id: string;
  /** What it does, beginning with a verb: "Close a task". */
  label: string;
  /** What it takes and gives and when to use it, for whoever chooses. */
  description: string;
  effect: ToolEffect;
  /** What a use costs besides the run itself. */
  cost: "zero";
  roles: readonly AgentRoleId[];
  /** Switched off, it forbids the tool; null: no switch stands for it. */
  capability: string | null;
  input: I;
  output: O;
  /** Does it in the transaction it is given, or in one of its own; the result is plain JSON. */
  use(ctx: Ctx, by: By, input: z.output<I>): Promise<z.output<O>>;
};

/** Takes a tool's description, gives it back typed. */
export function defineTool<I extends z.ZodType, O extends z.ZodType>(tool: Tool<I, O>): Tool<I, O> {
  return tool;
}
