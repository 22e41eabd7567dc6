import type { SkillHandler } from "#agency/skill.ts";
import { tryingHandler } from "#features/tools/calling/service.ts";

export const handlers: readonly SkillHandler[] = [tryingHandler];
