import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "#app/rooms.ts";
import { setStatus } from "#features/agents/contract.ts";
import { getDecision, settleDecision } from "#features/decisions/contract.ts";
import { createTask, updateTask } from "#features/tasks/contract.ts";
import { removeExpired } from "#platform/idempotency/retention.ts";
import { changed, checksum, rowCounts } from "../checksum.ts";
import { otherSample, request } from "../fuzz.ts";
import { isNightly } from "../nightly.ts";
import { faultsOf } from "../refusals.ts";
import { allSamples, colleague, furnish, type Ground, nameOf, type Sample } from "../samples.ts";
import { changedCalls } from "../unchanged-calls.ts";
import { type Client, hire, openWorld, type Reply, type World } from "../world.ts";

let world: World;
let owner: Ground;
let stranger: Ground;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = await furnish(world, "owner");
  stranger = await furnish(world, "stranger");
});
afterAll(() => world?.close());

const rows = allSamples();
type Row = (typeof rows)[number];
const named = (wanted: (row: Row) => boolean) => rows.filter(wanted).map((row) => [nameOf(row.endpoint), row] as const);
const keyed = named(({ endpoint }) => endpoint.takesKey);
const unkeyed = named(({ endpoint, writes }) => writes && !endpoint.takesKey);

/** A file on its way in has done nothing yet that a journal would tell: these only lay it down. */
const unrecorded = new Map([
  ["POST /api/imports", "imports"],
  ["PUT /api/imports/:id/parts/:position", "import_parts"],
  ["PUT /api/imports/:id/choices", "imports"],
  ["DELETE /api/imports/:id", "imports"],
  ["POST /api/records/imports", "imports"],
  ["PUT /api/records/imports/:id/parts/:position", "import_parts"],
  ["POST /api/notifications/:id/read", "notifications"],
  ["POST /api/notifications/read", "notifications"],
]);

const header = "idempotency-key";
const send = (client: Client, { endpoint }: Row, sample: Sample, key: string): Promise<Reply> => {
  const { path, body, headers } = request(endpoint, sample);
  return client.send(endpoint.method, path, { body, headers: { ...headers, [header]: key } });
};
const told = ({ status, text }: Reply) => ({ status, text });
const isRepeated = ({ headers }: Reply) => headers.get("idempotent-replayed") === "true";

