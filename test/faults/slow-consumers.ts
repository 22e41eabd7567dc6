import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import WebSocket from "ws";
import { residentMiB } from "../../bench/processes.ts";
import { startPostgres } from "../postgres.ts";
import { type Member, signUp } from "../world.ts";
import { isOverloaded, until } from "./noise.ts";
import { startServer } from "./server.ts";

export type SlowOutcome = {
  sockets: number;
  /** Notices the database passed on, and frames a socket that reads got of them. */
  notices: number;
  heard: number;
  /** Sockets the server closed for what it held back for them, as its log says, and the most it then held for one. */
  closed: number;
  mostHeld: number;
  /** Megabytes of the process at its highest: with the same notices all read, and with nobody reading. */
  readMb: number;
  slowMb: number;
  /** Milliseconds a call of somebody else took (95th of 100), in the same two halves. */
  othersRead: number;
  othersSlow: number;
  late: string;
  violations: string[];
};

export const capBytes = 1024 * 1024;
export const growthMb = 50;
// Ten windows a person are allowed, and one of them watches.
const perPerson = 9;
const patienceMs = 120_000;

/** Sends a busy company's notices to sockets that read, then to as many that stop reading, and compares. */
export async function stopReading(
  { sockets, notices, padding }: { sockets: number; notices: number; padding: number },
  say: (line: string) => void = () => undefined,
): Promise<SlowOutcome> {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-slow-"));
  const postgres = await startPostgres();
  const server = await startServer({ DATA_DIR: folder, DATABASE_URL: postgres.url });
  const notifier = new pg.Client({ connectionString: postgres.url });
  await notifier.connect();
  const violations: string[] = [];
  try {
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
    return {
      sockets,
      notices,
      heard: slow.heard,
      closed: closings.length,
      mostHeld,
      readMb: read.mb,
      slowMb: slow.mb,
      othersRead: read.others,
      othersSlow: slow.others,
      late: isSlower && isOverloaded() ? " (on a machine with more than twice its work, not held against it)" : "",
      violations,
    };
  } finally {
    await notifier.end().catch(() => undefined);
    server.signal("SIGKILL");
    await server.ended;
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
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
