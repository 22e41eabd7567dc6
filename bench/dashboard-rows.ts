import { getDashboard } from "#features/dashboard/contract.ts";
import { getNeeds } from "#features/today/contract.ts";
import type { Member } from "../test/world.ts";
import { onBoth, type Side } from "./both.ts";
import { median } from "./compare.ts";
import { atMost, type Report } from "./report.ts";
import { recordCounts, seedRecords } from "./seed-records.ts";

const reads = { dashboard: getDashboard, today: getNeeds } as const;
type Read = keyof typeof reads;
const times = 60;
const keptShare = 100;

/** The control center read after a change, of a company with 1,000 records and of one with 100,000, in turns on one database. */
export async function measure(): Promise<Report> {
  const sides = await onBoth(measureOn, "web", { EMBEDDER: "hashing" });
  return {
    title: "dashboard  The control center read after a change: 1,000 records against 100,000, in turns",
    lines: sides.flatMap(({ name, found }) =>
      found.map(
        ({ read, small, large }) =>
          `${name}: ${read}`.padEnd(24) +
          `${small.toFixed(1)} ms p50, ${large.toFixed(1)} ms: ${(large / small).toFixed(2)} ×`,
      ),
    ),
    goals: sides.flatMap(({ name, found }) =>
      found
        .filter(({ read }) => read === "dashboard")
        .map(({ read, small, large }) => atMost(`${name}, ${read}, p50`, large / small, 1.5, "× of the small one")),
    ),
  };
}

async function measureOn({ name, world, member: large }: Side) {
  const small = await world.member("small");
  for (const { user } of [small, large])
    await seedRecords((text, values) => world.asOwner(text, values), user.companyId);
  for (const table of Object.keys(recordCounts))
    await world.asOwner(`DELETE FROM ${table} WHERE company_id = $1 AND abs(hashtext(id::text)) % ${keptShare} <> 0`, [
      small.user.companyId,
    ]);
  await world.asOwner(name === "PostgreSQL" ? "VACUUM ANALYZE" : "ANALYZE");
  const found = [];
  for (const read of Object.keys(reads) as Read[]) {
    const took = new Map<Member, number[]>([
      [small, []],
      [large, []],
    ]);
    for (let at = 0; at < times; at += 1)
      for (const [member, all] of took) {
        await world.asOwner("DELETE FROM dashboard_pages");
        const started = performance.now();
        await member.call(reads[read]);
        all.push(performance.now() - started);
      }
    found.push({ read, small: median(took.get(small) ?? []), large: median(took.get(large) ?? []) });
  }
  return { name, found };
}
