// On both databases: passages are searched and counted in their SQL.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { jobContext } from "#features/accounts/service.ts";
import * as brain from "#features/brain/contract.ts";
import * as goals from "#features/brain/goals/contract.ts";
import * as graph from "#features/brain/graph/contract.ts";
import * as patterns from "#features/brain/patterns/contract.ts";
import type { Item } from "#features/brain/rules.ts";
import { ingest } from "#features/brain/service.ts";
import { embedWaiting } from "#features/brain/vectors/service.ts";
import { addComment } from "#features/conversations/contract.ts";
import { makeDecision, settleDecision, undoDecision } from "#features/decisions/contract.ts";
import { resolveForecast } from "#features/decisions/outcome/contract.ts";
import { createTask, updateTask } from "#features/tasks/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { taskEveryMonday } from "../mondays.ts";
import { approvedDecisions } from "../resolved.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" });
  member = await world.member();
});
afterAll(() => world?.close());

const contextOf = (who: Member) => jobContext(world.boardroom.platform, mintCompany(who.user.companyId));
const document = { type: "upload", origin: "staff" } as const;

const handbook: Item[] = [
  "Orders above 500 pounds ship free of charge within the United Kingdom.",
  "Damaged goods are refunded in full when the customer sends a photo within 14 days.",
  "The warehouse in Leeds closes at 18:00 on weekdays and stays shut on Sundays.",
  "Harbour Logistics carries all parcels to Norway and charges 12 pounds each.",
].map((content, position) => ({ key: `handbook ${position}`, content, contentType: "document", position }));

async function takeIn(who: Member, items: readonly Item[]) {
  const ctx = await contextOf(who);
  const counts = await write(ctx, (tx) => ingest(tx, { source: document, items }));
  await embedWaiting(ctx);
  return counts;
}
const ask = (who: Member, question: string) => who.call(brain.queryBrain, { body: { question } });

test("an empty Brain says that it does not know, and what to add", async () => {
  const nobody = await world.member("empty");
  const answer = await ask(nobody, "Who carries parcels to Norway?");
  expect(answer).toMatchObject({ known: false, sources: [], relatedEntities: [], confidence: 0 });
  expect(answer.suggestedActions.join()).toContain("Norway");
  expect((await nobody.send("POST", "/api/brain/query", { body: { question: "  " } })).status).toBe(400);
});

test("an answer cites its passages; unchanged passages are skipped and changed ones replace the former text", async () => {
  const own = await world.member("reader");
  expect(await takeIn(own, handbook)).toEqual({ added: 4, updated: 0, skipped: 0, conflicted: 0 });
  const answer = await ask(own, "Who carries parcels to Norway?");
  expect(answer.known).toBe(true);
  expect(answer.sentences[0]).toMatchObject({ text: handbook[3]?.content, sources: [0] });
  expect(answer.answer).toContain("[1]");
  expect(answer.sources.length).toBeLessThanOrEqual(brain.mostPassages);
  expect(answer.sources[0]).toMatchObject({ type: "document", passage: { place: { position: 3 } } });
  for (const { relevance } of answer.sources) expect(relevance).toBeLessThanOrEqual(1);

  const changed = { ...handbook[3], content: "Fjord Post carries all parcels to Norway." } as Item;
  expect(await takeIn(own, [...handbook.slice(0, 3), changed])).toEqual({
    added: 0,
    updated: 1,
    skipped: 3,
    conflicted: 0,
  });
  expect((await ask(own, "Who carries parcels to Norway?")).sentences[0]?.text).toBe(changed.content);
  const rows = await world.asOwner<{ width: number; code: number }>(
    "SELECT cardinality(embedding) AS width, octet_length(code) AS code FROM memories WHERE company_id = $1",
    [own.user.companyId],
  );
  expect(rows.map(({ width }) => width)).toEqual([1_536, 1_536, 1_536, 1_536]);
});

