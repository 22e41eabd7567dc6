import type { Action, Gate } from "#agency/action.ts";
import type { ChooseEngine } from "#agency/engine.ts";
import type { Persona } from "#agency/persona.ts";
import type { Duty } from "#agency/skill.ts";
import type { CompanyId, Ctx, Platform, Tx } from "#platform/context.ts";

/** How agents act in this product, assembled from all rooms. */
export type Agency = {
  /** Actions by id. */
  actions: ReadonlyMap<string, Action>;
  /** Background work by skill id. */
  duties: ReadonlyMap<string, Duty>;
  /** The agent's current state; null if it no longer exists. */
  persona: (tx: Tx, agentId: string) => Promise<Persona | null>;
  /** The policy check of every write. */
  take: Gate;
  chooseEngine: ChooseEngine;
  /** The context for a company's work that no person started. */
  context: (platform: Platform, company: CompanyId) => Promise<Ctx>;
};

/** The agency a context carries. */
export const agencyOf = ({ agency }: Pick<Platform, "agency">): Agency => agency as Agency;

export const dutiesById = (duties: readonly Duty[]): Agency["duties"] =>
  new Map(duties.map((duty) => [duty.skill.id, duty]));
