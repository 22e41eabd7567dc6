import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { forgetPeak, peakMiB, residentMiB } from "../../bench/processes.ts";
import { fillFolder, type Member, signUp } from "../world.ts";
import { type Fault, type FaultOutcome, onEach } from "./fault.ts";
import { lateMs, watchLivez } from "./livez.ts";
import { timekeeper, until } from "./noise.ts";
import { openStage } from "./stage.ts";

const token = "a-token-of-32-characters-or-longer";
const mib = 1024 ** 2;
const fileBytes = 25 * mib;
/** How much the process may grow under attack: the budgets of 192 MB, what one file costs while it is stored, and the heap that frees late. */
const growthMb = 350;
/** How much more may stay after all rounds than after the first, which grows the heap. */
const leftMb = 60;
const rounds = 3;
const patienceMs = 90_000;
/** An honest line is this fast, in bytes per second: slow, but faster than the least speed. */
const honestSpeed = 48 * 1024;
/** What makes the list of tasks a large answer. */
const [tasks, textLength] = [50, 3_800];
/** More per connection than the system buffers. */
const hostileAnswers = 20;

type Line = { socket: Socket; answer: () => string; isClosed: () => boolean };

function dial(url: string): Line {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let answer = "";
  socket.on("error", () => undefined);
  socket.on("data", (piece) => {
    if (answer.length < 4_000) answer += piece.toString("latin1", 0, 4_000);
  });
  return { socket, answer: () => answer, isClosed: () => socket.destroyed };
}

const documentHead = ({ cookie }: Member, length: number): string =>
  `POST /api/brain/documents?fileName=a.txt HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${length}\r\n\r\n`;

/** Sends a body at a steady speed and gives the status of the answer. */
async function uploadAt(url: string, member: Member, bytes: number, speed: number): Promise<string> {
  const { socket, answer, isClosed } = dial(url);
  socket.write(documentHead(member, bytes));
  for (let sent = 0; sent < bytes && !isClosed(); sent += speed / 4) {
    socket.write(Buffer.alloc(Math.min(speed / 4, bytes - sent), "honest words. "));
    await sleep(250);
  }
  await until(async () => answer() !== "", true, patienceMs);
  socket.destroy();
  return answer().slice(9, 12);
}

/** Reads a large answer at a steady speed and gives whether all of it came. */
async function readAt(url: string, member: Member, speed: number): Promise<boolean> {
  const { socket, isClosed } = dial(url);
  let read = 0;
  let length = Number.POSITIVE_INFINITY;
  let head = "";
  socket.on("data", (piece) => {
    read += piece.length;
    if (length === Number.POSITIVE_INFINITY) {
      head += piece.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end > 0) length = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    }
    socket.pause();
    setTimeout(() => socket.resume(), (piece.length / speed) * 1_000);
  });
  socket.write(`GET /api/tasks HTTP/1.1\r\nHost: localhost\r\nCookie: ${member.cookie}\r\n\r\n`);
  await until(async () => read >= length || isClosed(), true, patienceMs);
  socket.destroy();
  return read >= length;
}

/** Opens uploads that lack their last byte and waits until each is answered. */
async function holdUploads(url: string, attacker: Member, lines: number): Promise<{ refused: number; slow: number }> {
  const almost = Buffer.alloc(fileBytes - 1, "x");
  const open = Array.from({ length: lines }, () => dial(url));
  for (const { socket } of open) {
    socket.write(documentHead(attacker, fileBytes));
    socket.write(almost);
  }
  const statuses = () => open.map(({ answer }) => answer().slice(9, 12));
  await until(async () => statuses().every((status) => status !== ""), true, patienceMs);
  const counted = (wanted: string) => statuses().filter((status) => status === wanted).length;
  // A server that is busy refuses some with 503 before it looks whose they are.
  const outcome = { refused: counted("429") + counted("503"), slow: counted("408") };
  for (const { socket } of open) socket.destroy();
  return outcome;
}

/** Asks for large answers that nobody reads until the server cuts one off; gives how many it cut off. */
async function holdAnswers(url: string, attacker: Member, lines: number): Promise<number> {
  const cutOff = async (): Promise<number> => {
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const counted = /^boardroom_slow_connections_total\{way="answer"\} (\d+)$/m.exec(await metrics.text());
    return Number(counted?.[1] ?? 0);
  };
  const before = await cutOff();
  const open = Array.from({ length: lines }, () => dial(url));
  for (const { socket } of open) {
    socket.pause();
    socket.write(
      `GET /api/tasks HTTP/1.1\r\nHost: localhost\r\nCookie: ${attacker.cookie}\r\n\r\n`.repeat(hostileAnswers),
    );
    // It is their unread answers that count, not how many requests come at once.
    await sleep(100);
  }
  await until(async () => (await cutOff()) > before, true, patienceMs);
  // The others whose answers the system could not buffer follow.
  await sleep(5_000);
  for (const { socket } of open) socket.destroy();
  return (await cutOff()) - before;
}

