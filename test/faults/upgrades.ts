import { faultsOf } from "../refusals.ts";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "../fuzz.ts";
import { replyTo } from "../raw.ts";
import { allSamples, type Ground } from "../samples.ts";
import type { Reply } from "../world.ts";
import type { HostileGround } from "./hostile-ground.ts";
import { isExcused } from "./load.ts";
import type { Server } from "./server.ts";
import { until } from "./noise.ts";

export type UpgradeOutcome = {
  upgrades: number;
  /** Answers 101, all of them of /ws with a session. */
  opened: number;
  /** Connections and descriptors of the server before, the most connections, and both when all was over. */
  before: Held;
  most: number;
  after: Held;
  violations: string[];
};

type Held = { descriptors: number; connections: number };
type Upgrade = { method: string; path: string; protocol: string; cookie: string | null };

const protocols = ["websocket", "h2c", "TLS/1.0", "websocket, h2c"];
const statics = ["/", "/index.html", "/icon.svg", "/livez", "/readyz", "/metrics", "/api/health", "/api/openapi.json"];
const unreadable = ["/%ff", "/%", "/%E0%A4%A", "/%c0%af", "/api/%ff", "/api/tasks/%E0%A4%A", "/ws/%", "/ws%ff", "*"];
const aroundLines = ["/ws", "/ws/", "/ws?x=1", "/ws%2f", "/WS", "//ws", "/ws/x"];
const atOnce = 50;
/** Between two rounds of those that are asked again and again. */
const betweenMs = 100;
/** How long the server may hold a connection it refused to upgrade, and how long until its descriptors are back. */
const heldMs = 10_000;
const backMs = 40_000;
/** Files and connections the database may open between two looks. */
const ofDatabase = 50;
const mostViolations = 20;

