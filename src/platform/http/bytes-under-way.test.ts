import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { limitBytes } from "#platform/http/bytes-under-way.ts";
import { answerFault } from "#platform/http/faults.ts";

/** Larger than what the system buffers for a connection. */
const big = Buffer.alloc(32 * 1024 * 1024, "x");

test("while a caller's answers are unread, further large ones are refused; small ones are not", async () => {
  const app = fastify();
  app.decorateRequest("session", null);
  app.setErrorHandler(answerFault);
  const refused: unknown[] = [];
  limitBytes(app, (_name, labels) => refused.push(labels));
  app.get("/big", async () => big);
  app.get("/small", async () => "small");
  const written: string[] = [];
  app.post("/big", async () => {
    written.push("written");
    return big;
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const lazy = connect((app.server.address() as AddressInfo).port, "127.0.0.1").pause();
  lazy.write("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
  try {
    await expect.poll(async () => (await fetch(`${url}/big`)).status).toBe(429);
    const answer = await fetch(`${url}/big`);
    expect(await answer.text()).toBe("Too many answers to you are still unread. Try again in a moment.");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await fetch(`${url}/small`)).status).toBe(200);
    // A write has happened, so the caller hears of it.
    const write = await fetch(`${url}/big`, { method: "POST" });
    expect([write.status, (await write.bytes()).length, written]).toEqual([200, big.length, ["written"]]);
    expect(new Set(refused.map((labels) => JSON.stringify(labels)))).toEqual(new Set(['{"scope":"person"}']));
    lazy.destroy();
    await once(lazy, "close");
    await expect.poll(async () => (await fetch(`${url}/big`)).status).toBe(200);
  } finally {
    lazy.destroy();
    await app.close();
  }
});
