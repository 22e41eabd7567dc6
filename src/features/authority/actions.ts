import type { Action } from "#agency/action.ts";
import { readLimits } from "#features/authority/limits/skills.ts";

export const actions: readonly Action[] = [readLimits];
