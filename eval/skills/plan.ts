import { executeCommand } from "#features/plans/contract.ts";
import { finishedRun, type Office } from "../companies.ts";
import { type Expected, gradeAnswer } from "../grade.ts";
import { type Outcome, scoredSkill } from "../skill.ts";

type Commanded = Expected & { id: string; command: string; note?: string };

/** Commands, graded by what the tasks and proposals of their plan name. */
export const plan = scoredSkill<Commanded>("plan", {
  about: ({ command }) => command,
  isAnswerable: ({ accept }) => accept !== undefined,
  score: planned,
});

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
