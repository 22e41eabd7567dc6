import { setTimeout as sleep } from "node:timers/promises";
import { formatLine } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { listAgents } from "#features/agents/contract.ts";
import type { Argued } from "#features/decisions/argument/contract.ts";
import { getDecision, makeDecision } from "#features/decisions/contract.ts";
import { finishedRun, type Office } from "../companies.ts";
import { type Outcome, scoredSkill } from "../skill.ts";
import { checkWriting } from "../writing.ts";

/** A proposal to argue. `found`: its open inputs that the records answer, with their values. */
type Argument = {
  id: string;
  role: AgentRoleId;
  decisionType: string;
  context: Readonly<Record<string, unknown>>;
  found: Readonly<Record<string, number>>;
  note?: string;
};

const longest = 400;

/** What an agent argues about its own proposal: the inputs it finds, and numbers that can be relied on. */
export const argument = scoredSkill<Argument>("argument", {
  about: ({ role, context }) => `${role}: ${String(context["subject"])}`,
  isAnswerable: () => true,
  score: argued,
});

async function argued(office: Office, { role, decisionType, context, found }: Argument): Promise<Outcome | null> {
  const agent = (await office.member.call(listAgents)).find((one) => one.role === role);
  if (!agent) throw new Error(`There is no ${role}.`);
  const made = await office.member.call(makeDecision, { body: { agentId: agent.id, decisionType, context } });
  const ended = await finishedArgument(office, made.id);
  // Rules argue nothing.
  if (!ended) return null;
  const page = await finishedRun(office, ended.runId);
  const { argument: one } = ended;
  if (!one) return { page, grade: "refused wrongly", text: page.run.sentence ?? "" };
  const lines = [one.headline, ...one.sections.flatMap((section) => section.lines)];
  const { must, should } = checkWriting(page, one, lines, longest);
  const values = new Map(one.found.map(({ name, value }) => [name, value]));
  const isFound = ([name, value]: [string, number]) =>
    Math.abs((values.get(name) ?? Number.NaN) - value) <= Math.abs(value) * 1e-5;
  const off = Object.entries(found)
    .filter(([name]) => values.has(name))
    .filter((each) => !isFound(each));
  const open = Object.keys(found).filter((name) => !values.has(name));
  const wrong = [...must, ...off.map(([name, value]) => `${name} is ${values.get(name)}, not ${value}`)];
  const weak = [
    ...should,
    ...open.map((name) => `${name} was left open`),
    ...(one.confidence > made.confidence + 1e-9 ? ["surer than the calculation"] : []),
  ];
  return {
    page,
    grade: wrong.length > 0 ? "wrong" : weak.length > 0 ? "partly" : "right",
    text: [...lines.map((line) => formatLine(line, one.figures)), ...one.risks].join("\n"),
    faults: [...wrong, ...weak],
  };
}

async function finishedArgument({ member }: Office, id: string): Promise<Argued | null> {
  for (;;) {
    const { argued: now } = await member.call(getDecision, { params: { id } });
    if (!now || !["queued", "running"].includes(now.status)) return now;
    await sleep(200);
  }
}