test("an item marked wrong answers nothing until the mark is taken back; a deleted one is gone with its vector", async () => {
  const own = await world.member("marker");
  await takeIn(own, handbook);
  const question = "Who carries parcels to Norway?";
  const id = (await ask(own, question)).sources[0]?.passage.id ?? "";
  const marked = await own.call(brain.markPassage, { params: { id }, body: { mark: "wrong", reason: "Old contract" } });
  expect(marked.mark).toBe("wrong");
  expect((await ask(own, question)).sources.map(({ passage }) => passage.id)).not.toContain(id);
  await own.call(brain.markPassage, { params: { id }, body: { mark: null } });
  expect((await ask(own, question)).sources[0]?.passage.id).toBe(id);

  const ctx = await contextOf(own);
  await write(ctx, (tx) =>
    ingest(tx, {
      source: { type: "run", origin: "system" },
      items: [{ key: "derived", content: "Norway costs 12 pounds.", contentType: "finding", derivedFrom: [id] }],
    }),
  );
  const removed = await own.call(brain.deletePassage, { params: { id } });
  expect(removed).toEqual({ deleted: 1, doubted: 1 });
  expect((await own.send("GET", `/api/brain/memories/${id}`)).status).toBe(404);
  expect((await ask(own, question)).sources.map(({ passage }) => passage.id)).not.toContain(id);
  const [derived] = await own.call(brain.listPassages, { query: { contentType: "finding" } });
  expect(derived?.isDoubtful).toBe(true);
  const journal = await journalOf(world, own);
  expect(journal.filter((action) => action === "brain.marked")).toHaveLength(2);
  expect(journal).toContain("brain.deleted");
});

test("what was derived from several items stays doubtful until none of them is marked", async () => {
  const own = await world.member("deriver");
  await takeIn(own, handbook);
  const [one = "", other = ""] = (await own.call(brain.listPassages)).map(({ id }) => id);
  await write(await contextOf(own), (tx) =>
    ingest(tx, {
      source: { type: "run", origin: "system" },
      items: [{ key: "derived", content: "Both say so.", contentType: "finding", derivedFrom: [one, other] }],
    }),
  );
  const isDoubtful = async (id: string, mark: "wrong" | null) => {
    await own.call(brain.markPassage, { params: { id }, body: { mark } });
    return (await own.call(brain.listPassages, { query: { contentType: "finding" } }))[0]?.isDoubtful;
  };
  expect([await isDoubtful(one, "wrong"), await isDoubtful(other, "wrong")]).toEqual([true, true]);
  expect([await isDoubtful(one, null), await isDoubtful(other, null)]).toEqual([true, false]);
});

test("a newer fact supersedes the older one; two of the same date are in conflict until one is marked", async () => {
  const fact = (value: string, validFrom: string | null = null) =>
    member.call(brain.addFact, { body: { subject: "Harbour Logistics", predicate: "price", value, validFrom } });
  const first = await fact("10 pounds", "2026-01-01T00:00:00.000Z");
  const second = await fact("12 pounds", "2026-06-01T00:00:00.000Z");
  expect(await member.call(brain.listFacts, { query: { view: "current" } })).toMatchObject([{ id: second.id }]);
  const answer = await ask(member, "What is the price of Harbour Logistics?");
  expect(answer.known).toBe(true);
  expect(answer.sentences[0]?.text).toContain("12 pounds");

  const third = await fact("15 pounds", "2026-06-01T00:00:00.000Z");
  expect(third.conflictsWith).toBe(second.id);
  const disputed = await ask(member, "What is the price of Harbour Logistics?");
  expect(disputed.confidence).toBeLessThan(answer.confidence);
  expect(disputed.suggestedActions.join()).toContain("conflict");
  await member.call(brain.markFact, { params: { id: third.id }, body: { mark: "wrong" } });
  expect((await ask(member, "What is the price of Harbour Logistics?")).answer).not.toContain("15 pounds");
  expect(await member.call(brain.listFacts, { query: { view: "conflicts" } })).toEqual([]);
  const all = await member.call(brain.listFacts, { query: { view: "all" } });
  expect(all.find(({ id }) => id === first.id)).toMatchObject({ supersededBy: second.id });
});

test("two companies with the same documents see only their own, in the same order and with the same scores", async () => {
  const [one, other, none] = [await world.member("one"), await world.member("other"), await world.member("none")];
  await takeIn(one, handbook);
  const before = await ask(one, "When does the warehouse close?");
  await takeIn(other, [...handbook, { key: "more", content: "The warehouse closes never.", contentType: "document" }]);
  const again = await ask(one, "When does the warehouse close?");
  expect({ ...again, sources: again.sources.map(({ relevance, content }) => ({ relevance, content })) }).toEqual({
    ...before,
    sources: before.sources.map(({ relevance, content }) => ({ relevance, content })),
  });
  const ids = new Set((await other.call(brain.listPassages)).map(({ id }) => id));
  expect(again.sources.filter(({ passage }) => ids.has(passage.id))).toEqual([]);
  expect(await none.call(brain.listPassages)).toEqual([]);
  expect((await ask(none, "When does the warehouse close?")).known).toBe(false);
});

