import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { routes } from "#app/rooms.ts";
import { sendBytes, replyTo } from "../raw.ts";
import { faultsOf } from "../refusals.ts";
import { type Member, openWorld, type Reply, type World } from "../world.ts";

let world: World;
let owner: Member;
const open: Socket[] = [];
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = await world.member();
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await world?.close();
});

const host = "Host: localhost\r\n";
const upgrade = `${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n`;
const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString("base64")}\r\n`;
const session = () => `Cookie: ${owner.cookie}\r\n`;

const protection = {
  "content-security-policy": /default-src 'self';.*frame-ancestors 'none'/,
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
  "referrer-policy": /^no-referrer$/,
  "cache-control": /^no-store$/,
};
const unprotected = ({ headers }: Reply): string[] =>
  Object.entries(protection).flatMap(([name, wanted]) => (wanted.test(headers.get(name) ?? "") ? [] : [name]));

/** Files and sockets this process holds, of both ends of every connection. */
const descriptors = (): number => readdirSync("/proc/self/fd").length;

/** Connections the server holds, upgraded or not. */
const connections = (): Promise<number> =>
  new Promise((resolve) => world.boardroom.app.server.getConnections((_error, count) => resolve(count)));

/** Sends bytes and never hangs up; gives what came back so far, and whether the server hung up. */
function hold(bytes: string): { text: string; isClosed: boolean } {
  const held = { text: "", isClosed: false };
  const socket = connect({ port: Number(new URL(world.url).port), host: "127.0.0.1", allowHalfOpen: true });
  open.push(socket);
  socket.on("data", (chunk: Buffer) => {
    held.text += chunk.toString("latin1");
  });
  socket.on("end", () => socket.end());
  socket.on("error", () => undefined).on("close", () => (held.isClosed = true));
  socket.write(bytes);
  return held;
}

test("500 upgrades over all addresses are refused in a sentence and leave no descriptor behind", async () => {
  const fixed = ["/%ff", "/%", "/ws%ff", "/livez", "/readyz", "/icon.svg", "/api/openapi.json", "/metrics", "/", "/a"];
  const targets = [
    ...["GET", "POST", "HEAD"].flatMap((method) => fixed.map((path) => `${method} ${path}`)),
    "GET /ws",
    "POST /ws",
    ...routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`),
    `GET /api/tasks/${"a".repeat(600)}`,
  ];
  const [before, kept] = [descriptors(), await connections()];
  const socket = new WebSocket(`${world.url.replace("http", "ws")}/ws`, { headers: { cookie: owner.cookie ?? "" } });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  // The count sees an open socket, so it would see those of the refused.
  expect(descriptors()).toBeGreaterThan(before);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.close();
  await closed;

  const answers = [];
  for (let sent = 0; sent < 500; sent += 50) {
    const batch = Array.from({ length: 50 }, (_, at) => targets[(sent + at) % targets.length] ?? "");
    const held = batch.map((target) => ({ target, answer: hold(`${target} HTTP/1.1\r\n${upgrade}${key}\r\n`) }));
    answers.push(...held);
    await expect.poll(() => held.filter(({ answer }) => !answer.isClosed).map(({ target }) => target)).toEqual([]);
  }
  expect(answers.length).toBe(500);
  const faults = answers.flatMap(({ target, answer }) => {
    const reply = replyTo(answer.text);
    const own = [...faultsOf(reply), ...unprotected(reply)];
    // The answer to HEAD has no body.
    const found = target.startsWith("HEAD ") ? own.filter((fault) => fault !== "0 characters") : own;
    return found.length > 0 ? [`${target}: ${reply.status} ${found.join(", ")}`] : [];
  });
  expect(faults).toEqual([]);
  await expect.poll(connections).toBeLessThanOrEqual(kept);
  // Between the two looks the database may have opened some of its own.
  await expect.poll(descriptors).toBeLessThan(before + 25);
});

test("an upgrade sent behind a request that is not answered yet is not kept", async () => {
  const held = hold(`GET /api/health HTTP/1.1\r\n${host}\r\nGET /ws HTTP/1.1\r\n${upgrade}${key}\r\n`);
  await expect.poll(() => held.isClosed, { timeout: 5_000 }).toBe(true);
});

test.each([
  ["without its key", ""],
  ["with a key that is none", "Sec-WebSocket-Key: short\r\n"],
  ["to another protocol", `${key}Upgrade: h2c\r\n`],
])("a handshake %s is refused in a sentence", async (_what, lines) => {
  const reply = replyTo(await sendBytes(world, `GET /ws HTTP/1.1\r\n${upgrade}${lines}${session()}\r\n`));
  expect([reply.status, reply.text]).toEqual([400, "This WebSocket handshake is not valid"]);
  expect([...faultsOf(reply), ...unprotected(reply)]).toEqual([]);
});

