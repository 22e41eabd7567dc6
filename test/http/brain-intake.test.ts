// On both databases: what happened is read from the journal in their SQL.
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { jobContext } from "#features/accounts/service.ts";
import * as brain from "#features/brain/contract.ts";
import { hasUnread, readJournal } from "#features/brain/intake/service.ts";
import { embedWaiting } from "#features/brain/vectors/service.ts";
import { addComment } from "#features/conversations/contract.ts";
import { makeDecision, settleDecision, undoDecision } from "#features/decisions/contract.ts";
import { createTask, updateTask } from "#features/tasks/contract.ts";
import { mintCompany, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  // No jobs run, so a test decides when the journal is read.
  world = await openWorld({ UNDO_SECONDS: "120", ROLE: "web" });
});
afterAll(() => world?.close());

const contextOf = (who: Member) => jobContext(world.boardroom.platform, mintCompany(who.user.companyId));
const readAll = async (who: Member): Promise<void> => write(await contextOf(who), readJournal);
const isUnread = async (who: Member): Promise<boolean> => read(await contextOf(who), hasUnread);
const passages = async (who: Member): Promise<string[]> =>
  (await who.call(brain.listPassages)).map(({ contentType, content }) => `${contentType}: ${content.split("\n")[0]}`);

async function complete(who: Member, title: string): Promise<string> {
  const { id } = await who.call(createTask, { body: { title } });
  await who.call(updateTask, { params: { id }, body: { status: "completed" } });
  return id;
}

async function propose(who: Member): Promise<string> {
  const [cfo] = await hire(who, "CFO");
  return (await who.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } })).id;
}

const slotsOf = (who: Member) =>
  world.asOwner("SELECT job FROM job_slots WHERE company_id = $1 AND job = 'brain-reading'", [who.user.companyId]);

test("what happens gathers under one slot, queues no job of its own, and is ingested at once in its order", async () => {
  const own = await world.member("gatherer");
  const other = await world.member("bystander");
  expect(await slotsOf(own)).toEqual([]);
  const first = await complete(own, "Order label paper");
  await own.call(addComment, { body: { subject: "task", subjectId: first, text: "From Harbour Logistics this time" } });
  await complete(own, "Call the landlord");
  expect(await slotsOf(own)).toHaveLength(1);
  expect(await slotsOf(other)).toEqual([]);
  const queued = await world.asOwner("SELECT 1 FROM pgboss.job WHERE name LIKE 'brain%' AND data->>'company' = $1", [
    own.user.companyId,
  ]);
  expect(queued).toEqual([]);
  expect(await passages(own)).toEqual([]);
  expect(await isUnread(own)).toBe(true);

  await readAll(own);
  expect((await passages(own)).toSorted()).toEqual([
    expect.stringMatching(/^comment: .*: From Harbour Logistics this time$/),
    "task: Completed: Call the landlord",
    "task: Completed: Order label paper",
  ]);
  expect(await isUnread(own)).toBe(false);
  await readAll(other);
  expect(await passages(other)).toEqual([]);
});

test("what was read is not read again; what a person deleted does not come back", async () => {
  const own = await world.member("once");
  await complete(own, "Count the stock");
  await readAll(own);
  const [passage] = await own.call(brain.listPassages);
  await own.call(brain.deletePassage, { params: { id: passage?.id ?? "" } });
  await complete(own, "Sweep the yard");
  await readAll(own);
  expect(await passages(own)).toEqual(["task: Completed: Sweep the yard"]);
});

test("a row is found by its entry however old its own time is", async () => {
  const own = await world.member("late");
  await complete(own, "Newer");
  await readAll(own);
  const id = await complete(own, "Committed last, dated first");
  await world.asOwner(
    "UPDATE tasks SET completion_date = now() - interval '3 days' WHERE company_id = $1 AND id = $2",
    [own.user.companyId, id],
  );
  await readAll(own);
  expect(await passages(own)).toContain("task: Completed: Committed last, dated first");
});

