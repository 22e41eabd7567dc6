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

/** Every way to write an IPv4 address in an address of the web, and the IPv6 addresses that carry it. */
function spellingsOf(address: string): string[] {
  const bytes = address.split(".").map(Number);
  const [one = 0, two = 0, three = 0, four = 0] = bytes;
  const whole = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const hex = (value: number) => value.toString(16);
  const octal = (value: number) => `0${value.toString(8)}`;
  const [high, low] = [hex(one * 256 + two), hex(three * 256 + four)];
  const wide = Array.from(address, (char) => (char === "." ? "。" : String.fromCodePoint(char.charCodeAt(0) + 0xfee0)));
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${hex(whole)}`,
    `0X${hex(whole).toUpperCase()}`,
    octal(whole),
    bytes.map(octal).join("."),
    bytes.map((byte) => `0x${hex(byte)}`).join("."),
    bytes.map((byte) => `000${octal(byte)}`).join("."),
    `${one}.${two}.${three * 256 + four}`,
    `${one}.${(two * 256 + three) * 256 + four}`,
    `0x${hex(one)}.${octal(two)}.${three}.0x${hex(four)}`,
    Array.from(address, (char) => `%${hex(char.charCodeAt(0))}`).join(""),
    wide.join(""),
    ...[
      `::ffff:${address}`,
      `::FFFF:${high}:${low}`,
      `0:0:0:0:0:ffff:${address}`,
      `::${address}`,
      `::${high}:${low}`,
      `64:ff9b::${address}`,
      `64:ff9b:1::${high}:${low}`,
      `2002:${high}:${low}::`,
      `2001:0:${high}:${low}::1`,
    ].map((carrier) => `[${carrier}]`),
  ];
}

describe("addresses", () => {
  test.each([
    "127.0.0.1",
    "127.255.255.254",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "198.18.0.1",
    "169.254.169.254",
    "100.100.100.200",
    "168.63.129.16",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
  ])("%s is refused in every spelling, over http and https", async (address) => {
    const { port, calls } = await receiver();
    const { call, asked } = out([]);
    for (const host of spellingsOf(address))
      for (const scheme of ["http", "https"])
        expect([host, await kindOf(call({ url: `${scheme}://${host}:${port}/` }))]).toEqual([host, "blocked_address"]);
    expect([calls(), asked]).toEqual([0, []]);
  });

  test.each([
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[0000::0001]",
    "[::]",
    "[fd00::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[fd00:ec2::254]",
  ])("%s is refused", async (host) => {
    const { port, calls } = await receiver();
    const kinds = await Promise.all(
      ["http", "https"].map((scheme) => kindOf(out([]).call({ url: `${scheme}://${host}:${port}/` }))),
    );
    // Not every machine resolves these names.
    for (const kind of kinds)
      expect(kind).toMatch(/^(?:a\.localhost|localhost\.)$/.test(host) ? /blocked_address|unreachable/ : /^blocked/);
    expect(calls()).toBe(0);
  });

  test("all those spellings of this machine do reach it where it is listed, so that the refusal is the guard's", async () => {
    const { port, calls } = await receiver();
    const { call } = out(["127.0.0.0/8", "::1"]);
    const own = spellingsOf("127.0.0.1").filter((host) => !/^\[(?:::7|::127|64:|200)/.test(host));
    for (const host of own)
      expect([host, await kindOf(call({ url: `http://${host}:${port}/` }))]).toEqual([host, "answered"]);
    expect([calls(), own.length > 14]).toEqual([own.length, true]);
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
    const url = `http://rebind.example:${port}/`;
    const metadata = ["169.254.169.254"];
    // Checked and used in one look: the first answer, which is listed, is the one that is called.
    const rebinding = out(["127.0.0.1"], ["127.0.0.1"], metadata);
    expect(await kindOf(rebinding.call({ url }))).toBe("answered");
    expect([rebinding.asked, calls()]).toEqual([["rebind.example"], 1]);
    // A new connection looks anew, and what it finds is checked anew.
    expect(await kindOf(rebinding.call({ url: url.replace("rebind", "again") }))).toBe("blocked_address");
    // One address of several is enough to refuse the name, wherever it stands.
    for (const found of [
      ["127.0.0.1", "10.0.0.1"],
      ["10.0.0.1", "127.0.0.1"],
      ["127.0.0.1", "::ffff:169.254.169.254"],
      ["fe80::1", "127.0.0.1"],
    ])
      expect([found, await kindOf(out(["127.0.0.1"], found).call({ url }))]).toEqual([found, "blocked_address"]);
    expect(calls()).toBe(1);
  });

  test("a kept connection that ended is opened again only to an address that is allowed now", async () => {
    const service = await receiver();
    const { call, asked } = out(["127.0.0.1"], ["127.0.0.1"], ["10.0.0.1"]);
    const request = { url: `http://kept.example:${service.port}/`, isRepeatable: true };
    expect(await kindOf(call(request))).toBe("answered");
    // The service reads the second request over the kept connection, and ends it instead of answering.
    service.fail({ kind: "lost response" }, { times: 1 });
    expect(await kindOf(call(request))).toMatch(/^blocked_address/);
    expect([asked.length, service.calls()]).toEqual([2, 2]);
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
