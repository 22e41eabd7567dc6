import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "#platform/config.ts";
import { isDatabaseTrouble } from "#platform/db/trouble.ts";
import { type Member, openOn } from "../world.ts";
import type { FaultOutcome } from "./fault.ts";
import { isExcused } from "./load.ts";
import { timekeeper } from "./noise.ts";
import { offer } from "./offered.ts";
import { openStage } from "./stage.ts";

const deadlineMs = 5_000;
const freeWithinMs = 3_000;
const liveWithinMs = 100;
const endless = "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b";

/** A statement that never ends, on the engine inside the process. */
export async function endlessQuery(options: { rounds: number; say: (line: string) => void }): Promise<FaultOutcome> {
  const { rounds, say } = options;
  await using stage = openStage("endless");
  const { folder } = stage;
  const world = stage.keep(await openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", DATA_DIR: folder })));
  const clock = timekeeper();
  const violations: string[] = [];
  const cutMs: number[] = [];
  const freeMs: number[] = [];
  const lives: string[] = [];
  let bystanders = 0;
  const member = await world.member();
  const live = (seconds: number) =>
    offer({ url: world.url, requests: [{ method: "GET", path: "/livez" }], rate: 20, seconds });
  const usual = (await live(2)).answers[0];
  for (let round = 1; round <= rounds; round += 1) {
    const startedAt = performance.now();
    const alive = live(deadlineMs / 1000);
    const stuck = world.boardroom.database.query(endless).then(
      () => violations.push("the endless statement ended"),
      (error: unknown) => {
        cutMs.push(performance.now() - startedAt);
        if (!isDatabaseTrouble(error)) violations.push(`its caller was told ${String(error)}`);
      },
    );
    await sleep(100);
    const waiting = Promise.all([
      member.send("GET", "/api/agents"),
      member.send("POST", "/api/tasks", { body: { title: `Waited ${round}` } }),
    ]);
    // Whoever keeps house asks on a connection of its own.
    const housekeeping = world.boardroom.connectOwner();
    const kept = housekeeping.connect().then(() => housekeeping.query("SELECT 1"));
    await stuck;
    await kept.catch((error: unknown) => violations.push(`housekeeping was told ${String(error)}`));
    await housekeeping.end();
    while ((await member.send("GET", "/api/agents")).status !== 200) await sleep(20);
    freeMs.push(performance.now() - startedAt - deadlineMs);
    for (const reply of await waiting) {
      bystanders += 1;
      const sentence = `who waited behind it was answered ${reply.status} ${reply.text}`;
      if (isExcused(reply)) clock.hold(false, sentence);
      else if (reply.status !== 200) violations.push(sentence);
    }
    const [lived] = (await alive).answers;
    lives.push(`p50 ${lived?.p50} ms, p99 ${lived?.p99} ms`);
    clock.hold((lived?.p99 ?? 0) < liveWithinMs, `/livez took ${lives.at(-1)}`);
    clock.hold(
      (freeMs.at(-1) ?? 0) < freeWithinMs,
      `the engine was free only ${Math.round(freeMs.at(-1) ?? 0)} ms after the deadline`,
    );
    say(`round ${round}: free ${Math.round(freeMs.at(-1) ?? 0)} ms after the deadline`);
  }
  const replaced = await world.counted("engine_replacements");
  if (replaced > 0) violations.push(`the engine was replaced ${replaced} times instead of canceling the statement`);
  if (!(await isWorking(member))) violations.push("the queue did not come back: an import was not done");
  return {
    injected: `${rounds} times a statement that never ends, on the embedded engine.`,
    hit: `${cutMs.length} statements cut after ${Math.round(Math.min(...cutMs))} to ${Math.round(Math.max(...cutMs))} ms; ${bystanders} calls waited behind them and were answered after them.`,
    figures: {
      free: `the next answer came at most ${Math.round(Math.max(...freeMs))} ms after the deadline of ${deadlineMs} ms.`,
      livez: `${lives.join("; ")}; unloaded p50 ${usual?.p50} ms, p99 ${usual?.p99} ms; times: ${clock.waived()}.`,
    },
    isVoid: cutMs.length === 0,
    violations: [...violations, ...clock.violations],
  };
}

/** Whether a job that is put now is done. */
async function isWorking(member: Member): Promise<boolean> {
  const columns = "dateColumn=date&valueColumn=value&dateFormat=YYYY-MM-DD";
  const put = () =>
    member.send("POST", `/api/metrics/imports?fileName=a.csv&metricName=sales&${columns}`, {
      body: "date,value\n2026-01-01,1\n",
      headers: { "content-type": "text/csv" },
    });
  let started = await put();
  for (let again = 1; again < 30 && isExcused(started); again += 1) {
    await sleep(1_000);
    started = await put();
  }
  const { id } = started.json as { id: string };
  for (const from = performance.now(); performance.now() - from < 120_000; await sleep(100)) {
    const { json } = await member.send("GET", `/api/metrics/imports/${id}`);
    if ((json as { status: string } | null)?.status === "done") return true;
  }
  return false;
}
