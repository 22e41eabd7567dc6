// Offers requests in a process of its own: `node test/faults/offer.ts`, with JSON at its input. Prints one line of JSON.
// With a rate it sends whether or not answers come (open loop), with a concurrency the next one after each answer.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { Offer, Offered } from "./offered.ts";

const { url, requests, seconds, rate, concurrency = 0 } = JSON.parse(await text(process.stdin)) as Offer;
const { hostname, port, host } = new URL(url);
/** Open before the first request is due, as a proxy or browsers hold theirs; an open loop opens no others. */
const kept = concurrency || 1_000;
const patienceMs = 12_000;

const bytes = requests.map(({ method, path, cookie, body }) => {
  const json = body === undefined ? "" : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...(cookie ? [`cookie: ${cookie}`] : []),
    ...(method === "GET" ? [] : ["sec-fetch-site: same-origin"]),
    ...(json ? ["content-type: application/json", `content-length: ${Buffer.byteLength(json)}`] : []),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${json}`);
});

type Line = { socket: Socket; sentAt: number; head: string; missing: number; status: number; isHostile: boolean };
const idle: Line[] = [];
const busy = new Set<Line>();
const times = new Map<number, number[]>();
const goodBySecond: number[] = [];
const texts = new Map<string, number>();
let sent = 0;
let broken = 0;
let refused = 0;
let unsent = 0;
let withoutRetryAfter = 0;
let latestTickMs = 0;
let started = 0;
let usedBefore = process.cpuUsage();

function open(): Line {
  const socket = connect(Number(port), hostname).setNoDelay(true);
  const line: Line = { socket, sentAt: 0, head: "", missing: -1, status: 0, isHostile: false };
  socket.on("data", (chunk: Buffer) => read(line, chunk));
  socket.on("error", () => undefined);
  socket.on("close", () => {
    // What is refused unread may end its connection without an answer.
    if (busy.delete(line)) {
      if (line.isHostile) refused += 1;
      else broken += 1;
    }
    const at = idle.indexOf(line);
    if (at >= 0) idle.splice(at, 1);
    if (rate) idle.push(open());
    else if (busy.size + idle.length < concurrency) next();
  });
  return line;
}

function next(): void {
  if (!rate && performance.now() - started > seconds * 1000) return;
  const line = idle.pop() ?? (rate ? null : open());
  if (!line) {
    unsent += 1;
    return;
  }
  busy.add(line);
  line.sentAt = performance.now();
  line.head = "";
  line.missing = -1;
  line.isHostile = requests[sent % bytes.length]?.isHostile ?? false;
  line.socket.write(bytes[sent % bytes.length] as Buffer);
  sent += 1;
}

function read(line: Line, chunk: Buffer): void {
  if (line.missing < 0) {
    line.head += chunk.toString("latin1");
    const end = line.head.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(line.head)?.[1] ?? 0);
    line.status = Number(line.head.slice(9, 12));
    line.missing = length - (line.head.length - end - 4);
  } else {
    line.missing -= chunk.length;
    // How it is worded counts, also when it comes in pieces.
    if (line.status >= 400) line.head += chunk.toString("latin1");
  }
  if (line.missing <= 0 && busy.delete(line)) note(line);
}

function note(line: Line): void {
  const now = performance.now();
  const list = times.get(line.status) ?? [];
  times.set(line.status, list);
  list.push(now - line.sentAt);
  if (line.status < 400) {
    const second = Math.floor((now - started) / 1000);
    goodBySecond[second] = (goodBySecond[second] ?? 0) + 1;
  } else if (line.isHostile && line.status < 500 && line.status !== 429) refused += 1;
  else {
    const said = `${line.status} ${line.head.slice(line.head.indexOf("\r\n\r\n") + 4)}`;
    texts.set(said, (texts.get(said) ?? 0) + 1);
    if (!/\r\nretry-after: \d/i.test(line.head)) withoutRetryAfter += 1;
  }
  if (/\r\nconnection: close/i.test(line.head)) line.socket.destroy();
  else idle.push(line);
  if (!rate) next();
}

if (rate) {
  const lines = Array.from({ length: kept }, open);
  await Promise.all(lines.map(({ socket }) => once(socket, "connect")));
  idle.push(...lines);
}
started = performance.now();
usedBefore = process.cpuUsage();
if (rate) {
  let tickAt = started;
  const timer = setInterval(() => {
    const now = performance.now();
    latestTickMs = Math.max(latestTickMs, now - tickAt);
    tickAt = now;
    const due = Math.floor((Math.min(now - started, seconds * 1000) / 1000) * rate);
    while (sent + unsent < due) next();
    if (now - started > seconds * 1000) clearInterval(timer);
  }, 4);
} else for (let at = 0; at < concurrency; at += 1) next();

const over = setInterval(() => {
  const elapsed = performance.now() - started - seconds * 1000;
  if (elapsed < 0 || (busy.size > 0 && elapsed < patienceMs)) return;
  clearInterval(over);
  const answers = [...times].map(([status, list]) => {
    list.sort((one, other) => one - other);
    const at = (share: number) => Math.round(list[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0);
    return { status, count: list.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), slowest: at(1) };
  });
  const unanswered = busy.size;
  const used = process.cpuUsage(usedBefore);
  const offered: Offered = {
    sent,
    unsent,
    seconds,
    answers,
    goodBySecond: Array.from(goodBySecond, (count) => count ?? 0),
    texts: Object.fromEntries(texts),
    withoutRetryAfter,
    unanswered,
    broken,
    refused,
    latestTickMs: Math.round(latestTickMs),
    cores: (used.user + used.system) / 1000 / (performance.now() - started),
  };
  process.stdout.write(`${JSON.stringify(offered)}\n`, () => process.exit(0));
}, 20);
