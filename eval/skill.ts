import { readFileSync } from "node:fs";
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

/** A skill whose cases are those of `data/<id>.json`. */
export function scoredSkill<Kept extends { id: string }>(
  id: string,
  of: {
    about(kept: Kept): string;
    isAnswerable(kept: Kept): boolean;
    score(office: Office, kept: Kept): Promise<Outcome | null>;
  },
): ScoredSkill {
  const text = readFileSync(new URL(`./data/${id}.json`, import.meta.url), "utf8");
  const cases = JSON.parse(text) as Partial<Record<Company, readonly Kept[]>>;
  return {
    id,
    cases: (company) =>
      (cases[company] ?? []).map((kept) => ({
        id: kept.id,
        about: of.about(kept),
        isAnswerable: of.isAnswerable(kept),
        score: (office) => of.score(office, kept),
      })),
  };
}
