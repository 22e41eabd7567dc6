import { type SQL, sql } from "drizzle-orm";
import type { Currency } from "#contract/words.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { type Condition, viewsOf } from "#features/records/fields/views.ts";
import { inView } from "#features/records/list/store.ts";
import { owedIn } from "#features/records/states/store.ts";
import { id, rowsFor } from "#features/records/store.ts";
import type { Tx } from "#platform/context.ts";

/** The most lines of a kind. */
export const mostLines = 20;
const unit = (tx: Tx) => sql`coalesce(r.currency, ${tx.currency}::text)`;

/** A view's rows, as lists show them. */
function within(kind: RecordKind, view: string, today: string): SQL {
  const all = viewsOf[kind].find((one) => one.id === view)?.all ?? [];
  return sql.join(
    all.flatMap((one) => inView(kind, one, today)),
    sql` AND `,
  );
}

export type OverdueParty = {
  customerId: string | null;
  party: string;
  name: string;
  currency: Currency;
  amount: number;
  disputed: number;
  invoices: number;
  dueOn: string;
  numbers: string[];
  days: string[];
  rows: string[];
  /** Whether no service brought any of them. */
  isOwn: boolean;
  total: number;
};

/** The overdue invoices of each customer and currency, the largest sums first; `total` counts all of them. */
export async function overdueParties(tx: Tx, today: string): Promise<OverdueParty[]> {
  const party = sql`coalesce(r.customer_id::text, r.customer_key, r.customer_name, '')`;
  const { rows } = await tx.db.execute<OverdueParty>(sql`
    WITH due AS (SELECT r.*, ${unit(tx)} AS unit, ${party} AS party, ${owedIn("r")} AS owed,
        row_number() OVER (PARTITION BY ${party}, ${unit(tx)} ORDER BY r.due_on, r.number, r.id) AS place
      FROM ${id("invoices")} r WHERE r.company_id = ${tx.company}::uuid AND ${within("invoices", "overdue", today)}),
    parties AS (SELECT party, unit AS currency, min(customer_id::text) AS "customerId", min(customer_name) AS name,
        sum(owed)::float8 AS amount, coalesce(sum(owed) FILTER (WHERE status = 'disputed'), 0)::float8 AS disputed,
        count(*)::int AS invoices, min(due_on)::text AS "dueOn", bool_and(source IN ('manual', 'csv', 'api')) AS "isOwn",
        coalesce(array_agg(number::text ORDER BY place) FILTER (WHERE status = 'open' AND place <= 50), '{}') AS numbers,
        coalesce(array_agg(due_on::text ORDER BY place) FILTER (WHERE status = 'open' AND place <= 50), '{}') AS days,
        array_agg(id::text ORDER BY place) FILTER (WHERE place <= 200) AS rows, (count(*) OVER ())::int AS total
      FROM due GROUP BY party, unit)
    SELECT p.*, coalesce((SELECT c.name FROM customers c WHERE c.company_id = ${tx.company}::uuid
      AND c.id = p."customerId"::uuid), p.name, 'An unnamed customer') AS name
    FROM parties p ORDER BY (p.currency = ${tx.currency}::text) DESC, p.amount DESC, p.party LIMIT ${mostLines}`);
  return rows;
}

export type Due = {
  id: string;
  title: string;
  party: string | null;
  customerId: string | null;
  amount: number | null;
  currency: Currency | null;
  on: string | null;
  movedOn: string | null;
  state: string;
  owner: string | null;
  total: number;
};

/** What is read of the rows of a kind that need a person, and in which of its views they are. */
type Reading = {
  views: readonly string[];
  also?: Condition;
  title: string;
  party: string;
  amount: string | null;
  on: string;
  moved: string;
  state: string;
  owner: string | null;
};
const readings = {
  deals: {
    views: ["slipped", "stale"],
    title: "name",
    party: "customer_name",
    amount: "amount",
    on: "expected_close_on",
    moved: "coalesce(last_activity_on, opened_on)",
    state: "coalesce(nullif(trim(stage_name), ''), stage)",
    owner: "owner_name",
  },
  tickets: {
    views: ["overdue"],
    title: "title",
    party: "customer_name",
    amount: null,
    on: "due_on",
    moved: "opened_on",
    state: "priority",
    owner: "owner_name",
  },
  subscriptions: {
    views: ["ours"],
    also: { day: "renewsOn", from: 0, until: 13 },
    title: "name",
    party: "vendor_name",
    amount: "amount",
    on: "renews_on",
    moved: "started_on",
    state: "interval",
    owner: null,
  },
} as const satisfies Partial<Record<RecordKind, Reading>>;

