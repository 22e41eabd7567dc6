import { defineSkillHandler, type SkillHandler } from "#agency/skill.ts";
import { quietAnswer } from "#features/mind/skills.ts";

/** The waiting request shows the answer. */
export const handlers: readonly SkillHandler[] = [defineSkillHandler({ skill: quietAnswer })];
