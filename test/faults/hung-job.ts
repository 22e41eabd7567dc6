import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getImport } from "#features/records/imports/contract.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import { signUp } from "../world.ts";
import type { FaultOutcome } from "./fault.ts";
import { isDone, putImport } from "./many-jobs.ts";
import { holdTimes, until } from "./noise.ts";
import { openPlace } from "./place.ts";
import { importFile } from "./record-file.ts";
import { openStage } from "./stage.ts";

const faultyCsv = new URL("./faulty-csv.ts", import.meta.url).href;
/** From the end of a job's time until it is taken again: the longest first pause, and until the queue is looked at. */
const takenAgainMs = 30_000;
/** What a hung job that goes on would need to do what it was at. */
const afterwardsMs = 3_000;

/** Lets an import hang at its first attempt and go on when the second one has done the work. */
export async function hangAJob(
  database: "embedded" | "postgres",
  longestMs: number,
  say: (line: string) => void = () => undefined,
): Promise<FaultOutcome> {
  await using stage = openStage("hang");
  const { folder } = stage;
  const notes = join(folder, "notes");
  const place = await openPlace(database, join(folder, "data"));
  const env = { ...place.env, LOG_LEVEL: "debug", HANG_NOTES: notes, JOB_LONGEST_MS: String(longestMs) };
  // From its sources, of which the preloaded file changes one.
  const server = await stage.start(env, ["--import", faultyCsv], { entry: join("src", "app", "main.ts") });
  const violations: string[] = [];
  const times = holdTimes(violations);
  const noted = (what: string) => async () => existsSync(notes) && readFileSync(notes, "utf8").includes(what);
  const [owner, other] = [await signUp(server.url, "owner"), await signUp(server.url, "other")];
  const lines = (said: string) =>
    server
      .output()
      .split("\n")
      .filter((line) => line.includes('"job":"record-import"') && line.includes(`"msg":"${said}"`));
  const id = await importFile(server.url, owner, "vendors", "id,name\n1,hang here\n2,Another\n");
  await until(noted("hung"), true, 60_000);
  const hung = performance.now();
  const figures = await putImport(other, 0);
  const besideMs = await until(() => isDone(other, figures), true, longestMs);
  say(`${database}: an import hangs; another kind of job was done after ${Math.round(besideMs)} ms`);
  const failedAfter = async () => lines("a job failed").length > 0;
  await until(failedAfter, true, longestMs + takenAgainMs);
  const failedMs = performance.now() - hung;
  times.hold("the hung job was given back", failedMs, longestMs + takenAgainMs);
  const isOver = async () => (await owner.call(getImport, { params: { id } })).status === "done";
  const againMs = await until(isOver, true, 4 * takenAgainMs);
  times.hold("it was taken again and done", againMs, takenAgainMs);
  appendFileSync(`${notes}.go-on`, "");
  await until(noted("went on"), true, 60_000);
  await sleep(afterwardsMs);
  const { status, added } = await owner.call(getImport, { params: { id } });
  if (status !== "done" || added !== 2) violations.push(`the import is ${status} with ${added} of 2 lines`);
  const starts = lines("job").length;
  if (starts !== 2) violations.push(`the job was taken ${starts} times`);
  server.signal("SIGTERM");
  const { code, signal } = await server.ended;
  if (code !== 0) violations.push(`it ended with ${code ?? signal}: ${server.output()}`);
  const rows = await place.ask(async (ask) => ({
    jobs: await ask<{ state: string; retries: number }>(
      "SELECT state::text, retry_count AS retries FROM pgboss.job WHERE name = 'record-import'",
    ),
    effects: await ask("SELECT 1 FROM journal WHERE action = 'record.imported' AND resource_id::text = $1", [id]),
    vendors: await ask("SELECT 1 FROM vendors"),
  }));
  const jobs = rows.jobs.map(({ state, retries }) => `${state} after ${retries} retries`).join(", ");
  if (jobs !== "completed after 1 retries") violations.push(`the queue has its job ${jobs}`);
  if (rows.effects.length !== 1) violations.push(`the journal tells of it ${rows.effects.length} times`);
  if (rows.vendors.length !== 2) violations.push(`${rows.vendors.length} vendors are there instead of 2`);
  const shortened = longestMs < jobLimits.longest ? ` instead of ${jobLimits.longest / 1000} s` : "";
  return {
    injected: `an import whose reading never comes back, until its second attempt has done the work; then it goes on. A job may take ${longestMs / 1000} s${shortened}.`,
    hit: `by a note of the reading itself; it was failed ${Math.round(failedMs / 1000)} s after it hung and done by its next attempt ${Math.round(againMs / 1000)} s later.`,
    figures: {
      others: `an import of figures of another company was done ${Math.round(besideMs)} ms after it hung${times.said()}.`,
      effect: `taken ${starts} times; what the hung one did when it went on changed nothing: ${rows.vendors.length} records, ${rows.effects.length} entry of the journal.`,
    },
    isVoid: !(await noted("went on")()),
    violations,
  };
}
