import { z } from "zod";
import type { Desk } from "#agency/model/desk.ts";
import { bindReport, writtenReport } from "#agency/model/report.ts";
import { defineModelSide, type ModelSide } from "#agency/skill.ts";
import { addDays } from "#contract/days.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { priorities } from "#contract/words.ts";
import { most } from "#features/plans/playbooks/playbook.ts";
import { type planned, shortTitle } from "#features/plans/reasoning/planned.ts";

const part = {
  role: z.enum(agentRoleIds).describe("Whose work it is."),
  title: z.string().min(1).max(300).describe("A verb and what it is about, naming the records; facts cited as {f1}."),
  reason: z.string().min(1).max(600).describe("Why, in one sentence; facts cited as {f1}."),
};
const dueInDays = z.number().int().min(1).max(365);
const hours = z.number().min(0.5).max(80).describe("An estimate of the work.");
const priority = z.enum(priorities);

const written = z.strictObject({
  headline: z
    .string()
    .min(1)
    .max(1_000)
    .describe("What the plan does and why, in one or two sentences, facts cited as {f1}; without tasks: why not."),
  tasks: z
    .array(
      z.strictObject({
        ...part,
        fact: z
          .string()
          .max(10)
          .nullable()
          .describe("The id of the fact whose records it is about, such as f1; else null."),
        priority,
        dueInDays,
        hours,
      }),
    )
    .max(most.tasks),
  initiatives: z
    .array(z.strictObject({ ...part, priority, dueInDays }))
    .max(most.initiatives)
    .describe("Only for goals of several weeks."),
  recommendations: z
    .array(z.strictObject({ title: part.title, reason: part.reason, priority }))
    .max(most.recommendations)
    .describe("Advice that is no task."),
  proposals: z
    .array(z.strictObject({ ...part, dueInDays, hours }))
    .max(most.proposals)
    .describe("What spends, sends, hires, signs or publishes: a person decides on each."),
  missing: writtenReport.shape.missing,
});

/** Plans the commands that rules cannot, within the same limits. Its tasks name the records it read. */
export const planByModel = <I extends z.ZodType>({
  prepare,
  examplesFor,
}: {
  prepare: NonNullable<ModelSide<I, typeof planned>["prepare"]>;
  /** Commands that rules would plan, for one that gave no tasks. */
  examplesFor: (input: z.output<I>) => string[];
}): ModelSide<I, typeof planned> =>
  defineModelSide<I, typeof planned, typeof written>({
    purpose: "plan",
    written,
    maxOutputTokens: 3_000,
    isDecidedLater: true,
    prepare,
    bind({ headline, missing, tasks, initiatives, recommendations, proposals }, { desk, today, input }) {
      const bound = bindReport({ headline, points: [], missing }, desk);
      const wordsOf = ({ role, title, reason }: Pick<(typeof tasks)[number], "role" | "title" | "reason">) => ({
        role,
        title: titleIn(desk, title),
        reason: desk.write(reason),
      });
      return {
        playbook: null,
        line: bound.headline,
        figures: bound.figures,
        missing: bound.missing,
        examples: tasks.length + proposals.length === 0 ? examplesFor(input) : [],
        tasks: tasks.map(({ fact, priority: how, dueInDays: days, hours: effort, ...words }) => ({
          ...wordsOf(words),
          priority: how,
          dueOn: addDays(today, days),
          hours: effort,
          href: fact === null ? null : (desk.figure(fact)?.source.href ?? null),
        })),
        initiatives: initiatives.map(({ priority: how, dueInDays: days, ...words }) => {
          const { reason: description, ...rest } = wordsOf(words);
          return { ...rest, description, priority: how, targetOn: addDays(today, days) };
        }),
        recommendations: recommendations.map(({ title, reason, priority: how }) => ({
          type: "Advice",
          title: titleIn(desk, title),
          description: desk.write(reason),
          priority: how,
        })),
        proposals: proposals.map(({ dueInDays: days, hours: effort, ...words }) => ({
          ...wordsOf(words),
          decision: null,
          dueInDays: days,
          hours: effort,
        })),
      };
    },
  });

const titleIn = (desk: Desk, title: string): string => shortTitle(desk.write(title));
