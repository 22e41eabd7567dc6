import { z } from "zod";
import { defineSkill, type Hands } from "#agency/skill.ts";
import { type Line, report, say } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { currency } from "#contract/words.ts";
import { cfoTopics } from "#features/workforce/cfo/skills.ts";
import { customerSuccessTopics } from "#features/workforce/customer-success/skills.ts";
import { legalTopics } from "#features/workforce/legal/skills.ts";
import { operationsTopics } from "#features/workforce/operations/skills.ts";
import { salesTopics } from "#features/workforce/sales/skills.ts";
import { combined, prefixed } from "#features/workforce/topics/combine.ts";
import { aboutAll, type About, type Conclusion, type Today, type Topic } from "#features/workforce/topics/topic.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

/** Everything the executives know about. */
export const topics: readonly Topic[] = [
  ...cfoTopics,
  ...salesTopics,
  ...customerSuccessTopics,
  ...operationsTopics,
  ...legalTopics,
];

/** The day and the currency a company's figures are of. */
export const todayOf = (ctx: Ctx): Today => ({
  today: dayIn(ctx.now, ctx.timeZone),
  currency: currency.parse(ctx.currency),
  timeZone: ctx.timeZone,
});

/** Goes into one topic as a step of a run: reads the rows, then concludes. */
export async function goInto(hands: Hands, topic: Topic, about: About = aboutAll): Promise<Conclusion> {
  const { facts, origins } = await hands.step(
    `Read: ${topic.title.toLowerCase()}`,
    (ctx) => read(ctx, (tx) => topic.gather(tx, todayOf(ctx), about)),
    { given: about },
  );
  hands.reads(...origins);
  return prefixed(topic.id, topic.conclude(facts, todayOf(hands.ctx), about));
}

const nothing = say`Nothing can be said yet: there is no source for any of it.`;

/** An executive goes through everything they know and reports it to the owner. */
export const briefing = defineSkill({
  id: "workforce.briefing",
  label: "Briefing",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({}),
  output: report,
  async rules(hands) {
    const own = topics.filter(
      ({ role, capability }) =>
        role === hands.agent.role && (capability === null || hands.agent.capabilities[capability] === true),
    );
    const conclusions: Conclusion[] = [];
    for (const topic of own) conclusions.push(await goInto(hands, topic));
    const headlines = conclusions.flatMap(({ headline }) => (headline ? [headline] : []));
    const first: Line = headlines.slice(0, 2).flatMap((line, at) => (at === 0 ? line : [" ", ...line]));
    const made = combined(first.length > 0 ? first : nothing, conclusions);
    hands.cites(...made.facts);
    return made;
  },
});
