import { afterAll, beforeAll, expect, test } from "vitest";
import { queryOrchestrator } from "#features/orchestrator/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { initializeAgents } from "#features/setup/contract.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

test("amounts of the ledger are answered beside their budgets, by month, by account and with what is left", async () => {
  const member = await world.member("budget");
  await member.call(initializeAgents);
  const accounts = [
    ["Workshop sales", "income", 9_000, 10_000],
    ["Rent", "expense", 4_100, 4_000],
    ["Wages & Super", "expense", 3_000, 3_200],
  ] as const;
  for (const month of ["2025-07-01", "2025-08-01", "2025-09-01", "2025-10-01"])
    for (const [account, type, actual, budget] of accounts) {
      const amounts = month === "2025-10-01" ? { actual } : { actual, budget };
      await member.call(addRecord, {
        body: { kind: "ledger", source: "manual", fields: { account, month, type, ...amounts } },
      });
    }
  const asked = async (query: string) =>
    (await member.call(queryOrchestrator, { body: { query, priority: "medium" } })).summary;
  expect(await asked("Did total income beat the budget in Q3 2025?")).toMatch(/^No\b.*27,000.*30,000.*3,000 below/);
  expect(await asked("Profit in August 2025 beside the budget, and the difference?")).toMatch(
    /1,900.*2,800.*900 below/,
  );
  expect(await asked("Did payroll run over budget in August 2025?")).toMatch(/^No\b.*Wages & Super.*3,000.*3,200/);
  expect(await asked("How many months from July to September 2025 did rent miss budget?")).toMatch(/3 of 3 months/);
  expect(await asked("Which cost accounts are over budget in July 2025?")).toMatch(/1 of 2 accounts.*Rent/);
  expect(await asked("Workshop sales from August to October 2025 against budget")).toMatch(
    /18,000.*20,000.*No budget is recorded for October 2025/,
  );
  expect(await asked("Rent in October 2025 against budget")).toMatch(/No budget is recorded for October 2025/);
  expect(await asked("What is left of the rent budget for Q3 2025?")).toMatch(/Nothing is left.*300.*12,000.*12,300/);
});

test("what was won is divided by what was decided, for owners by their first names and by group", async () => {
  const member = await world.member("outcomes");
  await member.call(initializeAgents);
  // The customer is named like the owner of deals.
  await member.call(addRecord, {
    body: { kind: "customers", source: "manual", fields: { name: "Travis Heights School", status: "active" } },
  });
  const deals = [
    ["Travis Okafor", "won", "2025-03-01", "web"],
    ["Travis Okafor", "won", "2025-04-01", "fair"],
    ["Travis Okafor", "lost", "2025-04-02", "fair"],
    ["Dana Whitlock", "won", "2025-05-01", "web"],
    ["Dana Whitlock", "lost", "2024-05-01", "web"],
    ["Dana Whitlock", "proposal", null, "web"],
  ] as const;
  for (const [at, [ownerName, stage, closedOn, channel]] of deals.entries()) {
    const fields = {
      name: `Deal ${at}`,
      ownerName,
      stage,
      channel,
      amount: 1_000,
      openedOn: "2024-01-01",
      ...(closedOn && { closedOn }),
    };
    await member.call(addRecord, { body: { kind: "deals", source: "manual", fields } });
  }
  const asked = async (query: string) =>
    (await member.call(queryOrchestrator, { body: { query, priority: "medium" } })).summary;
  expect(await asked("What is Travis's win rate on closed deals (won out of won plus lost)?")).toMatch(
    /66\.7%.*2 won, 1 lost/,
  );
  expect(await asked("Dana's close rate in 2025")).toMatch(/100%.*1 won, 0 lost/);
  expect(await asked("Dana or Travis, who wins the larger share of the deals they close?")).toMatch(
    /Travis Okafor 66\.7%.*Dana Whitlock 50%/,
  );
  expect(await asked("Does Dana have a better win rate than Travis?")).toMatch(/^No\. .*Travis Okafor 66\.7%/);
  expect(await asked("Does Travis have a better win rate than Dana?")).toMatch(/^Yes\. .*Travis Okafor 66\.7%/);
  expect(await asked("Close rate by channel")).toMatch(/web 66\.7%.*fair 50%/i);
});
