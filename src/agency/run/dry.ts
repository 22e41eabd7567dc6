import type { Persona } from "#agency/persona.ts";
import { agencyOf } from "#agency/agency.ts";
import { addCosts, EngineFailed, type Engine, rules } from "#agency/engine.ts";
import { actionRefusal } from "#agency/policy.ts";
import { fingerprint } from "#agency/run/fingerprint.ts";
import { limits } from "#agency/run/limits.ts";
import type { StepRow } from "#agency/run/steps/store.ts";
import { errorOf } from "#agency/run/steps/steps.ts";
import type { RunSession, Skill, StepOptions } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { inheritedOrigin, type Origin } from "#contract/origins.ts";
import type { GivenPart } from "#contract/runs.ts";
import type { Cost } from "#contract/words.ts";
import { now } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";

export type DryWork = {
  runId: string;
  agent: Persona;
  skill: Skill;
  input: unknown;
  prompt: readonly GivenPart[];
  /** The origin it begins with. */
  origin: Origin;
};

export type DryOptions = {
  engine: Engine;
  signal: AbortSignal;
  /** Until when a model may work, in milliseconds of `performance.now()`. */
  until: number;
  /** Steps of an earlier run, whose results are taken instead of a repetition. */
  recorded?: readonly StepRow[];
  /** Actions that are forbidden in it. */
  denied?: ReadonlySet<string>;
  /** Has another agent work; if omitted, none is asked. */
  delegate?: (work: DryWork, until: number) => Promise<{ origin: Origin; output: unknown }>;
  /** Whether rules finish it if the engine fails; otherwise it throws. */
  endsByRules: boolean;
};

export type Dry = {
  output: unknown;
  engine: string;
  origin: Origin;
  cost: Cost;
  /** Why rules finished it; null if the engine did. */
  sentence: string | null;
  steps: string[];
};

/** Performs work without a run: nothing is stored, and nothing follows from the result. */
export async function dryRun(ctx: Ctx, work: DryWork, how: DryOptions): Promise<Dry> {
  const { runId, agent, skill, prompt } = work;
  const { engine, signal, recorded = [], denied = new Set() } = how;
  const agency = agencyOf(ctx);
  const actions = new Map([...agency.actions].filter(([id]) => !denied.has(id)));
  const acting: Ctx = { ...ctx, agency: { ...agency, actions }, actor: { kind: "agent", id: agent.id } };
  const seen = new Set<Origin>([work.origin]);
  const steps: string[] = [];
  let cost: Cost = { state: "zero", usd: 0 };
  let maxSteps: number = limits.steps;
  let answeredBy = engine.id;

  async function step<T>(title: string, perform: (at: Ctx) => Promise<T>, options: StepOptions<T> = {}): Promise<T> {
    if (steps.length >= maxSteps) throw new AppError("conflict", `Stopped: it took more than ${limits.steps} steps.`);
    steps.push(title);
    const key = fingerprint(title, options.given ?? null);
    // Model calls are always repeated.
    const found = options.request ? undefined : recorded.find((one) => one.key === key && one.status !== "running");
    if (found?.status === "failed") throw errorOf(found);
    return found ? (found.result as T) : perform({ ...acting, now: now() });
  }
  const session: RunSession = {
    runId,
    agent,
    ctx: acting,
    signal,
    get origin() {
      return inheritedOrigin(seen);
    },
    step,
    async use(action, input) {
      const refusal = denied.has(action.id)
        ? new AppError("forbidden", `${agent.name} may not use ${action.label.toLowerCase()} here.`)
        : actionRefusal(agent, action, "working");
      if (refusal) throw refusal;
      const taken = action.input.parse(input);
      const caller = { agent, runId, origin: work.origin, engine: engine.id };
      const given = { tool: action.id, input: taken };
      const output = await step(action.label, (at) => action.run(at, caller, taken), { given });
      return action.output.parse(output);
    },
    async delegate(to, other, input, share = 1 / 2) {
      const given = { to: to.id, skill: other.id, input };
      const { origin, output } = await step<{ origin: Origin; output: unknown }>(
        `Ask ${to.name} (${to.role}): ${other.label}`,
        async () => {
          if (!how.delegate) throw new AppError("conflict", `${to.name} is not asked in a trial.`);
          const asked = other as unknown as Skill;
          const text = asked.prompt(to, input, session.origin);
          return how.delegate(
            { runId, agent: to, skill: asked, input, prompt: text, origin: session.origin },
            performance.now() + session.timeLeft() * share,
          );
        },
        { given },
      );
      seen.add(origin);
      return other.output.parse(output);
    },
    reads: (...origins) => origins.forEach((origin) => seen.add(origin)),
    cites: () => undefined,
    later: () => undefined,
    spends: (more) => {
      cost = addCosts(cost, more);
    },
    drafts: () => undefined,
    timeLeft: () => Math.max(0, how.until - performance.now()),
    beginPhase: () => {
      maxSteps = steps.length + limits.steps;
    },
    answersWith: (id) => {
      answeredBy = id;
    },
  };
  const given = { input: skill.input.parse(work.input), prompt };
  let sentence: string | null = null;
  const output: unknown = await engine.run(skill, session, given).catch((error: unknown) => {
    if (!(error instanceof EngineFailed) || !how.endsByRules) throw error;
    sentence = error.message;
    answeredBy = rules.id;
    session.beginPhase();
    return error.prepared ? error.prepared.output : rules.run(skill, session, given);
  });
  const whole: unknown = skill.output.parse(output);
  return { output: whole, engine: answeredBy, origin: inheritedOrigin(seen), cost, sentence, steps };
}
