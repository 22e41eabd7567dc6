import { afterAll, beforeAll, expect, test } from "vitest";
import { addComment, askAgents } from "#features/conversations/contract.ts";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { type FeedItem, type FeedPage, getFeed } from "#features/feed/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { resetData } from "#features/setup/contract.ts";
import { undoReset } from "#features/setup/reset/contract.ts";
import { createTask, listTasks, updateTask } from "#features/tasks/contract.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

/** The call that reads what a line leads to. */
function behind(href: string): string {
  const { pathname, searchParams } = new URL(href, "http://here");
  const [, place = "", one, figure] = pathname.split("/");
  if (searchParams.has("task")) return `/api/tasks/${searchParams.get("task")}`;
  if (searchParams.has("import")) return `/api/metrics/imports/${searchParams.get("import")}`;
  if (place === "") return "/api/dashboard";
  if (figure) return `/api/metrics?name=${figure}`;
  if (place === "records") return one === "figures" ? "/api/metrics/series" : `/api/records/${one}`;
  return `/api/${place}/${one}`;
}

/** The lines of the first pages, and what each link was answered with. */
const withMore = (item: FeedItem): FeedItem[] => [item, ...item.more.map((entry) => ({ ...item, ...entry, more: [] }))];
async function followed(member: Member): Promise<{ items: FeedItem[]; dead: string[]; alive: string[] }> {
  const items: FeedItem[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 4; page += 1) {
    const found: FeedPage = await member.call(getFeed, { query: cursor ? { cursor } : {} });
    items.push(...found.items.flatMap(withMore));
    cursor = found.nextCursor;
    if (!cursor) break;
  }
  const links = [...new Set(items.flatMap(({ href }) => href ?? []))];
  const replies = await Promise.all(
    links.map(async (href) => ({ href, status: (await member.send("GET", behind(href))).status })),
  );
  expect(replies.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  const of = (asked: number) => replies.filter(({ status }) => status === asked).map(({ href }) => href);
  return { items, dead: of(404), alive: of(200) };
}

async function ended(member: Member, id: string): Promise<void> {
  await expect
    .poll(async () => (await member.call(getRun, { params: { id } })).run.status, { timeout: 60_000 })
    .toBe("done");
}

/** A company in which everything happened that a line can be about. */
async function busy(): Promise<Member> {
  const member = await world.member();
  const team = await hire(member, "CEO", "CFO");
  const cfo = team.find(({ role }) => role === "CFO")?.id ?? "";
  const propose = (subject: string) =>
    member.call(makeDecision, {
      body: { agentId: cfo, ...testContexts.CFO, context: { ...testContexts.CFO.context, subject } },
    });
  const approved = await propose("A van");
  await member.call(settleDecision, { params: { id: approved.id }, body: { approved: true } });
  const waiting = await propose("A boat");
  await member.call(addComment, { body: { subject: "decision", subjectId: waiting.id, text: "Too dear?" } });
  const own = await member.call(createTask, { body: { title: "By hand", assignedAgentId: cfo } });
  await member.call(addComment, { body: { subject: "task", subjectId: own.id, text: "Soon." } });
  const asked = await member.call(askAgents, { body: { question: "How much is overdue?", urgency: "high" } });
  await member.call(addComment, { body: { subject: "task", subjectId: asked.taskId, text: "Well?" } });
  const { runId } = await member.call(startBriefing, { params: { id: cfo } });
  for (const id of [asked.runId, runId]) await ended(member, id);
  const point = { metricName: "daily_revenue", metricValue: 7, measurementDate: "2026-11-01" };
  await member.call(recordMetrics, { body: { source: "manual", points: [point] } });
  const fields = { name: "Acme", status: "active" } as const;
  await member.call(addRecord, { body: { kind: "customers", source: "manual", fields } });
  return member;
}

test("after a reset no line of the feed leads to what is gone; it says when that was; undone, it leads there again", async () => {
  const member = await busy();
  const before = await followed(member);
  expect(before.dead).toEqual([]);
  expect(before.items.filter(({ removedAt }) => removedAt !== null)).toEqual([]);
  expect(before.alive.some((href) => href.startsWith("/runs/"))).toBe(true);

  await member.call(resetData);
  const after = await followed(member);
  expect(after.dead).toEqual([]);
  const [reset] = await world.asOwner<{ resetAt: Date }>(
    'SELECT reset_at AS "resetAt" FROM resets WHERE company_id = $1',
    [member.user.companyId],
  );
  const removedAt = reset?.resetAt.toISOString();
  const gone = after.items.filter((item) => item.removedAt !== null);
  expect(new Set(gone.map((item) => item.removedAt))).toEqual(new Set([removedAt]));
  expect(gone.every(({ href }) => href === null)).toBe(true);
  expect(new Set(gone.map(({ actionType }) => actionType))).toEqual(new Set(["decision", "communication", "analysis"]));
  // What stayed is still reached, also where the work it came out of is gone.
  const question = after.items.find(({ title }) => title === "How much is overdue?");
  expect(question).toMatchObject({ href: expect.stringMatching(/^\/\?task=/), removedAt: null });
  const remarks = after.items.filter(({ title }) => title.startsWith("Comment on: "));
  expect(new Map(remarks.map(({ title, href }) => [title, href !== null]))).toEqual(
    new Map([
      ["Comment on: How much is overdue?", true],
      ["Comment on: By hand", true],
      ["Comment on: A boat", false],
    ]),
  );

  await member.call(undoReset);
  const back = await followed(member);
  expect(back.items.map(({ href, removedAt: at }) => [href, at])).toEqual(before.items.map(({ href }) => [href, null]));
  // A reset that was undone took nothing away: a later one did.
  await member.call(resetData);
  const [, later] = await world.asOwner<{ resetAt: Date }>(
    'SELECT reset_at AS "resetAt" FROM resets WHERE company_id = $1 ORDER BY reset_at',
    [member.user.companyId],
  );
  const again = (await followed(member)).items.flatMap((item) => item.removedAt ?? []);
  expect(new Set(again)).toEqual(new Set([later?.resetAt.toISOString()]));
});

test("what happens to a task after a reset leads to the task", async () => {
  const member = await busy();
  await member.call(resetData);
  const tasks = await member.call(listTasks);
  const question = tasks.find(({ title }) => title === "How much is overdue?");
  expect(question).toMatchObject({ status: "cancelled", metadata: { answered: false } });
  for (const { id, status } of tasks.filter((one) => one !== question))
    await member.call(updateTask, { params: { id }, body: { status: status === "pending" ? "completed" : "pending" } });
  expect((await followed(member)).dead).toEqual([]);
});

test("what a reset of another company removed is none of this one's", async () => {
  const [mine, other] = [await busy(), await world.member()];
  await hire(other, "CEO");
  await other.call(resetData);
  expect((await followed(mine)).items.filter(({ removedAt }) => removedAt !== null)).toEqual([]);
});