test("every write of a signed-in person takes a key, and what does not says so in its description", async () => {
  const writes = routes.map(({ endpoint }) => endpoint).filter(({ method }) => method !== "GET");
  expect(keyed.length).toBeGreaterThanOrEqual(12);
  const posted = named(({ endpoint, writes: isWriting }) => !isWriting && endpoint.method !== "GET");
  expect(posted.map(([name]) => name).sort()).toEqual([
    "DELETE /api/privacy/user/data-delete",
    "POST /api/integrations/:id/keep",
    "POST /api/join/invitation",
    "POST /api/login/passkey/options",
    "POST /api/mail/find",
    "POST /api/mail/mailboxes/:id/check",
    "POST /api/password/link",
    "POST /api/password/lost",
    "POST /api/privacy/closed-company/data-export",
    "POST /api/second-factor/confirm/options",
    "POST /api/second-factor/passkeys/options",
    "POST /api/shared/approval",
  ]);
  expect(keyed.length + unkeyed.length + posted.length).toBe(writes.length);
  expect(unkeyed.map(([name]) => name).sort()).toEqual([
    "DELETE /api/second-factor/authenticator",
    "DELETE /api/second-factor/passkeys/:id",
    "POST /api/agents/ceo/chat",
    "POST /api/brain/query",
    "POST /api/calendar/links",
    "POST /api/company/undo-reset",
    "POST /api/consents/:request",
    "POST /api/consents/:request/refusal",
    "POST /api/decisions/:id/opened",
    "POST /api/email/process-now",
    "POST /api/integrations/:id/activate",
    "POST /api/integrations/:id/sync",
    "POST /api/integrations/:id/test",
    "POST /api/integrations/setup-credentials",
    "POST /api/invitations",
    "POST /api/invitations/:id/renew",
    "POST /api/join",
    "POST /api/leads",
    "POST /api/login",
    "POST /api/login/code",
    "POST /api/login/passkey",
    "POST /api/logout",
    "POST /api/mail/mailboxes",
    "POST /api/models/test",
    "POST /api/models/trial",
    "POST /api/pack-links",
    "POST /api/password/reset",
    "POST /api/privacy/company/data-export",
    "POST /api/privacy/user/data-export",
    "POST /api/register",
    "POST /api/runs/:id/what-if",
    "POST /api/second-factor/authenticator",
    "POST /api/second-factor/confirm",
    "POST /api/second-factor/passkeys",
    "POST /api/second-factor/recovery-codes",
    "POST /api/sessions/end-all",
    "POST /api/shared/approval/settle",
    "POST /api/shared/board-pack",
    "POST /api/tokens",
    "POST /api/tool-servers",
    "POST /api/tool-servers/:id/test",
    "POST /api/tool-servers/:id/try",
    "POST /api/webhooks",
    "POST /api/webhooks/:id/secret",
    "POST /api/webhooks/incoming",
    "POST /api/webhooks/incoming/:id/secret",
    "PUT /api/second-factor/authenticator",
    "PUT /api/slack",
    "PUT /api/user",
    "PUT /api/user/password",
  ]);
  type Operation = { description?: string; parameters: { name: string }[] };
  const { json } = await world.client().send("GET", "/api/openapi.json");
  const { paths } = json as { paths: Record<string, Record<string, Operation>> };
  for (const { method, path, takesKey } of writes) {
    const { description = "", parameters } =
      paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] ?? ({ parameters: [] } as Operation);
    expect([path, parameters.some(({ name }) => name === "Idempotency-Key")]).toEqual([path, takesKey]);
    expect([path, description.includes("Idempotency-Key")]).toEqual([path, !takesKey]);
  }
});

/** The kept answer and its lock are the same for every call: the embedded database is slow to fill and gets a sample. */
const isWhole = isNightly || process.env["TEST_DATABASE"] === "postgres";
const sample = [createTask, updateTask, settleDecision].map(nameOf);
const repeated = await changedCalls(
  import.meta.filename,
  rows.filter(({ endpoint }) => endpoint.takesKey && (isWhole || sample.includes(nameOf(endpoint)))),
);

describe("sent again with its key, one after the other and at once, a call has one effect and one answer", () => {
  afterAll(() => repeated.remember());
  // Companies furnished the same way, in which the same calls follow each other in the order of the samples.
  let single: Ground;
  let apart: Ground;
  let atOnce: Ground;
  beforeAll(async () => {
    single = await furnish(world, "single");
    apart = await furnish(world, "apart");
    // No name that is a word of a promise, such as "at once".
    atOnce = await furnish(world, "together");
  });

  test.for(repeated.rows.map((row) => [nameOf(row.endpoint), row] as const))("%s", async ([, row]) => {
    const one = await rowsAdded(single, async () => {
      const { path, body, headers } = request(row.endpoint, row.good(single));
      // What waits for a model without a key is answered by rules with one.
      const key: Record<string, string> = row.endpoint.cost === "model" ? { [header]: crypto.randomUUID() } : {};
      const reply = await single.member.send(row.endpoint.method, path, { body, headers: { ...headers, ...key } });
      expect([reply.status, isRepeated(reply)]).toEqual([200, false]);
    });
    for (const ground of [apart, atOnce]) {
      const { member } = ground;
      const sample = row.good(ground);
      const sendOne = () => send(member, row, sample, nameOf(row.endpoint));
      const start = await checksum(world);
      const added = await rowsAdded(ground, async () => {
        const replies =
          ground === apart ? [await sendOne()] : await Promise.all(Array.from({ length: 5 }, () => sendOne()));
        const after = await checksum(world);
        const [first] = replies;
        if (!first) throw new Error("Nothing was sent.");
        expect([first.status, first.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
        expect(changed(start, after)).toContain(unrecorded.get(nameOf(row.endpoint)) ?? "journal");
        expect(replies.filter((reply) => !isRepeated(reply))).toHaveLength(1);

        const again = await sendOne();
        expect(isRepeated(again)).toBe(true);
        expect([...replies, again].map(told)).toEqual(Array.from({ length: replies.length + 1 }, () => told(first)));
        expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));

        // Another request under the same key.
        const different = await send(member, row, otherSample(row.endpoint, sample), nameOf(row.endpoint));
        expect([different.status, faultsOf(different)]).toEqual([422, []]);
        expect(different.text).toMatch(/^This Idempotency-Key was used for another request\./);
        expect(changed(after, await checksum(world))).toEqual([]);
      });
      // One effect: as much as a single call without a key.
      expect(added).toEqual(one);
    }
    repeated.passed(row);
  });
});

