import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { leastPace } from "#platform/http/pace.ts";
import { replyTo } from "../raw.ts";
import { colleague } from "../samples.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
const { windowMs } = leastPace.arriving;
beforeAll(async () => {
  // On a busy machine bodies are held longer than the least speed allows.
  leastPace.arriving.windowMs = 120_000;
  world = await openWorld({ ROLE: "web" });
});
const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  leastPace.arriving.windowMs = windowMs;
  await world?.close();
});

const mib = 1024 ** 2;
const types = { document: "application/octet-stream", figures: "text/csv", json: "application/json" };

type Kind = keyof typeof types;
const paths: Record<Kind, string> = {
  document: "POST /api/brain/documents?fileName=a.txt",
  figures:
    "POST /api/metrics/imports?fileName=a.csv&metricName=revenue&dateColumn=a&valueColumn=b&dateFormat=YYYY-MM-DD",
  json: "POST /api/tasks",
};

/** Sends a request's head and, if it is chunked, pieces; gives the answer, or "" while the server waits for the rest. */
function begin(member: Pick<Member, "cookie"> | null, target: string, type: string, length: number | Buffer[]) {
  const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
  open.push(socket);
  let answer = "";
  socket.on("data", (piece) => {
    answer += piece.toString("latin1");
  });
  socket.on("error", () => undefined);
  const cookie = member ? `Cookie: ${member.cookie}\r\n` : "";
  const framing = typeof length === "number" ? `Content-Length: ${length}` : "Transfer-Encoding: chunked";
  socket.write(`${target} HTTP/1.1\r\nHost: localhost\r\n${cookie}Content-Type: ${type}\r\n${framing}\r\n\r\n`);
  if (typeof length !== "number")
    for (const piece of length) {
      socket.write(`${piece.length.toString(16)}\r\n`);
      socket.write(piece);
      socket.write("\r\n");
    }
  return { answer: () => answer, end: () => socket.destroy() };
}
const hold = (member: Pick<Member, "cookie"> | null, kind: Kind, bytes: number) =>
  begin(member, paths[kind], types[kind], bytes);

/** The statuses of requests of which `refused` are answered; the others wait for their bodies. */
async function answersOf(held: readonly ReturnType<typeof begin>[], refused: number) {
  const answered = () => held.map(({ answer }) => answer()).filter((answer) => answer !== "");
  await expect.poll(() => answered().length).toBe(refused);
  return answered().map(replyTo);
}

test.each(["document", "figures"] as const)("of sixty uploads (%s) that never end one is admitted", async (kind) => {
  const owner = await world.member();
  const held = Array.from({ length: 60 }, () => hold(owner, kind, 25 * mib));
  const refused = await answersOf(held, 59);
  for (const { status, text, headers } of refused) {
    expect([status, text]).toEqual([
      429,
      "You are sending too much at once. Try again when your other uploads are done.",
    ]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  // Another company is not affected, nor is what is small.
  const other = await world.member();
  const file = { body: kind, headers: { "content-type": types.document } };
  expect((await other.send("POST", "/api/brain/documents?fileName=a.txt", file)).status).toBe(200);
  expect((await owner.send("POST", "/api/tasks", { body: { title: "Call" } })).status).toBe(200);
  for (const one of held) one.end();
  await expect.poll(() => statusOf(owner)).toBe(200);
});

/** Uploads a small file and gives the status. */
async function statusOf(member: Member): Promise<number> {
  const body = crypto.randomUUID();
  const headers = { "content-type": types.document };
  return (await member.send("POST", "/api/brain/documents?fileName=a.txt", { body, headers })).status;
}

test("a body without a declared length counts as it arrives", async () => {
  const owner = await world.member();
  const pieces = Array.from({ length: 20 }, () => Buffer.alloc(mib, "x"));
  const held = [1, 2].map(() => begin(owner, paths.document, types.document, pieces));
  const [refused] = await answersOf(held, 1);
  expect(refused?.status).toBe(429);
  for (const one of held) one.end();
  await expect.poll(() => statusOf(owner)).toBe(200);
});

test("bodies of JSON count too", async () => {
  const owner = await world.member();
  const post = () => hold(owner, "json", 100 * 1024);
  let held = Array.from({ length: 335 }, post);
  const tooMany = 335 - Math.floor((32 * mib) / (100 * 1024));
  // So many at once may be turned away before they are counted: those come again.
  const settled = () => {
    const isTurnedAway = held.map(({ answer }) => answer().startsWith("HTTP/1.1 503"));
    held = held.map((one, at) => (isTurnedAway[at] ? post() : one));
    return held.filter(({ answer }) => answer() !== "").length;
  };
  await expect.poll(settled).toBe(tooMany);
  const refused = await answersOf(held, tooMany);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
});

test("bodies without a session count by address and leave room for people", async () => {
  const owner = await world.member();
  const held = Array.from({ length: 15 }, () => begin(null, "POST /api/login", types.json, 100 * 1024));
  const refused = await answersOf(held, 5);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  // A made-up cookie is no session.
  const forged = begin({ cookie: `sid=${"A".repeat(43)}` }, "POST /api/login", types.json, 100 * 1024);
  expect((await answersOf([forged], 1))[0]?.status).toBe(429);
  expect(await statusOf(owner)).toBe(200);
});

test("a company shares a budget, and all companies share the server's", async () => {
  const companies = await Promise.all([1, 2, 3].map(() => world.member()));
  const people = await Promise.all(
    companies.map(async (owner) => [
      owner,
      await colleague(world, owner, "member"),
      await colleague(world, owner, "member"),
    ]),
  );
  const upload = (member?: Member) => hold(member ?? null, "document", 25 * mib);
  const [[first, second, third] = [], [other, another] = [], [last] = []] = people;
  // In whatever order they arrive, the last one is refused.
  const ofOne = [upload(first), upload(second), upload(third)];
  const [ofCompany] = await answersOf(ofOne, 1);
  expect([ofCompany?.status, ofCompany?.text]).toEqual([
    429,
    "Your company is sending too much at once. Try again in a moment.",
  ]);
  const waiting = ofOne.filter(({ answer }) => answer() === "");
  const ofOthers = [other, another, last, await world.member()].map((member) => upload(member));
  const [ofServer] = await answersOf([...waiting, ...ofOthers], 1);
  expect([ofServer?.status, ofServer?.text]).toEqual([503, "Service temporarily unavailable"]);
  expect(Number(ofServer?.headers.get("retry-after"))).toBeGreaterThan(0);
});
