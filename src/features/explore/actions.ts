import type { Action } from "#agency/action.ts";
import { listSubjects, runQuery } from "#features/explore/skills.ts";

export const actions: readonly Action[] = [listSubjects, runQuery];
