import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { changed, changesInTurn, checksum } from "../checksum.ts";
import { request, type Trial } from "../fuzz.ts";
import { badRefusals, faultsOf, sendAll } from "../refusals.ts";
import { sendBytes, sendRaw } from "../raw.ts";
import { allSamples, furnish, type Ground, nameOf, type Sample } from "../samples.ts";
import { changedCalls } from "../unchanged-calls.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let ground: Ground;
let foreign: Ground;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  ground = await furnish(world, "owner");
  foreign = await furnish(world, "stranger");
});
const withIds = await changedCalls(import.meta.filename, allSamples(), "ids");
const improper = await changedCalls(import.meta.filename, allSamples(), "improper");
afterAll(async () => {
  withIds.remember();
  improper.remember();
  await world?.close();
});

const named = (rows: ReturnType<typeof allSamples>) => rows.map((row) => [nameOf(row.endpoint), row] as const);
const rows = named(allSamples());
const unknownId = "00000000-0000-4000-8000-00000000dead";
const malformed = [
  ["1", "-1", "null", "undefined", "NaN", "not-an-id", "%20", "%00", "%0d%0a", "*", "%2A", "{id}", ":id"],
  ["%2F", "%2f%2e%2e", "..%2F..%2Fetc", "a%2Fb", "%5C", "%3Fx", "%23", "%3B", "1%20OR%201%3D1", "%27%3B--", "%u0000"],
  [
    "%E0%A4%A",
    "%",
    "%zz",
    "%ED%A0%80",
    "%F0%9F%92%A5",
    "%E2%80%AE",
    "x".repeat(499),
    "y".repeat(600),
    "z".repeat(9_000),
  ],
  ["constructor", "__proto__", `${unknownId}%00`, `${unknownId}%2Fapprove`, `{${unknownId}}`, `%20${unknownId}`],
  [
    `${unknownId},${unknownId}`,
    unknownId.replaceAll("-", ""),
    unknownId.slice(1),
    "00000000-0000-0000-0000-00000000000g",
  ],
].flat(1);

/** The addresses of an endpoint with one of its params replaced, as it stands on the wire. */
function addresses(endpoint: Endpoint, sample: Sample, key: string, ids: readonly string[]): string[] {
  return ids.map((id) =>
    request({ ...endpoint, path: endpoint.path.replace(`:${key}`, "~~") }, sample).path.replace("~~", id),
  );
}

const changesOf = changesInTurn(() => world);

/** Sends trials that must be refused; says which were not, and what changed all the same. */
async function outcome(trials: readonly Trial[]): Promise<string[]> {
  if (trials.length === 0) return [];
  const bad: string[] = [];
  const tables = await changesOf(async () => bad.push(...badRefusals(await sendAll(ground.member, trials))));
  return [...bad, ...tables.map((table) => `${table} changed`)];
}

const trialOf = (endpoint: Endpoint, sample: Sample, change: Partial<Trial>): Trial => ({
  name: "",
  method: endpoint.method,
  refused: true,
  ...request(endpoint, sample),
  ...change,
});

describe("an id that is unknown, another company's or malformed is refused wherever it stands", () => {
  test.for(named(withIds.rows))("%s", async ([, row]) => {
    const { endpoint, good } = row;
    const sample = good(ground);
    const theirs = good(foreign);
    const params = Object.keys(sample.params ?? {});
    // A place in a row is a number: another one is no fault of form.
    const isPlace = (key: string, value: string) => /^\d+$/.test(sample.params?.[key] ?? "") && /^\d+$/.test(value);
    const inAddress = params.flatMap((key) =>
      addresses(
        endpoint,
        sample,
        key,
        [unknownId, theirs.params?.[key] ?? "", ...malformed].filter((value) => !isPlace(key, value)),
      )
        .filter((path) => path !== request(endpoint, sample).path)
        .map((path) => trialOf(endpoint, sample, { name: key, path, status: 404 })),
    );
    const body = (sample.body ?? {}) as Record<string, unknown>;
    const bodyKeys = Object.keys(body).filter((key) => z.uuid().safeParse(body[key]).success);
    const inBody = bodyKeys.flatMap((key) =>
      [unknownId, (theirs.body as Record<string, unknown>)[key], "1", "", `${unknownId} `, [body[key]], { id: 1 }].map(
        (id) =>
          trialOf(endpoint, sample, { name: `${key} ${String(id)}`, body: JSON.stringify({ ...body, [key]: id }) }),
      ),
    );
    expect(await outcome([...inAddress, ...inBody])).toEqual([]);
    withIds.passed(row);
  });
});

