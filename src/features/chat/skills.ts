import { z } from "zod";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { bindReport, writtenReport } from "#agency/model/report.ts";
import { defineModelSide, defineSkill, type RunSession } from "#agency/skill.ts";
import { type ChatIntent, detectIntent } from "#features/chat/commands/skills.ts";
import { chatReplyTo, output, planReply } from "#features/chat/replies/skills.ts";
import { topic } from "#features/conversations/following/topic/skills.ts";
import { colleagueTools } from "#features/conversations/reasoning/skills.ts";
import { answer, planMade } from "#features/conversations/skills.ts";
import { proposalTools } from "#features/decisions/proposal/written.ts";
import { read } from "#platform/db/transaction.ts";

const input = z.object({
  turnId: z.uuid(),
  /** Not named `question`: the feed quotes questions, and chat is private. */
  message: z.string(),
  askedAt: z.iso.datetime(),
  /** What the conversation is about so far; null at the start. */
  before: topic.nullable(),
  /** The last turns, oldest first, for a language model. */
  earlier: z.array(z.strictObject({ message: z.string(), response: z.string() })).default([]),
  /** The plan that was made of the message, because it is a command. */
  plan: planMade.nullish(),
});

type Input = z.output<typeof input>;

const task =
  "A person talks with you. Answer the last message from the company's own records and figures, in a few sentences; what was said before tells what it refers to. You change nothing: what they ask to be done is proposed, or declined in words.";

/** The CEO answers a message of a conversation. */
export const chatAnswer = defineSkill<typeof input, typeof output>({
  id: "chat.answer",
  label: "Chat",
  roles: ["CEO"],
  capability: null,
  isPrivate: true,
  isQuiet: true,
  input,
  output,
  rules: async (session, asked) =>
    asked.plan ? planReply(asked.plan, asked) : chatReplyTo(session, await intentOf(session, asked), asked),
  prompt: (agent, { message, earlier }, origin) =>
    promptOf(
      agent,
      task,
      // Earlier answers contain text from records.
      ...(earlier.length > 0
        ? [untrusted(earlier.map(formatTurn).join("\n"), { origin: "external", source: "the conversation so far" })]
        : []),
      untrusted(message, { origin, source: "a message a person typed" }),
    ),
  model: defineModelSide<typeof input, typeof output, typeof writtenReport>({
    purpose: "answer",
    written: writtenReport,
    maxOutputTokens: 2_000,
    async prepare(session, asked) {
      if (asked.plan) return { modelText: null, output: planReply(asked.plan, asked) };
      if (asked.earlier.length > 0) session.reads("external");
      const intent = await intentOf(session, asked);
      // What is asked is read by the model itself; what is to be done is prepared by rules.
      const isAsked = intent.kind === "question" || intent.kind === "why" || intent.kind === "lost";
      return isAsked ? null : { modelText: null, output: await chatReplyTo(session, intent, asked) };
    },
    tools: async (session, { askedAt }) => [
      ...proposalTools(session),
      ...(await colleagueTools(session, (to, question) =>
        session.delegate(to, answer, {
          question,
          askedAt,
          taskId: null,
          comment: null,
          colleague: `${session.agent.name} (${session.agent.role})`,
        }),
      )),
    ],
    bind(written, { desk }) {
      const report = { ...bindReport(written, desk), proposals: [...desk.proposals] };
      return {
        answered: written.answered,
        report,
        followUps: [],
        understood: null,
        exploreHref: null,
        // The conversation itself goes along; a topic before it would be taken for what "they" are.
        topic: null,
        command: null,
        shown: [],
        brief: null,
        planId: null,
      };
    },
  }),
});

const formatTurn = ({ message, response }: Input["earlier"][number]): string =>
  `The person: ${message}\nYou: ${response}`;

const intentOf = (session: RunSession, { message, askedAt, before }: Input): Promise<ChatIntent> =>
  session.step(
    "Understand the message",
    (ctx) => read(ctx, (tx) => detectIntent(tx, message, new Date(askedAt), before)),
    { given: message, detail: ({ kind }) => kinds[kind] },
  );

const kinds: Record<ChatIntent["kind"], string> = {
  command: "An action to be confirmed",
  agreement: "A yes",
  greeting: "A greeting",
  brief: "A question for the daily brief",
  ambiguous: "An ambiguous name",
  responsible: "A question about who is responsible",
  request: "A request to act",
  question: "A question",
  why: "A question for reasons",
  lost: "A part of it was not understood.",
};
