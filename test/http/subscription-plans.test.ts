import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlanId } from "#contract/pricing.ts";
import { getPlan } from "#features/accounts/plan/contract.ts";
import { listAgents } from "#features/agents/contract.ts";
import { addExecutive, reinstateExecutive, retireExecutive } from "#features/executives/contract.ts";
import { changeSeats, listMembers } from "#features/members/contract.ts";
import { initializeAgents } from "#features/setup/contract.ts";
import { readConfig } from "#platform/config.ts";
import { commandHere } from "../command.ts";
import { freshGround, hire, journalOf, type Member, openOn, openWorld, type World } from "../world.ts";

/** Plans as limits, where the operator switched them on. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web", PLANS: "on" });
});
afterAll(() => world?.close());

const give = (member: Member, plan: PlanId) =>
  world.asOwner("UPDATE companies SET subscription_plan = $1 WHERE company_id = $2", [plan, member.user.companyId]);
const planOf = async (member: Member) => (await member.call(getPlan)).plan;
const refusal = "409: The Starter plan has 3 agents: choose fewer, retire one, or ask your operator for a larger plan.";

test("by default there are no plans: no limit on agents, and nothing to show", async () => {
  const plain = await openWorld({ ROLE: "web" });
  try {
    const member = await plain.member();
    expect(await planOf(member)).toBeNull();
    await member.call(initializeAgents);
    expect(await member.call(listAgents)).toHaveLength(8);
  } finally {
    await plain.close();
  }
});

test("a new company is on trial with Professional, and gets as many default agents as that has", async () => {
  const member = await world.member("trial");
  await member.call(initializeAgents);
  expect(await planOf(member)).toMatchObject({
    id: "professional",
    trialUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    agents: { used: 6, most: 6 },
    users: { used: 1, most: 10 },
  });
  await expect(member.call(addExecutive, { body: { role: "Legal" } })).rejects.toThrow(
    "409: The Professional plan has 6 agents",
  );
});

test("the end of the trial locks nobody out", async () => {
  const member = await world.member("ended");
  await world.asOwner("UPDATE companies SET created_at = now() - interval '90 days' WHERE company_id = $1", [
    member.user.companyId,
  ]);
  await hire(member, "CEO", "CFO");
  expect((await planOf(member))?.agents).toEqual({ used: 2, most: 6 });
});

test("agents beyond the plan are refused in one sentence by every way to add one, also at the same time", async () => {
  const member = await world.member("starter");
  await give(member, "starter");
  await expect(hire(member, "CEO", "CFO", "CTO", "CMO")).rejects.toThrow(refusal);
  expect(await member.call(listAgents)).toEqual([]);
  const [, cfo] = await hire(member, "CEO", "CFO");
  const added = await Promise.allSettled(
    (["CTO", "CMO", "Legal"] as const).map((role) => member.call(addExecutive, { body: { role } })),
  );
  expect(added.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
  expect((await planOf(member))?.agents).toEqual({ used: 3, most: 3 });
  // Changing those who are there is no addition.
  await hire(member, "CEO", "CFO");
  const id = cfo?.id ?? "";
  await member.call(retireExecutive, { params: { id }, body: {} });
  await member.call(addExecutive, { body: { role: "Sales" } });
  await expect(member.call(reinstateExecutive, { params: { id } })).rejects.toThrow(refusal);
});

test("a smaller plan keeps the agents that are there", async () => {
  const member = await world.member("smaller");
  await give(member, "enterprise");
  await member.call(initializeAgents);
  await give(member, "starter");
  expect(await member.call(listAgents)).toHaveLength(8);
  expect((await planOf(member))?.agents).toEqual({ used: 8, most: 3 });
});

test("the operator sets a plan by command, which the company's journal records", async () => {
  const ground = await freshGround();
  try {
    const env = { PORT: "0", LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "100", PLANS: "on", ...ground.env };
    const before = await openOn(readConfig(env));
    const member = await before.member("buyer");
    await before.close();
    const set = (...args: string[]) => commandHere("plan", env, args);
    expect((await set(member.username, "starter")).out).toBe("Company of buyer now has the Starter plan.\n");
    expect((await set(member.username, "gold")).complaint).toMatch(/^Usage: npm run plan/);
    expect((await set("nobody", "starter")).complaint).toBe("No account has the username or address nobody.\n");
    const after = await openOn(readConfig(env));
    expect(await journalOf(after, member)).toContain("company.plan_set");
    const [row] = await after.asOwner<{ plan: string; isSet: boolean }>(
      `SELECT subscription_plan AS plan, plan_set_at IS NOT NULL AS "isSet" FROM companies WHERE company_id = $1`,
      [member.user.companyId],
    );
    expect(row).toEqual({ plan: "starter", isSet: true });
    await after.close();
  } finally {
    ground.remove();
  }
});

test("a company has at most the people of its plan, whatever its admin allows", async () => {
  const member = await world.member("seats");
  await member.call(changeSeats, { body: { maxUsers: 30 } });
  await give(member, "starter");
  expect((await member.call(listMembers)).seats).toEqual({ taken: 1, most: 10 });
  const more = await member.send("PUT", "/api/company/seats", { body: { maxUsers: 11 } });
  expect([more.status, more.text]).toEqual([409, "The Starter plan has 10 people. Enter at most 10"]);
  await give(member, "enterprise");
  expect(await member.call(changeSeats, { body: { maxUsers: 80 } })).toEqual({ taken: 1, most: 80 });
});
