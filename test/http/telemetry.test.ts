// On both databases: connections and queues are measured.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import { keepVerdict } from "#platform/journal/verified.ts";
import { version } from "#platform/version.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

const token = "a token for tests, long enough for all";
let world: World;
let owner: Member;

beforeAll(async () => {
  world = await openWorld({ METRICS_TOKEN: token, BUILD_COMMIT: "97edd94", RATE_LIMIT_FACTOR: "1" });
  owner = await world.member("telemetry");
});
afterAll(() => world?.close());

const scrape = (carried: string | null = `Bearer ${token}`) =>
  world.client().send("GET", "/metrics", { headers: carried === null ? {} : { authorization: carried } });

/** The value of one line, named as it stands in the text; null when there is no such line. */
async function figure(line: string): Promise<number | null> {
  const { text } = await scrape();
  const found = text.split("\n").find((one) => one.startsWith(`${line} `));
  return found === undefined ? null : Number(found.slice(line.length + 1));
}

test.each([null, "Bearer", "Bearer ", `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token])(
  "whoever carries %s instead of the token reads nothing",
  async (carried) => {
    const reply = await scrape(carried);
    expect([reply.status, reply.text]).toEqual([401, "Unauthorized"]);
  },
);

test("a session is no token", async () => {
  expect((await owner.send("GET", "/metrics")).status).toBe(401);
});

test("the token reads lines that any Prometheus can read, each family described once", async () => {
  const { status, text, headers } = await scrape();
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  expect(headers.get("cache-control")).toBe("no-store");
  const lines = text.trimEnd().split("\n");
  const described = lines.flatMap((line) => /^# HELP ([a-z_]+) \S.+$/.exec(line)?.[1] ?? []);
  expect(new Set(described).size).toBe(described.length);
  const types = new Map(
    lines.flatMap((line) => [...line.matchAll(/^# TYPE ([a-z_]+) (\w+)$/g)]).map((match) => [match[1], match[2]]),
  );
  expect([...types.keys()]).toEqual(described);
  const sample = /^([a-z_]+?)(?:_bucket|_sum|_count)?(?:\{(?:[a-z_]+="[^"\\\n]*",?)+\})? -?\d+(?:\.\d+)?(?:e[+-]\d+)?$/;
  const samples = lines.filter((line) => line !== "" && !line.startsWith("#"));
  expect(samples.filter((line) => !types.has(sample.exec(line)?.[1] ?? ""))).toEqual([]);
  expect(types.get("boardroom_http_request_duration_seconds")).toBe("histogram");
});

test("a call moves its own counters by one and its histogram with them", async () => {
  await owner.call(listTasks);
  const route = 'route="GET /api/tasks"';
  const count = `boardroom_http_requests_total{${route},status="200"}`;
  const last = `boardroom_http_request_duration_seconds_bucket{le="+Inf",${route}}`;
  const [before, timed] = [await figure(count), await figure(last)];
  for (let call = 0; call < 3; call += 1) await owner.call(listTasks);
  expect(await figure(count)).toBe((before ?? 0) + 3);
  expect(await figure(last)).toBe((timed ?? 0) + 3);
  const { text } = await scrape();
  const buckets = [...text.matchAll(/duration_seconds_bucket\{le="[^"]+",route="GET \/api\/tasks"\} (\d+)/g)];
  const heights = buckets.map((match) => Number(match[1]));
  expect(heights).toHaveLength(14);
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  expect(await figure(`boardroom_http_request_duration_seconds_sum{${route}}`)).toBeGreaterThan(0);
});

test("refusals are counted by status, and by the bucket that was empty", async () => {
  const stranger = world.client();
  const refused = 'boardroom_rate_limit_refusals_total{bucket="anonymous"}';
  const before = [
    await figure('boardroom_http_requests_total{route="GET /api/user",status="401"}'),
    await figure('boardroom_http_requests_total{route="GET /api/user",status="429"}'),
    await figure(refused),
  ];
  expect(before[2]).toBeNull();
  for (let call = 0; call < 103; call += 1) await stranger.send("GET", "/api/user");
  const many = (await figure('boardroom_http_requests_total{route="GET /api/user",status="429"}')) ?? 0;
  const all = (await figure('boardroom_http_requests_total{route="GET /api/user",status="401"}')) ?? 0;
  expect(many).toBeGreaterThanOrEqual(3);
  expect(many + all).toBe(103 + (before[0] ?? 0));
  expect(await figure(refused)).toBe(many);
  await owner.send("POST", "/api/tasks", { body: {}, headers: { "sec-fetch-site": "cross-site" } });
  expect(await figure('boardroom_http_requests_total{route="POST /api/tasks",status="403"}')).toBe(1);
});

test("addresses nobody serves are one line, however many are tried", async () => {
  for (const path of ["/api/one", "/api/two", "/api/three?x=1"]) await owner.send("GET", path);
  const { text } = await scrape();
  expect(text).toContain('boardroom_http_requests_total{route="GET unknown",status="404"} 3\n');
  expect(text).not.toMatch(/api\/(one|two|three)/);
});

test("what cannot be read as a request is counted", async () => {
  const before = await figure("boardroom_unreadable_requests_total");
  const { connect } = await import("node:net");
  const socket = connect(Number(new URL(world.url).port), "127.0.0.1", () => socket.write("NONSENSE\r\n\r\n"));
  await new Promise((resolve) => socket.on("data", resolve));
  socket.destroy();
  expect(await figure("boardroom_unreadable_requests_total")).toBe((before ?? 0) + 1);
});

test("open sockets are counted, and those that were closed by why", async () => {
  const open = async () => {
    const socket = new WebSocket(`${world.url.replace("http", "ws")}/ws`, {
      headers: { cookie: owner.cookie ?? "", origin: world.url },
    });
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return socket;
  };
  const [one, two] = [await open(), await open()];
  await expect.poll(() => figure("boardroom_sockets_open")).toBe(2);
  for (let frame = 0; frame < 50; frame += 1) two.send("{}");
  await expect.poll(() => figure("boardroom_sockets_open")).toBe(1);
  expect(await figure('boardroom_sockets_closed_total{why="flood"}')).toBe(1);
  one.close();
  await expect.poll(() => figure("boardroom_sockets_open")).toBe(0);
});

test("the queue shows what is due, what is dead and how long the oldest waits, by kind", async () => {
  const kind = "check-metrics-of-telemetry";
  await world.asOwner("SELECT pgboss.create_queue($1, $2::jsonb)", [kind, JSON.stringify({ policy: "standard" })]);
  const add = (state: string, after: string) =>
    world.asOwner(
      `INSERT INTO pgboss.job (name, state, start_after) VALUES ($1, $2::pgboss.job_state, now() + $3::interval)`,
      [kind, state, after],
    );
  for (const [state, after] of [
    ["created", "-700 s"],
    ["created", "1 h"],
    ["retry", "-10 s"],
    ["failed", "-1 h"],
    ["failed", "-1 h"],
  ] as const)
    await add(state, after);
  const of = (name: string) => figure(`boardroom_jobs_${name}{kind="${kind}"}`);
  // The database is asked at most once in five seconds.
  await expect.poll(() => of("due")).toBe(2);
  expect([await of("scheduled"), await of("retrying"), await of("dead"), await of("running")]).toEqual([1, 1, 2, 0]);
  expect(await of("oldest_due_seconds")).toBeGreaterThan(700);
  expect(await figure("boardroom_database_up")).toBe(1);
});

test("the process, the pool and the build are told", async () => {
  const kind = world.boardroom.database.kind;
  const node = process.version;
  const build = `boardroom_build_info{commit="97edd94",database="${kind}",node="${node}",role="all",version="${version}"}`;
  expect(await figure(build)).toBe(1);
  expect(await figure("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  expect(await figure("boardroom_uptime_seconds")).toBeGreaterThan(0);
  const [used, idle] = [
    await figure('boardroom_pool_connections{state="in_use"}'),
    await figure('boardroom_pool_connections{state="idle"}'),
  ];
  expect((used ?? 0) + (idle ?? 0)).toBeGreaterThan(0);
  await expect.poll(() => figure("boardroom_pool_waiting")).toBe(0);
  const seen = "boardroom_event_loop_lag_seconds_count";
  await expect.poll(() => figure(seen)).toBeGreaterThan(0);
  const slow = 'boardroom_event_loop_lag_seconds_bucket{le="0.2"}';
  const before = ((await figure(seen)) ?? 0) - ((await figure(slow)) ?? 0);
  const until = performance.now() + 400;
  while (performance.now() < until);
  const late = async () => ((await figure(seen)) ?? 0) - ((await figure(slow)) ?? 0);
  await expect.poll(late).toBeGreaterThan(before);
});

test("what nobody knows has no line; a verdict, an anchor and a backup give theirs", async () => {
  expect(await figure("boardroom_audit_faults")).toBeNull();
  expect(await figure("boardroom_backup_time_seconds")).toBeNull();
  const { dataDir } = world.config;
  keepVerdict(dataDir, { companies: 1, records: 5, faults: ["one", "other"] });
  mkdirSync(join(dataDir, "backups"));
  const backup = join(dataDir, "backups", "one");
  writeFileSync(backup, "");
  utimesSync(backup, 1_700_000_000, 1_700_000_000);
  writeFileSync(join(dataDir, "anchors.jsonl"), "");
  utimesSync(join(dataDir, "anchors.jsonl"), 1_700_000_100, 1_700_000_100);
  expect(await figure("boardroom_audit_faults")).toBe(2);
  expect(await figure("boardroom_audit_verified_time_seconds")).toBeGreaterThan(1_700_000_000);
  expect(await figure("boardroom_audit_anchored_time_seconds")).toBe(1_700_000_100);
  expect(await figure("boardroom_backup_time_seconds")).toBe(1_700_000_000);
});

test("nothing of a company stands in the text", async () => {
  const [agent] = await hire(owner, "CFO");
  const task = await owner.call(createTask, { body: { title: "A telling title" } });
  await owner.send("GET", `/api/decisions/${task.id}`);
  const { text } = await scrape();
  expect(text).toContain('route="POST /api/tasks"');
  const { companyId, id, username, email, company } = owner.user;
  for (const telling of [companyId, id, username, email, company.name, agent?.id ?? "", task.id, "127.0.0.1", token])
    expect(text).not.toContain(telling);
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test("the description of the calls does not name it", async () => {
  const { json } = await owner.send("GET", "/api/openapi.json");
  const paths = Object.keys((json as { paths: object }).paths);
  expect(paths).toContain("/api/metrics");
  expect(paths).not.toContain("/metrics");
});

test("without a token configured it is an address like any unknown one, whatever is carried", async () => {
  const closed = await openWorld();
  try {
    for (const authorization of ["", "Bearer ", "Bearer null"]) {
      const headers = { authorization };
      const reply = await closed.client().send("GET", "/metrics", { headers });
      const unknown = await closed.client().send("GET", "/api/nothing");
      expect([reply.status, reply.text]).toEqual([404, "Not found"]);
      expect([...reply.headers.keys()].toSorted()).toEqual([...unknown.headers.keys()].toSorted());
    }
  } finally {
    await closed.close();
  }
});
