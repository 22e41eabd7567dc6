import { between, desc, eq, gte, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { nameKey } from "#features/records/naming/name-key.ts";
import { isBilled, isSigned } from "#features/records/states/store.ts";
import { contracts, customers, deals, invoices, vendors } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

/** A customer or vendor in a period. */
export type OfParty = { id: string; from: string; to: string };
export type Rows = { rows: number; total: number; isCurrent: boolean };

/** The customer and the vendor with this name; null if there is none or more than one. */
export async function partiesNamed(
  tx: Tx,
  name: string,
): Promise<Record<"customer" | "vendor", { id: string; name: string } | null>> {
  const key = nameKey(name);
  const one = async (table: typeof customers | typeof vendors) => {
    const rows = await tx.db
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(inCompany(tx, table, eq(table.nameKey, key)))
      .limit(2);
    return rows.length === 1 ? (rows[0] ?? null) : null;
  };
  return { customer: await one(customers), vendor: await one(vendors) };
}

/** The rows of a table that meet conditions, in the company's currency. */
async function sumOf(
  tx: Tx,
  table: typeof invoices | typeof deals,
  ...conditions: (SQL | undefined)[]
): Promise<{ rows: number; total: number }> {
  const own = sql`coalesce(${table.currency}, ${tx.currency}) = ${tx.currency}`;
  const [found] = await tx.db
    .select({ rows: sql<number>`count(*)::int`, total: sql<number>`coalesce(sum(${table.amount}), 0)::float8` })
    .from(table)
    .where(inCompany(tx, table, own, ...conditions));
  return found ?? { rows: 0, total: 0 };
}

/** Whether a table has rows dated, or last changed, on or after a day. */
async function hasRowsSince(
  tx: Tx,
  table: typeof invoices | typeof deals | typeof contracts,
  day: string,
  ...dated: SQL[]
): Promise<boolean> {
  const rows = await tx.db
    .select({ id: table.id })
    .from(table)
    .where(
      inCompany(tx, table, or(sql`(${table.updatedAt} AT TIME ZONE ${tx.timeZone})::date >= ${day}::date`, ...dated)),
    )
    .limit(1);
  return rows.length > 0;
}

/** A customer's orders: the larger of invoices issued and deals won, because a deal is invoiced too. */
export async function ordersOf(tx: Tx, { id, from, to }: OfParty): Promise<Rows> {
  const invoiced = await sumOf(
    tx,
    invoices,
    eq(invoices.customerId, id),
    eq(invoices.direction, "receivable"),
    isBilled,
    between(invoices.issuedOn, from, to),
  );
  const won = await sumOf(
    tx,
    deals,
    eq(deals.customerId, id),
    eq(deals.stage, "won"),
    between(deals.closedOn, from, to),
  );
  const isCurrent =
    (await hasRowsSince(tx, invoices, to, gte(invoices.issuedOn, to))) || (await hasRowsSince(tx, deals, to));
  return { ...(won.total > invoiced.total ? won : invoiced), isCurrent };
}

/** A vendor's bills issued in a period; `most`: only those of at most this amount. */
export async function billsOf(tx: Tx, { id, from, to }: OfParty, most: number | null): Promise<Rows> {
  const billed = await sumOf(
    tx,
    invoices,
    eq(invoices.vendorId, id),
    eq(invoices.direction, "payable"),
    isBilled,
    between(invoices.issuedOn, from, to),
    most === null ? undefined : sql`abs(${invoices.amount}) <= ${most}`,
  );
  return { ...billed, isCurrent: await hasRowsSince(tx, invoices, to, gte(invoices.issuedOn, to)) };
}

/** The newest contract with a vendor signed or begun in a period, with its yearly value. */
export async function agreedPrice(
  tx: Tx,
  { id, from, to }: OfParty,
): Promise<{ id: string; title: string; yearlyValue: number } | null> {
  const [row] = await tx.db
    .select({ id: contracts.id, title: contracts.title, yearlyValue: contracts.yearlyValue })
    .from(contracts)
    .where(
      inCompany(
        tx,
        contracts,
        eq(contracts.vendorId, id),
        isSigned,
        isNotNull(contracts.yearlyValue),
        sql`coalesce(${contracts.currency}, ${tx.currency}) = ${tx.currency}`,
        or(between(contracts.signedOn, from, to), between(contracts.startsOn, from, to)),
      ),
    )
    .orderBy(sql`coalesce(${contracts.signedOn}, ${contracts.startsOn}) DESC`, desc(contracts.id))
    .limit(1);
  return row?.yearlyValue == null ? null : { ...row, yearlyValue: row.yearlyValue };
}

/** A contract with a party signed in a period, and whether contracts were recorded since. */
export async function signedContract(
  tx: Tx,
  { kind, id, from, to }: OfParty & { kind: "customer" | "vendor" },
): Promise<{ signed: { id: string; title: string; signedOn: string } | null; isCurrent: boolean }> {
  const party = kind === "customer" ? contracts.customerId : contracts.vendorId;
  const [row] = await tx.db
    .select({ id: contracts.id, title: contracts.title, signedOn: contracts.signedOn })
    .from(contracts)
    .where(inCompany(tx, contracts, eq(party, id), isSigned, between(contracts.signedOn, from, to)))
    .orderBy(desc(contracts.signedOn), contracts.id)
    .limit(1);
  const signed = row?.signedOn ? { ...row, signedOn: row.signedOn } : null;
  return { signed, isCurrent: signed !== null || (await hasRowsSince(tx, contracts, to)) };
}
