import { exportAudit, getAuditChain, listAudit, verifyAudit } from "#features/security/audit/contract.ts";
import { type Member, openWorld, type World } from "../test/world.ts";
import { median } from "./compare.ts";
import type { Report } from "./report.ts";

/** `RECORDS=1000000 npm run bench -- audit` measures at a million. */
const records = Number(process.env["RECORDS"] ?? 100_000);
const batchSize = 1_000;
const rounds = 10;

/** The audit log of a large company over HTTP: lists, filters, an export page, and a verification compared with hashing alone. */
export async function measure(): Promise<Report> {
  const world = await openWorld();
  try {
    const member = await world.member();
    const company = member.user.companyId;
    for (let done = 0; done < records; done += batchSize)
      await world.asOwner(
        `SELECT journal_append($1, now() - ($3::int - $2::int - g) * interval '1 second', 'system', NULL, NULL,
           CASE g % 1000 WHEN 0 THEN 'task.completed' ELSE 'task.created' END, 'task', gen_random_uuid()::text, 'One of many',
           jsonb_build_object('line', jsonb_build_object('text', jsonb_build_array('Made by ', 'a bench'), 'impact', 'low')),
           CASE g % 500 WHEN 0 THEN 'warning' ELSE 'info' END, false, NULL, NULL, 'x') FROM generate_series(1, $4) g`,
        [company, done, records, batchSize],
      );
    await world.asOwner("ANALYZE journal");
    const queries = {
      "the newest": {},
      "a rare action": { action: "task.completed" },
      warnings: { severity: "warning" },
      "an hour": { to: new Date(Date.now() - (records / 2) * 1_000).toISOString() },
      "a text that occurs nowhere": { q: "nothing like it" },
    } as const;
    const times = new Map<string, number>();
    for (const [name, query] of Object.entries(queries))
      times.set(name, await medianTime(() => member.call(listAudit, { query })));
    times.set(
      "2,000 lines of an export",
      await medianTime(() => member.call(exportAudit, { query: { format: "csv" } })),
    );
    const floor = await timeHashing(world, company);
    const took = await timeVerification(member);
    const [rate, floorRate] = [records / took, records / floor].map((each) => Math.round(each * 1_000));
    const slowest = Math.max(...times.values());
    return {
      title: `audit  The audit log with ${records} records, over HTTP`,
      lines: [
        ...[...times].map(([name, ms]) => `${name}: median ${ms.toFixed(1)} ms`),
        `verified ${rate} records a second; hashing them alone in one statement ${floorRate} a second`,
      ],
      goals: [
        { what: "verified a second", found: String(rate), wanted: "at least 10000", met: (rate ?? 0) >= 10_000 },
        { what: "the slowest page", found: `${slowest.toFixed(0)} ms`, wanted: "under 500 ms", met: slowest < 500 },
      ],
    };
  } finally {
    await world.close();
  }
}

async function medianTime(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    await call();
    times.push(performance.now() - from);
  }
  return median(times);
}

async function timeHashing(world: World, company: string): Promise<number> {
  const from = performance.now();
  await world.asOwner(
    `SELECT count(*) FROM journal WHERE company_id = $1 AND hash = journal_hash(prev_hash, company_id, seq, at, actor_kind,
       actor_id, agent_id, action, resource, resource_id, title, details, severity, compliance_relevant, sealed, sealed_for)`,
    [company],
  );
  return performance.now() - from;
}

async function timeVerification(member: Member): Promise<number> {
  const from = performance.now();
  const { id } = await member.call(verifyAudit);
  for (;;) {
    const { verifications } = await member.call(getAuditChain);
    const found = verifications.find((one) => one.id === id);
    if (found?.status === "broken" || found?.status === "failed") throw new Error(`The chain is ${found.status}.`);
    if (found?.status === "intact") return performance.now() - from;
    await new Promise((go) => setTimeout(go, 20));
  }
}
