// On both databases: the index is loaded by their SQL, and kept for the process's pool.
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { jobContext } from "#features/accounts/service.ts";
import { addNote, deletePassage, queryBrain } from "#features/brain/contract.ts";
import { ingest } from "#features/brain/service.ts";
import { embedWaiting } from "#features/brain/vectors/service.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  // Without jobs, which change passages meanwhile.
  world = await openWorld({ ROLE: "web" });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => world?.close());

async function fill(member: Member, contents: readonly string[]): Promise<void> {
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  const items = contents.map((content, at) => ({ key: `passage ${at}`, content, contentType: "document" as const }));
  await write(ctx, (tx) => ingest(tx, { source: { type: "upload", origin: "staff" }, items }));
  await embedWaiting(ctx);
}

/** Counts the statements that read passages for an index: one for each page of them. */
function countLoads(): () => number {
  const query = vi.spyOn(pg.Client.prototype, "query");
  return () =>
    query.mock.calls
      .flatMap(([sent]) => (sent as unknown as { texts?: string[] }).texts ?? [])
      .filter((text) => text.includes('"memories"."version" >') || /"version" > \$\d/.test(text)).length;
}

const ask = async (member: Member, question: string): Promise<string> =>
  (await member.call(queryBrain, { body: { question } })).answer;

test("the passages are read for the first question, and after that only what changed", async () => {
  const [own, other] = await Promise.all([world.member("own"), world.member("other")]);
  await fill(own, ["Harbour Logistics carries all parcels to Norway.", "The warehouse in Leeds closes at 18:00."]);
  await fill(other, ["Northern Freight carries all parcels to Norway."]);
  const loads = countLoads();
  expect(await ask(own, "Who carries parcels to Norway?")).toContain("Harbour Logistics");
  expect(loads()).toBe(1);
  for (let at = 0; at < 3; at += 1)
    expect(await ask(own, "When does the warehouse in Leeds close?")).toContain("18:00");
  expect(loads()).toBe(1);
  // Each company has an index of its own.
  expect(await ask(other, "Who carries parcels to Norway?")).toContain("Northern Freight");
  expect(loads()).toBe(2);
  expect(await ask(own, "Who carries parcels to Norway?")).not.toContain("Northern Freight");
  expect(loads()).toBe(2);
});

test("many first questions at once read the passages once", async () => {
  const member = await world.member("crowd");
  await fill(member, ["Harbour Logistics carries all parcels to Norway."]);
  const loads = countLoads();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(member, "Who carries parcels to Norway?")));
  for (const answer of answers) expect(answer).toContain("Harbour Logistics");
  expect(loads()).toBe(1);
});

test("what was added is found and what was deleted is not, by an index that is kept", async () => {
  const member = await world.member("changes");
  await fill(member, ["The warehouse in Leeds closes at 18:00."]);
  await ask(member, "When does the warehouse close?");
  const content = "Harbour Logistics carries all parcels to Norway.";
  const { id } = await member.call(addNote, { body: { content, importance: 5 } });
  expect(await ask(member, "Who carries parcels to Norway?")).toContain("Harbour Logistics");
  await member.call(deletePassage, { params: { id } });
  expect(await ask(member, "Who carries parcels to Norway?")).not.toContain("Harbour Logistics");
});
