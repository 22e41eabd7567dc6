import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../port.ts";
import { startPostgres } from "../postgres.ts";
import { hire, type Member, signUp } from "../world.ts";
import { type LiveClient, openLiveClient } from "./live-client.ts";
import { holdTimes, isOverloaded, until } from "./noise.ts";
import { startServer } from "./server.ts";

export type StormOutcome = {
  sockets: number;
  /** Lines that broke with the server, and came back. */
  lost: number;
  backMs: number;
  attempts: number;
  readyMs: number;
  lag: { p50: number; p99: number; max: number };
  /** Refreshes the clients asked for after the restart, page reads the new server began, and how they were answered. */
  refreshes: number;
  reads: number;
  statuses: Record<number, number>;
  /** The shortest time between two refreshes of one client, in milliseconds. */
  shortestMs: number;
  late: string;
  violations: string[];
};

export const backWithinMs = 30_000;
export const lagWithinMs = 200;
/** How long a machine that is busy with other things may take. */
const patienceMs = 180_000;
const refreshEveryMs = 2_000;
const perPerson = 10;
const preloads = ["./watch-loop.ts", "./watch-requests.ts"].flatMap((path) => [
  "--import",
  new URL(path, import.meta.url).href,
]);

/** Restarts a server that holds many sockets and watches them come back, each with its page to read again. */
export async function restartUnder(
  database: "embedded" | "postgres",
  sockets: number,
  say: (line: string) => void = () => undefined,
): Promise<StormOutcome> {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-storm-"));
  const postgres = database === "postgres" ? await startPostgres({ durable: true }) : null;
  const env = {
    DATA_DIR: join(folder, "data"),
    PORT: String(await freePort()),
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  };
  const start = (life: number) =>
    startServer(
      { ...env, WATCH_LOOP: join(folder, `loop ${life}`), WATCH_REQUESTS: join(folder, `requests ${life}`) },
      preloads,
    );
  const violations: string[] = [];
  const times = holdTimes(violations);
  const clients: LiveClient[] = [];
  let server = await start(1);
  try {
    const people: Member[] = [];
    for (let at = 0; at < Math.ceil(sockets / perPerson); at += 1) people.push(await signUp(server.url, "storm"));
    for (let at = 0; at < sockets; at += 1) {
      const person = people[Math.floor(at / perPerson)];
      const { cookie, user } = person ?? {};
      clients.push(
        openLiveClient(server.url, { cookie: cookie ?? "", companyId: user?.companyId ?? "" }, `page ${at}`),
      );
      if (at % 20 === 19) await sleep(20);
    }
    const live = () => clients.filter((client) => client.isLive()).length;
    const opened = () => Promise.resolve(live() === sockets);
    if ((await until(opened, true, patienceMs)) >= patienceMs)
      throw new Error(`Only ${live()} of ${sockets} lines are up.`);
    say(`${live()} lines up`);

    const restarted = performance.now();
    server.signal("SIGTERM");
    await server.ended;
    await until(() => Promise.resolve(live() === 0), true, patienceMs);
    const lost = sockets - live();
    server = await start(2);
    const readyMs = performance.now() - restarted;
    await until(opened, true, patienceMs);
    const backMs = performance.now() - restarted;
    times.hold("all lines were back", backMs, backWithinMs);
    if (live() < sockets) violations.push(`${sockets - live()} lines never came back`);
    // Each page now hears of changes as well, many in a short time: still no more than a refresh every two seconds.
    for (const person of people.slice(0, 5)) {
      await hire(person, "CEO", "CFO");
      for (let change = 0; change < 10; change += 1)
        await person.send("POST", "/api/tasks", { body: { title: `Storm ${change}` } });
    }
    const isRead = (client: LiveClient) => client.refreshes.some((at) => at > restarted);
    await until(() => Promise.resolve(clients.every(isRead)), true, patienceMs);
    await sleep(4_000);

    const lag = await lagIn(join(folder, "loop 2"));
    if (lag.p99 > lagWithinMs && !isOverloaded())
      violations.push(`the event loop was ${Math.round(lag.p99)} ms late (p99)`);
    const after = clients.map((client) => client.refreshes.filter((at) => at > restarted));
    const gaps = after.flatMap((all) => all.slice(1).map((at, place) => at - (all[place] ?? 0)));
    const shortestMs = Math.min(...gaps);
    // Timers may fire a moment early.
    if (shortestMs < refreshEveryMs - 10)
      violations.push(`two refreshes of one page came within ${Math.round(shortestMs)} ms`);
    const statuses: Record<number, number> = {};
    for (const client of clients)
      for (const [status, count] of client.statuses) statuses[status] = (statuses[status] ?? 0) + count;
    for (const status of Object.keys(statuses))
      if (!["200", "304", "503"].includes(status))
        violations.push(`${statuses[Number(status)]} reads were answered ${status}`);
    const journal = readFileSync(join(folder, "requests 2"), "utf8").split("\n");
    return {
      sockets,
      lost,
      backMs,
      readyMs,
      attempts: clients.reduce((sum, client) => sum + client.attempts, 0) - sockets,
      lag,
      refreshes: after.flat().length,
      reads: journal.filter((line) => line.startsWith("read page")).length,
      statuses,
      shortestMs,
      late: `${times.said()}${lag.p99 > lagWithinMs && isOverloaded() ? " (the machine had more than twice its work: the lag is not held against it)" : ""}`,
      violations,
    };
  } finally {
    for (const client of clients) client.close();
    server.signal("SIGKILL");
    await server.ended;
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** By how much the loop was late, as the server keeps it in a file; a look may come while it is being written. */
async function lagIn(path: string): Promise<StormOutcome["lag"]> {
  for (;;) {
    const text = readFileSync(path, "utf8");
    if (text.endsWith("}")) return JSON.parse(text) as StormOutcome["lag"];
    await sleep(10);
  }
}
