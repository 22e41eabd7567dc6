import { readFileSync } from "node:fs";
import { formatLine } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { listAgents } from "#features/agents/contract.ts";
import { setTaskStatus } from "#features/orchestrator/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { type Company, finishedRun, type Office } from "../companies.ts";
import { type Expected, gradeAnswer } from "../grade.ts";
import type { Outcome, ScoredSkill } from "../skill.ts";

type Assigned = Expected & { id: string; role: AgentRoleId; task: string; note?: string };

const cases = JSON.parse(readFileSync(new URL("../data/draft.json", import.meta.url), "utf8")) as Record<
  Company,
  readonly Assigned[]
>;

/** Texts that tasks ask for, graded by what the draft names. */
export const draft: ScoredSkill = {
  id: "draft",
  cases: (company) =>
    cases[company].map((asked) => ({
      id: asked.id,
      about: asked.task,
      isAnswerable: asked.accept !== undefined,
      score: (office) => drafted(office, asked),
    })),
};

async function drafted(office: Office, { role, task: title, ...expected }: Assigned): Promise<Outcome> {
  const { member, world } = office;
  const agent = (await member.call(listAgents)).find((one) => one.role === role);
  const { id: taskId } = await member.call(createTask, { body: { title, assignedAgentId: agent?.id ?? "" } });
  await member.call(setTaskStatus, { params: { taskId }, body: { status: "in_progress" } });
  const [run] = await world.asOwner<{ id: string }>("SELECT id FROM agent_runs WHERE input ->> 'taskId' = $1", [
    taskId,
  ]);
  const page = await finishedRun(office, run?.id ?? "");
  const { report, sentence } = page.run;
  const lines = report?.sections.flatMap(({ title: subject, lines: written }) => [[subject], ...written]) ?? [];
  const text = [...lines, report?.headline ?? [sentence ?? ""]]
    .map((line) => formatLine(line, report?.figures ?? []))
    .join("\n");
  return { page, grade: gradeAnswer(expected, { answered: lines.length > 0, line: [text], figures: [] }), text };
}
