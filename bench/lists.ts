import { mostCounted, type RecordList } from "#features/records/list/contract.ts";
import { onBoth, type Side } from "./both.ts";
import { median } from "./compare.ts";
import { atMost, type Report } from "./report.ts";
import { recordCounts, seedRecords } from "./seed-records.ts";

const rounds = 20;
type Asked = { kind: keyof typeof recordCounts; query: Record<string, string> };

/** The ways a list is narrowed, searched and sorted, over the kinds with most rows. */
const lists: readonly Asked[] = [
  { kind: "invoices", query: {} },
  { kind: "invoices", query: { q: "northwind 47" } },
  { kind: "invoices", query: { q: "ltd" } },
  { kind: "invoices", query: { view: "overdue" } },
  { kind: "invoices", query: { status: "open", currency: "EUR" } },
  { kind: "invoices", query: { field: "category", is: "hosting" } },
  { kind: "invoices", query: { known: "paidOn", from: "2026-01-01", to: "2026-06-30", day: "issuedOn" } },
  { kind: "invoices", query: { unknown: "channel" } },
  { kind: "invoices", query: { sort: "name" } },
  { kind: "invoices", query: { sort: "amount" } },
  { kind: "invoices", query: { sort: "day" } },
  { kind: "customers", query: { ownerName: "cleo" } },
  { kind: "customers", query: { ownerName: "cleo", sort: "name" } },
  { kind: "customers", query: { ownerName: "nobody" } },
  { kind: "deals", query: { ownerName: "Ann", status: "proposal", sort: "amount" } },
];

/** Lists of a company with 100,000 records: what a narrowed page of 50 with its count takes, and the page after it. */
export async function measure(): Promise<Report> {
  const sides = await onBoth(async (side) => {
    await seedRecords((text, values) => side.world.asOwner(text, values), side.member.user.companyId);
    // What both do by themselves within a minute.
    await side.world.asOwner(side.name === "PostgreSQL" ? "VACUUM ANALYZE" : "ANALYZE");
    const read = [];
    for (const one of lists) read.push({ ...one, ...(await times(side, one)) });
    return { name: side.name, read };
  }, "web");
  return {
    title: `lists  ${lists.length} lists of records over 100,000 facts, ${rounds} times each, one after the other; PostgreSQL durable`,
    lines: sides.flatMap(({ name, read }) =>
      read.map(({ kind, query, rows, first, next }) => {
        const asked = `${name}: ${kind} ${new URLSearchParams(query).toString()}`;
        const after = Number.isNaN(next) ? "" : `, the next page ${next.toFixed(0)}`;
        return `${asked.padEnd(84)}${first.toFixed(0).padStart(5)} ms p50, ${rows}${after}`;
      }),
    ),
    goals: sides.map(({ name, read }) =>
      atMost(`${name}, the slowest list p50`, Math.max(...read.map(({ first }) => first)), 300, "ms"),
    ),
  };
}

async function times({ member }: Side, { kind, query }: Asked) {
  const [first, next]: [number[], number[]] = [[], []];
  // Seeded ids are no real ones, which a described call would refuse to give on.
  const page = async (asked: Record<string, string>): Promise<RecordList> => {
    const { status, text, json } = await member.send("GET", `/api/records/${kind}?${new URLSearchParams(asked)}`);
    if (status !== 200) throw new Error(`Void: ${status}: ${text}`);
    return json as RecordList;
  };
  let rows = "";
  for (let round = -2; round < rounds; round += 1) {
    const started = performance.now();
    const { total, nextCursor } = await page(query);
    const took = performance.now() - started;
    rows = `${total > mostCounted ? "more than 10,000" : total} found`;
    const then = performance.now();
    if (nextCursor) await page({ ...query, cursor: nextCursor });
    // The first rounds only warm up.
    if (round < 0) continue;
    first.push(took);
    if (nextCursor) next.push(performance.now() - then);
  }
  return { rows, first: median(first), next: next.length > 0 ? median(next) : Number.NaN };
}
