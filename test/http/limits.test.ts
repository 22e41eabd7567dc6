import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { makeApiToken } from "#platform/http/bearer.ts";
import { addressKey, trustedHops } from "#platform/http/limits.ts";
import { replyTo, sendBytes } from "../raw.ts";
import { faultsOf } from "../refusals.ts";
import { colleague } from "../samples.ts";
import { tokenClient, withToken } from "../tokens.ts";
import { type Client, type Member, openWorld, type Reply, signIn, type World } from "../world.ts";

/** One world at the published limits; time is moved by hand. */
let world: World;
let owner: Member;
const start = Date.now();
let minutes = 0;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  world = await openWorld({ RATE_LIMIT_FACTOR: "1" });
  owner = await world.member();
});
beforeEach(() => {
  minutes += 20;
  vi.setSystemTime(start + minutes * 60_000);
});
afterAll(async () => {
  vi.useRealTimers();
  await world?.close();
});

test("guesses at a password by username and by address count together", async () => {
  const person = await world.member("guessed");
  const guess = async (username: string) =>
    (await world.client().send("POST", "/api/login", { body: { username, password: "not this one" } })).status;
  const answers: number[] = [];
  for (let at = 0; at < 10; at += 1) answers.push(await guess(at % 2 ? person.user.email : person.username));
  expect(answers).toEqual(Array.from({ length: 10 }, () => 401));
  expect([await guess(person.user.email), await guess(person.username)]).toEqual([429, 429]);
});

test("a token has the calls of a session, and all of a person's tokens and sessions share the person's", async () => {
  const person = await world.member("scripted");
  const clients: Client[] = [person];
  for (let made = 0; made < 6; made += 1) clients.push((await withToken(world.url, person, ["read"])).client);
  const [session, first, second, ...others] = clients as [Member, Client, Client, ...Client[]];
  const call = async (client: Client) => (await client.send("GET", "/api/people")).status;
  const calls = async (client: Client, count: number) => {
    const answers = new Set<number>();
    for (let at = 0; at < count; at += 1) answers.add(await call(client));
    return [...answers];
  };
  expect(await calls(first, 100)).toEqual([200]);
  const refused = await first.send("GET", "/api/people");
  expect([refused.status, faultsOf(refused)]).toEqual([429, []]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect([await call(second), await call(session)]).toEqual([200, 200]);
  for (const client of others) await calls(client, 100);
  // 600 calls of the person within the minute, whatever they come with; these two have some of their own left.
  await calls(second, 60);
  await calls(session, 60);
  expect([await call(second), await call(session)]).toEqual([429, 429]);
  // Tokens that do not work count by address, like any stranger.
  const bad = tokenClient(world.url, makeApiToken());
  expect(await calls(bad, 100)).toContain(401);
  expect(await call(bad)).toBe(429);
});

test("a tab that polls for ten minutes is never refused", async () => {
  const polls = [
    { path: "/api/decisions", every: 5 },
    { path: "/api/tasks", every: 10 },
    { path: "/api/agents", every: 10 },
    { path: "/api/dashboard", every: 30 },
  ];
  const seen: Record<number, number> = {};
  const tags = new Map<string, string>();
  for (let second = 0; second < 600; second += 5) {
    vi.setSystemTime(start + minutes * 60_000 + second * 1000);
    for (const { path } of polls.filter(({ every }) => second % every === 0)) {
      const tag = tags.get(path);
      const reply = await owner.send("GET", path, tag ? { headers: { "if-none-match": tag } } : {});
      seen[reply.status] = (seen[reply.status] ?? 0) + 1;
      tags.set(path, reply.headers.get("etag") ?? "");
    }
  }
  minutes += 10;
  // Each page is sent once, and once more where the ten minutes reach into another day.
  const { 200: sent = 0, 304: unchanged = 0, ...refused } = seen;
  expect(refused).toEqual({});
  expect(sent + unchanged).toBe(260);
  expect(sent).toBeLessThanOrEqual(2 * polls.length);
});

test("the 101st anonymous call in a minute is refused, and says when to come back", async () => {
  const anonymous = world.client();
  for (let call = 1; call <= 100; call += 1) expect((await anonymous.send("GET", "/api/user")).status).toBe(401);
  const refused = await anonymous.send("GET", "/api/user");
  expect(refused.status).toBe(429);
  expect(refused.text).toMatch(/^Too many requests\. Try again in \d+ seconds\.$/);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await owner.send("GET", "/api/user")).status).toBe(200);
  vi.setSystemTime(start + minutes * 60_000 + 61_000);
  expect((await anonymous.send("GET", "/api/user")).status).toBe(401);
});

