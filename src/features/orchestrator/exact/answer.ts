import type { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import type { QueryInput } from "#contract/query.ts";
import type { collect } from "#features/expertise/topics/collect.ts";
import { queryAnswer } from "#features/orchestrator/contract.ts";
import type { Found } from "#features/plans/playbooks/playbook.ts";

/** What a run answers; the service adds the query and the run. */
export const runAnswer = queryAnswer.omit({ query: true, summary: true, engine: true, cost: true, runId: true });
export type RunAnswer = z.output<typeof runAnswer>;
export type ExactAnswer = Omit<RunAnswer, "points" | "followUps" | "planId">;

/** What an exact implementation works with. */
export type Asking = {
  /** The query without capitals and marks. */
  asked: string;
  find: (asked: QueryInput) => Promise<Found>;
  team: () => Promise<readonly Persona[]>;
  today: string;
  make: ReturnType<typeof collect>;
  money: (amount: number) => string;
};
