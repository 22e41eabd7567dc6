import { setTimeout as sleep } from "node:timers/promises";
import { percentiles, startProgram } from "./compare.ts";
import { type Engine, type Ground, openGround, proposer, signInMany } from "./ground.ts";
import { collecting, settledMiB } from "./processes.ts";
import { atMost, type Report } from "./report.ts";
import { clock, openTabs } from "./tabs.ts";

const people = 500;
/** As many windows as one person may have open. */
const each = 10;
const total = people * each;
const decisions = 60;
const rounds = 3;

/** Goal 8: one decision to the last of 5,000 tabs of one company, against bare `ws`, and what a socket weighs. */
export async function measure(engine: Engine): Promise<Report> {
  await using ground = await openGround(engine, collecting);
  const bare = await startProgram("floor-sockets.ts", [], {}, collecting);
  ground.after(bare.stop);
  const { member, server } = ground;
  const cookies = await colleagues(ground);
  const propose = await proposer(member, "Sales");
  for (let at = 0; at < 100; at += 1) await propose();
  const [ourBefore, bareBefore] = [await settledMiB(server.pid), await settledMiB(bare.pid)];
  const socketUrl = (url: string) => url.replace("http", "ws");
  const tabs = await openTabs({
    url: `${socketUrl(server.url)}/ws`,
    cookies,
    each,
    companyId: member.user.companyId,
  });
  const bareTabs = await openTabs({ url: socketUrl(bare.line), cookies, each, companyId: null });
  const ourKiB = ((await settledMiB(server.pid)) - ourBefore) * (1024 / total);
  const bareKiB = ((await settledMiB(bare.pid)) - bareBefore) * (1024 / total);

  const [ours, floor]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < decisions / rounds; at += 1) {
      const started = clock();
      ours.push((await tabs.heard("decision_pending", await propose())) - started);
      await sleep(100);
    }
    for (let at = 0; at < decisions / rounds; at += 1) {
      const id = crypto.randomUUID();
      const started = clock();
      await fetch(bare.line, { method: "POST", body: JSON.stringify({ type: "decision_pending", id }) });
      floor.push((await bareTabs.heard("decision_pending", id)) - started);
      await sleep(100);
    }
  }
  tabs.stop();
  bareTabs.stop();
  const [us, them] = [percentiles(ours), percentiles(floor)];
  const line = (name: string, { p50, p99 }: { p50: number; p99: number }, kiB: number) =>
    `${name.padEnd(34)}${p50.toFixed(0).padStart(6)} ms p50${p99.toFixed(0).padStart(6)} ms p99${kiB.toFixed(1).padStart(8)} KiB a socket`;
  return {
    title: `8  From the request to the last of ${total} tabs of one company (${people} people, ${each} tabs each), ${decisions} decisions; a proposal sends two messages to each tab, the floor one`,
    lines: [line("floor: bare ws", them, bareKiB), line("a proposed decision", us, ourKiB)],
    goals: [atMost("p99", us.p99 / them.p99, 1.5, "× floor"), atMost("memory", ourKiB, 17, "KiB a socket")],
  };
}

/** People of the member's company, written straight into the database as nobody can be invited yet; gives their cookies. */
async function colleagues({ member, asOwner }: Ground): Promise<string[]> {
  const { companyId } = member.user;
  const rows = await asOwner<{ id: string }>(
    `INSERT INTO users (company_id, id, username, username_key, email, email_key, password_hash, role, created_at, updated_at)
     SELECT $1, gen_random_uuid(), 'colleague' || n, 'colleague' || n, n || '@example.com', n || '@example.com', '-',
       'member', now(), now() FROM generate_series(1, $2::int) n RETURNING id`,
    [companyId, people],
  );
  return signInMany(
    asOwner,
    rows.map(({ id }) => ({ company: companyId, user: id })),
  );
}
