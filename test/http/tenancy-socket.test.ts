import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { createTask } from "#features/tasks/contract.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
let owner: Member;
let stranger: Member;
const open: WebSocket[] = [];
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = await world.member("owner");
  stranger = await world.member("stranger");
});
afterAll(async () => {
  for (const socket of open) socket.terminate();
  await world?.close();
});

type Message = { type: string; id: string | null };

function dial(headers: Record<string, string>): { socket: WebSocket; heard: Message[] } {
  const socket = new WebSocket(`${world.url.replace("http", "ws")}/ws`, { headers });
  const heard: Message[] = [];
  socket.on("message", (frame: Buffer) => heard.push(JSON.parse(frame.toString())));
  open.push(socket);
  return { socket, heard };
}

/** The status with which an upgrade is refused. */
async function refusal(headers: Record<string, string>): Promise<number> {
  const { socket } = dial(headers);
  socket.on("error", () => undefined);
  const outcome = Promise.race([
    once(socket, "unexpected-response").then(([, response]) => (response as { statusCode: number }).statusCode),
    once(socket, "open").then(() => 101),
  ]);
  return outcome;
}

async function dialAs(member: Member): Promise<{ socket: WebSocket; heard: Message[] }> {
  const dialled = dial({ cookie: member.cookie ?? "", origin: world.url });
  await once(dialled.socket, "open");
  return dialled;
}

const join = (socket: WebSocket, companyId: unknown) =>
  socket.send(JSON.stringify({ type: "join_company", companyId }));

test("without a session, with a wrong one, or from another site no socket opens", async () => {
  expect(await refusal({})).toBe(401);
  expect(await refusal({ cookie: `sid=${"A".repeat(43)}` })).toBe(401);
  const cookie = owner.cookie ?? "";
  expect(await refusal({ cookie, origin: "https://evil.example" })).toBe(403);
  expect(await refusal({ cookie, origin: "null" })).toBe(403);
  expect(await refusal({ cookie, origin: "http://evil.example", host: "evil.example" })).toBe(403);
  expect(await refusal({ cookie, origin: world.url })).toBe(101);
  expect(await refusal({ cookie, origin: world.config.publicUrl.origin, host: "anything" })).toBe(101);
});

test("joining another company, or none that exists, closes the socket", async () => {
  const attempts = () => world.counted("cross_company_attempts");
  for (const companyId of [owner.user.companyId, crypto.randomUUID(), null, undefined, {}, [stranger.user.companyId]]) {
    const before = await attempts();
    const { socket, heard } = await dialAs(stranger);
    const closed = once(socket, "close");
    join(socket, companyId);
    expect((await closed)[0]).toBe(4403);
    expect(heard).toEqual([]);
    expect(await attempts()).toBe(before + 1);
  }
});

test("a socket hears its own company's changes and nothing of another's", async () => {
  const mine = await dialAs(owner);
  const theirs = await dialAs(stranger);
  const silent = await dialAs(owner);
  join(mine.socket, owner.user.companyId);
  join(theirs.socket, stranger.user.companyId);
  await expect.poll(() => [mine.heard.length, theirs.heard.length]).toEqual([1, 1]);
  const secret = await owner.call(createTask, { body: { title: "Secret" } });
  await expect.poll(() => mine.heard.map(({ id }) => id)).toContain(secret.id);
  // What the stranger hears next is its own: nothing of the other company came in between.
  const own = await stranger.call(createTask, { body: { title: "Own" } });
  await expect.poll(() => theirs.heard.map(({ id }) => id)).toContain(own.id);
  expect(theirs.heard).toEqual([
    { type: "joined", id: null, refreshes: [] },
    { type: "task.created", id: own.id, refreshes: ["tasks", "initiatives", "plans", "orchestrator", "feed"] },
  ]);
  expect(mine.heard.map(({ id }) => id)).not.toContain(own.id);
  // Who has not joined hears nothing, not even of its own company.
  expect(silent.heard).toEqual([]);
});
