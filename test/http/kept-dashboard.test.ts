// On both databases: the kept page is stored as bytes.
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { dashboard } from "#features/dashboard/contract.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  member = await world.member();
  await hire(member, "CEO", "CFO", "Sales");
});
afterAll(() => world?.close());

/** The dashboard as it goes over the wire. */
async function ask(headers: Record<string, string>, method = "GET") {
  const call = request(`${world.url}/api/dashboard`, { method, headers: { cookie: member.cookie ?? "", ...headers } });
  call.end();
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  const { "content-encoding": encoding, "content-length": length, vary, etag, "content-type": type } = answer.headers;
  return { status: answer.statusCode, encoding, length: Number(length), vary, etag, type, body: await buffer(answer) };
}
const packed = { "accept-encoding": "gzip, deflate, br, zstd" };
const keptPage = async (): Promise<Buffer | undefined> =>
  (
    await world.asOwner<{ gzip: Buffer }>("SELECT gzip FROM dashboard_pages WHERE company_id = $1", [
      member.user.companyId,
    ])
  )[0]?.gzip;
/** Waits until the page of the last change is kept: that happens after it was answered. */
const untilKept = (bytes: Buffer) => vi.waitUntil(async () => (await keptPage())?.equals(bytes));

test("a client that accepts gzip gets the kept bytes, any other the same text, both under the same tag", async () => {
  const first = await ask(packed);
  await untilKept(first.body);
  const kept = await ask(packed);
  expect(kept).toEqual(first);
  expect(kept).toMatchObject({ status: 200, encoding: "gzip", vary: "accept-encoding" });
  expect(kept.type).toBe("application/json; charset=utf-8");
  expect(kept.length).toBe(kept.body.length);

  const text = gunzipSync(kept.body);
  expect(dashboard.parse(JSON.parse(text.toString())).agents).toHaveLength(3);
  for (const refused of ["identity", "gzip;q=0", "gzip; q=0.0, deflate", "x-gzip2"]) {
    const plain = await ask({ "accept-encoding": refused });
    expect(plain).toMatchObject({ status: 200, encoding: undefined, vary: "accept-encoding", etag: kept.etag });
    expect(plain.body.equals(text)).toBe(true);
  }
  expect((await ask({})).body.equals(text)).toBe(true);
  expect((await ask({ "accept-encoding": "br;q=0.5, GZIP;q=0.9" })).body.equals(kept.body)).toBe(true);
});

test("HEAD has the headers of the kept bytes and none of them, and what the browser has is answered 304", async () => {
  const kept = await ask(packed);
  await untilKept(kept.body);
  const { body, ...headers } = await ask(packed, "HEAD");
  expect(body).toHaveLength(0);
  expect(headers).toEqual({ ...kept, body: undefined });
  const unchanged = await ask({ ...packed, "if-none-match": kept.etag ?? "" });
  expect(unchanged).toMatchObject({ status: 304, encoding: undefined, vary: "accept-encoding", etag: kept.etag });
  expect(unchanged.body).toHaveLength(0);
});

test("after a change both get a new answer under a new tag", async () => {
  const before = await ask(packed);
  await untilKept(before.body);
  await hire(member, "CTO");
  const tag = { "if-none-match": before.etag ?? "" };
  const after = await ask({ ...packed, ...tag });
  expect(after).toMatchObject({ status: 200, encoding: "gzip" });
  expect(after.etag).not.toBe(before.etag);
  await untilKept(after.body);
  const text = (await ask(tag)).body;
  expect(gunzipSync(after.body).equals(text)).toBe(true);
  expect(dashboard.parse(JSON.parse(text.toString())).agents).toHaveLength(4);
});