describe("what is no proper request is refused before anybody looks at it", () => {
  test.for(named(improper.rows))("%s", async ([, row]) => {
    const { endpoint, good } = row;
    const sample = good(ground);
    const { path, body = "{}" } = request(endpoint, sample);
    const isRead = endpoint.method === "GET";
    const wrongMethods = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].filter(
      (method) => !rows.some(([, row]) => row.endpoint.method === method && matches(row.endpoint.path, endpoint.path)),
    );
    const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/html"];
    const otherTypes = [...types, "application/jsonx", "x", "", endpoint.upload ? "application/json" : "text/csv"];
    const huge = `{"title":"${"x".repeat(1_000_000)}"}`;
    const broken = [
      "{",
      "[1,",
      "{'a':1}",
      '{"a":1}}',
      "\u0000",
      "{]",
      "nul",
      '{"a":01}',
      "\ufeff{}x",
      "<a/>",
      '"\\u12"',
    ];
    const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
    const wrongBodies = [...broken, deep, huge, "[]", "1", '"x"', "true"].map((text) => ({ body: text }));
    const trials = [
      ...wrongMethods.map((method) =>
        trialOf(endpoint, sample, { name: "method", status: 404, method, body: undefined, headers: {} }),
      ),
      ...(isRead ? [] : otherTypes).map((type) =>
        trialOf(endpoint, sample, { name: `type ${type}`, status: 415, body, headers: { "content-type": type } }),
      ),
      ...(isRead || endpoint.upload ? [] : wrongBodies).map((change) =>
        trialOf(endpoint, sample, {
          name: `body ${change.body.slice(0, 20)}`,
          status: change.body === huge ? 413 : 400,
          ...change,
        }),
      ),
      // Outside /api the browser part answers a GET with its own page.
      ...[
        `${path.split("?")[0]}/`,
        `${path.split("?")[0]}/x`,
        path.replace("/api/", "/api//"),
        ...(isRead ? [] : [`/${path}`, path.replace("/api/", "/API/")]),
      ].map((other) => trialOf(endpoint, sample, { name: "address", status: 404, path: other })),
    ];
    expect(await outcome(trials)).toEqual([]);
    const wrong = await ground.member.send(isRead ? "POST" : endpoint.method, isRead ? "/api/tasks" : path, {
      body,
      headers: { "content-type": "text/plain" },
    });
    expect(wrong.text).toBe(`Send this as ${endpoint.upload ?? "application/json"}`);
    improper.passed(row);
  });
});

/** Whether a request for the second pattern's path could be meant for the first. */
function matches(pattern: string, path: string): boolean {
  const [left, right] = [pattern.split("/"), path.split("/")];
  return left.length === right.length && left.every((part, at) => part.startsWith(":") || part === right[at]);
}

test("an upload over 25 MB, in no text or in another character set changes nothing", async () => {
  const row = rows.find(([, { endpoint }]) => endpoint.upload)?.[1];
  if (!row) throw new Error("There is no upload.");
  const sample = row.good(ground);
  const files = ["x".repeat(26_214_401), "", " \n", "date,revenue\n2026-01-01,\u0000", "date,revenue\n\ufffd,1"];
  expect(await outcome(files.map((body) => trialOf(row.endpoint, sample, { name: "file", body })))).toEqual([]);
});

test("GET with a body changes nothing and is never a fault of the server", async () => {
  const cookie = ground.member.cookie ?? "";
  const before = await checksum(world);
  for (const body of ['{"companyId":"x"}', "{", "x".repeat(200_000)]) {
    const headers = { cookie, "content-type": "application/json" };
    const reply = await sendRaw(world, { method: "GET", path: "/api/tasks", headers, body });
    expect(reply.status === 200 ? [] : faultsOf(reply)).toEqual([]);
  }
  expect(changed(before, await checksum(world))).toEqual([]);
});

describe("what is not even HTTP is refused in a sentence too", () => {
  const line = "GET /api/tasks HTTP/1.1\r\nHost: x\r\n";
  const post = "POST /api/tasks HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
  test.for([
    ["a header of 100 KB", `${line}X-Long: ${"x".repeat(100_000)}\r\n\r\n`],
    ["an address of 100 KB", `GET /api/tasks?after=${"x".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ["an unknown method", "HACK /api/tasks HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["no HTTP", "hello\r\n\r\n"],
    ["two lengths", `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ["a length and chunks", `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["a header with NUL", `${line}X-Bad: a\u0000b\r\n\r\n`],
    ["a wrong chunk", `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ] as const)("%s", async ([, bytes]) => {
    const [head = "", text = ""] = (await sendBytes(world, bytes)).split("\r\n\r\n", 2);
    const [status = "", ...lines] = head.split("\r\n");
    const headers = new Headers(lines.map((each) => each.split(/: (.*)/s).slice(0, 2) as [string, string]));
    expect(faultsOf({ status: Number(status.split(" ")[1]), text, headers, json: null })).toEqual([]);
  });
});