/** Asks for upgrades at addresses that cannot be decoded, again and again, until it is told to stop. */
export function keepAskingForUpgrades(url: string) {
  const asked = { answered: 0, unanswered: 0, violations: [] as string[] };
  let isOver = false;
  const upgrades = unreadable.map((path) => ({ method: "GET", path, protocol: "websocket", cookie: null }));
  const running = (async () => {
    while (!isOver) {
      for (const { upgrade, answer, socket } of await Promise.all(upgrades.map((one) => ask(url, one)))) {
        if (answer) asked.answered += 1;
        else asked.unanswered += 1;
        // While the server ends, a refusal as any other is.
        const faults =
          answer && !isExcused(answer) ? faultsIn(upgrade, answer).map((fault) => `${nameOf(upgrade)}: ${fault}`) : [];
        asked.violations.push(...faults, ...(await leave(upgrade, socket)));
      }
      await sleep(betweenMs);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await running;
      return asked;
    },
  };
}

/** Ends a connection; says so where the server did not end one it did not upgrade. */
async function leave(upgrade: Upgrade, socket: Socket, isOpened = false): Promise<string[]> {
  // Who holds a line ends it; a connection that got none is the server's to end.
  const isOver = async () => isOpened || socket.closed || socket.readableEnded;
  const isHeld = (await until(isOver, true, heldMs)) >= heldMs;
  socket.end(() => socket.destroy());
  return isHeld ? [`${nameOf(upgrade)}: the server held its connection for ${heldMs / 1000} s`] : [];
}

/** The descriptors of a server's process, and how many of them are connections to its port. */
export function held({ pid, url }: Server): Held {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  const port = `:${Number(new URL(url).port).toString(16).toUpperCase().padStart(4, "0")}`;
  const rows = ["tcp", "tcp6"].flatMap((family) => readFileSync(`/proc/${pid}/net/${family}`, "latin1").split("\n"));
  const atPort = rows.map((row) => row.trim().split(/\s+/)).filter(([, local]) => local?.endsWith(port));
  const sockets = new Set(atPort.map((row) => `socket:[${row[9]}]`));
  return { descriptors: links.length, connections: links.filter((link) => sockets.has(link)).length };
}

/** Where a descriptor leads; nowhere when it was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/** Asks every address for an upgrade, by strangers and signed in, and looks at the answers and at what stays open. */
export async function askForUpgrades(
  { server, ground }: HostileGround,
  rounds: number,
  say: (line: string) => void = () => undefined,
): Promise<UpgradeOutcome> {
  const violations: string[] = [];
  const all = Array.from({ length: rounds }, () => upgradesOf(ground)).flat();
  const before = held(server);
  const outcome = { upgrades: 0, opened: 0, before, most: before.connections, after: before, violations };
  for (let at = 0; at < all.length && violations.length < mostViolations; at += atOnce) {
    const batch = await Promise.all(all.slice(at, at + atOnce).map((upgrade) => ask(server.url, upgrade)));
    outcome.most = Math.max(outcome.most, held(server).connections);
    for (const { upgrade, answer, socket } of batch) {
      outcome.upgrades += 1;
      const isOpened = answer?.status === 101;
      if (isOpened) outcome.opened += 1;
      violations.push(...faultsIn(upgrade, answer).map((fault) => `${nameOf(upgrade)}: ${fault}`));
      violations.push(...(await leave(upgrade, socket, isOpened)));
    }
  }
  say(`${outcome.upgrades} of ${all.length} upgrades`);
  outcome.after = await heldAfter(server, before, violations);
  return outcome;
}

/** Waits until a server's connections and descriptors are back where they were; gives those it has then. */
export async function heldAfter(server: Server, before: Held, violations: string[]): Promise<Held> {
  const isBack = (now: Held) =>
    now.connections <= before.connections && now.descriptors <= before.descriptors + ofDatabase;
  await until(async () => isBack(held(server)), true, backMs);
  const after = held(server);
  if (!isBack(after)) violations.push(`afterwards it holds ${describeHeld(after)}`);
  return after;
}

export const describeHeld = ({ connections, descriptors }: Held): string =>
  `${connections} connections and ${descriptors} descriptors`;

function upgradesOf(ground: Ground): Upgrade[] {
  const ofCalls = allSamples().flatMap(({ endpoint, good }) => {
    const { path } = request(endpoint, good(ground));
    return ["GET", endpoint.method].map((method) => ({ method, path }));
  });
  const others = [...statics, ...unreadable, ...aroundLines].flatMap((path) =>
    ["GET", "POST"].map((method) => ({ method, path })),
  );
  const addresses = new Map([...ofCalls, ...others].map((one) => [`${one.method} ${one.path}`, one]));
  return [...addresses.values()].flatMap((address) =>
    protocols.flatMap((protocol) => [null, ground.member.cookie].map((cookie) => ({ ...address, protocol, cookie }))),
  );
}

const nameOf = ({ method, path, protocol, cookie }: Upgrade): string =>
  `${method} ${path.slice(0, 80)}, asked for ${protocol}, ${cookie ? "signed in" : "a stranger"}`;

/** Sends one, gives its answer once that is whole or ended, and the connection, which stays open on our side. */
async function ask(url: string, upgrade: Upgrade): Promise<{ upgrade: Upgrade; answer: Reply | null; socket: Socket }> {
  const { host, port, hostname } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on("error", () => undefined);
  const lines = [
    `${upgrade.method} ${upgrade.path} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: Upgrade",
    `Upgrade: ${upgrade.protocol}`,
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    ...(upgrade.cookie ? [`Cookie: ${upgrade.cookie}`] : []),
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let bytes = "";
  socket.on("data", (chunk: Buffer) => (bytes += chunk.toString("latin1")));
  const isWhole = async () => socket.readableEnded || socket.closed || wholeAnswer(bytes) !== null;
  await until(isWhole, true, heldMs);
  return { upgrade, answer: wholeAnswer(bytes), socket };
}

/** The answer these bytes are; null while it is not all there. */
function wholeAnswer(bytes: string): Reply | null {
  if (!bytes.includes("\r\n\r\n")) return null;
  const reply = replyTo(bytes);
  const isWhole = reply.status === 101 || reply.text.length >= Number(reply.headers.get("content-length") ?? 0);
  return isWhole ? reply : null;
}

/** What must not be: a line for anybody but who is signed in and asks for one at /ws, or a refusal that is none of ours. */
function faultsIn({ method, path, protocol, cookie }: Upgrade, answer: Reply | null): string[] {
  if (!answer) return ["no answer"];
  const mayOpen = method === "GET" && /^\/ws(\?|$)/.test(path) && protocol === "websocket" && cookie !== null;
  if (answer.status === 101) return mayOpen ? [] : ["it was answered 101"];
  if (mayOpen) return [`it was answered ${answer.status} ${answer.text}`];
  if (answer.status < 300) return [];
  const missing = ["content-security-policy", "x-content-type-options"].filter((name) => !answer.headers.has(name));
  return [...faultsOf(answer), ...missing.map((name) => `no ${name}`)];
}
