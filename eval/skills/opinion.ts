import { formatLine } from "#contract/report.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { type Company, finishedRun, type Office } from "../companies.ts";
import { gradeAnswer } from "../grade.ts";
import type { Outcome, ScoredSkill } from "../skill.ts";
import { checkWriting } from "../writing.ts";
import { type Asked, questionsOf } from "./ask.ts";

/** Questions of another executive's field than the CEO's, by their numbers among all. */
const passed: Partial<Record<Company, readonly string[]>> = {
  demo: ["d013", "d015", "d040", "d041"],
  second: ["s001", "s024", "s026", "s050"],
};

const longest = 300;

/** The view of the executive whose field a question is, asked by the CEO: one sentence, graded by its content. */
export const opinion: ScoredSkill = {
  id: "opinion",
  cases: (company) =>
    questionsOf(company)
      .filter(({ id }) => passed[company]?.includes(id))
      .map((asked) => ({
        id: asked.id,
        about: `@CEO ${asked.question}`,
        isAnswerable: true,
        score: (office) => viewOf(office, asked),
      })),
};

async function viewOf(office: Office, asked: Asked): Promise<Outcome | null> {
  const question = `@CEO ${asked.question}`;
  const { runId } = await office.member.call(askAgents, { body: { question, urgency: "high" } });
  const { delegated } = await finishedRun(office, runId);
  const run = delegated.find(({ skill }) => skill === "conversations.opinion");
  if (!run) return null;
  const page = await office.member.call(getRun, { params: { id: run.id } });
  const { report } = page.run;
  const line = report?.headline ?? [page.run.sentence ?? ""];
  const figures = report?.figures ?? [];
  const { must, should } = report ? checkWriting(page, report, [line], longest) : { must: [], should: [] };
  const grade = gradeAnswer(asked, { answered: report !== null, line, figures });
  const isShort = should.length === 0;
  return {
    page,
    grade: must.length > 0 ? "wrong" : grade === "right" && !isShort ? "partly" : grade,
    text: formatLine(line, figures),
    faults: [...must, ...should],
  };
}
