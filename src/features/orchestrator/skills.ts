import { z } from "zod";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill } from "#agency/skill.ts";
import { exploreHref, query, type QueryInput } from "#contract/query.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { lengths } from "#contract/words.ts";
import { team } from "#features/agents/store.ts";
import { answer } from "#features/conversations/skills.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import { collect } from "#features/expertise/topics/collect.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { runQuery } from "#features/explore/skills.ts";
import { type Asking, type RunAnswer, runAnswer } from "#features/orchestrator/exact/answer.ts";
import { customerRisks } from "#features/orchestrator/exact/customer-risks.ts";
import { teamPerformance } from "#features/orchestrator/exact/team-performance.ts";
import { topPriorities } from "#features/orchestrator/exact/top-priorities.ts";
import { type Found, foundIn, moneyText } from "#features/plans/playbooks/playbook.ts";
import { read } from "#platform/db/transaction.ts";

/** Queries with an exact implementation. */
const exact: readonly { means: RegExp; run: (asking: Asking) => Promise<RunAnswer> }[] = [
  { means: /\bteam performance\b|\bperformance of (?:the |our )?(?:team|agents)\b/, run: teamPerformance },
  {
    means:
      /\btop (?:\d+ |one |two |three |four |five |six |seven |eight |nine |ten )?priorit|\bpriorities (?:of |for |are )?(?:the |this )?week\b/,
    run: topPriorities,
  },
  {
    means: /\bcustomers? (?:are |is )?(?:at )?risks?\b|\brisks? (?:of|with|from) (?:our )?customers?\b/,
    run: customerRisks,
  },
];

/** Answers a query of the orchestrator page. */
export const orchestration = defineSkill({
  id: "orchestrator.query",
  label: "Orchestrator query",
  roles: agentRoleIds,
  capability: null,
  // Its answer has a line of its own in the feed.
  isQuiet: true,
  input: z.strictObject({ query: z.string().max(lengths.reason), askedAt: z.iso.datetime() }),
  output: runAnswer,
  async rules(session, { query: asked, askedAt }) {
    const meant = exact.find(({ means }) => means.test(normalized(asked)));
    if (!meant) {
      const { answered, report } = await answer.rules(session, {
        question: asked,
        askedAt,
        taskId: null,
        comment: null,
      });
      const { headline, figures, missing } = report;
      return {
        answered,
        title: "Answer",
        line: headline,
        figures,
        rows: [],
        missing,
        method: answered ? "Answered from your records and figures." : "",
      };
    }
    const { today, currency } = todayOf(session.ctx);
    const find = async (input: QueryInput): Promise<Found> => {
      const { result, origins } = await session.use(runQuery, query.parse(input));
      session.reads(...origins);
      const href = exploreHref(input);
      session.cites({
        kind: result.query.subject,
        reference: result.title,
        value: String(result.total.rows),
        asOf: result.asOf,
        href,
      });
      return foundIn(result, href, currency);
    };
    return meant.run({
      asked: normalized(asked),
      find,
      team: () => read(session.ctx, team),
      today,
      make: collect(currency, today),
      money: moneyText(currency),
    });
  },
  prompt: (agent, { query: asked }, origin) =>
    promptOf(
      agent,
      "Answer the query from the company's own records and figures.",
      untrusted(asked, { origin, source: "a query a person typed" }),
    ),
});
