import type { Action } from "#agency/action.ts";
import { recallAction } from "#features/brain/skills.ts";

export const actions: readonly Action[] = [recallAction];
