import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { listMetrics } from "#features/metrics/contract.ts";
import { addCustomField } from "#features/records/custom/contract.ts";
import * as incoming from "#features/webhooks/incoming/contract.ts";
import { getWebhooks } from "#features/webhooks/contract.ts";
import { makeToken } from "#platform/http/session.ts";
import { postTo, signedBy } from "../receiving.ts";
import { colleague } from "../samples.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

/** Rows from outside: who may send them, what becomes of each, and what is refused. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

type Given = { target?: incoming.HookTarget; name?: string; columns?: { name: string; field: string | null }[] };

/** An address with its secret, and what a program does with it. */
async function openHook(member: Member, { target = "payments", name = "Till", columns }: Given = {}) {
  const { hook, address, secret } = await member.call(incoming.addHook, {
    body: { name, target, ...(columns && { columns }) },
  });
  const send = (rows: unknown, options: Parameters<typeof signedBy>[2] = {}, by = secret) => {
    const body = typeof rows === "string" ? rows : JSON.stringify(rows);
    return postTo(world, address, body, signedBy(by, body, options));
  };
  const messages = () => member.call(incoming.listIncoming, { params: { id: hook.id } });
  /** Sends rows and waits until they are worked on. */
  async function sent(rows: unknown) {
    const before = (await messages()).length;
    expect((await send(rows)).status).toBe(202);
    await expect
      .poll(async () => (await messages()).map(({ status }) => status), { timeout: 10_000 })
      .toHaveLength(before + 1);
    await expect.poll(async () => (await messages())[0]?.status, { timeout: 10_000 }).not.toBe("waiting");
    const [message] = await messages();
    if (!message) throw new Error("No message is shown.");
    return message;
  }
  return { hook, address, secret, send, messages, sent };
}

const rowsOf = (member: Member, table: string) =>
  world.asOwner(`SELECT * FROM ${table} WHERE company_id = $1 ORDER BY external_id`, [member.user.companyId]);
const sale = (id: string, amount: number, more: object = {}) => ({
  id,
  date: "2026-11-25",
  type: "sale",
  amount,
  currency: "GBP",
  ...more,
});

test("rows become records: new ones are added, equal ones change nothing, others are changed, wrong ones refused with why", async () => {
  const member = await world.member();
  const { sent, hook } = await openHook(member);
  const first = await sent({ rows: [sale("S-1", 12.5), sale("S-2", 8, { customer: "Ada Ltd" })] });
  expect(first).toMatchObject({ status: "done", added: 2, changed: 0, unchanged: 0, refused: 0, leftOut: [] });
  const second = await sent([
    sale("S-1", 12.5),
    sale("S-2", 9),
    sale("S-3", 4, { date: "25/11/2026" }),
    sale("S-4", 4, { amount: "1,200" }),
    sale("S-5", 4, { type: "barter" }),
    { ...sale("", 4) },
    sale("S-1", 3),
    "S-7",
    sale("S-8", 4, { shelf: "12b", customer: ["Ada"] }),
  ]);
  expect(second).toMatchObject({ added: 0, changed: 1, unchanged: 1, refused: 7, leftOut: ["shelf"] });
  expect(second.rows.map(({ row, result }) => `${row} ${result}`)).toEqual([
    "1 unchanged",
    "2 changed",
    ...[3, 4, 5, 6, 7, 8, 9].map((row) => `${row} refused`),
  ]);
  expect(second.rows.slice(2).map(({ why }) => why)).toEqual([
    expect.stringContaining("YYYY-MM-DD"),
    expect.stringContaining("as a number"),
    expect.stringContaining("barter"),
    expect.stringContaining("needs an id"),
    expect.stringContaining("row 1"),
    expect.stringContaining("no object"),
    expect.stringContaining("a list"),
  ]);
  const rows = await rowsOf(member, "payments");
  expect(rows.map(({ external_id: id, amount, origin, source }) => [id, Number(amount), origin, source])).toEqual([
    [`${hook.key}:S-1`, 12.5, "external", "api"],
    [`${hook.key}:S-2`, 9, "external", "api"],
  ]);
  // What the second message did not send stays.
  expect(rows[1]?.["customer_name"]).toBe("Ada Ltd");
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["incoming_hook.added", "incoming_hook.rows_arrived"]),
  );
});

