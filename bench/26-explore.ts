import { exploreHref, type Filter, type QueryInput } from "#contract/query.ts";
import { percentile } from "./compare.ts";
import { onBoth } from "./both.ts";
import { atMost, type Report } from "./report.ts";
import { seedRecords } from "./seed-records.ts";

const rounds = 10;
const open: Filter = { field: "status", test: "is", values: ["open"] };
const lastYear = { kind: "last", count: 12, unit: "month" } as const;

/** Queries as Explore's menus and questions build them, over the kinds with the most rows. */
const queries: readonly QueryInput[] = [
  { subject: "invoices" },
  { subject: "invoices", measure: { of: "sum" }, groupBy: { field: "issuedOn", unit: "month" }, period: lastYear },
  { subject: "invoices", measure: { of: "sum" }, groupBy: { field: "customerName" }, limit: 20 },
  { subject: "invoices", filters: [open], measure: { of: "average" }, groupBy: { field: "category" } },
  { subject: "invoices", measure: { of: "median" }, groupBy: { field: "issuedOn", unit: "quarter" } },
  {
    subject: "invoices",
    measure: { of: "sum" },
    period: { kind: "calendar", unit: "month", shift: -1 },
    compare: "yearBefore",
  },
  { subject: "invoices", search: "northwind 47" },
  { subject: "invoices", filters: [{ field: "amount", test: "moreThan", values: [5_000] }], order: "last" },
  { subject: "customers", groupBy: { field: "ownerName" } },
  { subject: "deals", measure: { of: "sum" }, groupBy: { field: "stage" } },
  { subject: "tickets", groupBy: { field: "openedOn", unit: "week" }, period: lastYear },
];

/** Times Explore's queries on a company with 100,000 records, from the call to the answer. */
export async function measure(): Promise<Report> {
  const sides = await onBoth(async ({ name, world, member }) => {
    await seedRecords((text, values) => world.asOwner(text, values), member.user.companyId);
    // Both databases do this on their own within a minute.
    await world.asOwner(name === "PostgreSQL" ? "VACUUM ANALYZE" : "ANALYZE");
    const results = [];
    for (const query of queries) {
      const times: number[] = [];
      for (let round = -1; round < rounds; round += 1) {
        const started = performance.now();
        const { status, text } = await member.send("GET", `/api${exploreHref(query)}`);
        if (status !== 200) throw new Error(`Void: ${status}: ${text}`);
        // The first round only warms up.
        if (round >= 0) times.push(performance.now() - started);
      }
      results.push({ query, times });
    }
    return { name, results };
  }, "web");
  return {
    title: `26  ${queries.length} queries of Explore over 100,000 records, ${rounds} times each, one after the other; PostgreSQL durable`,
    lines: sides.flatMap(({ name, results }) =>
      results.map(
        ({ query, times }) =>
          `${`${name}: ${JSON.stringify(query)}`.slice(0, 130).padEnd(132)}${percentile(times, 0.5).toFixed(0).padStart(5)} ms p50`,
      ),
    ),
    goals: sides.map(({ name, results }) =>
      atMost(
        `${name}, p95 of all`,
        percentile(
          results.flatMap(({ times }) => times),
          0.95,
        ),
        300,
        "ms",
      ),
    ),
  };
}
