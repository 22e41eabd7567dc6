import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import type { Database } from "#platform/db/database.ts";
import { bareRefusals } from "#platform/http/bare.ts";
import { requestIn } from "#platform/http/refusals.ts";
import { openTurns } from "#platform/http/turns.ts";
import { createLog } from "#platform/log.ts";

const get = "GET /slow?page=2 HTTP/1.1\r\nHost: x\r\n\r\n";
const post = (body: string, more = "") =>
  `POST /slow HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;

test.each([
  ["a read", get, 0],
  ["a write with its body", post("{}"), 0],
  ["half a body", post("{}").slice(0, -1), 1],
  ["a head without its body", post("{}").slice(0, -2), 2],
])("of %s it is known where it ends", (_what, text, missing) => {
  expect(requestIn(Buffer.from(text))).toEqual({ path: "/slow", missing });
});

test.each([
  ["half a head", get.slice(0, -2)],
  ["more than one request", get + get],
  ["a body of unknown length", get.replace("\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n")],
  ["two lengths", post("{}", "Content-Length: 2\r\n")],
  ["a length that is written oddly", post("{}").replace("Length:", "Length :")],
  ["a change of protocol", get.replace("\r\n\r\n", "\r\nUpgrade: websocket\r\n\r\n")],
  ["a caller who ends", get.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")],
  ["a method nobody serves", get.replace("GET", "BREW")],
  ["no request", "hello\r\n\r\n"],
])("%s is not", (_what, text) => {
  expect(requestIn(Buffer.from(text))).toBeNull();
});

let app: FastifyInstance | undefined;
let leave: (() => void) | undefined;
let port = 0;
let waiting = 0;
let arrived = 0;
let refused = 0;
const sockets: Socket[] = [];

async function open(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  leave = resolve;
  app = fastify();
  [waiting, arrived, refused] = [0, 0, 0];
  const pool = {
    get waitingCount() {
      return waiting;
    },
  };
  const database = { kind: "postgres", pool } as unknown as Database;
  const format = bareRefusals({ "X-Frame-Options": "DENY" });
  const turns = openTurns(app, format, database, createLog("silent"), () => {
    refused += 1;
  });
  const slow = async (request: Parameters<typeof turns.take>[0]): Promise<string> => {
    arrived += 1;
    await turns.take(request, () => promise);
    return "done";
  };
  app.get("/slow", slow);
  app.post("/slow", slow);
  app.get("/livez", async () => "ok");
  await app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = app.server.address() as AddressInfo);
}
afterEach(async () => {
  leave?.();
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
});

async function line() {
  const socket = connect(port, "127.0.0.1").setNoDelay(true);
  sockets.push(socket);
  await once(socket, "connect");
  return {
    socket,
    ask: async (text: string): Promise<string> => {
      socket.write(text);
      const [bytes] = (await once(socket, "data")) as [Buffer];
      return bytes.toString();
    },
  };
}
const crowd = async (size: number): Promise<void> => {
  for (let at = 0; at < size; at += 1) (await line()).socket.write(get);
  await expect.poll(() => arrived).toBe(size);
};

test("requests over capacity are refused, repeatedly on one connection, and served later", async () => {
  await open();
  await crowd(200);
  const { ask } = await line();
  for (const [at, text] of [get, get, post("{}"), get].entries()) {
    const answer = await ask(text);
    // Only parsed requests get a Date header.
    expect(answer.includes("\r\nDate: ")).toBe(at === 0);
    // Unparsed refusals carry the common headers too.
    expect(answer.includes("\r\nX-Frame-Options: DENY\r\n")).toBe(at > 0);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/\r\nRetry-After: 1\r\nX-Error-Code: unavailable\r\n/);
    expect(answer.endsWith("\r\n\r\nService temporarily unavailable")).toBe(true);
  }
  expect(refused).toBe(4);
  expect(await ask(get.replace("/slow?page=2", "/livez"))).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok$/);
  leave?.();
  await expect.poll(async () => ask(get)).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/);
  expect(await ask(post('{"a":1}', "Content-Type: application/json\r\n"))).toMatch(/^HTTP\/1\.1 200 /);
  expect(refused).toBe(4);
});

test("a request in two pieces on a refused connection is parsed and refused once", async () => {
  await open();
  await crowd(200);
  const { ask, socket } = await line();
  expect(await ask(get)).toMatch(/^HTTP\/1\.1 503 /);
  socket.write(get.slice(0, 20));
  expect(await ask(get.slice(20))).toMatch(/^HTTP\/1\.1 503 /);
  expect(await ask(get)).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused).toBe(3);
});

test("a long body of a refused request is dropped unread, and what comes behind it is answered", async () => {
  await open();
  await crowd(200);
  const { ask, socket } = await line();
  expect(await ask(get)).toMatch(/^HTTP\/1\.1 503 /);
  const long = post(JSON.stringify({ a: "x".repeat(300_000) }), "Content-Type: application/json\r\n");
  expect(await ask(long)).toMatch(/^HTTP\/1\.1 503 /);
  // Its body holds no request of its own, however it looks.
  expect(await ask(post(get.repeat(2_000)))).toMatch(/^HTTP\/1\.1 503 /);
  leave?.();
  await expect.poll(async () => ask(get)).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/);
  socket.write(long.slice(0, 1_000));
  expect(await ask(long.slice(1_000))).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/);
  expect(arrived).toBeGreaterThanOrEqual(202);
});

test("under constant database load fewer requests are admitted", async () => {
  await open();
  waiting = 5;
  await crowd(64);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const { ask } = await line();
  expect(await ask(get)).toMatch(/^HTTP\/1\.1 503 /);
  waiting = 0;
  (await line()).socket.write(get);
  await expect.poll(() => arrived).toBe(65);
});

test("requests that end before their work starts free their place", async () => {
  await open();
  const unknown = get.replace("/slow?page=2", "/nowhere");
  const { ask } = await line();
  for (let at = 0; at < 300; at += 1) expect(await ask(unknown)).toMatch(/^HTTP\/1\.1 404 /);
  await crowd(1);
});
