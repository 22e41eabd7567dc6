import { z } from "zod";
import { AppError } from "#contract/errors.ts";
import { spanOf } from "#contract/spans.ts";
import { day, lengths, text } from "#contract/words.ts";
import { type About, aboutAll, type Heeded, type Topic } from "#features/expertise/topics/topic.ts";
import { nameKey } from "#features/records/naming/name-key.ts";
import * as naming from "#features/records/naming/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

const party = text(lengths.title).nullable().default(null);
/** By name, because a model would make up an id, find nothing and report that as the answer. */
export const partyFields = {
  customer: party.describe("A customer's name, for what concerns only them."),
  vendor: party.describe("A vendor's name, for what concerns only them."),
  period: z
    .strictObject({ from: day, to: day })
    .nullable()
    .default(null)
    .describe("First and last day; leave it out for the usual period."),
};

/** The limits a language model can set on a topic: only those its answers apply. */
export function forModel({ asks }: Topic) {
  const heeded = new Set<Heeded>(asks.flatMap(({ heeds = [] }) => heeds));
  const input = z.strictObject(
    Object.fromEntries(Object.entries(partyFields).filter(([name]) => heeded.has(name as Heeded))),
  );
  return {
    input,
    read: (ctx: Ctx, given: unknown): Promise<About> => aboutNamed(ctx, given as Limited),
  };
}

type Limited = Partial<z.output<z.ZodObject<typeof partyFields>>>;

/** What a topic is limited to, found by its names. */
export async function aboutNamed(ctx: Ctx, { customer, vendor, period }: Limited): Promise<About> {
  return {
    ...aboutAll,
    customer: customer ? await findParty(ctx, customer, "customers") : null,
    vendor: vendor ? await findParty(ctx, vendor, "vendors") : null,
    period: period ? spanOf({ kind: "between", ...period }, dayIn(ctx.now, ctx.timeZone)) : null,
  };
}

async function findParty(ctx: Ctx, name: string, kind: "customers" | "vendors"): Promise<naming.Named> {
  const key = nameKey(name);
  const { [kind]: found } = await read(ctx, (tx) => naming.named(tx, [key], [key]));
  const [only] = found;
  if (only && found.length === 1) return only;
  // Matching names are not listed, because they are external text and errors are not fenced. A query reads them.
  const fault = only ? `Several ${kind} fit "${name}"` : `None of the ${kind} is called "${name}"`;
  throw new AppError("unprocessable", `${fault}. Find the whole name with explore_query over ${kind}.`);
}
