import type { Persona } from "#agency/persona.ts";
import { actionRefusal } from "#agency/policy.ts";
import { work } from "#agency/work.ts";
import * as runs from "#agency/run/store.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { formatLine } from "#contract/report.ts";
import { shorten, truncate } from "#contract/words.ts";
import { usernames } from "#features/accounts/store.ts";
import { personGrant } from "#features/authority/service.ts";
import type { Origin } from "#contract/origins.ts";
import type { Comment } from "#features/communications/comments/contract.ts";
import * as commentService from "#features/communications/comments/service.ts";
import * as comments from "#features/communications/comments/store.ts";
import type { Question, Urgency } from "#features/conversations/contract.ts";
import * as rules from "#features/conversations/rules.ts";
import { type Answer, answer, type PlanMade } from "#features/conversations/skills.ts";
import { understand, type Understanding } from "#features/conversations/understanding/skills.ts";
import { intentOf } from "#features/conversations/following/skills.ts";
import type { Topic } from "#features/conversations/following/topic/skills.ts";
import * as store from "#features/conversations/store.ts";
import { type Mention, mentionsIn } from "#features/conversations/understanding/mentions.ts";
import * as decisions from "#features/decisions/store.ts";
import { addTasks } from "#features/tasks/service.ts";
import * as tasks from "#features/tasks/store.ts";
import { serving } from "#features/agents/service.ts";
import { team } from "#features/agents/store.ts";
import * as explore from "#features/explore/store.ts";
import { topics } from "#features/expertise/skills.ts";
import { reading } from "#features/expertise/topics/skills.ts";
import { type Ctx, originOf, person, type Tx } from "#platform/context.ts";
import { read, batch, write } from "#platform/db/transaction.ts";

type RoutedQuestion = { agent: Persona; question: string; isPrivate?: boolean };

/** The executive a question names or belongs to. The run interprets the question itself later. */
export async function route(tx: Tx, question: string, before: Topic | null): Promise<RoutedQuestion> {
  const [mention, another] = await mentions(tx, question);
  if (another) throw new AppError("invalid", "A question goes to one executive: name one");
  if (mention) return routeMention(tx, mention);
  const intent = await intentOf(tx, question, tx.now, before);
  const understood = ("understood" in intent && intent.understood) || nothing;
  // Any executive may run a query: it goes to the executive of the field only if there is one.
  const topic = topics.find(({ id }) => id === understood.topicId) ?? null;
  const there = await team(tx);
  const found = rules.answererOf(there, topic);
  if (!found) throw new AppError("conflict", "You have no active agents. Create the workforce first.");
  if (understood.query ?? understood.composed)
    return { agent: found.agent, question, isPrivate: await isConfidential(tx, understood) };
  const answersForOwner = found.agent.role === "CEO" && !there.some(({ role }) => role === topic?.role);
  if (topic && found.why !== "owner of the topic" && !answersForOwner)
    throw new AppError("conflict", rules.noActiveAgent(topic.role));
  requireTopicEnabled(found.agent, understood);
  return { agent: found.agent, question };
}

/** Whether an answer says what one person is paid: then only the person who asks reads it. */
async function isConfidential(
  tx: Tx,
  { query, composed }: Pick<Understanding, "query" | "composed">,
): Promise<boolean> {
  const parts = composed && "parts" in composed ? composed.parts : [];
  const readings = [query, ...parts.flatMap(({ of, over }) => [of, over])];
  for (const reading of readings) if (reading && (await explore.isConfidential(tx, reading.query))) return true;
  return false;
}

/** The executives a text mentions; throws for an unknown @name. */
async function mentions(tx: Tx, text: string): Promise<Mention[]> {
  if (!text.includes("@")) return [];
  const there = await team(tx);
  const { asked, strangers } = mentionsIn(text, there, (await usernames(tx)).values());
  const [stranger] = strangers;
  const active = there.filter(({ status }) => status === "active");
  if (stranger) throw new AppError("unprocessable", rules.unknownMention(stranger, active));
  return asked;
}

/** The executive a text mentions, with the first reading of the question that is understood. */
async function routeMention(tx: Tx, { role, questions }: Mention): Promise<RoutedQuestion> {
  const agent = (await team(tx)).find((one) => one.role === role && one.status === "active");
  if (!agent) throw new AppError("conflict", rules.noActiveAgent(role));
  const readings: { question: string; understood: Understanding }[] = [];
  for (const question of questions) readings.push({ question, understood: await understand(tx, question) });
  const reading = readings.find(({ understood }) => understood.topicId) ?? readings[0];
  if (!reading) throw new AppError("invalid", `Write what @${role} should answer`);
  if (!(reading.understood.query ?? reading.understood.composed)) requireTopicEnabled(agent, reading.understood);
  return { agent, question: reading.question };
}

/** Refuses a question whose topic is switched off for the executive; a colleague answers their own field. */
function requireTopicEnabled(agent: Persona, { topicId }: Pick<Understanding, "topicId">): void {
  const topic = topics.find(({ id }) => id === topicId);
  const refusal = topic?.role === agent.role ? actionRefusal(agent, reading(topic), "working") : null;
  if (refusal) throw refusal;
}

const nothing = { query: null, composed: null, topicId: null };

/** A question continues the one before within this time. */
const threadMs = 24 * 3_600_000;