const end = "Connection: close\r\n\r\n";
test.each([
  ["an address that cannot be decoded", `GET /%ff HTTP/1.1\r\n${host}${end}`, 404, "Not found"],
  ["such an address with a body", `POST /%ff HTTP/1.1\r\n${host}Content-Length: 1\r\n${end}x`, 404, "Not found"],
  ["an id nobody would give", `GET /api/tasks/${"a".repeat(600)} HTTP/1.1\r\n${host}${end}`, 404, "Not found"],
  ["a request without Host", `GET /livez HTTP/1.1\r\n${end}`, 400, "The Host header is missing"],
  ["two hosts", `GET /livez HTTP/1.1\r\n${host}hOST: elsewhere\r\n${end}`, 400, "Send one Host header"],
  ["the same host twice", `GET /api/user HTTP/1.1\r\n${host}${host}${end}`, 400, "Send one Host header"],
  ["two hosts of HTTP/1.0", `GET / HTTP/1.0\r\n${host}Host: b\r\n\r\n`, 400, "Send one Host header"],
  ["an upgrade to two hosts", `GET /ws HTTP/1.1\r\n${host}${upgrade}${key}\r\n`, 400, "Send one Host header"],
  ...[
    ["two lengths", "Content-Length: 2\r\nContent-Length: 2\r\n"],
    ["two different lengths", "Content-Length: 2\r\nContent-Length: 3\r\n"],
    ["lengths in a list", "Content-Length: 2, 2\r\n"],
    ["a length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"],
    ["chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n"],
    ["chunks that are not last", "Transfer-Encoding: chunked, gzip\r\n"],
    ["an encoding that is none", "Transfer-Encoding: pieces\r\n"],
    ["chunks twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"],
    ["a space before the colon", "Content-Length : 2\r\n"],
    ["a folded line", "X: a\r\n Content-Length: 2\r\n"],
  ].map(([what = "", lines = ""]): [string, string, number, string] => [
    `a body with ${what}`,
    `POST /api/login HTTP/1.1\r\n${host}Content-Type: application/json\r\n${lines}${end}{}`,
    400,
    "The request cannot be read",
  ]),
  [
    "an expectation",
    `POST /api/login HTTP/1.1\r\n${host}Expect: pizza\r\nContent-Length: 0\r\n${end}`,
    417,
    'The only supported expectation is "100-continue"',
  ],
  ["a method nobody serves", `QUERY /api/user HTTP/1.1\r\n${host}${end}`, 404, "Not found"],
  ["another such method", `PROPFIND /api/user HTTP/1.1\r\n${host}${end}`, 404, "Not found"],
  [
    "a condition",
    `GET /runs HTTP/1.1\r\n${host}If-Match: "x"\r\n${end}`,
    412,
    "A condition of the request does not hold",
  ],
  [
    "a condition on a day",
    `GET / HTTP/1.1\r\n${host}If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT\r\n${end}`,
    412,
    "A condition of the request does not hold",
  ],
  ["a tunnel", `CONNECT elsewhere:443 HTTP/1.1\r\n${host}${end}`, 400, "The request cannot be read"],
  ["what is no request", "hello\r\n\r\n", 400, "The request cannot be read"],
  ["a head that is too large", `GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431, "The request is too large"],
])("%s is answered in a sentence, with the headers of every answer", async (_what, bytes, status, sentence) => {
  const reply = replyTo(await sendBytes(world, bytes));
  expect([reply.status, reply.text]).toEqual([status, sentence]);
  expect([...faultsOf(reply), ...unprotected(reply)]).toEqual([]);
});

test("a part of a file is answered with the whole", async () => {
  for (const range of ["bytes=999999-", "bytes=0-3", "pages=1"]) {
    const reply = replyTo(await sendBytes(world, `GET /icon.svg HTTP/1.1\r\n${host}Range: ${range}\r\n${end}`));
    expect([reply.status, reply.text.endsWith("</svg>\n") || reply.text.endsWith("</svg>")]).toEqual([200, true]);
  }
});

test("what a browser or an older client may send is served: 100-continue, HTTP/1.0 without Host", async () => {
  const body = JSON.stringify({ username: owner.username, password: owner.password });
  const login = `POST /api/login HTTP/1.1\r\n${host}Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${end}${body}`;
  const [interim, ...rest] = (await sendBytes(world, login)).split("\r\n\r\n");
  expect(interim).toBe("HTTP/1.1 100 Continue");
  expect(replyTo(rest.join("\r\n\r\n")).status).toBe(200);
  expect(replyTo(await sendBytes(world, "GET /livez HTTP/1.0\r\n\r\n")).status).toBe(200);
});

test("a body that is not UTF-8 is refused", async () => {
  const title = (bytes: number[]) => Buffer.concat([Buffer.from('{"title":"'), Buffer.from(bytes), Buffer.from('"}')]);
  const head = `POST /api/tasks HTTP/1.1\r\n${host}${session()}Content-Type: application/json\r\n`;
  const send = async (body: Buffer) =>
    replyTo(
      await sendBytes(world, Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n${end}`), body])),
    );
  for (const bytes of [[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0x41, 0xf5, 0x80, 0x80, 0x80]]) {
    const reply = await send(title(bytes));
    expect([reply.status, reply.text]).toEqual([400, "The request body is not valid UTF-8"]);
    expect(faultsOf(reply)).toEqual([]);
  }
  expect((await send(title([0xc3, 0xa9]))).status).toBe(200);
});
