import type { Action } from "#agency/action.ts";
import { useTool } from "#features/tools/calling/service.ts";

export const actions: readonly Action[] = [useTool];
