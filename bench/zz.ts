import { openGround, proposeSamples, copyDecisions } from "./ground.ts";
import { cpuSeconds } from "./processes.ts";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
const g = await openGround();
await proposeSamples(g); await copyDecisions(g, 100);
for (const path of ["/livez", "/api/user", "/api/agents", "/api/dashboard"]) {
  const go = (s: number) => JSON.parse(execFileSync(process.execPath, ["bench/load.ts", JSON.stringify({ url: g.server.url + path, cookie: g.member.cookie, seconds: s, concurrency: 8 })], { encoding: "utf8" }));
  go(1);
  const b = [cpuSeconds([g.server.pid]), cpuSeconds([g.postgres.pid])];
  const a = go(3);
  const u = [cpuSeconds([g.server.pid]) - b[0]!, cpuSeconds([g.postgres.pid]) - b[1]!];
  console.log(path, a.count, a.faults.length, "node ms/req", (1000 * u[0]! / a.count).toFixed(3), "pg ms/req", (1000 * u[1]! / a.count).toFixed(3));
}
await g.asOwner("CREATE EXTENSION IF NOT EXISTS pg_stat_statements").catch(() => {});
await g.close(); process.exit();
