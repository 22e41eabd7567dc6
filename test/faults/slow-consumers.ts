import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";
import { residentMiB } from "../../bench/processes.ts";
import { type Member, signUp } from "../world.ts";
import { type Fault, type FaultOutcome, onEach, postgresOf } from "./fault.ts";
import { isOverloaded, until } from "./noise.ts";
import { openStage } from "./stage.ts";

const capBytes = 1024 * 1024;
const growthMb = 50;
// Ten windows a person are allowed, and one of them watches.
const perPerson = 9;
const patienceMs = 120_000;

/** Sends a busy company's notices to sockets that read, then to as many that stop reading, and compares. */
export async function stopReading(
  { sockets, notices, padding }: { sockets: number; notices: number; padding: number },
  say: (line: string) => void = () => undefined,
): Promise<FaultOutcome> {
  await using stage = openStage("slow");
  const { folder } = stage;
  const postgres = await stage.postgres({});
  const server = await stage.start({ DATA_DIR: folder, DATABASE_URL: postgres.url });
  const { client: notifier } = await stage.owner(postgres.url);
  const violations: string[] = [];
  const people: Member[] = [];
  for (let at = 0; at < Math.ceil(sockets / perPerson); at += 1) people.push(await signUp(server.url, "slow"));
  const other = await signUp(server.url, "other");
  const companies = people.map((person) => person.user.companyId);

  /** Passes notices on as the journal does, as fast as the server hears them; gives what it cost. */
  async function busy(reading: boolean): Promise<{ heard: number; mb: number; others: number }> {
    const tabs = await Promise.all(
      Array.from({ length: sockets }, (_unused, at) => openTab(server.url, people[Math.floor(at / perPerson)])),
    );
    if (!reading) for (const tab of tabs) tab.socket.pause();
    const watched = await openTab(server.url, people[0]);
    let mb = 0;
    const took: number[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        mb = Math.max(mb, residentMiB(server.pid));
        const asked = performance.now();
        const { status } = await other.send("GET", "/api/agents");
        took.push(performance.now() - asked);
        if (status !== 200 && !isOverloaded()) violations.push(`somebody else was answered ${status}`);
        await sleep(30);
      }
    })();
    const each = 100;
    for (let sent = 0; sent < notices; sent += each) {
      await notifier.query(
        `SELECT count(pg_notify('boardroom', json_build_object('company', company, 'type', 'task.updated',
             'id', gen_random_uuid() || repeat('x', $2))::text))
           FROM unnest($1::text[]) company, generate_series(1, $3)`,
        [companies, padding, each],
      );
      // Those that read tell how far the server has come, so that neither PostgreSQL's queue nor theirs grows long.
      const due = Math.min(sent + each, notices);
      const readers = reading ? [...tabs, watched] : [watched];
      const least = () => Math.min(...readers.map((reader) => reader.heard()));
      if ((await until(() => Promise.resolve(least() >= due), true, patienceMs)) >= patienceMs) {
        violations.push(`a socket that reads heard ${least()} of ${due}`);
        break;
      }
    }
    mb = Math.max(mb, residentMiB(server.pid));
    isOver = true;
    await watching;
    const heard = watched.heard();
    for (const tab of [...tabs, watched]) tab.socket.terminate();
    await sleep(500);
    const sorted = took.toSorted((one, another) => one - another);
    return { heard, mb, others: sorted[Math.floor(sorted.length * 0.95)] ?? 0 };
  }

  const read = await busy(true);
  say(`all read: ${Math.round(read.mb)} MB, others ${Math.round(read.others)} ms`);
  const slow = await busy(false);
  say(`nobody read: ${Math.round(slow.mb)} MB, others ${Math.round(slow.others)} ms`);
  const told = () =>
    server
      .output()
      .split("\n")
      .slice(0, -1)
      .filter((line) => line.includes("does not read"));
  // Its log comes through a pipe of its own.
  await until(() => Promise.resolve(told().length >= sockets), true, patienceMs);
  const closings = told().map((line) => JSON.parse(line) as { held: number });
  const mostHeld = Math.max(0, ...closings.map(({ held }) => held));
  if (mostHeld > capBytes + 64 * 1024) violations.push(`${mostHeld} bytes were held for one socket`);
  if (slow.mb - read.mb > growthMb) violations.push(`the process grew by ${Math.round(slow.mb - read.mb)} MB`);
  const isSlower = slow.others > 2 * read.others + 50;
  if (isSlower && !isOverloaded()) violations.push(`others waited ${Math.round(slow.others)} ms`);
  const late = isSlower && isOverloaded() ? " (on a machine with more than twice its work, not held against it)" : "";
  return {
    injected: `${sockets} sockets of 10 busy companies stopped reading while ${notices} notices of the usual size were passed on to each, through the database's own channel. Before, the same with all of them reading, to compare with.`,
    hit: `${closings.length} sockets were closed for what was held for them, as the server's log says; most held for one: ${mostHeld} bytes beyond what the system itself buffers.`,
    figures: {
      memory: `${Math.round(read.mb)} MB at most while all read, ${Math.round(slow.mb)} MB while none did.`,
      others: `a socket that reads heard ${slow.heard} notices; a call of another company took ${Math.round(read.others)} ms (p95) while all read, ${Math.round(slow.others)} ms while none did${late}.`,
    },
    isVoid: closings.length < sockets || slow.heard < notices,
    violations,
  };
}

/** Opens a socket that has joined its company; a server with too much to do is asked again. */
export async function openTab(
  url: string,
  person: Member | undefined,
  attempt = 1,
): Promise<{ socket: WebSocket; heard(): number }> {
  const headers = { cookie: person?.cookie ?? "", origin: url };
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { headers });
  let heard = -1;
  socket.on("message", () => (heard += 1));
  try {
    await new Promise((resolve, reject) => socket.once("open", resolve).on("error", reject));
  } catch (error) {
    if (attempt === 30) throw error;
    await sleep(500);
    return openTab(url, person, attempt + 1);
  }
  socket.send(JSON.stringify({ type: "join_company", companyId: person?.user.companyId }));
  await until(() => Promise.resolve(heard === 0), true, patienceMs);
  return { socket, heard: () => heard };
}

const unread = { sockets: 100, notices: 40_000, padding: 0 };

export const slowReaders: Fault = {
  id: "R19",
  title: "pages that stop reading",
  promise: `For a socket that does not read at most ${capBytes / 1024 ** 2} MB is held, then it is closed; ${unread.sockets} of them cost less than ${growthMb} MB; nobody else waits for them.`,
  run: (options) => onEach(postgresOf(options), () => stopReading(unread, options.say)),
};
