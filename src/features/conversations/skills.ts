import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill, type Skill } from "#agency/skill.ts";
import { origins } from "#contract/origins.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { answerQuestion } from "#features/conversations/answering/skills.ts";
import { decidedReply } from "#features/conversations/decided/skills.ts";
import { answerByModel } from "#features/conversations/reasoning/skills.ts";
import { answerOutput } from "#features/conversations/replies/reply.ts";
import { known } from "#features/conversations/replies/skills.ts";
import { voiced } from "#features/conversations/replies/voice.ts";
import { type Known, keyOf } from "#features/conversations/understanding/match.ts";
import { namesOf, type Understanding, understand } from "#features/conversations/understanding/skills.ts";
import { readDear } from "#platform/db/transaction.ts";

const input = z.object({
  question: z.string(),
  /** "Last month" is relative to this time, not to the start of the run. Runs of earlier versions lack it. */
  askedAt: z.iso.datetime().optional(),
  /** Where the answer goes: the task of a question, or the subject of the comment that asked. */
  taskId: z.uuid().nullable(),
  comment: z.strictObject({ subject: z.enum(["task", "decision"]), subjectId: z.uuid() }).nullable(),
  /** What is commented on, in words. */
  about: z.strictObject({ text: z.string(), origin: z.enum(origins) }).optional(),
  /** The executive whose model asks; absent for a person. */
  colleague: z.string().optional(),
});

const output = answerOutput;

export type Answer = z.output<typeof output>;

const colleaguesTask =
  "Answer the question of another executive from the company's own records and figures, in one sentence where that will do. Propose nothing.";

const answerTask =
  "Answer the question from the company's own records and figures, in one sentence where that will do. Where it asks what to do, propose it.";

/** The input for a question that one executive asks another. */
export const askColleague = (
  question: string,
  { agent, input: { askedAt } }: { agent: Persona; input: { askedAt?: string | undefined } },
): z.output<typeof input> => ({
  question,
  askedAt,
  taskId: null,
  comment: null,
  colleague: `${agent.name} (${agent.role})`,
});

/** Answers a question from the company's records, or lists what is missing. */
export const answer: Skill<typeof input, typeof output> = defineSkill({
  id: "conversations.answer",
  label: "Question",
  roles: agentRoleIds,
  capability: null,
  input,
  output,
  async rules(session, { question, askedAt }) {
    const at = askedAt ? new Date(askedAt) : undefined;
    const understood = await session.step(
      "Understand the question",
      (ctx) => readDear(ctx, (tx) => understand(tx, question, at), { holdsOthers: true }),
      { given: question, detail: understoodAs },
    );
    // A record, and so its name, may come from outside.
    const { customer, vendor } = namesOf(understood);
    if (customer || vendor) session.reads("external");
    const decided = understood.action ? await decidedReply(session, question) : null;
    const reply = decided ? voiced(session.agent, decided) : await answerQuestion(session, question, understood);
    return { ...reply, meaning: decided ? null : routingOf(understood) };
  },
  prompt: (agent, { question, comment, about, colleague }, origin) =>
    promptOf(
      agent,
      colleague ? colleaguesTask : answerTask,
      untrusted(question, {
        origin,
        source: colleague
          ? `a question from ${colleague}`
          : comment
            ? `a comment on a ${comment.subject}`
            : "a question a person typed",
      }),
      ...(about
        ? [untrusted(about.text, { origin: about.origin, source: `the ${comment?.subject ?? "subject"} itself` })]
        : []),
    ),
  model: answerByModel({
    skill: () => answer,
    asking: askColleague,
    mayPropose: ({ colleague }) => colleague === undefined,
    originsOf: ({ about }) => (about ? [about.origin] : []),
  }),
});

/** How a question was understood, as a line of the run. */
function understoodAs({ topicId, ask, query: read }: Understanding): string {
  if (read) return `A query over ${read.query.subject}`;
  const one = known.find((each) => each.topicId === topicId && each.ask.id === ask);
  return one ? `${one.title}: ${one.ask.example}` : "It was not understood.";
}

/** The key under which a routing is remembered. */
const routingOf = ({ topicId, ask }: Understanding): string | null =>
  topicId && ask ? keyOf({ topicId, ask: { id: ask } as Known["ask"] }) : null;