test("whoever floods is refused before any work is done for them, whatever they ask for", async () => {
  let refused = 0;
  for (let round = 0; round < 26; round += 1) {
    const replies = await Promise.all(Array.from({ length: 50 }, () => world.client().send("GET", "/readyz")));
    refused += replies.filter((reply) => reply.status === 429).length;
  }
  expect(refused).toBe(100);
  for (const path of ["/api/health", "/", "/ws", "/api/openapi.json", "/nowhere"])
    expect((await owner.send("GET", path)).status, path).toBe(429);
  expect((await owner.send("GET", "/livez")).status).toBe(200);
});

const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
test.each([
  ["addresses that cannot be decoded", "GET /%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404],
  ["upgrades there", `GET /%ff HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`, 400],
  ["upgrades where nothing else is counted", `GET /livez HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`, 400],
  ["requests without Host", "GET /api/user HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["what is no request", "hello\r\n\r\n", 400],
])("a flood of %s is refused like any other", async (_what, bytes, status) => {
  const seen: Record<number, number> = {};
  for (let sent = 0; sent < 1_250; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => sendBytes(world, bytes)));
    for (const reply of answers.map(replyTo)) {
      seen[reply.status] = (seen[reply.status] ?? 0) + 1;
      expect([...faultsOf(reply), reply.headers.get("x-content-type-options")]).toEqual(["nosniff"]);
      expect(Number(reply.headers.get("retry-after")) > 0).toBe(reply.status === 429);
    }
  }
  expect(seen).toEqual({ [status]: 1_200, 429: 50 });
});

test("a made-up session cookie counts by address, so that nobody mints buckets", async () => {
  const anonymous = world.client();
  let refused = 0;
  for (let call = 1; call <= 110; call += 1) {
    anonymous.cookie = `sid=${String(call).padStart(43, "A")}`;
    if ((await anonymous.send("GET", "/api/user")).status === 429) refused += 1;
  }
  expect(refused).toBe(10);
});

test("the eleventh wrong password for an account within 15 minutes is refused, also with the right one", async () => {
  const thief = world.client();
  const attempt = (password: string) =>
    thief.send("POST", "/api/login", { body: { username: owner.username, password } });
  for (let call = 1; call <= 10; call += 1) {
    const reply = await attempt("wrong password");
    expect([reply.status, reply.text]).toEqual([401, "Invalid username or password"]);
  }
  expect((await attempt(owner.password)).status).toBe(429);
  vi.setSystemTime(start + minutes * 60_000 + 16 * 60_000);
  expect((await attempt(owner.password)).status).toBe(200);
});

/** The cookies an answer hands out, as a browser sends them back. */
const cookiesOf = (headers: Headers): string[] => headers.getSetCookie().map((each) => each.split(";")[0] ?? "");

async function person(username: string): Promise<{ attempt: (password: string, cookie?: string) => Promise<Reply> }> {
  const body = { username, email: `${username}@example.com`, companyName: "Guessed", password: "a long password" };
  expect((await world.client().send("POST", "/api/register", { body })).status).toBe(200);
  return {
    attempt: (password, cookie) =>
      world.client().send("POST", "/api/login", { body: { username, password }, headers: cookie ? { cookie } : {} }),
  };
}

