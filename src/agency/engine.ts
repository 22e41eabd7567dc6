import type { Persona } from "#agency/persona.ts";
import type { RunSession, Skill } from "#agency/skill.ts";
import type { GivenPart } from "#contract/runs.ts";
import type { Cost } from "#contract/words.ts";
import type { Ctx } from "#platform/context.ts";

/** Takes two costs, gives both together: as sure as the less sure of them; unknown adds up to nothing. */
export function added(one: Cost, other: Cost): Cost {
  if (one.state === "zero") return other;
  if (other.state === "zero") return one;
  const state = [one.state, other.state].includes("unknown")
    ? "unknown"
    : one.state === other.state
      ? one.state
      : "imputed";
  return { state, usd: one.usd === null || other.usd === null ? null : one.usd + other.usd };
}

/** What does the thinking of a run: rules, or a language model. */
export type Engine = {
  /** "rules", or "provider/model". */
  id: string;
  /** Takes a skill, what it may use, its input and its prompt; gives an output for the skill's schema. */
  run(skill: Skill, session: RunSession, work: { input: unknown; prompt: readonly GivenPart[] }): Promise<unknown>;
};

/** Chooses who does the thinking of a run, when it is performed. */
export type ChooseEngine = (ctx: Ctx, work: { skill: Skill; agent: Persona }) => Promise<Engine>;

/** Deterministic code over the company's own rows: needs no key and costs nothing. */
export const rules: Engine = { id: "rules", run: (skill, session, { input }) => skill.rules(session, input) };
