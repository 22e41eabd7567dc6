import { afterAll, beforeAll, expect, test } from "vitest";
import * as rooms from "#app/rooms.ts";
import { addDays } from "#contract/days.ts";
import { backgroundCompanies, jobContext } from "#features/accounts/service.ts";
import { addComment } from "#features/conversations/contract.ts";
import { listDecisions, makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { resolveForecast } from "#features/decisions/outcome/contract.ts";
import { startDailyBrief } from "#features/expertise/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { recordMetrics, importMetrics } from "#features/metrics/contract.ts";
import { modelBudgetReached } from "#features/models/events.ts";
import {
  countNotifications,
  listNotifications,
  type Notification,
  type NotificationView,
  readNotification,
  readNotifications,
} from "#features/notifications/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { resetData } from "#features/setup/contract.ts";
import { listResets, undoReset } from "#features/setup/reset/contract.ts";
import { createTask, updateTask } from "#features/tasks/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { background, queueDue } from "#platform/jobs/background.ts";
import { record } from "#platform/journal/record.ts";
import { openTab } from "../live-tab.ts";
import { colleague } from "../samples.ts";
import { type Client, hire, type Member, openWorld, operatorOf, testContexts, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const today = dayIn(now(), "Europe/London");

const listed = (client: Client, view: NotificationView = "all") => client.call(listNotifications, { query: { view } });
const about = async (client: Client, kind: Notification["kind"]): Promise<Notification[]> =>
  (await listed(client)).items.filter((one) => one.kind === kind);
const unread = async (client: Client): Promise<number> => (await client.call(countNotifications)).unread;
const gets = (client: Client, kind: Notification["kind"], many = 1) =>
  expect.poll(async () => (await about(client, kind)).length).toBe(many);

/** What was recorded so far has been told: a comment recorded after it has. */
async function settled(member: Member): Promise<void> {
  const task = await member.call(createTask, { body: { title: "A marker" } });
  const before = (await about(member, "comment")).length;
  const other = await colleague(world, member, "member");
  await other.call(addComment, { body: { subject: "task", subjectId: task.id, text: `@${member.username} done` } });
  await gets(member, "comment", before + 1);
}

const propose = async (member: Member, subject: string, isTest = false) => {
  const [cfo] = await hire(member, "CFO");
  const context = { ...testContexts.CFO.context, subject };
  return member.call(makeDecision, {
    body: { agentId: cfo?.id ?? "", ...testContexts.CFO, context, ...(isTest ? { isTest } : {}) },
  });
};

/** Runs the company's scheduled jobs now, once. */
async function strike(member: Member, job = "due-notices"): Promise<void> {
  // A new company has its slots once a listener has added them.
  const makeDue = () =>
    world.asOwner(
      `UPDATE job_slots SET next_at = date_trunc('seconds', now()) - interval '1 minute'
       WHERE company_id = $1 AND job = $2 RETURNING 1`,
      [member.user.companyId, job],
    );
  await expect.poll(async () => (await makeDue()).length).toBe(1);
  const { platform } = world.boardroom;
  await queueDue(background(rooms, backgroundCompanies), operatorOf(world), platform);
  await expect
    .poll(
      async () =>
        (
          await world.asOwner("SELECT 1 FROM job_claims WHERE company_id = $1 AND job = $2", [
            member.user.companyId,
            job,
          ])
        ).length,
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
}

const forget = (member: Member) =>
  world.asOwner("DELETE FROM job_claims WHERE company_id = $1", [member.user.companyId]);

test("a proposal notifies the people who may approve it, and no one else", async () => {
  const member = await world.member();
  const approver = await colleague(world, member, "approver");
  const limited = await colleague(world, member, "approver");
  const viewer = await colleague(world, member, "viewer");
  const stranger = await world.member();
  await world.asOwner("UPDATE users SET approval_limit = 1000 WHERE id = $1", [limited.user.id]);
  const tab = await openTab(world, approver.cookie, member.user.companyId);
  const { id, number, title } = await propose(member, "Packing line");
  await gets(approver, "proposal");
  expect(await about(approver, "proposal")).toMatchObject([
    {
      title: `${title}, $85,000`,
      detail: expect.stringContaining(`D-${number}`),
      href: `/decisions/${id}`,
      role: "CFO",
      read: false,
      needsYou: true,
    },
  ]);
  expect(await about(member, "proposal")).toHaveLength(1);
  await expect.poll(() => tab.messages.flatMap(({ refreshes }) => refreshes)).toContain("notifications");
  for (const other of [limited, viewer, stranger]) expect((await listed(other)).items).toEqual([]);
  tab.socket.close();
});

test("a test proposal notifies no one", async () => {
  const member = await world.member();
  await propose(member, "Only a test", true);
  await settled(member);
  expect(await about(member, "proposal")).toEqual([]);
});

test("a settled proposal is marked as read", async () => {
  const member = await world.member();
  const approver = await colleague(world, member, "approver");
  const { id } = await propose(member, "Packing line");
  await gets(approver, "proposal");
  expect(await listed(approver, "needs-you")).toMatchObject({ unread: 1, needsYou: 1, items: [{ needsYou: true }] });
  await member.call(settleDecision, { params: { id }, body: { approved: true } });
  await expect.poll(() => unread(approver)).toBe(0);
  expect(await about(approver, "proposal")).toMatchObject([{ read: true, needsYou: false }]);
  expect(await listed(approver, "needs-you")).toMatchObject({ unread: 0, needsYou: 0, items: [] });
});

test("a person marks one or all of their own as read, and no one else's", async () => {
  const member = await world.member();
  const approver = await colleague(world, member, "approver");
  const stranger = await world.member();
  await propose(member, "First");
  await propose(member, "Second");
  await gets(member, "proposal", 2);
  await gets(approver, "proposal", 2);
  const [newest, oldest] = await about(approver, "proposal");
  const path = `/api/notifications/${oldest?.id}/read`;
  for (const other of [member, stranger]) {
    const reply = await other.send("POST", path);
    expect([reply.status, reply.text]).toEqual([404, "Not found"]);
  }
  const head = async () =>
    (await world.asOwner("SELECT seq FROM journal_heads WHERE company_id = $1", [member.user.companyId]))[0];
  await settled(member);
  const before = await head();
  const tab = await openTab(world, approver.cookie, member.user.companyId);
  await expect.poll(() => tab.messages.map(({ type }) => type)).toContain("joined");
  const one = { params: { id: oldest?.id ?? "" } };
  expect(await approver.call(readNotification, one)).toEqual({ unread: 1 });
  expect(await approver.call(readNotification, one)).toEqual({ unread: 1 });
  await expect.poll(() => tab.messages.flatMap(({ refreshes }) => refreshes)).toContain("notifications");
  expect((await about(approver, "proposal")).map(({ read }) => read)).toEqual([false, true]);
  // In the other view it is the newest unread one all the same.
  expect((await listed(approver, "needs-you")).newestUnreadAt).toBe(newest?.at);
  const older = new Date(Date.parse(newest?.at ?? "") - 1).toISOString();
  expect(await approver.call(readNotifications, { body: { until: older } })).toEqual({ unread: 1 });
  expect(await approver.call(readNotifications, { body: { until: newest?.at ?? "" } })).toEqual({ unread: 0 });
  expect((await listed(approver)).newestUnreadAt).toBeNull();
  // Reading is private: no journal row, and the others' notifications stay unread.
  expect(await head()).toEqual(before);
  expect((await about(member, "proposal")).every(({ read }) => !read)).toBe(true);
  const bad = await approver.send("POST", "/api/notifications/read", { body: { until: "yesterday" } });
  expect(bad.status).toBe(400);
  tab.socket.close();
});

test("a comment notifies the people it names, except its author", async () => {
  const member = await world.member();
  const other = await colleague(world, member, "member");
  const third = await colleague(world, member, "viewer");
  const task = await member.call(createTask, { body: { title: "Sign the lease" } });
  const text = `@${other.username} and @${member.username}, please look`;
  await member.call(addComment, { body: { subject: "task", subjectId: task.id, text } });
  await gets(other, "comment");
  expect(await about(other, "comment")).toMatchObject([
    { title: "A comment on a task names you", detail: `“${text}”`, href: `/?task=${task.id}`, needsYou: false },
  ]);
  for (const one of [member, third]) expect(await about(one, "comment")).toEqual([]);
});

test("the end of an import notifies the person who started it", async () => {
  const member = await world.member();
  const admin = await colleague(world, member, "admin");
  const importing = (body: string) =>
    member.call(importMetrics, {
      query: {
        metricName: "daily_revenue",
        dateColumn: "date",
        valueColumn: "revenue",
        dateFormat: "YYYY-MM-DD",
        fileName: "days.csv",
      },
      body,
    });
  await importing("date,revenue\n2026-11-01,5");
  await gets(member, "import");
  await importing("date,revenue\nnever,5");
  await gets(member, "import", 2);
  expect((await about(member, "import")).map(({ title }) => title)).toEqual([
    "days.csv was not imported",
    "days.csv imported",
  ]);
  expect(await about(admin, "import")).toEqual([]);
});

test("a used-up model budget notifies the admins, once", async () => {
  const member = await world.member();
  const approver = await colleague(world, member, "approver");
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  const reached = { company: member.user.companyId, who: "Company", agentId: null, limit: 20, isUsedUp: true };
  // Delivered late, as in a demo's replayed past, it is as old as what it tells.
  const at = new Date(now().getTime() - 3 * 86_400_000);
  for (const _ of [1, 2]) await write({ ...ctx, now: at }, (tx) => record(tx, modelBudgetReached(reached)));
  await gets(member, "budget");
  await settled(member);
  expect(await about(member, "budget")).toMatchObject([
    { title: "The company used up the $20 model budget", href: "/company-settings?tab=models", at: at.toISOString() },
  ]);
  expect(await about(approver, "budget")).toEqual([]);
});

test("at eight in the morning deadlines, due forecasts and due tasks notify their people, each once", async () => {
  const member = await world.member();
  const other = await colleague(world, member, "member");
  const near = await propose(member, "Near");
  const far = await propose(member, "Far");
  await world.asOwner("UPDATE decisions SET expires_at = now() + interval '20 hours' WHERE id = $1", [near.id]);
  const settledOne = await propose(member, "Settled");
  await gets(member, "proposal", 3);
  await member.call(settleDecision, { params: { id: settledOne.id }, body: { approved: true } });
  await world.asOwner("ALTER TABLE forecasts DISABLE TRIGGER forecasts_are_frozen");
  await world.asOwner("UPDATE forecasts SET due_on = current_date - 1 WHERE decision_id = $1 AND position = 0", [
    settledOne.id,
  ]);
  await world.asOwner("ALTER TABLE forecasts ENABLE TRIGGER forecasts_are_frozen");
  const taskDue = async (title: string, days: number, person: Member) => {
    const { id } = await member.call(createTask, { body: { title, assignedUserId: person.user.id } });
    await world.asOwner("UPDATE tasks SET due_date = ($2 || ' 12:00+00')::timestamptz WHERE id = $1", [
      id,
      addDays(today, days),
    ]);
    return id;
  };
  const late = await taskDue("Late", -3, other);
  await taskDue("Today", 0, other);
  await taskDue("Later", 2, other);
  await strike(member);
  await gets(other, "task", 2);
  expect((await about(other, "task")).map(({ title, detail }) => [title, detail])).toEqual(
    expect.arrayContaining([
      ["Late", "3 days overdue"],
      ["Today", "Due today"],
    ]),
  );
  expect(await about(other, "deadline")).toEqual([]);
  const [deadline, ...more] = await about(member, "deadline");
  expect(more).toEqual([]);
  expect(deadline).toMatchObject({ href: `/decisions/${near.id}`, detail: `D-${near.number}`, needsYou: true });
  expect(deadline?.title).toMatch(/: decide by (today|tomorrow)$/);
  const [forecast] = await about(member, "forecast");
  expect(forecast).toMatchObject({ href: `/decisions/${settledOne.id}`, needsYou: true });
  expect(forecast?.title).toMatch(/^A forecast is due: /);
  // The proposal and its deadline are one thing to decide.
  expect((await listed(member, "needs-you")).items.map(({ href }) => href).sort()).toEqual(
    [`/decisions/${near.id}`, `/decisions/${far.id}`, `/decisions/${settledOne.id}`].sort(),
  );

  await forget(member);
  await strike(member);
  expect([await about(other, "task"), await about(member, "deadline"), await about(member, "forecast")]).toMatchObject([
    [{}, {}],
    [{}],
    [{}],
  ]);

  await other.call(updateTask, { params: { id: late }, body: { status: "completed" } });
  await member.call(resolveForecast, { params: { id: settledOne.id, position: "0" }, body: { held: true } });
  expect((await listed(other, "needs-you")).items.map(({ title }) => title)).toEqual(["Today"]);
  // Many that no longer wait, however they are ordered, hide none that does.
  await world.asOwner(
    `INSERT INTO notifications (company_id, id, user_id, kind, subject, occasion, title, detail, href, created_at)
     SELECT $1, gen_random_uuid(), $2, 'task', '00000000-0000-0000-0000-' || lpad(n::text, 12, '0'), 'former ' || n,
       'Former', '', '/work', now() - interval '30 days' FROM generate_series(1, 600) n`,
    [member.user.companyId, other.user.id],
  );
  expect((await listed(other, "needs-you")).items.map(({ title }) => title)).toEqual(["Today"]);
  await expect.poll(async () => (await about(member, "forecast"))[0]?.read).toBe(true);
});

test("notifications are deleted after 90 days", async () => {
  const member = await world.member();
  await propose(member, "Packing line");
  await gets(member, "proposal");
  await world.asOwner("UPDATE notifications SET created_at = now() - interval '91 days' WHERE user_id = $1", [
    member.user.id,
  ]);
  await strike(member);
  expect((await listed(member)).items).toEqual([]);
});

test("a reset takes what is about decisions, and its undo brings it back", async () => {
  const member = await world.member();
  await propose(member, "Packing line");
  await gets(member, "proposal");
  await settled(member);
  await member.call(resetData);
  expect((await listed(member)).items.map(({ kind }) => kind)).toEqual(["comment"]);
  const [reset] = await member.call(listResets);
  await member.call(undoReset, { body: { id: reset?.id ?? "" } });
  expect((await listed(member)).items.map(({ kind }) => kind).sort()).toEqual(["comment", "proposal"]);
});

test("more than a page is read on from its cursor, without gaps or repeats", async () => {
  const member = await world.member();
  await world.asOwner(
    `INSERT INTO notifications (company_id, id, user_id, kind, subject, occasion, title, detail, href, created_at)
     SELECT $1, gen_random_uuid(), $2, 'import', 'x', 'test:' || n, 'Number ' || n, '', '/', date_trunc('seconds', now()) - n / 2 * interval '1 s'
     FROM generate_series(1, 120) n`,
    [member.user.companyId, member.user.id],
  );
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await member.call(listNotifications, { query: cursor ? { cursor } : {} });
    seen.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
});

test("the morning's brief says what changed, what waits and what is at risk, once, and notifies everyone", async () => {
  const member = await world.member();
  const viewer = await colleague(world, member, "viewer");
  const point = (daysAgo: number, metricValue: number) => ({
    metricName: "daily_revenue",
    metricValue,
    measurementDate: addDays(today, -daysAgo),
  });
  const points = [point(1, 150), ...Array.from({ length: 20 }, (_, at) => point(at + 2, 100))];
  await member.call(recordMetrics, { body: { source: "manual", points } });
  await hire(member, "CEO", "CFO");
  for (const subject of ["One", "Two", "Three"]) await propose(member, subject);
  const [first] = await member.call(listDecisions);
  await member.call(settleDecision, { params: { id: first?.id ?? "" }, body: { approved: false } });
  await world.asOwner(
    `INSERT INTO invoices (company_id, id, source, external_id, origin, created_at, updated_at, number, direction, customer_name, issued_on, due_on, amount, status)
     VALUES ($1, gen_random_uuid(), 'csv', 'I-1', 'external', now(), now(), 'I-1', 'receivable', 'Acme', $2::date - 60, $2::date - 40, 900, 'open')`,
    [member.user.companyId, today],
  );
  await strike(member, "daily-brief");
  await gets(viewer, "brief");
  const { brief } = await member.call(getDashboard);
  expect(brief?.lines.map(({ kind }) => kind)).toEqual(["changed", "changed", "waits", "waits", "risk"]);
  const [revenue, decided, waits, overdue, risk] = brief?.lines ?? [];
  expect(revenue).toMatchObject({
    href: "/records/figures/daily_revenue",
    source: expect.stringMatching(/^Entered|^Manual|,/),
  });
  const value = (id: string) => brief?.figures.find((figure) => figure.id === id)?.value;
  expect([value("day_revenue"), value("day_average"), value("day_change")]).toEqual([150, 100, 0.5]);
  expect(decided).toMatchObject({ source: `D-${first?.number}`, href: `/decisions/${first?.id}` });
  expect(waits?.source).toMatch(/^D-\d+$/);
  expect(overdue).toMatchObject({ href: expect.stringMatching(/^\/records\/invoices/) });
  expect(risk).toMatchObject({ role: "CFO", href: expect.stringMatching(/^\/records\//) });
  // Each figure a line names is there, with its source.
  const named = (brief?.lines ?? []).flatMap(({ line }) => line.filter((part) => typeof part !== "string"));
  expect(named.map(({ figure }) => value(figure))).not.toContain(undefined);
  const { run } = await member.call(getRun, { params: { id: brief?.runId ?? "" } });
  expect(run).toMatchObject({ status: "done", trigger: "schedule", agentRole: "CEO", label: "Daily brief" });
  expect(run.report?.sections.map(({ title }) => title)).toEqual(["What changed", "What waits", "At risk"]);
  // It only reads: no message is written and nothing is proposed.
  expect(
    await world.asOwner("SELECT 1 FROM communications WHERE company_id = $1 AND run_id = $2", [
      member.user.companyId,
      run.id,
    ]),
  ).toEqual([]);
  expect(await about(member, "brief")).toMatchObject([
    { title: "Your daily brief is ready", detail: "5 lines", href: `/runs/${run.id}` },
  ]);

  // Asked for by a person, it notifies no one.
  const { runId } = await member.call(startDailyBrief);
  await expect.poll(async () => (await member.call(getRun, { params: { id: runId } })).run.status).toBe("done");
  await settled(member);
  expect(await about(member, "brief")).toHaveLength(1);
  expect((await member.call(getDashboard)).brief?.runId).toBe(runId);
});

test("without a CEO, or without a sign-in for a week, no brief is written", async () => {
  const bare = await world.member();
  await strike(bare, "daily-brief");
  const refused = await bare.send("POST", "/api/brief");
  expect([refused.status, refused.text]).toEqual([409, "There is no active CEO to write a brief"]);
  const idle = await world.member();
  await hire(idle, "CEO");
  await world.asOwner("UPDATE sessions SET seen_at = now() - interval '8 days' WHERE company_id = $1", [
    idle.user.companyId,
  ]);
  await strike(idle, "daily-brief");
  for (const { user } of [bare, idle])
    expect(await world.asOwner("SELECT 1 FROM agent_runs WHERE company_id = $1", [user.companyId])).toEqual([]);
});
