import type { lookup } from "node:dns";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Handler, openService } from "../../../test/outside/service.ts";
import { outFaultOf, safeWords } from "#platform/http-out/fault.ts";
import { openHttpOut, type OutRequest, retryAfter } from "#platform/http-out/http-out.ts";
import { outcomeOfAnswer, outcomeOfFault } from "#platform/http-out/outcome.ts";

/** A receiver on this machine. */
async function receiver(answer?: Handler) {
  const service = await openService(answer);
  onTestFinished(() => service.close());
  return { ...service, url: `${service.url}/hook`, calls: () => service.journal.length };
}

/** A way out that resolves every name to one of these addresses after the other. */
function out(listed: string[], ...addresses: string[][]) {
  const asked: string[] = [];
  const resolve = ((host: string, _options: object, done: (error: null, found: object[]) => void) => {
    const found = addresses[Math.min(asked.length, addresses.length - 1)] ?? [];
    asked.push(host);
    done(
      null,
      found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  const http = openHttpOut(listed, addresses.length > 0 ? resolve : undefined);
  onTestFinished(() => http.close());
  return { asked, call: (request: OutRequest, company = "one") => http.call({ company }, request) };
}

const kindOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    ({ kind, isHandedOver }) => `${kind}${isHandedOver ? ", handed over" : ""}`,
  );

describe("addresses", () => {
  test.each([
    "http://127.0.0.1:1/",
    "http://2130706433:1/",
    "http://0x7f000001:1/",
    "http://0177.0.0.1:1/",
    "http://127.1:1/",
    "http://127.0.0.1.:1/",
    "http://localhost:1/",
    "http://[::1]:1/",
    "http://[::ffff:127.0.0.1]:1/",
    "http://[::ffff:7f00:1]:1/",
    "http://[0:0:0:0:0:0:0:1]:1/",
    "http://[64:ff9b::7f00:1]:1/",
    "http://[2002:7f00:1::]:1/",
    "http://[fd00::1]:1/",
    "http://[fe80::1]:1/",
    "https://10.0.0.1/",
    "https://192.168.1.1/",
    "https://172.16.0.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://[fd00:ec2::254]/",
    "https://[::ffff:169.254.169.254]/",
    "http://①②⑦.⓪.⓪.①:1/",
  ])("%s is refused", async (url) => {
    expect(await kindOf(out([]).call({ url }))).toBe("blocked_address");
  });

  test("plain http goes nowhere public, and a password in an address nowhere", async () => {
    expect(await kindOf(out([]).call({ url: "http://8.8.8.8/" }))).toBe("blocked_address");
    expect(await kindOf(out([]).call({ url: "https://user:secret@example.com/" }))).toBe("wrong_address");
    for (const url of ["ftp://example.com/", "file:///etc/passwd", "nonsense", "javascript:1"])
      expect(await kindOf(out([]).call({ url }))).toBe("wrong_address");
  });

  test("private ones are called where the operator listed them, in any spelling; metadata services never are", async () => {
    const { port, calls } = await receiver();
    for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]", "2130706433"])
      expect(await kindOf(out(["127.0.0.0/8"]).call({ url: `http://${host}:${port}/` }))).toMatch(
        /answered|unreachable/,
      );
    expect(calls()).toBeGreaterThan(1);
    expect(await kindOf(out(["127.0.0.2"]).call({ url: `http://127.0.0.1:${port}/` }))).toBe("blocked_address");
    expect(await kindOf(out(["0.0.0.0/0", "::/0"]).call({ url: "http://169.254.169.254/" }))).toBe("blocked_address");
  });

  test("a name is used as it was checked: a DNS answer that changes in between reaches nothing", async () => {
    const { port, calls } = await receiver();
    const rebinding = out([], ["93.184.215.14"], ["127.0.0.1"]);
    const url = `https://rebind.example:${port}/`;
    // The first answer is public, so the call goes there and nowhere else; the second answer is refused.
    await rebinding.call({ url, timeoutMs: 200 }).catch(() => undefined);
    expect(await kindOf(rebinding.call({ url }))).toBe("blocked_address");
    expect(rebinding.asked).toEqual(["rebind.example", "rebind.example"]);
    expect(await kindOf(out([], ["93.184.215.14", "10.0.0.1"]).call({ url }))).toBe("blocked_address");
    expect(calls()).toBe(0);
  });
});

describe("answers", () => {
  const listed = ["127.0.0.1"];

  test("a binary body arrives byte for byte, and so does its answer", async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
    const { url, journal } = await receiver(() => ({ body: bytes }));
    const answer = await out(listed).call({ url, method: "POST", body: bytes });
    expect(Buffer.compare(journal[0]?.bytes ?? Buffer.alloc(0), Buffer.from(bytes))).toBe(0);
    expect(Buffer.compare(Buffer.from(answer.body), Buffer.from(bytes))).toBe(0);
  });

  test("a redirect is not followed", async () => {
    const target = await receiver(() => ({ body: "secret" }));
    for (const location of [target.url, "http://169.254.169.254/latest/meta-data"])
      for (const status of [301, 302, 303, 307, 308]) {
        const { url } = await receiver(() => ({ status, headers: { location } }));
        expect(await kindOf(out(listed).call({ url, method: "POST", body: "x" }))).toBe("redirected, handed over");
      }
    expect(target.calls()).toBe(0);
  });

  test("a long answer is a fault, or cut off where the caller says so", async () => {
    const { url } = await receiver(() => ({ body: Buffer.alloc(10 * 1024 ** 2) }));
    expect(await kindOf(out(listed).call({ url }))).toBe("too_large, handed over");
    const cut = await out(listed).call({ url, truncates: true, mostBytes: 1_000 });
    expect([cut.status, cut.body.length, cut.isTruncated]).toEqual([200, 1_000, true]);
  });

  test("a slow answer is given up; its beginning counts where the caller says so", async () => {
    const silent = await receiver(() => undefined);
    expect(await kindOf(out(listed).call({ url: silent.url, timeoutMs: 100 }))).toBe("timed_out, handed over");
    const slow = await receiver((_call, response) => void response.writeHead(200).write("begun"));
    expect(await kindOf(out(listed).call({ url: slow.url, timeoutMs: 100 }))).toBe("timed_out, handed over");
    const cut = await out(listed).call({ url: slow.url, timeoutMs: 100, truncates: true });
    expect([cut.status, cut.isTruncated]).toEqual([200, true]);
  });

  test("a connection that never opened is told from one that ended after the request", async () => {
    const reset = await receiver();
    reset.fail({ kind: "lost response" });
    expect(await kindOf(out(listed).call({ url: reset.url, method: "POST", body: "x" }))).toBe(
      "unreachable, handed over",
    );
    const { url, close } = await receiver();
    await close();
    expect(await kindOf(out(listed).call({ url }))).toBe("unreachable");
    const plain = await receiver();
    expect(await kindOf(out(listed).call({ url: plain.url.replace("http:", "https:") }))).toBe("encryption");
  });

  test("Retry-After keeps a company from the destination for that long, and no one else", async () => {
    const { url, calls } = await receiver(() => ({ status: 429, headers: { "retry-after": "60" } }));
    const { call } = out(listed);
    expect(await call({ url })).toMatchObject({ status: 429, retryAfterMs: 60_000 });
    expect(await kindOf(call({ url }))).toBe("paced");
    expect(calls()).toBe(1);
    expect(await call({ url }, "two")).toMatchObject({ status: 429 });
    expect([retryAfter("0"), retryAfter("x"), retryAfter(null), retryAfter("-1")]).toEqual([0, null, null, null]);
    expect(retryAfter(new Date(Date.now() + 5_000).toUTCString())).toBeGreaterThan(3_000);
  });

  test("a destination is called a few times at once", async () => {
    const gate = Promise.withResolvers<void>();
    const { url, calls } = await receiver(() => gate.promise.then(() => ({})));
    const { call } = out(listed);
    const all = Array.from({ length: 20 }, () => call({ url }));
    await expect.poll(calls).toBe(6);
    gate.resolve();
    expect((await Promise.all(all)).length).toBe(20);
    expect(calls()).toBe(20);
  });
});

