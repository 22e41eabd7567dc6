import type { Action, Gate } from "#agency/action.ts";
import type { ChooseEngine } from "#agency/engine.ts";
import type { Persona } from "#agency/persona.ts";
import type { Duty } from "#agency/skill.ts";
import type { CompanyId, Ctx, Platform, Tx } from "#platform/context.ts";

/** How agents act in this product, put together from all rooms. */
export type Agency = {
  /** What agents may do, by id. */
  actions: ReadonlyMap<string, Action>;
  /** What agents can be given to do, by the id of its skill. */
  duties: ReadonlyMap<string, Duty>;
  /** Who an agent is by now; null where it is gone. */
  persona: (tx: Tx, agentId: string) => Promise<Persona | null>;
  /** The gate of every write. */
  take: Gate;
  chooseEngine: ChooseEngine;
  /** How a company's work without a person begins. */
  context: (platform: Platform, company: CompanyId) => Promise<Ctx>;
};

/** The agency a context carries. */
export const agencyOf = ({ agency }: Pick<Platform, "agency">): Agency => agency as Agency;

/** Takes duties, gives them by their skills' ids. */
export const dutiesById = (duties: readonly Duty[]): Agency["duties"] =>
  new Map(duties.map((duty) => [duty.skill.id, duty]));
