import type { RunPage } from "#features/runs/contract.ts";
import type { Company, Office } from "./companies.ts";
import type { Grade } from "./grade.ts";

/** What came of one case. */
export type Outcome = { page: RunPage; grade: Grade; text: string; faults?: readonly string[] };

export type Case = {
  id: string;
  /** What is asked. */
  about: string;
  isAnswerable: boolean;
  /** Asks for it and grades the result; null if the engine does not use the skill for it. */
  score(office: Office): Promise<Outcome | null>;
};

/** A skill on the score sheet: its cases in each company. */
export type ScoredSkill = { id: string; cases(company: Company): readonly Case[] };
