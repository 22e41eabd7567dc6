import { once } from "node:events";
import pg from "pg";
import { percentiles } from "./compare.ts";
import { type Engine, openGround, proposer } from "./ground.ts";
import { cpuSeconds } from "./processes.ts";
import { atMost, type Report } from "./report.ts";
import { grow } from "./seed.ts";
import { clock, openTabs } from "./tabs.ts";

const times = 200;

/** Goal 9: from sending a proposal, and an approval, until one tab has the message of it. */
export async function measure(engine: Engine): Promise<Report> {
  await using ground = await openGround(engine);
  const { member, server, postgres, pids, asOwner } = ground;
  await grow(asOwner, member, { decisions: 1_000, tasks: 1_000 });
  const { cookie, user } = member;
  const tab = await openTabs({
    url: `${server.url.replace("http", "ws")}/ws`,
    cookies: [cookie ?? ""],
    each: 1,
    companyId: user.companyId,
  });
  const propose = await proposer(member, "Sales");
  // The embedded database has no port, and so no floor.
  const listener = postgres && new pg.Client({ connectionString: postgres.superuserUrl });
  await listener?.connect();
  await listener?.query("LISTEN bare");
  await asOwner("CREATE TABLE bare (id int)");
  const [floor, proposals, approvals]: [number[], number[], number[]] = [[], [], []];
  let used = 0;
  for (let at = -20; at < times; at += 1) {
    const written = clock();
    const noticed = listener && once(listener, "notification");
    await asOwner("INSERT INTO bare SELECT 1 FROM pg_notify('bare', '1')");
    await noticed;
    const bare = clock() - written;
    const before = cpuSeconds(pids);
    const asked = clock();
    const id = await propose();
    const heard = await tab.heard("decision_pending", id);
    const answered = clock();
    const { status } = await member.send("POST", `/api/decisions/${id}/approve`, { body: { approved: true } });
    if (status !== 200) throw new Error(`Void: an approval was answered ${status}.`);
    const told = await tab.heard("decision.approved", id);
    // The first ones only warm up.
    if (at < 0) continue;
    used += cpuSeconds(pids) - before;
    floor.push(bare);
    proposals.push(heard - asked);
    approvals.push(told - answered);
  }
  tab.stop();
  await listener?.end();
  const [proposed, approved] = [percentiles(proposals), percentiles(approvals)];
  const line = (name: string, { p50, p99 }: { p50: number; p99: number }) =>
    `${name.padEnd(34)}${p50.toFixed(1).padStart(8)} ms p50${p99.toFixed(1).padStart(8)} ms p99`;
  return {
    title: `9  From sending the request to the message at one tab, ${times} of each one after the other`,
    lines: [
      ...(listener ? [line("floor: INSERT with NOTIFY, heard", percentiles(floor))] : []),
      line("a proposed decision", proposed),
      line("an approval with its effects", approved),
      `processor time of a proposal and its approval together: ${((used / times) * 1000).toFixed(1)} ms`,
    ],
    goals: [
      atMost("proposal p50", proposed.p50, 5, "ms"),
      atMost("proposal p99", proposed.p99, 20, "ms"),
      atMost("approval p50", approved.p50, 5, "ms"),
      atMost("approval p99", approved.p99, 20, "ms"),
    ],
  };
}
