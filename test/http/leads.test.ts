import { afterAll, beforeAll, expect, test } from "vitest";
import { requestDemo } from "#features/leads/contract.ts";
import { readConfig } from "#platform/config.ts";
import { commandHere } from "../command.ts";
import { freshGround, openOn, openWorld, type Reply, type World } from "../world.ts";

/** Requests for a demo from the public pages. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world?.close());

const good = {
  name: "Ann Lee",
  email: "ann@example.com",
  company: "Hartley & Finch",
  message: "How does approval work?",
  consent: true,
  website: "",
};
const send = (change: object = {}, of = world): Promise<Reply> =>
  of.client().send("POST", "/api/leads", { body: { ...good, ...change } });
const stored = (email: string) =>
  world.asOwner<{ id: string; name: string; company: string; message: string }>(
    "SELECT id, name, company, message FROM leads WHERE email = $1",
    [email],
  );

test("a request sent twice at once is stored once, and another one of the same person too", async () => {
  const replies = await Promise.all([send(), send(), send({ name: "ANN LEE" })]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(requestDemo.response.parse(replies[0]?.json)).toEqual(replies[1]?.json);
  expect(await stored(good.email)).toHaveLength(1);
  await send({ message: "And what does it cost?" });
  expect((await stored(good.email)).map(({ message }) => message).toSorted()).toEqual([
    "And what does it cost?",
    "How does approval work?",
  ]);
});

test("a filled hidden field gets the same answer and is not stored", async () => {
  const email = "robot@example.com";
  expect((await send({ email, website: "https://spam.example" })).json).toEqual((await send()).json);
  expect(await stored(email)).toEqual([]);
});

test("hostile and incomplete requests are refused in a sentence; a strange one is stored as text", async () => {
  const refused = async (change: object) => {
    const { status, text } = await send({ email: "refused@example.com", ...change });
    expect(text).not.toContain("\n");
    return status;
  };
  for (const change of [
    { consent: false },
    { consent: "true" },
    { email: "none" },
    { name: "" },
    { name: "\u200b" },
    { name: "Ann\r\nBcc: all@example.com" },
    { company: "a\u0000b" },
    { company: "x".repeat(101) },
    { message: "y".repeat(2_001) },
    { companyId: "00000000-0000-4000-8000-000000000000" },
  ])
    expect(await refused(change), JSON.stringify(change)).toBe(400);
  expect(await stored("refused@example.com")).toEqual([]);
  const company = "'); DROP TABLE leads; -- <script>alert(1)</script>";
  await send({ email: "odd@example.com", company });
  expect(await stored("odd@example.com")).toMatchObject([{ company }]);
});

test("another site cannot send one, and the program itself cannot read them", async () => {
  const { status } = await world
    .client()
    .send("POST", "/api/leads", { body: good, headers: { "sec-fetch-site": "cross-site" } });
  expect(status).toBe(403);
  await expect(world.boardroom.database.query("SELECT * FROM leads", [])).rejects.toThrow(/permission denied/);
  await expect(world.boardroom.database.query("DELETE FROM leads", [])).rejects.toThrow(/permission denied/);
});

test("requests older than a year go when the next one comes", async () => {
  await world.asOwner(
    `INSERT INTO leads VALUES ('old', gen_random_uuid(), 'Old', 'old@example.com', 'Old', '', now() - interval '367 days')`,
  );
  await send({ email: "next@example.com" });
  expect([await stored("old@example.com"), (await stored("next@example.com")).length]).toEqual([[], 1]);
});

test("one address can ask five times an hour", async () => {
  const strict = await openWorld({ ROLE: "web", RATE_LIMIT_FACTOR: "1" });
  try {
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await send({ message: `${at}` }, strict)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  } finally {
    await strict.close();
  }
});

test("the operator lists and removes them with a command, and nothing in them steers the terminal", async () => {
  const ground = await freshGround();
  try {
    const own = await openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "100", ...ground.env }));
    await send({ message: "first\n\u001b[31mred\u202etxt" }, own);
    await send({ email: "bob@example.com", name: "Bob" }, own);
    await own.close();
    const { out, code } = await commandHere("leads", ground.env, []);
    expect(code).toBe(0);
    expect(out.indexOf("Bob, Hartley & Finch, bob@example.com")).toBeGreaterThanOrEqual(0);
    expect(out).toContain("  first\n  [31mredtxt");
    expect((await commandHere("leads", ground.env, ["--remove", "ANN@example.com"])).out).toBe("1 request removed.\n");
    expect((await commandHere("leads", ground.env, [])).out).not.toContain("Ann Lee");
    const none = await commandHere("leads", ground.env, ["--remove", "ann@example.com"]);
    expect([none.code, none.complaint]).toEqual([1, "No request has the id or address ann@example.com.\n"]);
  } finally {
    ground.remove();
  }
});