test("a stranger's wrong passwords lock the account for strangers, not for a browser that has signed in before", async () => {
  const { attempt } = await person("locked");
  const [, device = ""] = cookiesOf((await attempt("a long password")).headers);
  expect(device).toMatch(/^device-[0-9a-f]{16}=[\w-]{40,}$/);
  const stranger: number[] = [];
  for (let call = 0; call < 11; call += 1) stranger.push((await attempt("wrong password")).status);
  expect(stranger).toEqual([...Array<number>(10).fill(401), 429]);
  expect((await attempt("a long password")).status).toBe(429);
  expect((await attempt("a long password", device)).status).toBe(200);
  // The browser that is known has its own count.
  const known: number[] = [];
  for (let call = 0; call < 11; call += 1) known.push((await attempt("wrong password", device)).status);
  expect(known).toEqual(stranger);
  expect((await attempt("a long password", device)).status).toBe(429);
});

test("a device cookie is worth nothing for another account, nor made up", async () => {
  const { attempt } = await person("victim");
  const thief = await person("thief");
  const [, own = ""] = cookiesOf((await thief.attempt("a long password")).headers);
  const [, device = ""] = cookiesOf((await attempt("a long password")).headers);
  const [name] = device.split("=");
  for (let call = 0; call < 10; call += 1) expect((await attempt("wrong password")).status).toBe(401);
  const forged = [own, `${name}=${own.split("=")[1]}`, `${name}=AAAA`, device.slice(0, -3), `${name}=`];
  for (const cookie of forged)
    expect([(await attempt("a long password", cookie)).status, cookie]).toEqual([429, cookie]);
  expect((await attempt("a long password", device)).status).toBe(200);
});

test("sixty guesses at once from a browser that has signed in get no further than ten", async () => {
  const { attempt } = await person("racing");
  const [, device = ""] = cookiesOf((await attempt("a long password")).headers);
  const replies = await Promise.all(Array.from({ length: 60 }, () => attempt("wrong password", device)));
  const counts = Map.groupBy(replies, ({ status }) => status);
  expect(counts.get(401)?.length).toBeLessThanOrEqual(10);
  expect(counts.get(200)).toBeUndefined();
  expect(counts.get(429)?.length).toBeGreaterThan(0);
});

test("ten wrong current passwords are the last for a quarter of an hour, and end no session", async () => {
  const someone = await world.member("guessing");
  const change = (currentPassword: string) =>
    someone.send("PUT", "/api/user/password", { body: { currentPassword, newPassword: "four quiet herons" } });
  for (let call = 0; call < 10; call += 1) expect((await change("wrong password")).status).toBe(400);
  expect((await change(someone.password)).status).toBe(429);
  expect((await someone.send("GET", "/api/user")).status).toBe(200);
  vi.setSystemTime(start + minutes * 60_000 + 16 * 60_000);
  expect((await change(someone.password)).status).toBe(200);
});

test("sixty guesses at once get no further than ten one after the other", async () => {
  const target = await world.client().send("POST", "/api/register", {
    body: { username: "target", email: "target@example.com", companyName: "Target", password: "a long password" },
  });
  expect(target.status).toBe(200);
  const guess = () =>
    world.client().send("POST", "/api/login", { body: { username: "target", password: "wrong password" } });
  const replies = await Promise.all(Array.from({ length: 60 }, guess));
  const counts = Map.groupBy(replies, (reply) => reply.status);
  // A machine held up by the hashing may turn some away before they count: they have not guessed either.
  const [wrong, refused, turnedAway] = [401, 429, 503].map((status) => counts.get(status)?.length ?? 0);
  expect(wrong).toBeLessThanOrEqual(10);
  expect(refused).toBeGreaterThan(0);
  expect((wrong ?? 0) + (refused ?? 0) + (turnedAway ?? 0)).toBe(60);
});

