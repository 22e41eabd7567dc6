import type { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import type { Read, Taken, Write } from "#agency/action.ts";
import type { Origin } from "#contract/origins.ts";
import type { Fact } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { GivenPart } from "#contract/runs.ts";
import type { Cost } from "#contract/words.ts";
import type { Ctx, Tx } from "#platform/context.ts";

/** What a skill may use while it runs; everything between two steps is repeated after a crash. */
export type RunSession = {
  readonly runId: string;
  readonly agent: Persona;
  /** Aborts when the run is stopped, loses its lease or times out. */
  readonly signal: AbortSignal;
  readonly ctx: Ctx;
  /**
   * Runs a step once: after a crash its stored result is returned. The result must be plain JSON. `given` is its input
   * in addition to the run's; a third identical step in a row with the same result ends the run.
   */
  step<T>(title: string, work: (ctx: Ctx) => Promise<T>, options?: StepOptions<T>): Promise<T>;
  /** Reads something, as one step; throws if the policy refuses. */
  use<I extends z.ZodType, O extends z.ZodType>(action: Read<I, O>, input: z.output<I>): Promise<z.output<O>>;
  /** Delegates to another agent, as one step; its run becomes a child of this one. */
  delegate<I extends z.ZodType, O extends z.ZodType>(
    to: Persona,
    skill: Skill<I, O>,
    input: z.output<I>,
  ): Promise<z.output<O>>;
  /** Records whose texts were read: the output inherits the least trusted origin. */
  reads(...origins: readonly Origin[]): void;
  /** Records the company's rows the output is based on. */
  cites(...facts: readonly Fact[]): void;
  /** Adds a cost inside the step that incurred it; kept whatever becomes of the run. */
  spends(cost: Cost): void;
};

export type StepOptions<T> = { given?: unknown; detail?: (result: T) => string };

/** What a finished run passes to its effects. */
export type Finished = {
  runId: string;
  /** The agent's current state. */
  agent: Persona;
  origin: Origin;
  engine: string;
  askedBy: string | null;
  /**
   * Performs a write in the transaction that ends the run, or creates a decision if the policy requires approval;
   * throws if it is denied. `as` names another agent, for their own part of the work.
   */
  use<I extends z.ZodType, O extends z.ZodType>(
    action: Write<I, O>,
    input: z.output<I>,
    as?: Persona,
  ): Promise<Taken<z.output<O>>>;
};

/**
 * Something an agent can do, implemented twice over the same schemas: `rules` is deterministic code over the company's
 * rows, without key or cost; `prompt` is for a language model.
 */
export type Skill<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  id: string;
  /** Its name on screen. */
  label: string;
  roles: readonly AgentRoleId[];
  /** The capability that, when off, forbids the skill; null: none. */
  capability: string | null;
  /** Start and end are not recorded; its effects are. */
  isQuiet?: boolean;
  input: I;
  output: O;
  rules(session: RunSession, input: z.output<I>): Promise<z.output<O>>;
  /** The agent, the task and the request; `origin` is the request's. Pure: a run stores it at its start. */
  prompt(agent: Persona, input: z.output<I>, origin: Origin): GivenPart[];
};

/** A skill with the effects of its result, for background work. */
export type Duty<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  skill: Skill<I, O>;
  /** The effects, each under a grant, in the transaction that ends the run. */
  deliver?(tx: Tx, finished: Finished, output: z.output<O>, input: z.output<I>): Promise<void>;
  /** Tells those waiting that the work failed, in the transaction that records it. */
  giveUp?(
    tx: Tx,
    run: Pick<Finished, "runId" | "agent" | "askedBy">,
    sentence: string,
    input: z.output<I>,
  ): Promise<void>;
};

export function defineSkill<I extends z.ZodType, O extends z.ZodType>(skill: Skill<I, O>): Skill<I, O> {
  return skill;
}

export function duty<I extends z.ZodType, O extends z.ZodType>(of: Duty<I, O>): Duty {
  return of as unknown as Duty;
}