test("two senders may use the same ids, and a name is mapped by what a person chose", async () => {
  const member = await world.member();
  const columns = [
    { name: "kundennummer", field: "externalId" },
    { name: "wann", field: "paidOn" },
    { name: "kasse", field: null },
  ];
  const one = await openHook(member, { name: "Till 1" });
  const two = await openHook(member, { name: "Till 1", columns });
  expect([one.hook.key, two.hook.key]).toEqual(["till-1", "till-1-2"]);
  await one.sent(sale("7", 1));
  const mapped = await two.sent({ kundennummer: 7, wann: "2026-11-25T23:30:00Z", type: "sale", amount: 2, kasse: 4 });
  expect(mapped).toMatchObject({ added: 1, leftOut: [] });
  expect((await rowsOf(member, "payments")).map(({ external_id: id, amount }) => [id, Number(amount)])).toEqual([
    ["till-1-2:7", 2],
    ["till-1:7", 1],
  ]);
  const wrong = { name: "Till", target: "payments", columns: [{ name: "a", field: "colour" }] };
  expect((await member.send("POST", "/api/webhooks/incoming", { body: wrong })).status).toBe(422);
});

test("the company's own fields are read by their names", async () => {
  const member = await world.member();
  await member.call(addCustomField, { params: { kind: "customers" }, body: { label: "Region", type: "text" } });
  const { sent } = await openHook(member, { target: "customers", name: "CRM" });
  expect(await sent({ id: "C-1", name: "Ada Ltd", Region: "North" })).toMatchObject({ added: 1, leftOut: [] });
  expect((await rowsOf(member, "customers"))[0]).toMatchObject({ custom: { region: "North" } });
});

test("figures reach the dashboard's reads, each day once, in the currency they name; the pages hear of it", async () => {
  const member = await world.member();
  const { sent } = await openHook(member, { target: "figures", name: "Shop" });
  const socket = new WebSocket(`${world.url.replace("http", "ws")}/ws`, {
    headers: { cookie: member.cookie ?? "", origin: world.url },
  });
  const heard: string[] = [];
  socket.on("message", (text: Buffer) => heard.push(text.toString()));
  await new Promise((go) => socket.once("open", go));
  socket.send(JSON.stringify({ type: "join_company", companyId: member.user.companyId }));
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  const message = await sent([
    { day: "2026-11-24", revenue: 120.5, currency: "EUR" },
    { day: "2026-11-25", daily_revenue: 99 },
    { day: "2026-11-25", daily_revenue: 101 },
    { day: "2099-01-01", daily_revenue: 5 },
    { day: "2026-11-23", daily_revenue: 5, currency: "bitcoin" },
    { day: "2026-11-22", footfall: 5 },
  ]);
  expect(message).toMatchObject({ added: 2, refused: 4, leftOut: ["footfall"] });
  const series = () => member.call(listMetrics, { query: { name: "daily_revenue" } });
  expect((await series()).map(({ metricValue, currency, source }) => [metricValue, currency, source])).toEqual([
    [120.5, "EUR", "api"],
    [99, "USD", "api"],
  ]);
  await expect.poll(() => heard.some((text) => text.includes("metric"))).toBe(true);
  socket.close();
  expect(await sent({ day: "2026-11-25", daily_revenue: 99 })).toMatchObject({ unchanged: 1, changed: 0 });
  expect(await sent({ day: "2026-11-25", daily_revenue: 100 })).toMatchObject({ unchanged: 0, changed: 1 });
  expect((await series()).at(-1)?.metricValue).toBe(100);
});

