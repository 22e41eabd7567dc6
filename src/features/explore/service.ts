import { AppError, notFound } from "#contract/errors.ts";
import { type Query, query as querySchema } from "#contract/query.ts";
import * as accounts from "#features/accounts/store.ts";
import { mostPins, type Pin } from "#features/explore/contract.ts";
import { queryPinned, queryUnpinned } from "#features/explore/events.ts";
import * as store from "#features/explore/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Throws with a sentence if the query is invalid. */
export function readQuery(json: string): Query {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    throw new AppError("invalid", "This query cannot be read. Start again from Explore");
  }
  const checked = querySchema.safeParse(given);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const sentence = issue && /^(?:Use|Name|Choose|Contains) /.test(issue.message) ? issue.message : null;
  throw new AppError("invalid", sentence ?? `This query cannot be read at "${issue?.path.join(".") ?? "its start"}"`);
}

const pinOf = ({ id, title, query, createdBy, createdAt }: store.PinRow, people: ReadonlyMap<string, string>): Pin => ({
  id,
  title,
  // Pins of earlier versions may lack newer fields.
  query: querySchema.parse(query),
  by: people.get(createdBy) ?? "a former member",
  createdAt: createdAt.toISOString(),
});

export async function pins(tx: Tx): Promise<Pin[]> {
  const people = await accounts.usernames(tx);
  return (await store.list(tx)).map((row) => pinOf(row, people));
}

export function addPin(ctx: Ctx, { title, query }: { title: string; query: Query }): Promise<Pin> {
  return write(ctx, async (tx) => {
    await store.requireAnswerable(tx, query);
    const pinned = (await store.list(tx)).length;
    if (pinned >= mostPins) throw new AppError("conflict", `The dashboard holds ${mostPins} pins. Remove one first`);
    const { id, username } = person(tx);
    const row = await store.add(tx, { id: crypto.randomUUID(), title, query, createdBy: id });
    await record(tx, queryPinned(row));
    return pinOf(row, new Map([[id, username]]));
  });
}

/** Unpins a query. */
export function removePin(ctx: Ctx, id: string): Promise<{ id: string }> {
  return write(ctx, async (tx) => {
    const row = await store.remove(tx, id);
    if (!row) throw notFound();
    await record(tx, queryUnpinned(row));
    return { id };
  });
}