test("entities and relationships found in passages can be walked through", async () => {
  const own = await world.member("walker");
  const [harbour, ana, leeds] = [
    { name: "Harbour Logistics", type: "company" },
    { name: "Ana Horn", type: "person" },
    { name: "Leeds", type: "place" },
  ] as const;
  await takeIn(own, [
    {
      key: "who",
      content: "Ana Horn works for Harbour Logistics in Leeds.",
      contentType: "document",
      entities: [harbour, ana, leeds],
      relationships: [
        { source: ana, target: harbour, type: "works for" },
        { source: harbour, target: leeds, type: "located in", strength: 2 },
      ],
    },
  ]);
  const entities = await own.call(graph.listEntities);
  expect(entities.map(({ name }) => name).sort()).toEqual(["Ana Horn", "Harbour Logistics", "Leeds"]);
  const id = entities.find(({ name }) => name === "Ana Horn")?.id ?? "";
  const around = await own.call(graph.getGraph, { query: { entityId: id } });
  expect(around.entities.map(({ name }) => name)).toEqual(["Ana Horn", "Harbour Logistics", "Leeds"]);
  expect(new Set(around.relationships.map(({ strength }) => strength))).toEqual(new Set([1, 2]));
  expect((await own.call(graph.getEntity, { params: { id } })).passages).toHaveLength(1);
  await takeIn(
    own,
    [3, 1, 2].map((day) => ({
      key: `day ${day}`,
      content: `Ana Horn wrote on day ${day}.`,
      contentType: "document" as const,
      happenedAt: new Date(Date.UTC(2031, 0, day)),
      entities: [ana],
    })),
  );
  const { passages } = await own.call(graph.getEntity, { params: { id } });
  expect(passages.map(({ content }) => content.slice(-6))).toEqual(["day 3.", "day 2.", "day 1.", "Leeds."]);
  for (const { id: passageId } of passages.slice(0, 3))
    await own.call(brain.deletePassage, { params: { id: passageId } });
  const answer = await ask(own, "Who does Ana Horn work for?");
  expect(answer.relatedEntities.map(({ name }) => name)).toContain("Leeds");
  const [passage] = await own.call(brain.listPassages);
  await own.call(brain.deletePassage, { params: { id: passage?.id ?? "" } });
  expect(await own.call(graph.listEntities)).toEqual([]);
});

test("a settled decision is taken in by itself, and forgotten when it is undone; sync adds nothing twice", async () => {
  const own = await world.member("decider");
  const [cfo] = await hire(own, "CFO");
  const { id } = await own.call(makeDecision, {
    body: { agentId: cfo?.id ?? "", ...testContexts.CFO },
  });
  await own.call(settleDecision, { params: { id }, body: { approved: false, reason: "Too early for this press" } });
  const logged = () => own.call(patterns.listBrainDecisions);
  await vi.waitFor(async () => expect(await logged()).toHaveLength(1), { timeout: 30_000, interval: 100 });
  const [entry] = await logged();
  expect(entry).toMatchObject({ id, impactScore: expect.any(Number), outcome: null });
  expect(entry?.summary.length).toBeLessThanOrEqual(500);
  expect((await own.call(brain.listPassages, { query: { contentType: "decision" } }))[0]?.content).toContain(
    "Too early for this press",
  );
  const synced = await own.call(brain.syncBrain);
  expect(synced.total).toMatchObject({ added: 0, updated: 0 });
  expect(synced.sources.map(({ source }) => source)).toContain("decision");
  await own.call(undoDecision, { params: { id } });
  await vi.waitFor(async () => expect(await logged()).toEqual([]), { timeout: 30_000, interval: 100 });
  expect(await own.call(brain.listPassages, { query: { contentType: "decision" } })).toEqual([]);
});

test("remarks, completed tasks and what became of forecasts are taken in by themselves, for their company alone", async () => {
  // Forecasts count once an approval can no longer be undone.
  const settled = await openWorld();
  onTestFinished(() => settled.close());
  const own = await settled.member("listener");
  const [id = ""] = await approvedDecisions(settled, own, [["CFO", "expense_approval", 0.8, 0.5, true]]);
  await own.call(resolveForecast, { params: { id, position: "1" }, body: { held: false } });
  await own.call(addComment, { body: { subject: "decision", subjectId: id, text: "The kiln is too small for this." } });
  const task = await own.call(createTask, { body: { title: "Count the glazes", description: "Nine were left." } });
  await own.call(updateTask, { params: { id: task.id }, body: { status: "completed" } });
  const held = async () =>
    (await own.call(brain.listPassages)).map(({ contentType, content }) => [contentType, content]);
  await expect.poll(held).toEqual(
    expect.arrayContaining([
      ["outcome", expect.stringMatching(/^Did not come true: /)],
      ["comment", expect.stringContaining("The kiln is too small for this.")],
      ["task", expect.stringMatching(/^Completed: Count the glazes\nNine were left\./)],
      ["decision", expect.stringMatching(/^Approved: /)],
    ]),
  );
  expect((await own.call(patterns.listBrainDecisions))[0]?.outcome).toMatch(/^Did not come true: /);
  expect((await ask(own, "What is too small?")).sources[0]).toMatchObject({ type: "comment" });
  const stranger = await settled.member("deaf");
  expect(await stranger.call(brain.listPassages)).toEqual([]);
});

