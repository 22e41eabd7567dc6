import { afterAll, beforeAll, expect, test } from "vitest";
import { askAgents } from "#features/conversations/contract.ts";
import { listDecisions } from "#features/decisions/contract.ts";
import { getModelSettings } from "#features/models/contract.ts";
import { getRun, tryRunAgain } from "#features/runs/contract.ts";
import { changed, checksum } from "../checksum.ts";
import { answers, companyWithInvoices, inOrder, uses } from "../modelled.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { type Member, openWorld, type World } from "../world.ts";

/** A finished run under other circumstances: the difference is shown, and nothing follows from it. */
let standIn: StandIn;
let world: World;
beforeAll(async () => {
  standIn = await openStandIn();
  world = await openWorld({ AI_PROVIDER: "openai", OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: standIn.url });
});
afterAll(async () => {
  await world?.close();
  await standIn?.close();
});

const reads = uses({ tool: "explore_query", input: { subject: "invoices", measure: { of: "sum" } } });
const proposes = uses({
  tool: "propose_decision",
  input: {
    decisionType: "expense_approval",
    reason: "{f1} is coming in.",
    fields: [
      { name: "purpose", fact: null, text: "A new press" },
      { name: "amount", fact: null, text: "1,250" },
    ],
  },
});

async function asked(member: Member): Promise<string> {
  standIn.answer(inOrder(reads, answers("They owe {f1}.")));
  const body = { question: "Shall we spend 1,250 on a new press?", urgency: "high" } as const;
  const { runId } = await member.call(askAgents, { body });
  const statusOf = async () => (await member.call(getRun, { params: { id: runId } })).run.status;
  await expect.poll(statusOf, { timeout: 60_000 }).toBe("done");
  return runId;
}

const asItWas = { model: null, instructions: null, withoutActions: [] };

test("another model and other instructions: the difference is shown, the call is paid, no effect follows", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  const { companyId } = member.user;
  const id = await asked(member);
  // What was read then is read from the record.
  await world.asOwner("UPDATE invoices SET amount = 5 WHERE company_id = $1", [member.user.companyId]);
  const [before, requests] = [await checksum(world, companyId), standIn.journal.length];
  standIn.answer(inOrder(reads, proposes, answers("Buy it: {f1} is coming in.")));
  const tried = await member.call(tryRunAgain, {
    params: { id },
    body: { ...asItWas, model: "gpt-6-luna", instructions: "Always propose." },
  });
  expect(tried).toMatchObject({ engine: "openai/gpt-6-luna", sentence: null, cost: { state: "billed" } });
  expect(tried.lines).toEqual([
    { change: "removed", text: "They owe $6,000." },
    { change: "added", text: "Buy it: $6,000 is coming in." },
    { change: "added", text: expect.stringContaining("Proposes expense_approval") },
  ]);
  const [first] = standIn.journal.slice(requests);
  expect([first?.model, first?.instructions.includes("Always propose.")]).toEqual(["gpt-6-luna", true]);
  expect(await member.call(listDecisions, { query: { status: "pending" } })).toEqual([]);
  expect(changed(before, await checksum(world, companyId)).sort()).toEqual([
    "journal",
    "journal_heads",
    "model_calls",
    "model_months",
  ]);
  const { usage } = await member.call(getModelSettings);
  expect(usage.engines.map(({ engine, calls }) => [engine, calls])).toContainEqual(["openai/gpt-6-luna", 3]);
});

test("a policy without an action: the model is not offered it and may not use it", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  const id = await asked(member);
  const requests = standIn.journal.length;
  standIn.answer(inOrder(reads, answers("I cannot see it.")));
  const body = { ...asItWas, withoutActions: ["explore_query"] };
  const tried = await member.call(tryRunAgain, { params: { id }, body });
  const [first, second] = standIn.journal.slice(requests);
  expect(first?.tools.map((tool) => tool.id)).not.toContain("explore_query");
  expect(second?.messages.at(-1)?.text).toContain('There is no action "explore_query"');
  expect(tried.lines[0]).toEqual({ change: "removed", text: "They owe $6,000." });
  const unknown = await member.send("POST", `/api/runs/${id}/what-if`, {
    body: { ...asItWas, withoutActions: ["pay"] },
  });
  expect([unknown.status, unknown.text]).toEqual([422, 'There is no action "pay".']);
});

test("a model that fails leaves the result of rules, with the reason", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  const id = await asked(member);
  standIn.answer({ status: 404, body: { error: { message: "gone", code: "model_not_found" } } });
  const tried = await member.call(tryRunAgain, { params: { id }, body: { ...asItWas, model: "none-such" } });
  expect([tried.engine, tried.sentence]).toEqual(["rules", expect.stringContaining("none-such")]);
});
