import type { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import type { Read, Taken, Write } from "#agency/action.ts";
import type { Origin } from "#contract/origins.ts";
import type { Fact } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { GivenPart } from "#contract/runs.ts";
import type { Cost } from "#contract/words.ts";
import type { Ctx, Tx } from "#platform/context.ts";

/** What a skill may use while it works; everything it does between two steps is done again after a crash. */
export type RunSession = {
  readonly runId: string;
  readonly agent: Persona;
  /** Ends when the run is stopped, loses its lease or takes too long. */
  readonly signal: AbortSignal;
  readonly ctx: Ctx;
  /**
   * Does one step, once: its result is kept and given again after a crash. The result must be plain JSON. `given` is what
   * it works on besides the run's own input; the third step in a row that does the same with the same result ends the run.
   */
  step<T>(title: string, work: (ctx: Ctx) => Promise<T>, options?: StepOptions<T>): Promise<T>;
  /** Looks something up, as one step; refuses in words what the policy says no to. */
  use<I extends z.ZodType, O extends z.ZodType>(action: Read<I, O>, input: z.output<I>): Promise<z.output<O>>;
  /** Lets another agent do a piece of it, as one step; its run hangs on this one. */
  delegate<I extends z.ZodType, O extends z.ZodType>(
    to: Persona,
    skill: Skill<I, O>,
    input: z.output<I>,
  ): Promise<z.output<O>>;
  /** Notes whose texts were read: what comes out has the origin of the least trusted of them. */
  reads(...origins: readonly Origin[]): void;
  /** Notes the rows of the company that it stands on. */
  cites(...facts: readonly Fact[]): void;
  /** Notes what thinking cost, inside the step that spent it; it adds up, and is kept whatever becomes of the run. */
  spends(cost: Cost): void;
};

export type StepOptions<T> = { given?: unknown; detail?: (result: T) => string };

/** What a finished run hands over. */
export type Finished = {
  runId: string;
  /** Who the agent is by now. */
  agent: Persona;
  origin: Origin;
  engine: string;
  askedBy: string | null;
  /**
   * Does something in the transaction that ends the run, or keeps it for a person to approve where the policy asks for one;
   * refuses in words what it denies. `as` is another executive, for what became of their own piece of it.
   */
  use<I extends z.ZodType, O extends z.ZodType>(
    action: Write<I, O>,
    input: z.output<I>,
    as?: Persona,
  ): Promise<Taken<z.output<O>>>;
};

/**
 * Something an agent can do, written twice under one schema of what it takes and one of what it gives: `rules` is
 * deterministic code over the company's own rows, needs no key and costs nothing; `prompt` is what a language model reads.
 */
export type Skill<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  id: string;
  /** What it is called where a person reads it. */
  label: string;
  roles: readonly AgentRoleId[];
  /** Switched off, it forbids the skill; null: no switch stands for it. */
  capability: string | null;
  /** Its beginning and end are not recorded: what follows from it is. */
  isQuiet?: boolean;
  input: I;
  output: O;
  rules(session: RunSession, input: z.output<I>): Promise<z.output<O>>;
  /** Who works, what to do and what was asked; `origin`: where what was asked came from. Pure: a run keeps it from its start. */
  prompt(agent: Persona, input: z.output<I>, origin: Origin): GivenPart[];
};

/** A skill at work in the background, with what its room does about the result. */
export type Duty<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  skill: Skill<I, O>;
  /** The effects, each under a grant, in the transaction that ends the run: they exist once or the run is not done. */
  deliver?(tx: Tx, finished: Finished, output: z.output<O>, input: z.output<I>): Promise<void>;
  /** Tells those who wait that it will not be done, in the transaction that says so. */
  giveUp?(
    tx: Tx,
    run: Pick<Finished, "runId" | "agent" | "askedBy">,
    sentence: string,
    input: z.output<I>,
  ): Promise<void>;
};

/** Takes a skill's description, gives it back typed. */
export function defineSkill<I extends z.ZodType, O extends z.ZodType>(skill: Skill<I, O>): Skill<I, O> {
  return skill;
}

/** Takes a skill and what follows from it, gives it back as one of many. */
export function duty<I extends z.ZodType, O extends z.ZodType>(of: Duty<I, O>): Duty {
  return of as unknown as Duty;
}
