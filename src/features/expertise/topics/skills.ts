import { z } from "zod";
import { actionRefusal } from "#agency/policy.ts";
import type { Persona } from "#agency/persona.ts";
import { defineAction } from "#agency/action.ts";
import { aboutNamed, forModel, partyFields } from "#features/expertise/topics/given/skills.ts";
import { AppError } from "#contract/errors.ts";
import { origins } from "#contract/origins.ts";
import { agentRoleIds, roleTitle } from "#contract/roles.ts";
import { currency } from "#contract/words.ts";
import { team } from "#features/agents/store.ts";
import { prefixFigureIds, withSilences } from "#features/expertise/topics/combine.ts";
import { describeConclusion } from "#features/expertise/topics/for-model.ts";
import { caveats } from "#features/metrics/sources/store.ts";
import { kindsBehind } from "#features/records/figures/rules.ts";
import { type About, about, conclusion, type Today, type Topic } from "#features/expertise/topics/topic.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { read, readDear } from "#platform/db/transaction.ts";

export const todayOf = (ctx: Ctx): Today => ({
  today: dayIn(ctx.now, ctx.timeZone),
  currency: currency.parse(ctx.currency),
  timeZone: ctx.timeZone,
});

/** The conclusion, with figure ids unique across topics, and the origins of its texts. */
const readingOutput = z.strictObject({ conclusion, origins: z.array(z.enum(origins)) });

/** A topic as an action for the role that owns it. */
export const reading = (topic: Topic) =>
  defineAction({
    id: topic.id.replaceAll(/[.-]/g, "_"),
    label: `Read ${topic.title.charAt(0).toLowerCase()}${topic.title.slice(1)}`,
    description: `Gives figures with their sources. Answers ${topic.asks.map(({ example }) => `"${example}"`).join(", ")}`,
    effect: "read",
    cost: "zero",
    roles: [topic.role],
    capability: topic.capability,
    input: about,
    output: readingOutput,
    forModel: forModel(topic),
    run: (ctx, _caller, asked) => concluded(ctx, topic, asked),
    describeForModel: ({ conclusion: found, origins: seen }) => describeConclusion(found, seen),
  });

/** The topics of roles without an agent, which the CEO reads in their place. */
export function readingInPlace(topics: readonly Topic[]) {
  const of = z.enum(topics.map(({ id }) => id));
  const topicOf = (id: string): Topic => {
    const found = topics.find((topic) => topic.id === id);
    if (!found) throw new Error(`There is no topic ${id}.`);
    return found;
  };
  const forTopic = { topic: of, ...partyFields };
  return defineAction({
    id: "topics_in_place",
    label: "Read what a missing executive would know",
    description: "Takes a topic of a role that no executive has; gives figures with their sources.",
    effect: "read",
    cost: "zero",
    roles: ["CEO"],
    capability: null,
    input: about.extend({ topic: of }),
    output: readingOutput,
    forModel: {
      input: z.strictObject(forTopic),
      async read(ctx, given) {
        const { topic, ...limited } = z.strictObject(forTopic).parse(given);
        return { topic, ...(await aboutNamed(ctx, limited)) };
      },
    },
    isOffered: async (ctx) => (await read(ctx, team)).length < agentRoleIds.length,
    async run(ctx, _caller, { topic: id, ...asked }) {
      const topic = topicOf(id);
      if ((await read(ctx, team)).some(({ role }) => role === topic.role))
        throw new AppError("forbidden", `${topic.title} belongs to the ${roleTitle(topic.role)}`);
      return concluded(ctx, topic, asked);
    },
    describeForModel: ({ conclusion: found, origins: seen }) => describeConclusion(found, seen),
  });
}

async function concluded(ctx: Ctx, topic: Topic, asked: About): Promise<z.output<typeof readingOutput>> {
  const today = todayOf(ctx);
  const { facts, origins: seen } = await readDear(ctx, (tx) => topic.gather(tx, today, asked), { holdsOthers: true });
  const found = prefixFigureIds(topic.id, topic.conclude(facts, today, asked));
  const behind = found.figures.flatMap(({ source: { href } }) => kindsBehind(href));
  const kinds = [...behind, ...(topic.reads ?? [])];
  const silent = await read(ctx, (tx) => caveats(tx, kinds));
  return { conclusion: withSilences(found, silent), origins: [...new Set(seen)] };
}

/** Whether an executive may read a topic. */
export const mayRead = (agent: Persona, topic: Topic): boolean =>
  actionRefusal(agent, reading(topic), "working") === null;
