import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill, type Skill } from "#agency/skill.ts";
import { origins } from "#contract/origins.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { figure, gap, line } from "#contract/report.ts";
import { answerText } from "#features/conversations/entry/skills.ts";
import { answerOutput, type Intent, topic } from "#features/conversations/following/topic/skills.ts";
import { answerByModel, unthreaded } from "#features/conversations/reasoning/skills.ts";
import { type Known, keyOf } from "#features/conversations/understanding/match.ts";

/** A plan as the answer to a command; with examples: what it could be instead of one. */
export const planMade = z.strictObject({
  id: z.uuid(),
  line,
  figures: z.array(figure),
  missing: z.array(gap),
  examples: z.array(z.string()),
});
export type PlanMade = z.output<typeof planMade>;

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
  /** The person's question before this one, which it may continue. */
  before: z.strictObject({ taskId: z.uuid(), topic: topic.nullable(), said: z.string() }).nullish(),
  /** The plan that was made of the text, because it is a command. */
  plan: planMade.nullish(),
});

const output = answerOutput;

export type Answer = z.output<typeof output>;

/** A command is answered by its plan, or with the commands that are near to it. */
export const planAnswer = ({ id, line: headline, figures, missing, examples }: PlanMade): Answer => ({
  ...unthreaded,
  answered: true,
  report: { headline, sections: [], figures, facts: [], missing, proposals: [] },
  followUps: examples.map((label) => ({ label, href: null })),
  planId: examples.length > 0 ? null : id,
});

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
  async rules(session, { question, askedAt, before, plan }) {
    if (plan) return planAnswer(plan);
    const at = askedAt ? new Date(askedAt) : undefined;
    const {
      intent,
      topic: next,
      understood: carried,
      offers,
      ...answered
    } = await answerText(session, {
      text: question,
      at,
      before: before?.topic ?? null,
    });
    const isOwn = intent.kind === "question" && intent.isOwn === true;
    const follows = carried === null || isOwn ? null : (before?.taskId ?? null);
    const { answered: isAnswered, report, followUps } = answered;
    return {
      ...unthreaded,
      answered: isAnswered,
      report,
      followUps: followUps.length > 0 ? followUps : offers,
      meaning: answered.shown.length > 0 ? null : routingOf(intent),
      topic: next,
      carried: follows ? carried : null,
      follows,
    };
  },
  prompt: (agent, { question, comment, about, colleague, before }, origin) =>
    promptOf(
      agent,
      colleague ? colleaguesTask : answerTask,
      // An earlier answer contains text from records.
      ...(before
        ? [untrusted(before.said, { origin: "external", source: "the question before, with its answer" })]
        : []),
      ...(about
        ? [untrusted(about.text, { origin: about.origin, source: `the ${comment?.subject ?? "subject"} itself` })]
        : []),
      untrusted(question, {
        origin,
        source: colleague
          ? `a question from ${colleague}`
          : comment
            ? `a comment on a ${comment.subject}`
            : "a question a person typed",
      }),
    ),
  model: {
    ...answerByModel<typeof input, typeof input>({
      skill: () => answer,
      asking: askColleague,
      mayPropose: ({ colleague }) => colleague === undefined,
      originsOf: ({ about, before }) => [...(about ? [about.origin] : []), ...(before ? ["external" as const] : [])],
    }),
    prepare: async (_, { plan }) => (plan ? { modelText: null, output: planAnswer(plan) } : null),
  },
});

/** The key under which a routing is remembered. */
function routingOf(intent: Intent): string | null {
  if (intent.kind !== "question" || intent.isFollowUp) return null;
  const { topicId, ask } = intent.understood;
  return topicId && ask ? keyOf({ topicId, ask: { id: ask } as Known["ask"] }) : null;
}
