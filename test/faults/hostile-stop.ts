import { getImport, type RecordImport } from "#features/records/imports/contract.ts";
import { type Member, signIn, signUp } from "../world.ts";
import type { FaultOutcome } from "./fault.ts";
import { endedWithinMs } from "./graceful-stop.ts";
import { holdTimes, until } from "./noise.ts";
import { importFile } from "./record-file.ts";
import { keepAskingForUpgrades } from "./upgrades.ts";
import { openStage } from "./stage.ts";

const longCells = 50;
const cellLength = 199_000;
const goodLines = 60_000;
/** How long a stop may take on a machine that is busy with other things. */
const patienceMs = 30_000;
const doneWithinMs = 180_000;

const file = (): string => {
  const cells = `Long,2026-01-01,1${" ".repeat(cellLength)}x\n`.repeat(longCells);
  const lines = Array.from({ length: goodLines }, (_, at) => `Lease ${at},2026-01-01,30\n`).join("");
  return `title,starts on,notice days\n${cells}${lines}`;
};

/** Tells the server to end while it imports cells as long as they may be and is asked for upgrades nobody can decode. */
export async function stopBesideHostileInput(
  database: "embedded" | "postgres",
  rounds: number,
  say: (line: string) => void = () => undefined,
): Promise<FaultOutcome> {
  await using stage = openStage("hostile");
  const place = await stage.place(database);
  const violations: string[] = [];
  const times = holdTimes(violations);
  const endedMs: number[] = [];
  const left: string[] = [];
  let [answered, running] = [0, 0];
  let server = await stage.start(place.env);
  for (let round = 1; round <= rounds; round += 1) {
    const member = await signUp(server.url, "hostile");
    const upgrades = keepAskingForUpgrades(server.url);
    const id = await importFile(server.url, member, "contracts", file());
    const stand = (by: Pick<Member, "call">): Promise<RecordImport> => by.call(getImport, { params: { id } });
    await until(() => isAtLongCells(server.url, () => stand(member)), true, patienceMs);
    const signalled = performance.now();
    server.signal("SIGTERM");
    const late = setTimeout(() => server.signal("SIGKILL"), patienceMs);
    const { code, signal } = await server.ended;
    clearTimeout(late);
    endedMs.push(performance.now() - signalled);
    times.hold("it ended", endedMs.at(-1) ?? 0, endedWithinMs);
    if (code !== 0) violations.push(`it ended with ${code ?? signal}: ${server.output()}`);
    const asked = await upgrades.stop();
    answered += asked.answered;
    violations.push(...asked.violations);
    const jobs = await place.ask((ask) =>
      ask<{ state: string }>(
        "SELECT state::text FROM pgboss.job WHERE name = 'record-import' AND data->'input'->>'importId' = $1",
        [id],
      ),
    );
    if (jobs.some(({ state }) => state !== "completed")) running += 1;
    left.push(jobs.map(({ state }) => state).join(", "));
    if (jobs.length === 0 || jobs.some(({ state }) => !["created", "retry", "completed"].includes(state)))
      violations.push(`the job was left ${left.at(-1) || "nowhere"}`);
    server = await stage.start(place.env);
    const again = await signIn(server.url, member);
    const isOver = async () => ["done", "failed"].includes((await stand(again)).status);
    await until(isOver, true, doneWithinMs);
    const { status, added, badCount } = await stand(again);
    if (status !== "done" || added !== goodLines || badCount !== longCells)
      violations.push(`the import is ${status} with ${added} lines added and ${badCount} refused`);
    say(`${database}: stop ${round} took ${Math.round(endedMs.at(-1) ?? 0)} ms, the job was left ${left.at(-1)}`);
  }
  return {
    injected: `${rounds} times SIGTERM while ${longCells} cells of ${cellLength.toLocaleString("en")} characters, then ${goodLines.toLocaleString("en")} lines were imported, and 9 addresses nobody can decode were asked for an upgrade every 100 ms.`,
    hit: `${running} imports were under way and not done at the end; ${answered} upgrades were answered, all refused.`,
    figures: {
      jobs: `left by the stops: ${left.join("; ")}; each was done after the next start, every line once.`,
      ended: `slowest ${Math.round(Math.max(...endedMs))} ms after the signal${times.said()}.`,
    },
    isVoid: running === 0 || answered === 0,
    violations,
  };
}

/** Whether the long cells are being read; whoever hears nothing for so long takes it for yes. */
async function isAtLongCells(url: string, stand: () => Promise<RecordImport>): Promise<boolean> {
  const asked = fetch(`${url}/livez`, { signal: AbortSignal.timeout(5_000) }).then(({ ok }) => ok);
  return !(await asked.catch(() => false)) || (await stand()).badCount > 0;
}