/** How many rows of each table something adds to a company. */
async function rowsAdded({ member }: Ground, act: () => Promise<void>): Promise<Record<string, number>> {
  const before = await rowCounts(world, member.user.companyId);
  await act();
  const after = await rowCounts(world, member.user.companyId);
  return Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
}

test("without a key, or with another one, two calls have two effects where nothing natural protects", async () => {
  const member = await world.member("twice");
  const count = async () => (await rowCounts(world, member.user.companyId)).tasks ?? 0;
  const before = await count();
  const post = (headers: Record<string, string>) =>
    member.send("POST", "/api/tasks", { body: { title: "Again" }, headers });
  for (const key of [undefined, undefined, "one", "one", "two"]) await post(key ? { [header]: key } : {});
  expect(await count()).toBe(before + 4);
});

test("the same key of another person or company, or on another call, is another key", async () => {
  const { member } = owner;
  const friend = await colleague(world, member, "admin");
  const own = await member.call(createTask, { body: { title: "Own" } });
  const create = (client: Client, title: string) =>
    client.send("POST", "/api/tasks", { body: { title }, headers: { [header]: "shared" } });
  const replies = [
    await create(member, "Shared"),
    await create(friend, "Friend"),
    await create(stranger.member, "Other"),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(replies.some(isRepeated)).toBe(false);
  expect(new Set(replies.map(({ json }) => (json as { id: string }).id)).size).toBe(3);
  const moved = await member.send("PUT", `/api/tasks/${own.id}`, {
    body: { status: "completed" },
    headers: { [header]: "shared" },
  });
  expect([moved.status, isRepeated(moved)]).toEqual([200, false]);
  const twin = await create(friend, "Friend");
  expect([told(twin), isRepeated(twin)]).toEqual([told(replies[1] as Reply), true]);
});

test("the same body sent to another row or with another query is another request", async () => {
  const member = await world.member("elsewhere");
  const [ceo = "", cfo = ""] = (await hire(member, "CEO", "CFO")).map(({ id }) => id);
  const agent = (id: string) =>
    member.send("PUT", setStatus.path.replace(":id", id), { body: { status: "paused" }, headers: { [header]: "one" } });
  expect((await agent(ceo)).status).toBe(200);
  const upload = rows.find(({ endpoint }) => endpoint.upload) as Row;
  const sample = upload.good(owner);
  expect((await send(member, upload, sample, "one")).status).toBe(200);
  const before = await checksum(world);
  const query = { ...sample.query, fileName: "other.csv" };
  const replies = [await agent(cfo), await send(member, upload, { ...sample, query }, "one")];
  expect(replies.map(({ status }) => status)).toEqual([422, 422]);
  expect(changed(before, await checksum(world))).toEqual([]);
});

test("a refusal is not kept: the same key does it once it can be done", async () => {
  const member = await world.member("refused");
  const [{ id: ceo } = { id: "" }] = await hire(member, "CEO");
  const path = setStatus.path.replace(":id", ceo);
  const put = (body: unknown, target = path) => member.send("PUT", target, { body, headers: { [header]: "one" } });
  const before = await checksum(world);
  expect((await put({ status: "asleep" })).status).toBe(400);
  expect((await put({ status: "paused" }, path.replace(ceo, crypto.randomUUID()))).status).toBe(404);
  expect(changed(before, await checksum(world))).toEqual([]);
  const done = await put({ status: "paused" });
  expect([done.status, isRepeated(done)]).toEqual([200, false]);
  // Meanwhile it was changed back: the repetition tells what was answered and leaves it alone.
  await member.call(setStatus, { params: { id: ceo }, body: { status: "active" } });
  const between = await checksum(world);
  expect(told(await put({ status: "paused" }))).toEqual(told(done));
  expect(changed(between, await checksum(world))).toEqual([]);
});

test("a body that names its keys in another order is the same request", async () => {
  const member = await world.member("order");
  const post = (body: string) => member.send("POST", "/api/tasks", { body, headers: { [header]: "one" } });
  const first = await post('{"title":"A","priority":"low"}');
  const again = await post('{ "priority": "low", "title": "A" }');
  expect([told(again), isRepeated(again)]).toEqual([told(first), true]);
  expect((await post('{"title":"A","priority":"high"}')).status).toBe(422);
});

test("who lost the right to a call gets no kept answer either", async () => {
  const member = await world.member("rights");
  const friend = await colleague(world, member, "member");
  const post = () => friend.send("POST", "/api/tasks", { body: { title: "A" }, headers: { [header]: "one" } });
  expect((await post()).status).toBe(200);
  await world.asOwner("UPDATE users SET role = 'viewer' WHERE username = $1", [friend.username]);
  expect((await post()).status).toBe(403);
  friend.cookie = null;
  expect((await post()).status).toBe(401);
});

describe("a key that is none is refused in a sentence, and nothing changes", () => {
  const bad: [string, string[]][] = [
    ["empty", [""]],
    ["256 characters", ["x".repeat(256)]],
    ["not printable", ["a\tb"]],
    ["not ASCII", ["schlüssel"]],
    ["two of them", ["a", "b"]],
  ];
  test.for(bad)("%s", async ([, keys]) => {
    const before = await checksum(world);
    const headers = new Headers({ "content-type": "application/json", cookie: owner.member.cookie ?? "" });
    const { status, text } = await raw(headers, keys);
    expect([status, text]).toEqual([400, "Idempotency-Key must be one key of 1 to 255 printable characters"]);
    expect(changed(before, await checksum(world))).toEqual([]);
  });

  test("255 characters of every kind pass", async () => {
    const key = Array.from({ length: 255 }, (_, at) => String.fromCharCode(0x21 + (at % 94))).join("");
    const post = () => owner.member.send("POST", "/api/tasks", { body: { title: "A" }, headers: { [header]: key } });
    const first = await post();
    expect([first.status, told(await post())]).toEqual([200, told(first)]);
  });
});

/** Sends a task with these keys, as fetch would join or tidy them. */
async function raw(headers: Headers, keys: string[]): Promise<{ status: number; text: string }> {
  const { request: open } = await import("node:http");
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const call = open(`${world.url}/api/tasks`, { method: "POST", headers: Object.fromEntries(headers) }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
  });
  call.on("error", reject);
  call.setHeader("Idempotency-Key", keys);
  call.end('{"title":"A"}');
  return promise;
}