/**
 * In each round one member opens `lines` uploads that never send their last byte, then `lines` connections whose large answers nobody
 * reads. Meanwhile others upload and read slowly, but honestly.
 */
export async function holdBytes(
  database: "embedded" | "postgres",
  lines: number,
  say: (line: string) => void,
): Promise<FaultOutcome> {
  await using stage = openStage("bytes");
  const { folder } = stage;
  const postgres = database === "postgres" ? await stage.postgres({}) : null;
  const env: Record<string, string> = { DATA_DIR: folder, EMBEDDER: "hashing", ROLE: "web", METRICS_TOKEN: token };
  if (postgres) env["DATABASE_URL"] = await postgres.createDatabase("bytes");
  else fillFolder(folder);
  const server = await stage.start(env);
  const violations: string[] = [];
  const livez = watchLivez(server.url, server.pid);
  stage.after(livez.stop);
  const [attacker, honest] = [await signUp(server.url, "attacker"), await signUp(server.url, "honest")];
  for (let made = 0; made < tasks; made += 1)
    for (const member of [attacker, honest])
      await member.send("POST", "/api/tasks", {
        body: { title: "Call", description: "word ".repeat(textLength / 5) },
      });
  // A whole file once, so that what a file costs is not taken for growth.
  const warm = await uploadAt(server.url, honest, fileBytes, fileBytes * 4);
  if (warm !== "200") violations.push(`a whole file was answered ${warm}`);
  await sleep(2_000);
  await livez.take();
  const before = residentMiB(server.pid);
  forgetPeak(server.pid);
  say(`${Math.round(before)} MB before`);

  const honestWork = Promise.all([
    uploadAt(server.url, honest, 20 * honestSpeed, honestSpeed),
    readAt(server.url, honest, honestSpeed),
  ]);
  const afterRounds: number[] = [];
  let [refused, ended] = [0, 0];
  for (let round = 1; round <= rounds; round += 1) {
    const uploads = await holdUploads(server.url, attacker, lines);
    say(`uploads: ${uploads.refused} refused, ${uploads.slow} ended, ${Math.round(peakMiB(server.pid))} MB at most`);
    if (uploads.refused + uploads.slow !== lines || uploads.slow === 0)
      violations.push(`of ${lines} uploads without an end ${uploads.refused} were refused and ${uploads.slow} ended`);
    const cutOff = await holdAnswers(server.url, attacker, lines);
    say(`readers: ${cutOff} cut off, ${Math.round(peakMiB(server.pid))} MB at most`);
    if (cutOff === 0) violations.push("no client that reads nothing was cut off");
    refused += uploads.refused;
    ended += uploads.slow + cutOff;
    await sleep(5_000);
    afterRounds.push(residentMiB(server.pid));
  }

  const [status, isWhole] = await honestWork;
  if (status !== "200") violations.push(`an honest slow upload was answered ${status || "nothing"}`);
  if (!isWhole) violations.push("an honest slow reader did not get the whole answer");
  const [peak, first = 0, after = 0] = [peakMiB(server.pid), afterRounds[0], afterRounds.at(-1)];
  if (peak - before > growthMb) violations.push(`the process grew by ${Math.round(peak - before)} MB`);
  if (after - first > leftMb)
    violations.push(`${Math.round(after - first)} MB more stayed after ${rounds} rounds than after one`);
  const { count, longestOwnMs, late } = await livez.take();
  const times = timekeeper();
  for (const { ownMs, isAnswered } of late)
    if (isAnswered) times.hold(false, `/livez took ${Math.round(ownMs)} ms`);
    else violations.push("/livez was not answered");
  violations.push(...times.violations);
  if (longestOwnMs > lateMs) say(`/livez: ${Math.round(longestOwnMs)} ms`);
  return {
    injected: `one member sent ${lines} files of 25 MB without their last byte, then asked for large answers over ${lines} connections and read none.`,
    hit: `${refused} bodies were refused unread, ${ended} connections ended for being slow.`,
    figures: {
      memory: `${Math.round(before)} MB before, ${Math.round(peak)} MB at most, ${Math.round(after)} MB afterwards.`,
      livez: `asked ${count} times, longest answer ${Math.round(longestOwnMs)} ms without what the machine gave to others meanwhile; ${times.waived()}.`,
      others: `a slow upload was answered ${status}; a slow reader got ${isWhole ? "the whole answer" : "a part"}.`,
    },
    isVoid: refused === 0 || ended === 0,
    violations,
  };
}

const lines = 60;

export const endlessBytes: Fault = {
  id: "R32",
  title: "uploads that never end, answers that are never read",
  promise: `${lines} uploads without their last byte and ${lines} connections with unread answers cost less than ${growthMb} MB, which come back; /livez is answered within ${lateMs} ms; slow honest uploads and readers are served.`,
  run: ({ databases, say }) => onEach(databases, (database) => holdBytes(database, lines, say)),
};
