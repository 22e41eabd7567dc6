// On both databases: the same query is one statement, or many whose results are put together.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Filter, query as querySchema, type QueryInput } from "#contract/query.ts";
import { jobContext } from "#features/accounts/service.ts";
import * as store from "#features/explore/store.ts";
import { type Ctx, mintCompany, type Tx } from "#platform/context.ts";
import { TooMuch } from "#platform/db/dear.ts";
import { read } from "#platform/db/transaction.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let ctx: Ctx;
let other: Ctx;
const rows = 4_500;
beforeAll(async () => {
  world = await openWorld();
  const [own, stranger] = [await world.member("own"), await world.member("stranger")];
  ctx = await jobContext(world.boardroom.platform, mintCompany(own.user.companyId));
  other = await jobContext(world.boardroom.platform, mintCompany(stranger.user.companyId));
  for (const { company } of [ctx, other])
    await world.asOwner(
      `INSERT INTO invoices (company_id, id, source, external_id, origin, created_at, updated_at, number, customer_name,
         direction, issued_on, due_on, amount, currency, status)
       SELECT $1::uuid, md5($1::uuid::text || n)::uuid, 'csv', 'i' || n, CASE WHEN n % 3 = 0 THEN 'owner' ELSE 'external' END, now(), now(),
         'INV-' || n, 'Customer ' || n % 41, CASE WHEN n % 5 = 0 THEN 'payable' ELSE 'receivable' END,
         current_date - n % 700, current_date - n % 650, (n * 37 % 9001) + 0.1, CASE WHEN n % 7 = 0 THEN 'EUR' WHEN n % 11 = 0 THEN 'GBP' END,
         CASE WHEN n % 4 = 0 THEN 'open' ELSE 'paid' END
       FROM generate_series(1, $2::int) n`,
      [company, company === ctx.company ? rows : 10],
    );
  await world.asOwner("ANALYZE invoices");
});
afterAll(() => world?.close());

/** Runs a query whose whole statements are interrupted, as they are while others wait. */
async function interrupted(who: Ctx, asked: QueryInput) {
  let pieces = 0;
  const ran = await read(who, (tx) => {
    const db = Object.create(tx.db, {
      execute: {
        value: (statement: Parameters<Tx["db"]["execute"]>[0]) => {
          const { sql: text } = (
            tx.db as unknown as { dialect: { sqlToQuery(of: unknown): { sql: string } } }
          ).dialect.sqlToQuery(statement);
          const isPiece = text.includes("WITH page AS") || text.includes("r.id = ANY(");
          if (isPiece) pieces += 1;
          return isPiece ? tx.db.execute(statement) : Promise.reject(new TooMuch(true));
        },
      },
    }) as Tx["db"];
    return store.run({ ...tx, db }, querySchema.parse(asked));
  });
  return { ran, pieces };
}

/** The database divides decimals, the process floats: the last of 16 digits may differ. */
const comparable = ({ result, origins }: Awaited<ReturnType<typeof store.run>>): unknown =>
  JSON.parse(JSON.stringify({ result, origins: origins.toSorted() }), (_key, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(12)) : value,
  );

const lastYear = { kind: "last", count: 12, unit: "month" } as const;
const byMonth = { field: "issuedOn", unit: "month" } as const;
const byCustomer = { field: "customerName" } as const;
const open: Filter = { field: "status", test: "is", values: ["open"] };
const queries: readonly QueryInput[] = [
  { subject: "invoices" },
  { subject: "invoices", order: "first", limit: 7 },
  { subject: "invoices", order: "smallest", measure: { of: "sum" }, filters: [open] },
  { subject: "invoices", measure: { of: "sum" }, groupBy: byCustomer, limit: 20 },
  { subject: "invoices", measure: { of: "average" }, groupBy: byCustomer, order: "smallest" },
  { subject: "invoices", measure: { of: "median" }, groupBy: { field: "issuedOn", unit: "quarter" } },
  { subject: "invoices", measure: { of: "median" }, filters: [open] },
  { subject: "invoices", measure: { of: "minimum" }, groupBy: { field: "direction" } },
  { subject: "invoices", measure: { of: "maximum" }, groupBy: byMonth, period: lastYear, order: "last" },
  { subject: "invoices", measure: { of: "latest" }, filters: [{ field: "number", test: "is", values: ["INV-12"] }] },
  {
    subject: "invoices",
    measure: { of: "sum" },
    period: { kind: "last", count: 6, unit: "month" },
    compare: "previous",
  },
  { subject: "invoices", groupBy: byMonth, period: lastYear, compare: "yearBefore" },
  { subject: "invoices", measure: { of: "share" }, part: [open], groupBy: { field: "currency" } },
  { subject: "invoices", measure: { of: "share", field: "amount" }, part: [open], groupBy: byCustomer },
  { subject: "invoices", search: "customer 7" },
  {
    subject: "invoices",
    filters: [{ field: "amount", test: "moreThan", values: [100_000] }],
    measure: { of: "median" },
  },
];

test.each(queries.map((asked) => [JSON.stringify(asked), asked] as const))(
  "in pieces as in one: %s",
  async (_, asked) => {
    const whole = await read(ctx, (tx) => store.run(tx, querySchema.parse(asked)));
    const { ran, pieces } = await interrupted(ctx, asked);
    expect(pieces).toBeGreaterThan(1);
    expect(comparable(ran)).toEqual(comparable(whole));
  },
);

test("pieces hold another company's rows out", async () => {
  const { ran } = await interrupted(other, { subject: "invoices", measure: { of: "sum" }, groupBy: byCustomer });
  expect(ran.result.total.rows + ran.result.leftOut.reduce((sum, { rows: left }) => sum + left, 0)).toBe(10);
});