describe("a write that cannot be repeated from a kept answer refuses a key", () => {
  test.for(unkeyed)("%s", async ([, row]) => {
    const before = await checksum(world);
    const client = row.endpoint.access === "public" ? world.client() : owner.member;
    const reply = await send(client, row, row.good(owner), "one");
    expect([reply.status, faultsOf(reply)]).toEqual([400, []]);
    expect(reply.text).toBe("This call takes no Idempotency-Key. Send it without one.");
    expect(changed(before, await checksum(world))).toEqual([]);
  });
});

test("a read takes no notice of a key", async () => {
  const path = getDecision.path.replace(":id", owner.decision);
  const headers = { [header]: "one" };
  const replies = [
    await owner.member.send("GET", path, { headers }),
    await owner.member.send("GET", "/api/tasks", { headers }),
  ];
  expect(replies.map((reply) => [reply.status, isRepeated(reply)])).toEqual([
    [200, false],
    [200, false],
  ]);
});

describe("a kept answer lasts a day", () => {
  const age = (company: string, by: string) =>
    world.asOwner(`UPDATE idempotency_keys SET expires_at = expires_at - $2::interval WHERE company_id = $1`, [
      company,
      by,
    ]);
  const kept = async (company: string) =>
    (await world.asOwner("SELECT 1 FROM idempotency_keys WHERE company_id = $1", [company])).length;

  test("then the key is free again, also before it was removed", async () => {
    const member = await world.member("aged");
    const post = (title: string) =>
      member.send("POST", "/api/tasks", { body: { title }, headers: { [header]: "one" } });
    const first = await post("A");
    await age(member.user.companyId, "23 hours 59 minutes");
    expect(told(await post("A"))).toEqual(told(first));
    expect((await post("B")).status).toBe(422);
    await age(member.user.companyId, "1 minute");
    const next = await post("B");
    expect([next.status, isRepeated(next)]).toEqual([200, false]);
    expect(told(await post("B"))).toEqual(told(next));
    expect(await kept(member.user.companyId)).toBe(1);
  });

  test("and it is removed, with those of all companies", async () => {
    const members = [await world.member("old"), await world.member("older"), await world.member("young")];
    const companies = members.map(({ user }) => user.companyId);
    for (const member of members)
      await member.send("POST", "/api/tasks", { body: { title: "A" }, headers: { [header]: "one" } });
    for (const company of companies.slice(0, 2)) await age(company, "24 hours 1 second");
    expect(await removeExpired(world.boardroom.connectOwner)).toBe(2);
    const left: number[] = [];
    for (const company of companies) left.push(await kept(company));
    expect(left).toEqual([0, 0, 1]);
    expect(await removeExpired(world.boardroom.connectOwner)).toBe(0);
  });
});

