import { afterAll, beforeAll, expect, test } from "vitest";
import { listAgents, setAutonomy } from "#features/agents/contract.ts";
import { listProfiles } from "#features/identity/contract.ts";
import { getOversightStatus } from "#features/oversight/contract.ts";
import { startWorking } from "#features/setup/starting/contract.ts";
import { hire, journalOf, openWorld, type World } from "../world.ts";

/** One answer sets what agents may do on their own. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

test("agreeing once sets autonomy, oversight, auto-pilot and profiles, and a repetition changes nothing", async () => {
  const member = await world.member();
  const none = await member.send("POST", startWorking.path);
  expect([none.status, none.text]).toEqual([409, "No agent is active. Add agents first."]);
  const [ceo, cfo] = await hire(member, "CEO", "CFO");
  await member.call(setAutonomy, { params: { id: ceo?.id ?? "" }, body: { autonomyLevel: "assist" } });
  await member.call(setAutonomy, { params: { id: cfo?.id ?? "" }, body: { autonomyLevel: "execute" } });
  const stranger = await world.member();
  await hire(stranger, "CEO");
  const { agents, message } = await member.call(startWorking);
  expect([agents, message]).toEqual([2, expect.stringMatching(/^Auto-pilot is on\. Next run at /)]);
  const levels = async () =>
    (await member.call(listAgents)).map(({ role, systemProps }) => [role, systemProps.autonomyLevel]);
  expect(await levels()).toEqual([
    ["CEO", "propose"],
    ["CFO", "execute"],
  ]);
  expect((await member.call(getOversightStatus)).systemStatus).toBe("MONITORING");
  expect(await member.call(listProfiles)).toHaveLength(2);
  const journal = await journalOf(world, member);
  expect(journal).toEqual(
    expect.arrayContaining(["agent.autonomy_changed", "oversight.initialized", "agent.profile_initialized"]),
  );
  await member.call(startWorking);
  expect((await journalOf(world, member)).length).toBe(journal.length);
  expect((await stranger.call(getOversightStatus)).since).toBeNull();
  expect(await stranger.call(listProfiles)).toEqual([]);
});
