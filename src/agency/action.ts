import type { z } from "zod";
import type { ModelText } from "#agency/model/desk.ts";
import type { Persona } from "#agency/persona.ts";
import type { Origin } from "#contract/origins.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Exposure } from "#contract/actions.ts";
import type { Ctx, Tx } from "#platform/context.ts";

/** The agent, run and engine behind an action, and the least trusted origin of the texts the run has read. */
export type Caller = { agent: Persona; runId: string; origin: Origin; engine: string };

/** A permission that effects refer to; it must be added before they are. */
export type Grant = { id: string; add: () => Promise<void> };

/** The approved decision that planned a write, and the write's place among its planned actions. */
export type Plan = { id: string; number: number; proposedAt: Date; place: number };

/** The caller of an allowed action, with the permission. */
export type Permitted = Caller & { grant: Grant; plan: Plan | null };

type Described<I extends z.ZodType, O extends z.ZodType> = {
  /** Feature and verb in a form model providers accept, such as "tasks_close". */
  id: string;
  /** A label beginning with a verb: "Close a task". */
  label: string;
  /** Input, output and when to use it, for the person or model choosing. */
  description: string;
  /** What a use costs in addition to the run. */
  cost: "zero";
  roles: readonly AgentRoleId[];
  /** The capability that, when off, forbids the action; null: none. */
  capability: string | null;
  input: I;
  output: O;
};

/** Reads data; used while a run works. */
export type Read<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Described<I, O> & {
  effect: "read";
  /** Runs in the given transaction or its own; the result must be plain JSON. */
  run(ctx: Ctx, caller: Caller, input: z.output<I>): Promise<z.output<O>>;
  /** The result as text with figures for a language model; by default JSON without figures. */
  describeForModel?(output: z.output<O>): ModelText;
  /** What a language model gives instead of `input`, such as names for ids; AppErrors come back to it. */
  forModel?: { input: z.ZodType; read(ctx: Ctx, given: unknown): Promise<z.output<I>> };
  /** Whether to offer it to a language model now, so that it is not offered only to be refused. */
  isOffered?(ctx: Ctx): Promise<boolean>;
};

/** Changes something inside or outside the company; runs after a finished run or an approval. */
export type Write<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Described<I, O> & {
  effect: "write" | "external";
  /** "own work" needs no approval; "by policy" lets the policy decide; "by a person": no agent may ask for it. */
  approval: "own work" | "by policy" | "by a person";
  /**
   * Why a person decides although the policy allows it; null: none does. Throws where it may not be done at all. Asked
   * again right before the policy's approval takes effect.
   */
  permit?(tx: Tx, agent: { id: string }, input: z.output<I>): Promise<string | null>;
  /** What it commits the company to; omitted if nothing. */
  exposure?(input: z.output<I>): Exposure;
  /** What it will do, as a line beginning with a verb: "Send the parcel to Ford". */
  summary(input: z.output<I>): string;
  /** All that an approver has to read, where the summary leaves something out. */
  details?(input: z.output<I>): string;
  /** Runs in the given transaction: external effects are only recorded here and sent after the commit. */
  run(tx: Tx, by: Permitted, input: z.output<I>): Promise<z.output<O>>;
  /** How what it started stands, in a word such as "sent"; null or omitted: it is done. */
  standing?(tx: Tx, input: z.output<I>): Promise<string | null>;
};

/** Something agents may do with a feature's data; every use passes the policy. */
export type Action = Read | Write;

export function defineAction<I extends z.ZodType, O extends z.ZodType>(action: Read<I, O>): Read<I, O>;
export function defineAction<I extends z.ZodType, O extends z.ZodType>(action: Write<I, O>): Write<I, O>;
export function defineAction(action: Action): Action {
  return action;
}

/** The result of a write: its output, or the pending decision that asks for approval. */
export type Taken<Output> = { output: Output; decisionId: null } | { output: null; decisionId: string };

/**
 * The policy check of every write: performs it under a stored permission, creates a pending decision, or refuses it.
 */
export type Gate = <I extends z.ZodType, O extends z.ZodType>(
  tx: Tx,
  caller: Caller,
  action: Write<I, O>,
  input: z.output<I>,
) => Promise<Taken<z.output<O>>>;

/** The names model providers accept for tools. */
const actionId = /^[a-z][a-z0-9_]{0,63}$/;

/** Actions by id; throws on duplicate or invalid ids. */
export function catalogOfActions(actions: readonly Action[]): ReadonlyMap<string, Action> {
  const byId = new Map<string, Action>();
  for (const action of actions) {
    if (!actionId.test(action.id))
      throw new Error(`"${action.id}" is not a valid action id: use letters, digits and underscores.`);
    if (byId.has(action.id)) throw new Error(`Two actions are named ${action.id}.`);
    byId.set(action.id, action);
  }
  return byId;
}
