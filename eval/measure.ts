import type { Config } from "#platform/config.ts";
import { engineOf } from "#platform/model/connection.ts";
import { seeded } from "../test/clean.ts";
import { companies, companyLabels, type Ground, type Office, withCompanies } from "./companies.ts";
import type { Result } from "./sheet.ts";
import type { Case, ScoredSkill } from "./skill.ts";

/** `only`: as many cases of each skill and company, chosen by the seed. */
export type Choice = { skills: readonly ScoredSkill[]; only?: number; seed: number };

/** The engines to measure: rules, and the language model of the environment if there is one. */
export function enginesOf({ models }: Config): string[] {
  const { connection } = models;
  return ["rules", ...(connection ? [engineOf(connection.models.answer)] : [])];
}

/** Scores the chosen cases with each engine, each in its own copies of all companies. */
export async function measure(
  ground: Ground,
  config: Config,
  { skills, only, seed }: Choice,
  notify: (line: string) => void = () => undefined,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const engine of enginesOf(config)) {
    const models = engine === "rules" ? { ...config.models, connection: null } : config.models;
    await withCompanies(ground, { ...config, models }, async (offices) => {
      for (const skill of skills)
        for (const company of companies) {
          const cases = sample(skill.cases(company), only, seed);
          if (cases.length > 0) notify(`${engine}: ${skill.id}, ${companyLabels[company]}, ${cases.length} cases`);
          for (const one of cases) {
            const scored = await score(offices[company], one);
            if (scored) results.push({ skill: skill.id, company: companyLabels[company], engine, ...scored });
          }
        }
    });
  }
  return results;
}

async function score(office: Office, one: Case): Promise<Omit<Result, "skill" | "company" | "engine"> | null> {
  const outcome = await one.score(office);
  if (!outcome) return null;
  const { page, grade, text, faults = [] } = outcome;
  const { id, engine, createdAt, finishedAt } = page.run;
  const seconds = (new Date(finishedAt ?? createdAt).getTime() - new Date(createdAt).getTime()) / 1_000;
  const { id: name, about, isAnswerable } = one;
  return {
    case: name,
    about,
    isAnswerable,
    doneBy: engine,
    grade,
    text,
    faults,
    seconds,
    calls: await callsOf(office, id),
  };
}

type CallRow = {
  state: Result["calls"][number]["cost"]["state"] | null;
  usd: number | null;
  input: number | null;
  output: number | null;
};

/** What the product recorded about the calls of a run and the runs it delegated. */
async function callsOf({ world }: Office, runId: string): Promise<Result["calls"]> {
  const rows = await world.asOwner<CallRow>(
    `WITH RECURSIVE work AS (
       SELECT id FROM agent_runs WHERE id = $1
       UNION ALL SELECT run.id FROM agent_runs run JOIN work ON run.parent_id = work.id)
     SELECT cost_state AS state, cost::float8 AS usd, input_tokens AS input, output_tokens AS output
     FROM model_calls WHERE run_id IN (SELECT id FROM work)`,
    [runId],
  );
  return rows.map(({ state, usd, input, output }) => ({ cost: { state: state ?? "unknown", usd }, input, output }));
}

/** The first `only` of the cases in an order that the seed chooses. */
function sample(cases: readonly Case[], only = cases.length, seed = 1): readonly Case[] {
  if (only >= cases.length) return cases;
  const random = seeded(seed);
  return cases
    .map((one) => ({ one, at: random() }))
    .toSorted((first, second) => first.at - second.at)
    .slice(0, only)
    .map(({ one }) => one);
}
