import { readFileSync } from "node:fs";
import { formatLine } from "#contract/report.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { type Company, finishedRun, type Office } from "../companies.ts";
import { type Expected, gradeAnswer } from "../grade.ts";
import type { Outcome, ScoredSkill } from "../skill.ts";

/** A question and what its answer contains. `refusal`: what a good refusal says, for people. */
export type Asked = Expected & { id: string; question: string; definition?: string; refusal?: string };

export const questionsOf = (company: Company): readonly Asked[] =>
  JSON.parse(readFileSync(new URL(`../data/${company}.json`, import.meta.url), "utf8")) as Asked[];

/** Questions of two owners, graded by the sentence a person reads. */
export const ask: ScoredSkill = {
  id: "ask",
  cases: (company) =>
    questionsOf(company).map((asked) => ({
      id: asked.id,
      about: asked.question,
      isAnswerable: asked.accept !== undefined,
      score: (office) => answerTo(office, asked),
    })),
};

async function answerTo(office: Office, asked: Asked): Promise<Outcome> {
  const { question } = asked;
  const { runId } = await office.member.call(askAgents, { body: { question, urgency: "high" } });
  const page = await finishedRun(office, runId);
  const given = (await office.member.call(listQuestions)).find((one) => one.runId === runId);
  const { line = [page.run.sentence ?? ""], figures = [] } = given?.answer ?? {};
  const grade = gradeAnswer(asked, { answered: given?.answered === true, line, figures });
  return { page, grade, text: formatLine(line, figures) };
}
