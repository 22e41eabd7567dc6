import type { Action } from "#agency/action.ts";
import { listSubjects, runQuery } from "#features/explore/skills.ts";

/** The query is for agents as it is for people. */
export const actions: readonly Action[] = [listSubjects, runQuery];