test("without a key not one statement more is sent, with one it costs two and a lock", async () => {
  const member = await world.member("counted");
  const { pool } = world.boardroom.database;
  const sent: string[] = [];
  const watched = new Set<object>();
  const watch = (client: { query: unknown }) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = (client.query as (...input: unknown[]) => unknown).bind(client);
    client.query = (...input: unknown[]) => {
      const [what] = input;
      const { texts, text = "" } =
        typeof what === "string" ? { text: what } : (what as { texts?: string[]; text?: string });
      // The queue looks after itself at any time.
      sent.push(...(texts ?? [text]).filter((one) => !one.includes("pgboss")));
      return query(...input);
    };
  };
  pool.on("acquire", watch);
  const statements = async (headers: Record<string, string>): Promise<number> => {
    sent.length = 0;
    expect((await member.send("POST", "/api/tasks", { body: { title: "Counted" }, headers })).status).toBe(200);
    return sent.length;
  };
  const plain = await statements({});
  expect(sent.filter((text) => /idempotency_keys|advisory|lock_timeout/.test(text))).toEqual([]);
  expect(plain).toBeGreaterThan(3);
  // To find and to keep the answer; the lock and its patience.
  expect(await statements({ [header]: "one" })).toBe(plain + 2 + 3);
  expect(sent.filter((text) => /idempotency_keys|advisory/.test(text))).toHaveLength(3);
  expect(await statements({ [header]: "one" })).toBeLessThan(plain + 2 + 3);
  pool.off("acquire", watch);
});