test("forged, replayed, late and oversized messages have no effect", async () => {
  const member = await world.member();
  const { send, sent, secret, address, messages } = await openHook(member);
  const body = JSON.stringify(sale("S-1", 12.5));
  const headers = signedBy(secret, body, { id: "m-1" });
  const post = (text: string | Uint8Array, more: Record<string, string> = {}) =>
    postTo(world, address, text, { ...headers, ...more });
  expect((await post(`${body} `)).status).toBe(401);
  expect((await post(body, { "webhook-id": "m-2" })).status).toBe(401);
  expect((await post(body, { "webhook-signature": "v1,AAAA" })).status).toBe(401);
  expect(
    (await post(body, { "webhook-signature": headers["webhook-signature"]?.replace("v1,", "v2,") ?? "" })).status,
  ).toBe(401);
  expect((await postTo(world, address, body, { "content-type": "application/json" })).status).toBe(401);
  expect((await send(sale("S-1", 1), {}, "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")).status).toBe(401);
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  expect((await send(sale("S-1", 1), { at: minutes(-5.2) })).status).toBe(401);
  expect((await send(sale("S-1", 1), { at: minutes(5.2) })).status).toBe(401);
  expect((await send("x".repeat(1024 * 1024 + 1))).status).toBe(413);
  const wrong = `${address.slice(0, -9)}${address.at(-9) === "A" ? "B" : "A"}${address.slice(-8)}`;
  expect((await postTo(world, wrong, body, headers)).status).toBe(404);
  expect((await postTo(world, `${world.url}/api/hooks/short`, body, headers)).status).toBe(404);
  expect(await messages()).toEqual([]);
  // A clock that is nearly five minutes off is accepted.
  expect((await send(sale("S-0", 1), { at: minutes(-4.8) })).status).toBe(202);
  expect((await send(sale("S-0", 1), { at: minutes(4.8) })).status).toBe(202);
  // The same message three times at once is one message; its id with other content is refused.
  const replies = await Promise.all([post(body), post(body), post(body)]);
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['202 {"received":true}']));
  expect((await send(sale("S-9", 1), { id: "m-1" })).status).toBe(422);
  await expect.poll(async () => (await messages()).filter(({ status }) => status === "done").length).toBe(3);
  expect((await rowsOf(member, "payments")).length).toBe(2);
  for (const text of ["no json", "[]", '{"rows": []}', "3", "\ufeff"])
    expect(await sent(text)).toMatchObject({ status: "refused", fault: expect.stringMatching(/JSON|no rows/) });
  expect(await sent(Array.from({ length: 1_001 }, (_, at) => sale(`B-${at}`, 1)))).toMatchObject({ status: "refused" });
  expect((await rowsOf(member, "payments")).length).toBe(2);
});

test("a thousand rows are taken at once; bytes that are no text, and odd names and values, are refused and change nothing", async () => {
  const member = await world.member();
  const { sent, address, secret, messages } = await openHook(member);
  expect(await sent(Array.from({ length: 1_000 }, (_, at) => sale(`S-${at}`, at)))).toMatchObject({ added: 1_000 });
  const bytes = Buffer.from([0xff, 0xfe, 0x00]);
  const at = new Date();
  const { signedHeaders } = await import("#platform/http/signature.ts");
  const signed = signedHeaders([secret], { id: "bytes", at, body: bytes as never });
  expect((await postTo(world, address, bytes, signed)).status).toBe(202);
  await expect.poll(async () => (await messages())[0]?.fault).toContain("JSON");
  const odd = [
    { __proto__: null, constructor: 1, toString: "x", id: "P-1" },
    sale("P-2", 1e300),
    sale("P-3", 1, { description: "a\u0000b" }),
    sale("P-4", 1, { date: "2026-02-30" }),
    sale("P-5", 1, { date: "2026-02-30T10:00:00Z" }),
    sale("P-6", 1, { date: 20261125 }),
    sale("P-7", 1, { amount: true }),
    sale("x".repeat(201), 1),
    Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`n${at}`, at])),
  ];
  const message = await sent(odd);
  expect(message).toMatchObject({ added: 0, changed: 0, refused: odd.length });
  expect((await rowsOf(member, "payments")).length).toBe(1_000);
});

test("secrets rotate, an address is switched off and removed, and is kept as a hash alone", async () => {
  const member = await world.member();
  const { hook, send, secret, address } = await openHook(member);
  const params = { id: hook.id };
  const { secret: next } = await member.call(incoming.rotateHookSecret, { params });
  expect([(await send(sale("1", 1))).status, (await send(sale("1", 1), {}, next)).status]).toEqual([202, 202]);
  await member.call(incoming.endHookRotation, { params });
  expect([(await send(sale("1", 1))).status, (await send(sale("1", 1), {}, next)).status]).toEqual([401, 202]);
  const rows = JSON.stringify(
    await world.asOwner(
      "SELECT encode(token_hash, 'hex') AS hash, row_to_json(h)::text FROM incoming_hooks h WHERE id = $1",
      [hook.id],
    ),
  );
  const token = address.split("/").at(-1) ?? "";
  expect(rows).toContain(createHash("sha256").update(token).digest("hex"));
  expect([rows.includes(token), rows.includes(secret.slice(6, 20)), rows.includes(next.slice(6, 20))]).toEqual([
    false,
    false,
    false,
  ]);
  await member.call(incoming.changeHook, { params, body: { isOn: false } });
  expect((await send(sale("1", 1), {}, next)).status).toBe(404);
  await member.call(incoming.changeHook, { params, body: { isOn: true, name: "Till 2" } });
  expect((await send(sale("1", 1), {}, next)).status).toBe(202);
  await member.call(incoming.removeHook, { params });
  expect((await send(sale("1", 1), {}, next)).status).toBe(404);
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining([
      "incoming_hook.secret_rotated",
      "incoming_hook.rotation_ended",
      "incoming_hook.changed",
      "incoming_hook.removed",
    ]),
  );
});