describe("what a delivery makes of it", () => {
  const answer = (status: number) =>
    outcomeOfAnswer({
      status,
      headers: new Headers(),
      body: new Uint8Array(),
      isTruncated: false,
      retryAfterMs: null,
      ms: 5,
    });

  test("answers", () => {
    expect(answer(204)).toEqual({ ok: true, answer: "204 in 5 ms" });
    for (const status of [408, 425, 429, 500, 503]) expect(answer(status)).toMatchObject({ again: true });
    for (const status of [400, 401, 404, 410, 422]) expect(answer(status)).toMatchObject({ again: false });
  });

  test("faults: only what may have been read is in doubt", () => {
    const fault = (code: string, isHandedOver: boolean) =>
      outcomeOfFault(outFaultOf(Object.assign(new Error("x"), { code }), "a.example", isHandedOver));
    expect(fault("ECONNREFUSED", false)).toEqual({ failed: "a.example cannot be reached.", again: true });
    expect(fault("ECONNRESET", true)).toEqual({ unknown: "a.example ended the connection." });
    expect(fault("CERT_HAS_EXPIRED", false)).toMatchObject({ again: true });
  });

  test("words from outside are one line without secrets", () => {
    const words = safeWords("No\r\nwith whsec_abcdefghijklmnop1234 and my-own-token", ["my-own-token"]);
    expect(words).toBe("No with [secret] and [secret]");
    expect(safeWords("x".repeat(1e6)).length).toBe(200);
  });
});
