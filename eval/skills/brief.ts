import { readFileSync } from "node:fs";
import { type Report, formatLine } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { listAgents } from "#features/agents/contract.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { type Company, finishedRun, type Office } from "../companies.ts";
import { type Grade, gradeAnswer, type Variant } from "../grade.ts";
import type { Outcome, ScoredSkill } from "../skill.ts";
import { checkWriting, type WritingFaults } from "../writing.ts";

/** What a briefing's first sentences must name: the most important of what the records hold. */
type Briefing = { role: AgentRoleId; lead: readonly Variant[] };

const briefings = JSON.parse(readFileSync(new URL("../data/brief.json", import.meta.url), "utf8")) as Partial<
  Record<Company, readonly Briefing[]>
>;

const longest = 400;
const mostPoints = 10;

/** Briefings, by what code can check: numbers, sources, length, and whether they lead with the most important. */
export const brief: ScoredSkill = {
  id: "brief",
  cases: (company) =>
    (briefings[company] ?? []).map(({ role, lead }) => ({
      id: role,
      about: `Briefing of the ${role}`,
      isAnswerable: true,
      score: (office) => briefed(office, role, lead),
    })),
};

async function briefed(office: Office, role: AgentRoleId, lead: readonly Variant[]): Promise<Outcome> {
  const agent = (await office.member.call(listAgents)).find((one) => one.role === role);
  if (!agent) throw new Error(`There is no ${role}.`);
  const { runId } = await office.member.call(startBriefing, { params: { id: agent.id } });
  const page = await finishedRun(office, runId);
  const { report } = page.run;
  if (!report) return { page, grade: "refused wrongly", text: page.run.sentence ?? "" };
  const lines = writtenLines(report);
  const { must, should } = checkWriting(page, report, lines, longest);
  const named = gradeAnswer({ accept: lead }, { answered: true, line: lines.flat(), figures: report.figures });
  const more = [
    ...(named === "right" ? [] : ["does not lead with the most important"]),
    ...(lines.length > mostPoints + 1 ? [`${lines.length - 1} points, at most ${mostPoints}`] : []),
  ];
  const text = lines.map((line) => formatLine(line, report.figures)).join("\n");
  return { page, text, ...verdictOf({ must, should: [...should, ...more] }) };
}

/** What a model writes of a briefing: the headline and, if it has one, the summary. */
function writtenLines({ headline, sections }: Report): Report["headline"][] {
  const [first] = sections;
  return [headline, ...(first?.title === "Summary" ? first.lines : [])];
}

/** Right without a fault, wrong if a number cannot be relied on, else partly. */
function verdictOf({ must, should }: WritingFaults): { grade: Grade; faults: readonly string[] } {
  const grade = must.length > 0 ? "wrong" : should.length > 0 ? "partly" : "right";
  return { grade, faults: [...must, ...should] };
}
