import type { Action, Gate } from "#agency/action.ts";
import type { ChooseEngine } from "#agency/engine.ts";
import type { Persona } from "#agency/persona.ts";
import type { SkillHandler } from "#agency/skill.ts";
import type { CompanyId, Ctx, Platform, Tx } from "#platform/context.ts";

/** How agents act in this product, assembled from all rooms. */
export type Agency = {
  /** Actions by id. */
  actions: ReadonlyMap<string, Action>;
  /** Background work by skill id. */
  skillHandlers: ReadonlyMap<string, SkillHandler>;
  /** The agent's current state; null if it no longer exists. */
  persona: (tx: Tx, agentId: string) => Promise<Persona | null>;
  /** Whether nothing of the company may start or act on its own. */
  isHeld: (tx: Tx) => Promise<boolean>;
  /** Makes pending again what the policy approved and no longer allows, as far as its effects have not followed. */
  recheckApprovals: (tx: Tx) => Promise<void>;
  /** The policy check of every write. */
  take: Gate;
  chooseEngine: ChooseEngine;
  /** The context for a company's work that no person started. */
  context: (platform: Platform, company: CompanyId) => Promise<Ctx>;
};

/** The agency a context carries. */
export const agencyOf = ({ agency }: Pick<Platform, "agency">): Agency => agency as Agency;

export const handlersBySkill = (handlers: readonly SkillHandler[]): Agency["skillHandlers"] =>
  new Map(handlers.map((handler) => [handler.skill.id, handler]));
