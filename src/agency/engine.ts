import type { Persona } from "#agency/persona.ts";
import type { RunSession, Skill } from "#agency/skill.ts";
import type { Fact } from "#contract/report.ts";
import type { GivenPart } from "#contract/runs.ts";
import type { Cost } from "#contract/words.ts";
import type { Ctx } from "#platform/context.ts";

/** Adds two costs; the sum is as certain as the less certain one, and unknown stays unknown. */
export function addCosts(one: Cost, other: Cost): Cost {
  if (one.state === "zero") return other;
  if (other.state === "zero") return one;
  const state = [one.state, other.state].includes("unknown")
    ? "unknown"
    : one.state === other.state
      ? one.state
      : "imputed";
  return { state, usd: one.usd === null || other.usd === null ? null : one.usd + other.usd };
}

/** Performs runs: rules, or a language model. */
export type Engine = {
  /** "rules", or "provider/model". */
  id: string;
  /** Returns an output matching the skill's schema. */
  run(skill: Skill, session: RunSession, work: { input: unknown; prompt: readonly GivenPart[] }): Promise<unknown>;
};

/** Chooses a run's engine when it is performed; `model` replaces the one for the skill's purpose, without fallbacks. */
export type ChooseEngine = (
  ctx: Ctx,
  work: { skill: Skill; agent: Persona; askedBy: string | null; model?: string },
) => Promise<Engine>;

/** Deterministic code over the company's own rows, without key or cost. */
export const rules: Engine = { id: "rules", run: (skill, session, { input }) => skill.rules(session, input) };

/** What rules found out before the engine failed, and the rows it is based on. */
type Prepared = { output: unknown; facts: readonly Fact[] };

/** The engine cannot go on; the run is done by rules, or ends with what rules prepared. */
export class EngineFailed extends Error {
  readonly prepared: Prepared | null;
  constructor(sentence: string, prepared: Prepared | null = null) {
    super(sentence);
    this.prepared = prepared;
  }
}
