import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { bindReport, describeReport, writtenReport } from "#agency/model/report.ts";
import { defineModelSide, type ModelSide, type RunSession, type Skill, type SkillTool } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import type { Origin } from "#contract/origins.ts";
import { report } from "#contract/report.ts";
import { agentRoleIds, roleTitle } from "#contract/roles.ts";
import type { answerOutput } from "#features/conversations/following/topic/skills.ts";
import { proposalTools } from "#features/decisions/proposal/written.ts";
import { team } from "#features/agents/store.ts";
import { read } from "#platform/db/transaction.ts";

type Answered = typeof answerOutput;

type Delegation<I extends z.ZodType, C extends z.ZodType> = {
  /** The skill a colleague answers with, and the input of that run. */
  skill: () => Skill<C, Answered>;
  asking: (question: string, by: { agent: Persona; input: z.output<I> }) => z.output<C>;
  /** Whether its proposals become decisions; those of a run that another executive asks for would be lost. */
  mayPropose: (input: z.output<I>) => boolean;
  /** The origins of texts in the input other than the question. */
  originsOf: (input: z.output<I>) => readonly Origin[];
};

/** Answers with a model, which uses the executive's reads, asks colleagues, and makes proposals if a person asks. */
export const answerByModel = <I extends z.ZodType, C extends z.ZodType>({
  skill,
  asking,
  mayPropose,
  originsOf,
}: Delegation<I, C>): ModelSide<I, Answered> =>
  defineModelSide({
    purpose: "answer",
    written: writtenReport,
    maxOutputTokens: 2_000,
    async tools(session, input) {
      session.reads(...originsOf(input));
      return [
        ...(mayPropose(input) ? proposalTools(session) : []),
        ...(await colleagueTools(session, (to, question) =>
          session.delegate(to, skill(), asking(question, { agent: session.agent, input })),
        )),
      ];
    },
    bind(written, { desk }) {
      const made = { ...bindReport(written, desk), proposals: [...desk.proposals] };
      return { answered: written.answered, report: made, followUps: [], ...unthreaded };
    },
  });

/** An answer without a thread. */
export const unthreaded = { meaning: null, topic: null, carried: null, follows: null, planId: null };

const question = z.strictObject({
  role: z.enum(agentRoleIds),
  question: z.string().min(3).max(1_000).describe("A whole question; they see nothing else."),
});

/** A tool to ask another active executive; none if there is no other. */
export async function colleagueTools(
  session: RunSession,
  ask: (to: Persona, question: string) => Promise<z.output<Answered>>,
): Promise<SkillTool[]> {
  const others = (await read(session.ctx, team)).filter(
    ({ id, status }) => id !== session.agent.id && status === "active",
  );
  if (others.length === 0) return [];
  return [
    {
      id: "ask_colleague",
      description: `Asks another executive about their own field: ${others.map(({ role }) => role).join(", ")}. Only where your own reads do not show it.`,
      input: question,
      async use(given, desk) {
        const asked = question.parse(given);
        const to = others.find(({ role }) => role === asked.role);
        if (!to) throw new AppError("conflict", `There is no active ${roleTitle(asked.role)}.`);
        // Numbers the model wrote are marked, so the colleague reads them as part of the question.
        const reply = await ask(to, desk.write(asked.question));
        const modelText = describeReport(reply.report, [session.origin]);
        // Answers by rules may repeat words of the question.
        return { ...modelText, own: [asked.question], text: `${to.name} (${to.role}): ${modelText.text}` };
      },
    },
  ];
}

/** A second opinion, with related questions that can be answered; if it is no answer, what is missing for one. */
export const view = report
  .extend({ related: z.array(z.string()).default([]), answered: z.boolean().default(true) })
  .nullable();

/** Words a second opinion with a model, from the facts that rules read. */
export const opinionByModel = <I extends z.ZodType>(
  viewOf: (session: RunSession, input: z.output<I>) => Promise<z.output<typeof view>>,
): ModelSide<I, typeof view> =>
  defineModelSide({
    purpose: "write",
    written: z.strictObject({
      headline: z.string().min(1).max(600).describe("Your view in one sentence, facts cited as {f1}."),
    }),
    maxOutputTokens: 600,
    async prepare(session, input) {
      const output = await viewOf(session, input);
      return { modelText: output?.answered ? describeReport(output, [session.origin]) : null, output };
    },
    bind({ headline }, { desk, prepared }) {
      if (!prepared) return null;
      const first = desk.bind(headline);
      return { ...prepared, headline: first, figures: [...prepared.figures, ...desk.cited([first])] };
    },
  });