test("another company, and who is no admin, can do nothing with an address", async () => {
  const [member, stranger] = [await world.member(), await world.member()];
  const { hook, address, sent } = await openHook(member);
  const foreign = await openHook(stranger);
  // The right secret of another address is a forgery here.
  const body = JSON.stringify(sale("1", 1));
  expect((await postTo(world, address, body, signedBy(foreign.secret, body))).status).toBe(401);
  for (const [method, path] of [
    ["PUT", ""],
    ["DELETE", ""],
    ["POST", "/secret"],
    ["GET", "/messages"],
  ] as const) {
    const options = method === "PUT" ? { body: { isOn: false } } : {};
    expect((await stranger.send(method, `/api/webhooks/incoming/${hook.id}${path}`, options)).status).toBe(404);
  }
  const guest = await colleague(world, member, "member");
  expect((await guest.send("GET", `/api/webhooks/incoming/${hook.id}/messages`)).status).toBe(403);
  await sent(sale("1", 1));
  expect(await rowsOf(stranger, "payments")).toEqual([]);
  expect((await stranger.call(getWebhooks)).incoming.map(({ id }) => id)).toEqual([foreign.hook.id]);
});

test("wrong tokens and signatures are limited by address and hook, and hold up no other hook behind the address", async () => {
  const limited = await openWorld({ RATE_LIMIT_FACTOR: "1" });
  try {
    const member = await limited.member();
    const { address, secret } = await member.call(incoming.addHook, { body: { name: "Till", target: "payments" } });
    const body = JSON.stringify(sale("1", 1));
    const answers: number[] = [];
    for (let time = 0; time < 62; time += 1)
      answers.push((await postTo(limited, address, body, signedBy("whsec_AAAA", body))).status);
    expect(answers.filter((status) => status === 401)).toHaveLength(60);
    expect(answers.at(-1)).toBe(429);
    expect((await postTo(limited, address, body, signedBy(secret, body))).status).toBe(429);
    const other = await limited.member();
    const hook = await other.call(incoming.addHook, { body: { name: "Shop", target: "payments" } });
    const unknown: number[] = [];
    for (let time = 0; time < 62; time += 1)
      unknown.push((await postTo(limited, `${address.slice(0, -43)}${makeToken()}`, body, {})).status);
    expect(unknown.filter((status) => status === 404)).toHaveLength(60);
    expect(unknown.at(-1)).toBe(429);
    expect((await postTo(limited, hook.address, body, signedBy(hook.secret, body))).status).toBe(202);
  } finally {
    await limited.close();
  }
});

test("the example that the page shows runs in a shell, for every target", async () => {
  const member = await world.member();
  const { targets } = await member.call(getWebhooks);
  const { curlExample } = await import("#features/webhooks/incoming/example.ts");
  for (const { target, example } of targets) {
    const name = `Example ${target}`;
    const { hook, address, secret } = await member.call(incoming.addHook, {
      body: { name, target: target as incoming.HookTarget },
    });
    const shell = curlExample({ address: address.replace(/^https?:\/\/[^/]+/, world.url), secret, row: example });
    expect((await promisify(execFile)("sh", ["-c", shell])).stdout).toContain('{"received":true}');
    const messages = () => member.call(incoming.listIncoming, { params: { id: hook.id } });
    await expect.poll(async () => (await messages())[0]?.status, { timeout: 10_000 }).toBe("done");
    expect([target, (await messages())[0]?.rows]).toEqual([target, [expect.objectContaining({ result: "added" })]]);
  }
});
