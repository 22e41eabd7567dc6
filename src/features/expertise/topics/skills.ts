import { z } from "zod";
import { barredFrom } from "#agency/policy.ts";
import type { Persona } from "#agency/persona.ts";
import { defineAction } from "#agency/action.ts";
import { origins } from "#contract/origins.ts";
import { currency } from "#contract/words.ts";
import { prefixed } from "#features/expertise/topics/combine.ts";
import { about, conclusion, type Today, type Topic } from "#features/expertise/topics/topic.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

/** The day and the currency a company's figures are of. */
export const todayOf = (ctx: Ctx): Today => ({
  today: dayIn(ctx.now, ctx.timeZone),
  currency: currency.parse(ctx.currency),
  timeZone: ctx.timeZone,
});

/** What a topic comes to, with ids that are unique beside those of other topics, and where the texts in it came from. */
const looked = z.strictObject({ conclusion, origins: z.array(z.enum(origins)) });

/** A topic as an action: it reads the rows, then concludes. */
export const reading = (topic: Topic) =>
  defineAction({
    id: topic.id.replaceAll(/[.-]/g, "_"),
    label: `Read ${topic.title.charAt(0).toLowerCase()}${topic.title.slice(1)}`,
    description: `Takes what it is narrowed to; gives figures with their sources. Answers ${topic.asks.map(({ example }) => `"${example}"`).join(", ")}`,
    effect: "read",
    cost: "zero",
    roles: [topic.role],
    capability: topic.capability,
    input: about,
    output: looked,
    async run(ctx, _caller, asked) {
      const today = todayOf(ctx);
      const { facts, origins: seen } = await read(ctx, (tx) => topic.gather(tx, today, asked));
      const concluded = prefixed(topic.id, topic.conclude(facts, today, asked));
      return { conclusion: concluded, origins: [...new Set(seen)] };
    },
  });

/** Whether an executive may look into a topic. */
export const mayRead = (agent: Persona, topic: Topic): boolean => barredFrom(agent, reading(topic), "working") === null;