/** What a person asked last, with its answer. */
async function lastAsked(tx: Tx) {
  const last = await store.lastOf(tx, person(tx).id, new Date(tx.now.getTime() - threadMs));
  const run = last && (await runs.find(tx, last.runId));
  if (!last || run?.status !== "done") return null;
  const { report, topic } = run.output as Answer;
  const said = shorten(formatLine(report.headline, report.figures), maxSaid);
  return { taskId: last.taskId, topic: topic ?? null, said: `${shorten(last.text, maxSaid)}\n${said}` };
}
/** How much of the question before, and of its answer, a language model gets. */
const maxSaid = 600;

/**
 * Asks the executives a question: creates a task and the run that answers it. `plan`: what a command became;
 * `isShared`: others read the answer where it was asked.
 */
export async function ask(
  ctx: Ctx,
  { question, urgency, isShared = false }: { question: string; urgency: Urgency; isShared?: boolean },
  plan: { agentId: string; made: PlanMade } | null = null,
): Promise<Question> {
  const text = question.trim();
  // Read outside the write transaction, so that other writes do not wait for it.
  const {
    before,
    agent: found,
    question: questionForAgent,
    isPrivate = false,
  } = await read(ctx, async (tx) => {
    const last = await lastAsked(tx);
    if (plan) return { before: null, agent: { id: plan.agentId }, question: text, isPrivate: false };
    return { before: last, ...(await route(tx, text, last?.topic ?? null)) };
  });
  return write(ctx, async (tx) => {
    const agent = await serving(tx, found.id);
    const taskId = crypto.randomUUID();
    const { notBefore, dueAt } = rules.scheduleOf(tx.now, urgency);
    const assignment = {
      agent,
      skill: answer,
      input: {
        question: questionForAgent,
        askedAt: tx.now.toISOString(),
        taskId,
        comment: null,
        before,
        plan: plan?.made,
      },
      origin: originOf(tx),
      trigger: "person" as const,
      ...(isPrivate && !isShared && { isPrivate }),
      ...(notBefore ? { notBefore: new Date(notBefore) } : {}),
    };
    const runId = await work(tx, assignment, "queue");
    const grant = personGrant(tx, "task");
    const task = {
      id: taskId,
      title: truncate(text, 255),
      description: text,
      priority: urgency,
      assignedAgentId: agent.id,
      dueDate: new Date(dueAt),
      grantId: grant.id,
      runId,
      origin: originOf(tx),
      metadata: { type: "user_question", runId },
    };
    await batch(
      tx,
      grant.add,
      () => addTasks(tx, [task]),
      () => store.add(tx, { taskId, runId, agentId: agent.id, personId: person(tx).id, text, urgency }),
    );
    const [made] = await list(tx, 1, taskId);
    if (!made) throw new Error("The question was not written.");
    return made;
  });
}

/** The latest questions with their answers, newest first. */
export async function list(tx: Tx, amount: number, taskId?: string): Promise<Question[]> {
  const rows = await store.list(tx, amount, taskId);
  const asked: Question[] = [];
  for (const { row, agent } of rows) {
    // A private answer is in the list of the person who asked alone.
    const run = await runs.findReadable(tx, row.runId);
    if (!run) continue;
    const done = run.status === "done" ? (run.output as Answer) : null;
    asked.push({
      taskId: row.taskId,
      runId: row.runId,
      question: row.text,
      urgency: row.urgency,
      agent,
      status: run.status,
      answered: done?.answered ?? null,
      answer: done && {
        line: done.report.headline,
        figures: done.report.figures,
        missing: done.report.missing,
        followUps: done.followUps ?? [],
        carried: done.carried ?? null,
        planId: done.planId ?? null,
      },
      follows: done?.follows ?? null,
      askedAt: row.askedAt.toISOString(),
    });
  }
  return asked;
}

export const subjectOf = (tx: Tx, subject: Comment["subject"], id: string): Promise<Commented | null> =>
  subject === "task" ? tasks.find(tx, id) : decisions.find(tx, id);

type Commented = { title: string; description: string; origin: Origin; recommendation?: string; metadata?: unknown };

/** The task or decision as the agent that answers a comment reads it. */
const describeSubject = ({ title, description, recommendation, origin }: Commented) => ({
  text: [title, description, recommendation ? `Recommendation: ${recommendation}` : ""].filter(Boolean).join("\n"),
  origin,
});

/** Adds a person's comment; the executives it names, by role or name, answer it there. */
export async function addComment(
  ctx: Ctx,
  { subject, subjectId, text }: { subject: Comment["subject"]; subjectId: string; text: string },
): Promise<Comment> {
  const asked = await read(ctx, async (tx) => {
    if (!(await subjectOf(tx, subject, subjectId))) throw notFound();
    const found: RoutedQuestion[] = [];
    for (const mention of await mentions(tx, text)) found.push(await routeMention(tx, mention));
    return found;
  });
  return write(ctx, async (tx) => {
    const about = await subjectOf(tx, subject, subjectId);
    if (!about) throw notFound();
    const author = person(tx);
    const runs: string[] = [];
    for (const { agent: found, question } of asked) {
      const agent = await serving(tx, found.id);
      const input = {
        question,
        askedAt: tx.now.toISOString(),
        taskId: null,
        comment: { subject, subjectId },
        about: describeSubject(about),
      };
      const assignment = { agent, skill: answer, input, origin: originOf(tx), trigger: "person" as const };
      runs.push(await work(tx, assignment, "queue"));
    }
    const [runId = null] = runs;
    const id = crypto.randomUUID();
    const written = { id, subject, subjectId, text, origin: originOf(tx), runId };
    await commentService.addComment(tx, { ...written, authorId: author.id, authorName: author.username }, about);
    const added = (await comments.list(tx, subject, subjectId)).find((one) => one.id === id);
    if (!added) throw new Error("The comment was not written.");
    return added;
  });
}
