import type { z } from "zod";
import { work } from "#agency/work.ts";
import { formatLine } from "#contract/report.ts";
import { leaderOf } from "#features/agents/rules.ts";
import { team } from "#features/agents/store.ts";
import * as brain from "#features/brain/answering/service.ts";
import type { BrainAnswer } from "#features/brain/contract.ts";
import type { askAgents, Question } from "#features/conversations/contract.ts";
import { mostAtOnce, questionsIn } from "#features/conversations/entry/several.ts";
import * as conversations from "#features/conversations/service.ts";
import type { Answer, PlanMade } from "#features/conversations/skills.ts";
import { quietAnswer } from "#features/mind/skills.ts";
import { commandLengths } from "#features/plans/contract.ts";
import { execute } from "#features/plans/planning/service.ts";
import { isCommand } from "#features/plans/skills.ts";
import { type Ctx, originOf } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

/** `mayPropose`: the caller may also make plans, as in the console. */
type Caller = { mayPropose: boolean };

/** The plan of a text that is a command, wherever it was typed; null for any other. */
export async function planFor(ctx: Ctx, text: string, { mayPropose }: Caller): Promise<PlanMade | null> {
  if (!mayPropose || text.length < commandLengths.least || text.includes("@") || !(await isCommand(ctx, text)))
    return null;
  const { id, line, figures, missing, examples } = await execute(ctx, text);
  return { id, line, figures, missing, examples };
}

const leader = async (ctx: Ctx) => leaderOf(await read(ctx, team)) ?? null;

/** Asks the executives a question; a command becomes a plan, and the question shows it. */
export async function ask(ctx: Ctx, asked: z.output<typeof askAgents.body>, caller: Caller): Promise<Question> {
  const made = await planFor(ctx, asked.question.trim(), caller);
  const agent = made && (await leader(ctx));
  return conversations.ask(ctx, asked, made && agent && { agentId: agent.id, made });
}

/** Asks the Brain: it answers from documents, the executives from rows and figures, whichever fits. */
export async function askBrain(ctx: Ctx, question: string, caller: Caller): Promise<BrainAnswer> {
  const plan = await planFor(ctx, question, caller);
  if (plan) {
    const { id, examples, ...line } = plan;
    const followUps = examples.map((label) => ({ label, href: null }));
    return inBrain({ ...line, followUps, planId: examples.length > 0 ? null : id });
  }
  const agent = await leader(ctx);
  const input = { question, askedAt: ctx.now.toISOString(), taskId: null, comment: null };
  const assignment = { agent, skill: quietAnswer, input, origin: originOf(ctx), trigger: "person" } as const;
  const made = agent && (await work(ctx, { ...assignment, agent }, "wait")).output;
  if (made?.answered && !isQuoted(made)) return inBrain({ ...inReply(made), planId: null });
  const own = await brain.answer(ctx, question);
  if (!made || (own.known && !isOnlyReported(own))) return own;
  const reply = { ...inReply(made), planId: null };
  if (own.known) return { ...inBrain(reply), known: false, confidence: 0 };
  // The records that are missing, or too many questions, say more than that the Brain does not know.
  const isSaid = made.report.missing.length > 0 || questionsIn(question).length > mostAtOnce;
  const { answer, sentences } = isSaid ? inBrain(reply) : own;
  return { ...own, answer, sentences, reply };
}

/** What agents wrote about rows as they were then: it does not answer what the rows do not. */
const reported: ReadonlySet<string> = new Set(["message", "answer", "finding", "question"]);
const isOnlyReported = ({ sources, facts }: BrainAnswer): boolean =>
  facts.length === 0 && sources.length > 0 && sources.every(({ type }) => reported.has(type));

/** Whether an answer consists of passages of the Brain, which shows them itself. */
const isQuoted = ({ report: { facts } }: Answer): boolean =>
  facts.length > 0 && facts.every(({ kind }) => kind === "passage");

const inReply = ({ report: { headline: line, figures, missing }, followUps }: Answer) => ({
  line,
  figures,
  missing,
  followUps,
});

/** An answer from rows and figures, or a plan, as the Brain gives it. */
function inBrain(reply: NonNullable<BrainAnswer["reply"]>): BrainAnswer {
  const text = formatLine(reply.line, reply.figures);
  return {
    answer: text,
    sentences: [{ text, sources: [] }],
    confidence: 1,
    known: true,
    nearest: null,
    sources: [],
    suggestedActions: [],
    relatedEntities: [],
    facts: [],
    engine: "rules",
    reply,
  };
}
