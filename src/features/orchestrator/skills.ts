import { z } from "zod";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill, type RunSession } from "#agency/skill.ts";
import type { Line } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { lengths } from "#contract/words.ts";
import { team } from "#features/agents/store.ts";
import { answerByModel } from "#features/conversations/reasoning/skills.ts";
import { type Answer, answer, askColleague, planAnswer, planMade } from "#features/conversations/skills.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import { collect } from "#features/expertise/topics/collect.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { type Asking, type ExactAnswer, type RunAnswer, runAnswer } from "#features/orchestrator/exact/answer.ts";
import { customerRisks } from "#features/orchestrator/exact/customer-risks.ts";
import { teamPerformance } from "#features/orchestrator/exact/team-performance.ts";
import { topPriorities } from "#features/orchestrator/exact/top-priorities.ts";
import { find } from "#features/plans/finding/skills.ts";
import { moneyText } from "#features/plans/playbooks/playbook.ts";
import { read } from "#platform/db/transaction.ts";

/** Queries with an exact implementation. */
const exact: readonly { pattern: RegExp; run: (asking: Asking) => Promise<ExactAnswer> }[] = [
  { pattern: /\bteam performance\b|\bperformance of (?:the |our )?(?:team|agents)\b/, run: teamPerformance },
  {
    pattern:
      /\btop (?:\d+ |one |two |three |four |five |six |seven |eight |nine |ten )?priorit|\bpriorities (?:of |for |are )?(?:the |this )?week\b/,
    run: topPriorities,
  },
  {
    pattern: /\bcustomers? (?:are |is )?(?:at )?risks?\b|\brisks? (?:of|with|from) (?:our )?customers?\b/,
    run: customerRisks,
  },
];

const input = z.strictObject({
  query: z.string().max(lengths.reason),
  askedAt: z.iso.datetime(),
  /** The plan that was made of the text, because it is a command. */
  plan: planMade.nullish(),
});
type Asked = z.output<typeof input>;

/** The answer of an exact implementation; null if the query has none. */
async function answerExactly(session: RunSession, { query, plan }: Asked): Promise<RunAnswer | null> {
  if (plan) return answerOf(planAnswer(plan));
  const asked = normalized(query);
  const match = exact.find(({ pattern }) => pattern.test(asked));
  if (!match) return null;
  const { today, currency } = todayOf(session.ctx);
  const answered = await match.run({
    asked,
    find: async (rows) => (await find(session, rows)).found,
    team: () => read(session.ctx, team),
    today,
    make: collect(currency, today),
    money: moneyText(currency),
  });
  return { ...answered, points: [], followUps: [], planId: null };
}

/** Converts the answer to a question into the answer to a query. */
const answerOf = (
  { answered, report: { headline, figures, missing }, followUps, planId }: Answer,
  points: readonly Line[] = [],
): RunAnswer => ({
  answered,
  title: planId ? "Plan" : "Answer",
  line: headline,
  points: [...points],
  figures,
  rows: [],
  missing,
  followUps,
  planId,
  method: answered && !planId ? "Answered from your records and figures." : "",
});

const byModel = answerByModel<typeof input, typeof answer.input>({
  skill: () => answer,
  asking: askColleague,
  mayPropose: () => false,
  originsOf: () => [],
});

/** Answers a query of the orchestrator page: exactly, or as a question. */
export const orchestration = defineSkill({
  id: "orchestrator.query",
  label: "Orchestrator query",
  roles: agentRoleIds,
  capability: null,
  // Its answer has a line of its own in the feed.
  isQuiet: true,
  input,
  output: runAnswer,
  async rules(session, asked) {
    const { query: question, askedAt } = asked;
    return (
      (await answerExactly(session, asked)) ??
      answerOf(await answer.rules(session, { question, askedAt, taskId: null, comment: null }))
    );
  },
  prompt: (agent, { query: asked }, origin) =>
    promptOf(
      agent,
      "Answer the query from the company's own records and figures, in one sentence where that will do. Propose nothing.",
      untrusted(asked, { origin, source: "a query a person typed" }),
    ),
  model: {
    ...byModel,
    async prepare(session, asked) {
      const output = await answerExactly(session, asked);
      return output && { modelText: null, output };
    },
    bind(written, work) {
      const made = byModel.bind(written, { ...work, prepared: null });
      return answerOf(
        made,
        made.report.sections.flatMap(({ lines }) => lines),
      );
    },
  },
});