/** Sends model calls until one is refused, with a minute of the clock after every twenty; gives how many were let through. */
async function askUntilRefused(member: Client, most = 210): Promise<{ admitted: number; refusal: Reply | null }> {
  for (let admitted = 0; admitted < most; admitted += 1) {
    // Twenty a minute is a person's own limit.
    if (admitted % 20 === 0) vi.setSystemTime((moment += 61_000));
    const reply = await member.send("POST", "/api/agents/ask", { body: {} });
    if (reply.status === 429) return { admitted, refusal: reply };
    expect(reply.status).toBe(400);
  }
  return { admitted: most, refusal: null };
}
let moment = 0;

test("one person gets half of the model calls that colleagues have left, alone in a company all of them", async () => {
  const first = await world.member("sharing");
  const second = await colleague(world, first, "member");
  const third = await colleague(world, first, "member");
  const alone = await world.member("alone");
  minutes += 100;
  moment = start + minutes * 60_000;
  const one = await askUntilRefused(first);
  expect(one.admitted).toBe(100);
  expect(one.refusal?.text).toMatch(
    /^You have used your share of your company's AI calls this hour: half of what your colleagues left\. Try again in \d+ minutes\.$/,
  );
  expect(Number(one.refusal?.headers.get("retry-after"))).toBeGreaterThan(0);
  // Another browser of the same person has no share of its own.
  expect((await askUntilRefused(await signIn(world.url, first))).admitted).toBe(0);
  expect((await askUntilRefused(second)).admitted).toBe(50);
  expect((await askUntilRefused(third)).admitted).toBe(25);
  const all = await askUntilRefused(alone);
  expect([all.admitted, all.refusal?.text]).toEqual([
    200,
    expect.stringMatching(/^Too many requests\. Try again in \d+ seconds\.$/),
  ]);
  // Once the hour is over everyone has a share again.
  vi.setSystemTime((moment += 61 * 60_000));
  expect((await askUntilRefused(first)).admitted).toBe(100);
  minutes += 200;
});

test("signing up is limited by address, signed in or not", async () => {
  const client = world.client();
  const statuses: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    const body = {
      username: `new${count}`,
      email: `new${count}@example.com`,
      companyName: "New",
      password: "a long password",
    };
    statuses.push((await client.send("POST", "/api/register", { body })).status);
  }
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5);
  expect(statuses.at(-1)).toBe(429);
});

test("addresses of one IPv6 subscriber count as one", () => {
  expect(addressKey("2001:db8:1:2:aaaa::1")).toBe(addressKey("2001:db8:1:2:bbbb:cccc:dddd:eeee"));
  expect(addressKey("2001:db8:1:2::1")).not.toBe(addressKey("2001:db8:1:3::1"));
  expect(addressKey("192.0.2.7")).toBe("192.0.2.7");
  expect(addressKey("::ffff:192.0.2.7")).toBe("192.0.2.7");
});

test("forwarded addresses are believed from configured proxies alone", () => {
  expect(trustedHops([])).toBe(false);
  const trusted = trustedHops(["10.0.0.0/8", "2001:db8::1"]);
  if (!trusted) throw new Error("Nothing is trusted.");
  expect([trusted("10.1.2.3"), trusted("11.1.2.3"), trusted("2001:db8::1"), trusted("2001:db8::2")]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

// Last, as the counters do not come back from so far ahead.
test("a device cookie ends after half a year", async () => {
  const { attempt } = await person("returning");
  const [, device = ""] = cookiesOf((await attempt("a long password")).headers);
  vi.setSystemTime(start + (minutes + 181 * 24 * 60) * 60_000);
  for (let call = 0; call < 10; call += 1) expect((await attempt("wrong password")).status).toBe(401);
  expect((await attempt("a long password", device)).status).toBe(429);
});
