import { z } from "zod";
import type { ConnectorCall, Pulled, Source } from "#connectors/connector.ts";
import { jsonOf } from "#connectors/oauth.ts";
import { list, listed, readers, type StripeKind, unread } from "#connectors/stripe/objects.ts";

/** The first reading lists each kind in this order: customers before what names them. */
const order = ["customers", "subscriptions", "invoices", "payments"] as const satisfies readonly StripeKind[];

const cursorShape = z.discriminatedUnion("phase", [
  z.object({ phase: z.literal("all"), kind: z.enum(order), after: z.string().nullable(), startedAt: z.int() }),
  /** Seconds: events and movements of the balance are known up to there; `wideAt`: when late ones were looked for. */
  z.object({
    phase: z.literal("changes"),
    events: z.int(),
    payments: z.int(),
    wideAt: z.int(),
    /** Events that were followed and will be listed again. */
    seen: z.array(z.string()),
  }),
]);
type Cursor = z.infer<typeof cursorShape>;

const pageSize = 100;
/** What is committed late at Stripe, in seconds: usually, and at most. */
const [overlap, widest] = [600, 3 * 86_400];
/** Events are kept for 30 days; after a longer silence everything is read anew. */
const eventsKept = 29 * 86_400;
const mostPages = 50;

const changed = {
  customers: ["customer.created", "customer.updated", "customer.deleted"],
  subscriptions: [
    "customer.subscription.created",
    "customer.subscription.updated",
    "customer.subscription.deleted",
    "customer.subscription.paused",
    "customer.subscription.resumed",
  ],
  invoices: [
    "invoice.created",
    "invoice.updated",
    "invoice.finalized",
    "invoice.paid",
    "invoice.voided",
    "invoice.marked_uncollectible",
    "invoice.deleted",
  ],
} as const;
const kindOf = (type: string): keyof typeof changed | undefined =>
  type.startsWith("customer.subscription.")
    ? "subscriptions"
    : type.startsWith("customer.")
      ? "customers"
      : type.startsWith("invoice.")
        ? "invoices"
        : undefined;

const event = z.object({ type: z.string(), data: z.object({ object: z.looseObject({ id: z.string() }) }) });

async function ask(call: ConnectorCall, path: string) {
  const { success, data } = list.safeParse(jsonOf(await call({ path })));
  if (!success) throw unread();
  return data;
}

/** What else an object is asked for: names instead of ids. */
const expanded: Readonly<Record<string, readonly string[]>> = {
  subscriptions: ["customer", "items.data.price.product"],
  invoices: ["customer"],
  payments: ["source"],
};

const pathOf = (kind: string, query: Record<string, string | null>, types: readonly string[] = []): string => {
  const search = new URLSearchParams({ limit: String(pageSize) });
  for (const field of expanded[kind] ?? []) search.append("expand[]", `data.${field}`);
  for (const [name, value] of Object.entries(query)) if (value !== null) search.set(name, value);
  for (const type of types) search.append("types[]", type);
  return `${kind === "payments" ? "balance_transactions" : kind}?${search.toString()}`;
};

const rowsOf = (target: StripeKind, data: readonly unknown[]): Pulled["rows"] =>
  data.flatMap((one) => {
    const row = readers[target](one);
    return row ? [{ target, row }] : [];
  });

/** One page of everything of a kind, newest first. */
async function pullAll(call: ConnectorCall, cursor: Extract<Cursor, { phase: "all" }>): Promise<Pulled> {
  const { kind, after, startedAt } = cursor;
  const page = await ask(
    call,
    pathOf(kind, { starting_after: after, ...(kind === "subscriptions" && { status: "all" }) }),
  );
  const last = page.data.at(-1)?.id ?? null;
  const next = order[order.indexOf(kind) + 1];
  const rest: Cursor = page.has_more
    ? { ...cursor, after: last }
    : next
      ? { ...cursor, kind: next, after: null }
      : { phase: "changes", events: startedAt - overlap, payments: startedAt - overlap, wideAt: startedAt, seen: [] };
  return { rows: rowsOf(kind, page.data), gone: [], cursor: rest, isMore: rest.phase === "all" };
}

/** All pages of a list that is bounded by a time, newest first; null: too many. */
async function pagesOf(call: ConnectorCall, path: (after: string | null) => string) {
  const all: z.infer<typeof listed>[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const { data, has_more: isMore } = await ask(call, path(all.at(-1)?.id ?? null));
    all.push(...data);
    if (!isMore || data.length === 0) return all;
  }
  return null;
}

async function pullChanges(
  call: ConnectorCall,
  cursor: Extract<Cursor, { phase: "changes" }>,
  now: number,
): Promise<Pulled | null> {
  if (now - cursor.events > eventsKept) return null;
  const types = Object.values(changed).flat();
  const events = await pagesOf(call, (after) =>
    pathOf("events", { "created[gte]": String(cursor.events), starting_after: after }, types),
  );
  const isWide = now - cursor.wideAt >= 86_400;
  const since = cursor.payments - (isWide ? widest : 0);
  const moved = await pagesOf(call, (after) =>
    pathOf("payments", { "created[gte]": String(since), starting_after: after }),
  );
  if (!events || !moved) return null;
  const ids = new Map<string, { kind: keyof typeof changed; id: string }>();
  const seen = new Set(cursor.seen);
  for (const one of events) {
    const { success, data: found } = event.safeParse(one);
    if (!success) throw unread();
    const { type, data } = found;
    const kind = kindOf(type);
    if (kind && !seen.has(one.id)) ids.set(`${kind} ${data.object.id}`, { kind, id: data.object.id });
  }
  const rows: Pulled["rows"] = [];
  const gone: Pulled["gone"] = [];
  // An event shows its object as it was, and by the version of the account: the object itself says how it is now.
  for (const kind of ["customers", "subscriptions", "invoices"] as const)
    for (const one of ids.values()) {
      if (one.kind !== kind) continue;
      const search = new URLSearchParams((expanded[kind] ?? []).map((field): [string, string] => ["expand[]", field]));
      const answer = await call({ path: `${kind}/${encodeURIComponent(one.id)}?${search.toString()}`, allows: [404] });
      const object = jsonOf(answer);
      const isGone = answer.status === 404 || (object as { deleted?: boolean } | null)?.deleted === true;
      if (isGone) gone.push({ target: kind, id: one.id });
      else rows.push(...rowsOf(kind, [object]));
    }
  rows.push(...rowsOf("payments", moved));
  // What is older than an hour is known, even if the clocks differ by minutes.
  const newest = (all: readonly { created: number }[], before: number) =>
    Math.max(before, now - 3_600, ...all.map(({ created }) => created - overlap));
  const from = newest(events, cursor.events);
  return {
    rows,
    gone,
    cursor: {
      phase: "changes",
      events: from,
      seen: events.filter(({ created }) => created >= from).map(({ id }) => id),
      payments: newest(moved, cursor.payments),
      wideAt: isWide ? now : cursor.wideAt,
    } satisfies Cursor,
    isMore: false,
  };
}

/** Stripe's customers, subscriptions, invoices, and every movement of its balance. */
export const stripeSource: Source = {
  targets: order,
  everyMinutes: 15,
  async pull(call, given, { now }) {
    const seconds = Math.floor(now.getTime() / 1_000);
    const start: Cursor = { phase: "all", kind: "customers", after: null, startedAt: seconds };
    const cursor = cursorShape.safeParse(given).data ?? start;
    if (cursor.phase === "all") return pullAll(call, cursor);
    return pullChanges(call, cursor, seconds);
  },
};
