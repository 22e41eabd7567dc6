import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { answerFault } from "#platform/http/faults.ts";
import { isSlow, keepPace, leastPace } from "#platform/http/pace.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const big = Buffer.alloc(32 * 1024 * 1024, "x");

/** A server with short windows. */
async function openServer() {
  const app = fastify({ bodyLimit: big.length });
  const ended: string[] = [];
  const window = { windowMs: 300, bytes: 1_000 };
  keepPace(app, (_name, labels) => ended.push(JSON.stringify(labels)), {
    ...leastPace,
    arriving: window,
    leaving: window,
    everyMs: 50,
  });
  app.setErrorHandler(answerFault);
  app.post("/", async () => "read");
  app.get("/", async () => big);
  await app.listen({ port: 0, host: "127.0.0.1" });
  closers.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { ended, open: () => openSocket(port) };
}

function openSocket(port: number): Socket & { answer(): string } {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  closers.push(() => socket.destroy());
  socket.on("error", () => undefined);
  socket.on("data", (piece) => {
    answer += piece.toString("latin1", 0, 400);
  });
  return Object.assign(socket, { answer: () => answer });
}

const upload = (length: number | "chunked"): string =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n${length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`}\r\n\r\n`;

test.each([
  ["never sends its last byte", `${upload(10)}123456789`],
  ["has not begun", upload(10)],
  ["is sent in pieces and never ends", `${upload("chunked")}3\r\nabc\r\n`],
])("a body that %s is ended with 408", async (_what, bytes) => {
  const { ended, open } = await openServer();
  const socket = open();
  socket.write(bytes);
  await once(socket, "close");
  expect(socket.answer()).toMatch(/^HTTP\/1\.1 408 /);
  expect(socket.answer()).toMatch(/The request took too long to arrive$/);
  expect(ended).toEqual(['{"way":"body"}']);
});

test("a client that does not read its answer is cut off", async () => {
  const { ended, open } = await openServer();
  const socket = open();
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => ended).toEqual(['{"way":"answer"}']);
  socket.resume();
  await once(socket, "close");
});

test("a window with enough bytes starts again, one with too few is slow", () => {
  const least = { windowMs: 100, bytes: 10 };
  const window = { since: 0, bytes: 50 };
  expect(isSlow(window, 50, least, 99)).toBe(false);
  expect(isSlow(window, 60, least, 100)).toBe(false);
  expect(window).toEqual({ since: 100, bytes: 60 });
  expect(isSlow(window, 69, least, 199)).toBe(false);
  expect(isSlow(window, 69, least, 200)).toBe(true);
});