test("what a killed read had done is undone with its place in the journal, and done by the next", async () => {
  const own = await world.member("killed");
  await complete(own, "Renew the lease");
  const killed = write(await contextOf(own), async (tx: Tx) => {
    await readJournal(tx);
    throw new Error("Killed before the commit.");
  });
  await expect(killed).rejects.toThrow("Killed");
  expect(await passages(own)).toEqual([]);
  expect(await isUnread(own)).toBe(true);
  await readAll(own);
  expect(await passages(own)).toEqual(["task: Completed: Renew the lease"]);
});

test("a decision is ingested as it is when it is read: settled, pending again, and settled anew", async () => {
  const own = await world.member("undecided");
  const id = await propose(own);
  const decided = async () => (await passages(own)).filter((line) => line.startsWith("decision"));
  const settle = (approved: boolean) => own.call(settleDecision, { params: { id }, body: { approved } });
  await settle(false);
  await own.call(undoDecision, { params: { id } });
  await readAll(own);
  expect(await decided()).toEqual([]);
  await settle(false);
  await readAll(own);
  expect(await decided()).toEqual([expect.stringContaining("Rejected: ")]);
  await own.call(undoDecision, { params: { id } });
  await readAll(own);
  expect(await decided()).toEqual([]);
  await settle(true);
  await readAll(own);
  expect(await decided()).toEqual([expect.stringContaining("Approved: ")]);
});

test("a notice that a proposal is pending repeats it, and is not ingested beside it", async () => {
  const own = await world.member("noticed");
  await hire(own, "CEO");
  const id = await propose(own);
  const sent = await world.asOwner("SELECT 1 FROM communications WHERE company_id = $1 AND decision_id = $2", [
    own.user.companyId,
    id,
  ]);
  expect(sent.length).toBeGreaterThan(0);
  await readAll(own);
  expect(await isUnread(own)).toBe(false);
  expect(await passages(own)).toEqual([]);
});

test("what an approval sends has the vector of its decision and its own words", async () => {
  const effective = await openWorld({ ROLE: "web" });
  onTestFinished(() => effective.close());
  const own = await effective.member("sender");
  const [cfo] = await hire(own, "CFO");
  const { id } = await own.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  await own.call(settleDecision, { params: { id }, body: { approved: true } });
  const ctx = await jobContext(effective.boardroom.platform, mintCompany(own.user.companyId));
  await write(ctx, readJournal);
  expect(await embedWaiting(ctx)).toBe(true);
  const rows = await effective.asOwner<{ type: string; content: string; code: string }>(
    `SELECT content_type AS type, content, encode(code, 'hex') AS code FROM memories WHERE company_id = $1`,
    [own.user.companyId],
  );
  expect(rows.map(({ type }) => type).toSorted()).toEqual(["decision", "message"]);
  expect(new Set(rows.map(({ code }) => code)).size).toBe(1);
  expect(new Set(rows.map(({ content }) => content)).size).toBe(2);
});

test("more entries than one read takes are read one part after the other", async () => {
  const own = await world.member("many");
  await complete(own, "The first of many");
  const [row] = await world.asOwner<{ id: string }>(
    "SELECT resource_id AS id FROM journal WHERE company_id = $1 AND action = 'task.updated'",
    [own.user.companyId],
  );
  await world.asOwner(
    `SELECT journal_append($1, now(), 'system', NULL, NULL, 'task.updated', 'task', $2, 'Changed', '{}', 'info', false,
       NULL, NULL, 'task.updated') FROM generate_series(1, 450)`,
    [own.user.companyId, row?.id],
  );
  await complete(own, "The last of many");
  let reads = 0;
  for (; await isUnread(own); reads += 1) await readAll(own);
  expect(reads).toBe(3);
  expect(await passages(own)).toHaveLength(2);
});
