import { z } from "zod";
import { actionRefusal } from "#agency/policy.ts";
import type { Persona } from "#agency/persona.ts";
import { defineAction } from "#agency/action.ts";
import { forModel, isVacant } from "#features/expertise/topics/given/skills.ts";
import { AppError } from "#contract/errors.ts";
import { origins } from "#contract/origins.ts";
import { roleTitle } from "#contract/roles.ts";
import { currency } from "#contract/words.ts";
import { team } from "#features/agents/store.ts";
import { prefixFigureIds, withSilences } from "#features/expertise/topics/combine.ts";
import { describeConclusion } from "#features/expertise/topics/for-model.ts";
import { caveats } from "#features/metrics/sources/store.ts";
import { kindsBehind } from "#features/records/figures/rules.ts";
import { about, conclusion, type Today, type Topic } from "#features/expertise/topics/topic.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read, readDear } from "#platform/db/transaction.ts";

export const todayOf = (ctx: Ctx): Today => ({
  today: dayIn(ctx.now, ctx.timeZone),
  currency: currency.parse(ctx.currency),
  timeZone: ctx.timeZone,
});

/** The conclusion, with figure ids unique across topics, and the origins of its texts. */
const readingOutput = z.strictObject({ conclusion, origins: z.array(z.enum(origins)) });

/** A topic as an action, for the role that owns it, or for the CEO while no agent has that role. */
export const reading = (topic: Topic, by: "owner" | "CEO" = "owner") =>
  defineAction({
    id: `${topic.id.replaceAll(/[.-]/g, "_")}${by === "CEO" ? "_by_ceo" : ""}`,
    label: `Read ${topic.title.charAt(0).toLowerCase()}${topic.title.slice(1)}`,
    description: `Gives figures with their sources. Answers ${topic.asks.map(({ example }) => `"${example}"`).join(", ")}`,
    effect: "read",
    cost: "zero",
    roles: [by === "CEO" ? by : topic.role],
    capability: by === "CEO" ? null : topic.capability,
    input: about,
    output: readingOutput,
    forModel: forModel(topic),
    ...(by === "CEO" ? { isOffered: (ctx: Ctx) => isVacant(ctx, topic.role) } : {}),
    async run(ctx, _caller, asked) {
      const today = todayOf(ctx);
      const gather = async (tx: Tx) => {
        if (by === "CEO" && (await team(tx)).some(({ role }) => role === topic.role))
          throw new AppError("forbidden", `${topic.title} belongs to the ${roleTitle(topic.role)}`);
        return topic.gather(tx, today, asked);
      };
      const { facts, origins: seen } = await readDear(ctx, gather, { holdsOthers: true });
      const concluded = prefixFigureIds(topic.id, topic.conclude(facts, today, asked));
      const behind = concluded.figures.flatMap(({ source: { href } }) => kindsBehind(href));
      const kinds = [...behind, ...(topic.reads ?? [])];
      const silent = await read(ctx, (tx) => caveats(tx, kinds));
      return { conclusion: withSilences(concluded, silent), origins: [...new Set(seen)] };
    },
    describeForModel: ({ conclusion: concluded, origins: seen }) => describeConclusion(concluded, seen),
  });

/** Whether an executive may read a topic. */
export const mayRead = (agent: Persona, topic: Topic): boolean =>
  actionRefusal(agent, reading(topic), "working") === null;
