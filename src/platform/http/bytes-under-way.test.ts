import { once } from "node:events";
import { Readable } from "node:stream";
import { type AddressInfo, connect } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { limitBytes } from "#platform/http/bytes-under-way.ts";
import { answerFault } from "#platform/http/faults.ts";

/** Larger than what the system buffers for a connection. */
const big = Buffer.alloc(32 * 1024 * 1024, "x");

test("while a caller's answers are unread, further large ones are refused; small ones are not", async () => {
  const app = fastify();
  app.decorateRequest("caller", null);
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
    expect(await answer.text()).toBe("Too many answers to your address are still unread. Try again in a moment.");
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

test("files refused to an address are closed, and no address costs another one its files", async () => {
  const app = fastify({ trustProxy: true });
  app.decorateRequest("caller", null);
  app.setErrorHandler(answerFault);
  limitBytes(app, () => undefined);
  const files: Readable[] = [];
  app.get("/file", (_request, reply) => {
    const file = new Readable({ read: () => undefined });
    files.push(file);
    file.push("Its beginning; the rest is never read.");
    return reply.header("Cache-Control", "public, max-age=31536000").send(file);
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const leaving = new AbortController();
  const ask = (address: string) =>
    fetch(`${url}/file`, { headers: { "x-forwarded-for": address }, signal: leaving.signal });
  // An answer that is not kept is read no more once it is collected.
  const answers: Response[] = [];
  const askOften = async (address: string) => {
    for (let at = 0; at < 128; at += 1) answers.push(await ask(address));
    return new Set(answers.slice(-128).map(({ status }) => status));
  };
  try {
    expect([await askOften("192.0.2.1"), await askOften("192.0.2.2")]).toEqual([new Set([200]), new Set([200])]);
    expect((await ask("192.0.2.3")).status).toBe(200);
    expect(files.filter(({ destroyed }) => destroyed)).toHaveLength(0);
    const refused = await ask("192.0.2.1");
    expect([refused.status, await refused.text()]).toEqual([
      429,
      "Too many answers to your address are still unread. Try again in a moment.",
    ]);
    expect(refused.headers.get("cache-control")).not.toContain("max-age");
    expect(files.at(-1)?.destroyed).toBe(true);
  } finally {
    leaving.abort();
    await app.close();
  }
});
