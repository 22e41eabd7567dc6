import { sql } from "drizzle-orm";
import { addDays } from "#contract/days.ts";
import { currency } from "#contract/words.ts";
import type { Ageing, AgeingRow } from "#features/records/ageing/contract.ts";
import { buckets } from "#features/records/ageing/rules.ts";
import { owedIn } from "#features/records/states/store.ts";
import type { Tx } from "#platform/context.ts";

const mostParties = 10;

type Row = AgeingRow & { direction: "receivable" | "payable"; totals: number[]; total: number };

/** What is open of each side by its due day, of all and of the largest parties; one statement for both. */
export async function ageing(tx: Tx, today: string): Promise<Ageing> {
  const unit = sql`coalesce(r.currency, ${tx.currency}::text)`;
  const day = (days: number) => sql`${addDays(today, days)}::date`;
  const sums = sql.join(
    buckets.map(({ first, last }) => {
      const within = [
        ...(first === null ? [] : [sql`due >= ${day(first)}`]),
        ...(last === null ? [] : [sql`due <= ${day(last)}`]),
      ];
      const met = within.length > 0 ? sql.join(within, sql` AND `) : sql`due IS NULL`;
      return sql`coalesce(sum(owed) FILTER (WHERE ${met}), 0)`;
    }),
    sql`, `,
  );
  const open = sql`FROM invoices r WHERE r.company_id = ${tx.company}::uuid AND ${owedIn("r")} <> 0`;
  const [{ rows }, others] = await Promise.all([
    tx.db.execute<Row>(sql`
      WITH open AS (SELECT r.direction, r.due_on AS due, ${owedIn("r")} AS owed,
          CASE WHEN r.direction = 'payable' THEN r.vendor_id ELSE r.customer_id END AS party,
          CASE WHEN r.direction = 'payable' THEN r.vendor_name ELSE r.customer_name END AS name
          ${open} AND ${unit} = ${tx.currency}::text),
      parties AS (SELECT direction, party AS id, min(name) AS name, sum(owed) AS open, ARRAY[${sums}] AS amounts
        FROM open GROUP BY direction, party, CASE WHEN party IS NULL THEN lower(trim(name)) END),
      placed AS (SELECT *, sum(open) OVER side AS total, row_number() OVER (side ORDER BY open DESC, name, id) AS place
        FROM parties WINDOW side AS (PARTITION BY direction))
      SELECT p.direction, p.id::text, p.name, p.open::float8 AS open, p.amounts::float8[] AS amounts, p.total::float8 AS total,
        (SELECT ARRAY[${sums}]::float8[] FROM open o WHERE o.direction = p.direction) AS totals
      FROM placed p WHERE place <= ${mostParties} ORDER BY p.direction DESC, place`),
    tx.db.execute<{ unit: string }>(sql`
      SELECT DISTINCT ${unit} AS unit ${open} AND ${unit} <> ${tx.currency}::text ORDER BY 1 LIMIT 10`),
  ]);
  const sides = Map.groupBy(rows, ({ direction }) => direction);
  return {
    today,
    currency: currency.parse(tx.currency),
    elsewhere: others.rows.map((one) => currency.parse(one.unit)),
    sides: [...sides].map(([direction, parties]) => ({
      direction,
      total: { id: null, name: null, open: parties[0]?.total ?? 0, amounts: parties[0]?.totals ?? [] },
      parties: parties.map(({ id, name, open: left, amounts }) => ({ id, name, open: left, amounts })),
    })),
  };
}