/** Rows in any of the views, the largest amounts first, else the longest due. */
export async function dueRows(tx: Tx, kind: keyof typeof readings, today: string): Promise<Due[]> {
  const { views, also, title, party, amount, on, moved, state, owner }: Reading = readings[kind];
  const column = sql.raw;
  const shown = views.map((view) => sql`(${within(kind, view, today)})`);
  const conditions = [sql`(${sql.join(shown, sql` OR `)})`, ...(also ? inView(kind, also, today) : [])];
  const byAmount = sql`(${unit(tx)} = ${tx.currency}::text) DESC, r.amount DESC NULLS LAST,`;
  const { rows } = await tx.db.execute<Due>(sql`
    SELECT r.id::text, r.${column(title)} AS title, r.${column(party)} AS party, r.customer_id::text AS "customerId",
      ${column(amount ?? "NULL::numeric")}::float8 AS amount, ${amount ? unit(tx) : sql`NULL`} AS currency,
      ${column(on)}::text AS on, (${column(moved)})::text AS "movedOn", (${column(state)})::text AS state,
      ${column(owner ?? "NULL::text")} AS owner, (count(*) OVER ())::int AS total
    FROM ${rowsFor(tx, kind)} WHERE r.company_id = ${tx.company}::uuid AND ${sql.join(conditions, sql` AND `)}
    ORDER BY ${amount ? byAmount : sql``} ${column(on)}, r.id LIMIT ${mostLines}`);
  return rows;
}

/** Who owns most of the open rows of a kind. */
export async function ownersOf(tx: Tx, kind: "deals" | "tickets"): Promise<string[]> {
  const { rows } = await tx.db.execute<{ name: string }>(sql`
    SELECT trim(r.owner_name) AS name FROM ${id(kind)} r WHERE r.company_id = ${tx.company}::uuid
      AND trim(r.owner_name) <> '' AND ${within(kind, "open", "")}
    GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${mostOwners}`);
  return rows.map(({ name }) => name);
}
/** As many as a menu shows at once. */
const mostOwners = 6;

export type Paid = { currency: Currency; amount: number; customers: number; invoices: number; largest: string | null };

/** What customers paid since a day, by currency, the company's own first. */
export async function paidSince(tx: Tx, day: string): Promise<Paid[]> {
  const { rows } = await tx.db.execute<Paid>(sql`
    WITH paid AS (SELECT ${unit(tx)} AS currency, r.amount, coalesce(r.customer_key, r.customer_name) AS party, r.customer_name
      FROM ${id("invoices")} r WHERE r.company_id = ${tx.company}::uuid AND r.direction = 'receivable' AND r.status = 'paid'
        AND r.paid_on >= ${day}::date)
    SELECT currency, sum(amount)::float8 AS amount, count(*)::int AS invoices, count(DISTINCT party)::int AS customers,
      (array_agg(customer_name ORDER BY amount DESC))[1] AS largest
    FROM paid GROUP BY currency ORDER BY (currency = ${tx.currency}::text) DESC, 2 DESC LIMIT 5`);
  return rows;
}

export type Closed = {
  id: string;
  name: string;
  stage: string;
  amount: number | null;
  currency: Currency;
  on: string;
};

/** Deals won or lost since a day, the largest first. */
export async function closedSince(tx: Tx, day: string): Promise<Closed[]> {
  const { rows } = await tx.db.execute<Closed>(sql`
    SELECT r.id::text, r.name, r.stage, r.amount::float8 AS amount, ${unit(tx)} AS currency, r.closed_on::text AS on
    FROM ${id("deals")} r WHERE r.company_id = ${tx.company}::uuid AND r.stage IN ('won', 'lost')
      AND r.closed_on >= ${day}::date ORDER BY r.amount DESC NULLS LAST, r.id LIMIT 10`);
  return rows;
}
