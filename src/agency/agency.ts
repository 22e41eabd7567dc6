import type { Action, Gate } from "#agency/action.ts";
import type { ChooseEngine } from "#agency/engine.ts";
import type { Persona } from "#agency/persona.ts";
import type { ForeignTool } from "#agency/model/foreign.ts";
import type { SkillHandler } from "#agency/skill.ts";
import type { CompanyId, Ctx, Person, Platform, Tx } from "#platform/context.ts";

/** How agents act in this product, assembled from all features. */
export type Agency = {
  /** Actions by id. */
  actions: ReadonlyMap<string, Action>;
  /** Background work by skill id. */
  skillHandlers: ReadonlyMap<string, SkillHandler>;
  /** The agent's current state; null if it no longer exists. */
  persona: (tx: Tx, agentId: string) => Promise<Persona | null>;
  /** A person of the company as they are now; null if they left. */
  person: (tx: Tx, userId: string) => Promise<Person | null>;
  /** Whether autonomous work is on hold. */
  isHeld: (tx: Tx) => Promise<boolean>;
  /** Returns decisions to pending that the policy approved but no longer allows, unless their effects have run. */
  recheckApprovals: (tx: Tx) => Promise<void>;
  /** The policy check of every write. */
  take: Gate;
  chooseEngine: ChooseEngine;
  /** The tools of others that an agent may use. */
  foreignTools: (ctx: Ctx, agent: Pick<Persona, "id">) => Promise<readonly ForeignTool[]>;
  /** The context for a company's work that no person started. */
  context: (platform: Platform, company: CompanyId) => Promise<Ctx>;
};

/** The agency a context carries. */
export const agencyOf = ({ agency }: Pick<Platform, "agency">): Agency => agency as Agency;

export const handlersBySkill = (handlers: readonly SkillHandler[]): Agency["skillHandlers"] =>
  new Map(handlers.map((handler) => [handler.skill.id, handler]));
