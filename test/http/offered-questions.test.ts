import { afterAll, beforeAll, expect, test } from "vitest";
import { listAsks } from "#features/expertise/contract.ts";
import { setupAgents } from "#features/setup/contract.ts";
import { defaultWorkforce } from "#features/setup/rules.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world?.close());

test("no question is offered that is refused because of a capability switched off", async () => {
  const member = await world.member();
  const agents = defaultWorkforce
    .filter(({ role }) => role === "CEO" || role === "CFO" || role === "Legal")
    .map((agent) => (agent.role === "Legal" ? { ...agent, capabilities: [] } : agent));
  await member.call(setupAgents, { body: { selectedRoles: agents.map(({ role }) => role), agents } });
  const refused = async (question: string) =>
    (await member.send("POST", "/api/agents/ask", { body: { question, urgency: "low" } })).status === 403;
  const asks = await member.call(listAsks);
  expect(asks.filter(({ role }) => role === "CFO").length).toBeGreaterThan(5);
  const wrong: string[] = [];
  for (const { example } of asks) if (await refused(example)) wrong.push(example);
  expect(wrong).toEqual([]);
  expect(await refused("@Legal On which contracts must we give notice soon?")).toBe(true);
});