test("goals count by their key results; the overview counts active ones", async () => {
  const goal = await member.call(goals.addGoal, {
    body: {
      description: "Ship to Norway",
      priority: "urgent",
      timeframe: "Q4",
      blockers: ["No carrier"],
      keyResults: [
        { text: "Parcels", target: 100, current: 50 },
        { text: "Carriers", target: 1, current: 2 },
      ],
    },
  });
  expect(goal).toMatchObject({ status: "active", progress: 75, blockers: ["No carrier"] });
  expect((await member.call(brain.getBrain)).activeGoals).toBe(1);
  const paused = await member.call(goals.changeGoal, { params: { id: goal.id }, body: { status: "paused" } });
  expect(paused).toMatchObject({ status: "paused", progress: 75, timeframe: "Q4" });
  expect((await member.call(brain.getBrain)).activeGoals).toBe(0);
  await member.call(goals.deleteGoal, { params: { id: goal.id } });
  expect(await member.call(goals.listGoals)).toEqual([]);
});

test("one reflection a day with one question; no pattern is a valid result", async () => {
  const own = await world.member("thinker");
  const first = await own.call(patterns.reflect);
  expect(first).toMatchObject({ category: "reflection", recommendations: [expect.stringContaining("?")] });
  const second = await own.call(patterns.reflect);
  expect(second.id).toBe(first.id);
  expect(await own.call(patterns.listInsights)).toHaveLength(1);
  expect(await own.call(patterns.detectPatterns)).toMatchObject({ found: 0, added: 0 });
  expect(await own.call(patterns.listPatterns)).toEqual([]);
});

test("vectors of another embedder are never compared, and are computed anew", async () => {
  const own = await world.member("embedder");
  await takeIn(own, handbook);
  // The job that computes vectors changes the same rows.
  await vi.waitFor(async () => expect((await own.call(brain.getBrain)).waiting).toBe(0), {
    timeout: 30_000,
    interval: 100,
  });
  await world.asOwner("UPDATE memories SET embedder = 'other-1' WHERE company_id = $1", [own.user.companyId]);
  await world.asOwner("UPDATE brain_state SET version = version + 1 WHERE company_id = $1", [own.user.companyId]);
  await world.asOwner(
    "UPDATE memories SET version = (SELECT version FROM brain_state b WHERE b.company_id = $1) WHERE company_id = $1",
    [own.user.companyId],
  );
  expect((await ask(own, "Who carries parcels to Norway?")).sources[0]?.content).toBe(handbook[3]?.content);
  await own.call(brain.syncBrain);
  await vi.waitFor(async () => expect((await own.call(brain.getBrain)).waiting).toBe(0), {
    timeout: 30_000,
    interval: 100,
  });
});

test("a pattern in what happened is found once, with its cases and an insight; another company has none of it", async () => {
  const own = await world.member("weekly");
  const other = await world.member("weekless");
  await taskEveryMonday(8, own);
  const detected = await own.call(patterns.detectPatterns);
  expect(detected).toMatchObject({ found: 1, added: 1 });
  const [pattern] = await own.call(patterns.listPatterns);
  expect(pattern).toMatchObject({
    name: "task created: mostly on Mondays",
    patternType: "weekday",
    occurences: 8,
    isActive: true,
    examples: [{ title: expect.any(String) }, {}, {}],
  });
  expect(await own.call(patterns.listInsights)).toMatchObject([
    { title: pattern?.name, actionable: true, relatedPatternIds: [pattern?.id], day: null },
  ]);
  expect(await own.call(brain.getBrain)).toMatchObject({ patterns: 1, activePatterns: 1, insights: 1 });
  expect(await own.call(patterns.detectPatterns)).toMatchObject({ found: 1, added: 0 });
  expect(await own.call(patterns.listInsights)).toHaveLength(1);
  expect(await journalOf(world, own)).toContain("brain.patterns");
  expect(await other.call(patterns.detectPatterns)).toMatchObject({ found: 0 });
  expect(await other.call(patterns.listPatterns)).toEqual([]);
});
