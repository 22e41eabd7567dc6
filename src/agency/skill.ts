import type { z } from "zod";
import type { Desk, ModelText } from "#agency/model/desk.ts";
import type { Persona } from "#agency/persona.ts";
import type { Read, Taken, Write } from "#agency/action.ts";
import type { Origin } from "#contract/origins.ts";
import type { Fact } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Draft, GivenPart } from "#contract/runs.ts";
import type { Cost } from "#contract/words.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import type { Purpose } from "#platform/model/connection.ts";
import type { Message } from "#platform/model/request.ts";

/** What a skill may use while it runs; everything between two steps is repeated after a crash. */
export type RunSession = {
  readonly runId: string;
  readonly agent: Persona;
  /** Aborts when the run is stopped, loses its lease or times out. */
  readonly signal: AbortSignal;
  readonly ctx: Ctx;
  /** The least trusted origin of the texts read so far. */
  readonly origin: Origin;
  /**
   * Runs a step once: after a crash its stored result is returned. The result must be plain JSON. `given` is its input
   * in addition to the run's; a third identical step in a row with the same result ends the run.
   */
  step<T>(title: string, work: (ctx: Ctx) => Promise<T>, options?: StepOptions<T>): Promise<T>;
  /** Reads something, as one step; throws if the policy refuses. */
  use<I extends z.ZodType, O extends z.ZodType>(action: Read<I, O>, input: z.output<I>): Promise<z.output<O>>;
  /**
   * Delegates to another agent, as one step; its run becomes a child of this one. `share`: the part of the time left
   * that its model may take, 0 to 1; half if omitted.
   */
  delegate<I extends z.ZodType, O extends z.ZodType>(
    to: Persona,
    skill: Skill<I, O>,
    input: z.output<I>,
    share?: number,
  ): Promise<z.output<O>>;
  /** The milliseconds a model may still take, so that rules can answer in its place within the run's time. */
  timeLeft(): number;
  /**
   * Has a write follow once the run is done, after the skill's own effects: it happens or becomes a decision, as the
   * policy says. What is refused is said in the run, which stays done.
   */
  later<I extends z.ZodType, O extends z.ZodType>(action: Write<I, O>, input: z.output<I>): void;
  /** Records whose texts were read: the output inherits the least trusted origin. */
  reads(...origins: readonly Origin[]): void;
  /** Records the company's rows the output is based on. */
  cites(...facts: readonly Fact[]): void;
  /** Adds a cost inside the step that incurred it; kept whatever becomes of the run. */
  spends(cost: Cost): void;
  /** Shows what a model has written so far; it is read when it is shown. */
  drafts(draft: () => Draft | null): void;
  /** Begins another phase of the run, with as many steps as the first. */
  beginPhase(): void;
  /** Sets the engine that answered: rules if no model was needed, or a fallback model. */
  answersWith(engine: string): void;
};

/**
 * `limit`: the milliseconds it may take, if not the default. `request`: what a model is asked, shown by a replay.
 * `interrupted` is called first where an earlier attempt's process died inside the step.
 */
export type StepOptions<T> = {
  given?: unknown;
  detail?: (result: T) => string;
  limit?: number;
  interrupted?: () => void;
  request?: { instructions: string; messages: readonly Message[] };
};

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
  /** Only the person who asked can read its runs and those they delegate; start and end are not recorded. */
  isPrivate?: boolean;
  input: I;
  output: O;
  rules(session: RunSession, input: z.output<I>): Promise<z.output<O>>;
  /** The agent, the task and the request; `origin` is the request's. Pure: a run stores it at its start. */
  prompt(agent: Persona, input: z.output<I>, origin: Origin): GivenPart[];
  /** What a model does with the prompt; without it rules always do the skill. */
  model?: ModelSide<I, O>;
};

/** What a language model writes for a skill, and how that becomes the skill's output. */
export type ModelSide<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  W extends z.ZodType = z.ZodType,
> = {
  purpose: Purpose;
  /** The schema of what it writes. */
  written: W;
  maxOutputTokens: number;
  /** No answer, but work a person decides on: it may cite nothing, and its own numbers are marked, not refused. */
  isDecidedLater?: boolean;
  /** What rules find first, in steps: the model reads it, and it is the output if the model fails. Null: nothing. */
  prepare?(session: RunSession, input: z.output<I>): Promise<Prepared<z.output<O>> | null>;
  /** Tools in addition to the agent's reads. */
  tools?(session: RunSession, input: z.output<I>): Promise<readonly SkillTool[]>;
  /** Binds what it wrote to the facts the run has read. Pure. */
  bind(written: z.output<W>, work: Bound<z.output<I>, z.output<O>>): z.output<O>;
};

/** `currency`: the company's; `today`: its day when the run began. */
type Bound<Input, Output> = { desk: Desk; currency: string; today: string; input: Input; prepared: Output | null };

/** `modelText`: null if a model has nothing to add; then none is called. */
export type Prepared<Output> = { modelText: ModelText | null; output: Output };

/** A tool of one skill. Errors a model can act on are AppErrors. */
export type SkillTool = {
  id: string;
  description: string;
  input: z.ZodType;
  use(input: unknown, desk: Desk): Promise<ModelText>;
};

/** A skill with the effects of its result, for background work. */
export type SkillHandler<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  skill: Skill<I, O>;
  /** The effects, each under a grant, in the transaction that ends the run. */
  deliver?(tx: Tx, finished: Finished, output: z.output<O>, input: z.output<I>): Promise<void>;
  /** Cleans up after work that failed or was stopped, in the transaction that records it. */
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

/** Checks that `bind` takes what the schema `written` describes. */
export const defineModelSide = <I extends z.ZodType, O extends z.ZodType, W extends z.ZodType>(
  side: ModelSide<I, O, W>,
): ModelSide<I, O> => side as ModelSide<I, O>;

export function defineSkillHandler<I extends z.ZodType, O extends z.ZodType>(of: SkillHandler<I, O>): SkillHandler {
  return of as unknown as SkillHandler;
}
