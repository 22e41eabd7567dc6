import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../port.ts";
import { hire, type Member, signUp } from "../world.ts";
import { type Fault, type FaultOutcome, onEach } from "./fault.ts";
import { type LiveClient, openLiveClient, pageReads } from "./live-client.ts";
import { holdTimes, isOverloaded, until } from "./noise.ts";
import { openStage } from "./stage.ts";

const backWithinMs = 30_000;
const lagWithinMs = 200;
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
): Promise<FaultOutcome> {
  await using stage = openStage("storm");
  const { folder } = stage;
  const postgres = database === "postgres" ? await stage.postgres() : null;
  const env = {
    DATA_DIR: join(folder, "data"),
    PORT: String(await freePort()),
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  };
  const start = (life: number) =>
    stage.start(
      { ...env, WATCH_LOOP: join(folder, `loop ${life}`), WATCH_REQUESTS: join(folder, `requests ${life}`) },
      preloads,
    );
  const violations: string[] = [];
  const times = holdTimes(violations);
  const clients: LiveClient[] = [];
  let server = await start(1);
  const people: Member[] = [];
  for (let at = 0; at < Math.ceil(sockets / perPerson); at += 1) people.push(await signUp(server.url, "storm"));
  for (let at = 0; at < sockets; at += 1) {
    const person = people[Math.floor(at / perPerson)];
    const { cookie, user } = person ?? {};
    const signedIn = { cookie: cookie ?? "", companyId: user?.companyId ?? "" };
    clients.push(stage.keep(openLiveClient(server.url, signedIn, `page ${at}`)));
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
  const attempts = clients.reduce((sum, client) => sum + client.attempts, 0) - sockets;
  const refreshes = after.flat().length;
  const reads = journal.filter((line) => line.startsWith("read page")).length;
  const answered = Object.entries(statuses).map(([status, count]) => `${count} times ${status}`);
  const excused =
    lag.p99 > lagWithinMs && isOverloaded()
      ? " (the machine had more than twice its work: the lag is not held against it)"
      : "";
  return {
    injected: `One restart (SIGTERM, then a new process on the same port) under ${sockets} sockets, 10 a person, each of which comes back at the product's own pace (src/ui/live-pace.ts) and then reads its page again: ${pageReads.length} reads. Then changes in 5 companies.`,
    hit: `${lost} lines broke; ${attempts} attempts brought all back; the new server began ${reads} page reads, by Node's own notice.`,
    figures: {
      back: `the new process was ready ${Math.round(readyMs)} ms after the signal, the last line ${Math.round(backMs)} ms${times.said()}${excused}.`,
      lag: `inside the server, from its first request on: median ${Math.round(lag.p50)} ms, p99 ${Math.round(lag.p99)} ms, most ${Math.round(lag.max)} ms.`,
      reads: `${refreshes} refreshes after the restart, the closest two of one page ${Math.round(shortestMs)} ms apart; all reads were answered ${answered.join(", ")}.`,
    },
    isVoid: lost < sockets || refreshes < sockets || reads === 0,
    violations,
  };
}

type Lag = { p50: number; p99: number; max: number };

/** By how much the loop was late, as the server keeps it in a file; a look may come while it is being written. */
async function lagIn(path: string): Promise<Lag> {
  for (;;) {
    const text = readFileSync(path, "utf8");
    if (text.endsWith("}")) return JSON.parse(text) as Lag;
    await sleep(10);
  }
}

export const restarts: Fault = {
  id: "R18",
  title: "a restart under many open pages",
  promise: `All lines are back within ${backWithinMs} ms of the signal, the server's event loop is less than ${lagWithinMs} ms late (p99), and no page is read again more than once in 2 s.`,
  run: ({ databases, say }) => onEach(databases, (database) => restartUnder(database, 1_000, say)),
};
