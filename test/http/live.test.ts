// On both databases: notices reach open pages.
import { afterAll, beforeAll, expect, test } from "vitest";
import { logout } from "#features/accounts/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { hire, type Member, openOn, openWorld, signIn, testContexts, type World } from "../world.ts";
import WebSocket from "ws";
import { openTab, type Tab } from "../live-tab.ts";

let world: World;
/** A second instance on the same PostgreSQL; the embedded database has one owner. */
let other: World | null = null;
let owner: Member;

beforeAll(async () => {
  world = await openWorld();
  if (world.config.databaseUrl) other = await openOn(world.config);
  owner = await world.member();
});
afterAll(async () => {
  await other?.close();
  await world?.close();
});

/** What was sent to a tab, without word of new notifications, which come from jobs. */
const types = (tab: Tab) => tab.messages.map(({ type }) => type).filter((type) => type !== "notifications.changed");

test("a proposal reaches the company's tabs on every instance, and no other company's", async () => {
  const [, cfo] = await hire(owner, "CEO", "CFO");
  const stranger = await world.member("stranger");
  const tabs = [await openTab(world, owner.cookie, owner.user.companyId)];
  if (other) tabs.push(await openTab(other, owner.cookie, owner.user.companyId));
  const strange = await openTab(world, stranger.cookie, stranger.user.companyId);
  await expect.poll(() => [...tabs, strange].every((tab) => types(tab).includes("joined"))).toBe(true);
  const decision = await owner.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  for (const tab of tabs) {
    await expect.poll(() => types(tab)).toEqual(expect.arrayContaining(["decision_pending", "communication_sent"]));
    const refreshes = ["dashboard", "decisions", "imports", "authority", "feed"];
    expect(tab.messages).toContainEqual({ type: "decision_pending", id: decision.id, refreshes });
  }
  expect(types(strange)).toEqual(["joined"]);
  for (const tab of [...tabs, strange]) tab.socket.close();
});

test("what anybody else says on the database's channel is not listened to", async () => {
  const tab = await openTab(world, owner.cookie, owner.user.companyId);
  await expect.poll(() => types(tab)).toEqual(["joined"]);
  for (const text of ["hello", "null", "[]", '{"company":1}', "{"])
    await world.asOwner(`SELECT pg_notify('boardroom', $1)`, [text]);
  await owner.send("POST", "/api/company/initialize-agents");
  await expect.poll(() => types(tab)).toContain("workforce.initialized");
  tab.socket.close();
});

test("joining another company closes the socket with 4403", async () => {
  const stranger = await world.member("stranger");
  const tab = await openTab(world, stranger.cookie, owner.user.companyId);
  expect(await tab.closed).toBe(4403);
});

test("without a session, or from another site, there is no socket", async () => {
  await expect(openTab(world, null, owner.user.companyId)).rejects.toThrow("401");
  const socket = new WebSocket(`${world.url.replace("http", "ws")}/ws`, {
    headers: { cookie: owner.cookie ?? "", origin: "https://elsewhere.example" },
  });
  await expect(new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject))).rejects.toThrow("403");
});

test("logging out ends the session's sockets and no others", async () => {
  const second = await signIn(world.url, owner);
  const tab = await openTab(world, second.cookie, owner.user.companyId);
  const staying = await openTab(world, owner.cookie, owner.user.companyId);
  await second.call(logout);
  expect(await tab.closed).toBe(4401);
  expect(staying.socket.readyState).toBe(WebSocket.OPEN);
  staying.socket.close();
});

test("a frame over 4 KB and a flood of frames close the socket", async () => {
  const large = await openTab(world, owner.cookie, owner.user.companyId);
  large.socket.send("x".repeat(5_000));
  expect(await large.closed).toBe(1009);
  const flood = await openTab(world, owner.cookie, owner.user.companyId);
  for (let frame = 0; frame < 50; frame += 1) flood.socket.send("{}");
  expect(await flood.closed).toBe(4408);
});
