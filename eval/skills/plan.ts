import { readFileSync } from "node:fs";
import { executeCommand } from "#features/plans/contract.ts";
import { type Company, finishedRun, type Office } from "../companies.ts";
import { type Expected, gradeAnswer } from "../grade.ts";
import type { Outcome, ScoredSkill } from "../skill.ts";

type Commanded = Expected & { id: string; command: string; note?: string };

const cases = JSON.parse(readFileSync(new URL("../data/plan.json", import.meta.url), "utf8")) as Record<
  Company,
  readonly Commanded[]
>;

/** Commands, graded by what the tasks and proposals of their plan name. */
export const plan: ScoredSkill = {
  id: "plan",
  cases: (company) =>
    cases[company].map((asked) => ({
      id: asked.id,
      about: asked.command,
      isAnswerable: asked.accept !== undefined,
      score: (office) => planned(office, asked),
    })),
};

async function planned(office: Office, { command, ...expected }: Commanded): Promise<Outcome> {
  const made = await office.member.call(executeCommand, { body: { prompt: command } });
  const page = await finishedRun(office, made.runId ?? "");
  const parts = [
    ...made.tasks.map(({ title, reason }) => `${title}: ${reason}`),
    ...made.proposals.map(({ title, description }) => `${title}: ${description}`),
  ];
  const text = [made.summary, ...parts].join("\n");
  return { page, grade: gradeAnswer(expected, { answered: parts.length > 0, line: [text], figures: [] }), text };
}
