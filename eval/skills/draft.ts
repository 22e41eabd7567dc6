import { setTimeout as sleep } from "node:timers/promises";
import { formatLine } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { listAgents } from "#features/agents/contract.ts";
import { setTaskStatus } from "#features/orchestrator/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { finishedRun, type Office } from "../companies.ts";
import { type Expected, gradeAnswer } from "../grade.ts";
import { type Outcome, scoredSkill } from "../skill.ts";

type Assigned = Expected & { id: string; role: AgentRoleId; task: string; note?: string };

/** Texts that tasks ask for, graded by what the draft names. */
export const draft = scoredSkill<Assigned>("draft", {
  about: ({ task }) => task,
  isAnswerable: ({ accept }) => accept !== undefined,
  score: drafted,
});

async function drafted(office: Office, { role, task: title, ...expected }: Assigned): Promise<Outcome> {
  const { member, world } = office;
  const agent = (await member.call(listAgents)).find((one) => one.role === role);
  const { id: taskId } = await member.call(createTask, { body: { title, assignedAgentId: agent?.id ?? "" } });
  await member.call(setTaskStatus, { params: { taskId }, body: { status: "in_progress" } });
  const page = await finishedRun(office, await runOf(world, taskId));
  const { report, sentence } = page.run;
  const lines = report?.sections.flatMap(({ title: subject, lines: written }) => [[subject], ...written]) ?? [];
  const text = [...lines, report?.headline ?? [sentence ?? ""]]
    .map((line) => formatLine(line, report?.figures ?? []))
    .join("\n");
  return { page, grade: gradeAnswer(expected, { answered: lines.length > 0, line: [text], figures: [] }), text };
}

/** A task is taken up in the background. */
async function runOf(world: Office["world"], taskId: string): Promise<string> {
  for (;;) {
    const found = "SELECT id FROM agent_runs WHERE input ->> 'taskId' = $1";
    const [run] = await world.asOwner<{ id: string }>(found, [taskId]);
    if (run) return run.id;
    await sleep(50);
  }
}
