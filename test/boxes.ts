import { setTimeout as sleep } from "node:timers/promises";
import { formatLine } from "#contract/report.ts";
import { queryBrain } from "#features/brain/contract.ts";
import { sendMessage } from "#features/chat/contract.ts";
import { askAgents, listQuestions, type Question } from "#features/conversations/contract.ts";
import { queryOrchestrator } from "#features/orchestrator/contract.ts";
import { executeCommand } from "#features/plans/contract.ts";
import type { Client } from "./world.ts";

/** What a box says, whether that answers the text, and the plan that it became. */
export type Said = { text: string; answered: boolean; planId: string | null };

/** Asks the executives, and waits for the answer. */
export async function answeredInAsk(member: Client, question: string): Promise<Question> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  for (let look = 0; look < 2_000; look += 1) {
    const found = (await member.call(listQuestions)).find((one) => one.taskId === taskId);
    if (found?.answer) return found;
    await sleep(30);
  }
  throw new Error(`There was no answer: ${question}`);
}

/** The five places to type a text. */
export const boxesOf = (member: Client) => ({
  ask: async (question: string): Promise<Said> => {
    const { answer, answered } = await answeredInAsk(member, question);
    if (!answer) throw new Error("There is no answer.");
    const text = formatLine(answer.line, answer.figures);
    return { text, answered: answered === true, planId: answer.planId };
  },
  chat: async (message: string): Promise<Said> => {
    const { response, turn } = await member.call(sendMessage, { body: { message } });
    return { text: response, answered: turn.answer !== null, planId: turn.answer?.planId ?? null };
  },
  orchestrator: async (query: string): Promise<Said> => {
    const { summary, answered, planId } = await member.call(queryOrchestrator, { body: { query, priority: "medium" } });
    return { text: summary, answered, planId };
  },
  console: async (prompt: string): Promise<Said> => {
    const { id, summary, status, isAnswer } = await member.call(executeCommand, { body: { prompt } });
    return { text: summary, answered: status !== "empty" || isAnswer, planId: status === "empty" ? null : id };
  },
  brain: async (question: string): Promise<Said> => {
    const { answer, known, reply } = await member.call(queryBrain, { body: { question } });
    return { text: answer, answered: known, planId: reply?.planId ?? null };
  },
});

/** An answer without who gives it: another executive of the same company does in another box. */
export const plainAnswer = (text: string): string => text.replace(/^\p{L}+ \([\p{L} ]+\): /u, "");
