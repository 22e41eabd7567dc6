import type { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import type { Origin } from "#contract/origins.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Exposure } from "#contract/actions.ts";
import type { Ctx, Tx } from "#platform/context.ts";

/** Who takes an action, for which run, by whose thinking, and how far the texts can be trusted that the run has read. */
export type Caller = { agent: Persona; runId: string; origin: Origin; engine: string };

/** A permission that effects refer to; it must be added before they are. */
export type Grant = { id: string; add: () => Promise<void> };

/** The approved decision that planned a write, and the place of the write among what was planned. */
export type Plan = { id: string; number: number; proposedAt: Date; place: number };

/** Who takes an action that was allowed, and under which permission. */
export type Permitted = Caller & { grant: Grant; plan: Plan | null };

type Described<I extends z.ZodType, O extends z.ZodType> = {
  /** Room and verb in what a model provider accepts, such as "tasks_close". */
  id: string;
  /** What it does, beginning with a verb: "Close a task". */
  label: string;
  /** What it takes and gives and when to use it, for a person or a model that chooses. */
  description: string;
  /** What a use costs besides the run itself. */
  cost: "zero";
  roles: readonly AgentRoleId[];
  /** Switched off, it forbids the action; null: no switch stands for it. */
  capability: string | null;
  input: I;
  output: O;
};

/** Looks something up; taken while a run works. */
export type Read<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Described<I, O> & {
  effect: "read";
  /** Does it in the transaction it is given, or in one of its own; the result is plain JSON. */
  run(ctx: Ctx, caller: Caller, input: z.output<I>): Promise<z.output<O>>;
};

/** Changes something in the company, or outside it; follows from a run that is finished, or from an approval. */
export type Write<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Described<I, O> & {
  effect: "write" | "external";
  /** Whether it belongs to an agent's own work and needs nobody's approval, or the policy says who decides. */
  approval: "own work" | "by policy";
  /** What it commits the company to; nothing where it is not given. */
  exposure?(input: z.output<I>): Exposure;
  /** What it would do, as one line beginning with a verb: "Send the parcel to Ford". */
  summary(input: z.output<I>): string;
  /** Does it in the transaction it is given: what reaches outside is only written down here, and leaves after the commit. */
  run(tx: Tx, by: Permitted, input: z.output<I>): Promise<z.output<O>>;
};

/** A description of one read or verb of a room: what an agent may do. Each use goes through the policy first. */
export type Action = Read | Write;

export function defineAction<I extends z.ZodType, O extends z.ZodType>(action: Read<I, O>): Read<I, O>;
export function defineAction<I extends z.ZodType, O extends z.ZodType>(action: Write<I, O>): Write<I, O>;
/** Takes an action's description, gives it back typed. */
export function defineAction(action: Action): Action {
  return action;
}

/** What a write came to: its output, or the pending decision in which a person is asked first. */
export type Taken<Output> = { output: Output; decisionId: null } | { output: null; decisionId: string };

/**
 * The gate of every write: does it under a stored permission, keeps it as a pending decision where a person has to be
 * asked, refuses in words what the policy denies.
 */
export type Gate = <I extends z.ZodType, O extends z.ZodType>(
  tx: Tx,
  caller: Caller,
  action: Write<I, O>,
  input: z.output<I>,
) => Promise<Taken<z.output<O>>>;

/** What model providers accept as the name of a tool. */
const anId = /^[a-z][a-z0-9_]{0,63}$/;

/** Takes the actions of all rooms, gives them by id; throws on an id that is taken, or that a model provider refuses. */
export function catalogOfActions(actions: readonly Action[]): ReadonlyMap<string, Action> {
  const byId = new Map<string, Action>();
  for (const action of actions) {
    if (!anId.test(action.id))
      throw new Error(`"${action.id}" is no id of an action: letters, digits and underscores.`);
    if (byId.has(action.id)) throw new Error(`Two actions are named ${action.id}.`);
    byId.set(action.id, action);
  }
  return byId;
}
