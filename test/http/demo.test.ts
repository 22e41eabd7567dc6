import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { addDays } from "#contract/days.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { prepareDemo } from "#app/demo/prepare.ts";
import { dayIn } from "#platform/clock.ts";
import { currentUser, login, setLocale } from "#features/accounts/contract.ts";
import { listAgents } from "#features/agents/contract.ts";
import { listPolicies } from "#features/authority/contract.ts";
import { listComments, listQuestions } from "#features/conversations/contract.ts";
import { type Decision, getDecision, listDecisions } from "#features/decisions/contract.ts";
import { listMetrics } from "#features/metrics/contract.ts";
import { countRecords } from "#features/records/list/contract.ts";
import { getRun, listRuns } from "#features/runs/contract.ts";
import { type Config, readConfig } from "#platform/config.ts";
import { verifyJournal } from "#platform/journal/verify.ts";
import { expectPlaybook, playbooks } from "../playbooks.ts";
import { changed, checksum } from "../checksum.ts";
import { type Client, freshGround, openOn, type World } from "../world.ts";

/** The demo as its command prepares it, looked at through the front door. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let ground: Awaited<ReturnType<typeof freshGround>>;
let config: Config;
let note: Awaited<ReturnType<typeof prepareDemo>>;
let world: World;
let owner: Client;
const settings = { PORT: "0", LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "1000" };

/** What a start that broke off leaves in a folder. In PostgreSQL it would have to be emptied by hand. */
const half = { username: "demo", password: "of a start that broke off", prepared: false };
const isEmbedded = process.env["TEST_DATABASE"] !== "postgres";

beforeAll(async () => {
  ground = await freshGround(true);
  config = readConfig({ ...settings, ...ground.env });
  if (isEmbedded) {
    mkdirSync(join(config.dataDir, "left-over"));
    writeFileSync(join(config.dataDir, "demo.json"), JSON.stringify(half));
  }
  note = await prepareDemo(config);
  await serve();
  owner = world.client();
  await owner.call(login, { body: { username: note?.username ?? "", password: note?.password ?? "" } });
});
afterAll(async () => {
  await world?.close();
  ground?.remove();
});

/** Without jobs nothing that waits goes on while it is looked at. */
async function serve(): Promise<void> {
  world = await openOn({ ...config, role: "web" });
}

const stateOf = ({ status, closedReason }: Decision): string => closedReason ?? status;

test("has decisions in every state, forecasts that held and that did not, and base rates made of them", async () => {
  const all = await owner.call(listDecisions);
  const counts: Record<string, number> = {};
  for (const one of all) counts[stateOf(one)] = (counts[stateOf(one)] ?? 0) + 1;
  expect(counts).toMatchObject({ approved: 16, rejected: 3, expired: 2 });
  // Five were asked for in the last days; the executives' reports may have added some.
  expect(counts["pending"]).toBeGreaterThanOrEqual(5);
  expect(new Set(all.map(({ decisionType }) => decisionType)).size).toBe(13);
  const forecasts = all.flatMap((one) => one.forecasts);
  expect(forecasts.filter(({ held }) => held === true)).toHaveLength(16);
  expect(forecasts.filter(({ held }) => held === false)).toHaveLength(3);
  const today = dayIn(new Date(), "Europe/London");
  expect(forecasts.filter(({ dueOn, held }) => dueOn === today && held === null).length).toBeGreaterThanOrEqual(2);
  // Two of the three discounts before it came to an order.
  const discount = all.find(({ decisionType, status }) => decisionType === "discount_request" && status === "pending");
  expect(discount?.forecasts[1]?.baseRateNote).toBe("2 of 3 similar forecasts came true");
  expect(discount?.authorization).toMatchObject({ bound: "Discount limit", policyVersion: 2 });
  expect(all.find(({ title }) => title === "A new warehouse system")?.reason).toMatch(/^Three years is too long/);
});

test("has its executives, records, figures up to yesterday, answers and a brief that asked everybody", async () => {
  const { company } = await owner.call(currentUser);
  expect(company).toMatchObject({ name: "Hartley & Finch (demo)", currency: "GBP", demo: true });
  expect(await owner.call(listAgents)).toHaveLength(8);
  const sales = await owner.call(listMetrics, { query: { name: "daily_revenue" } });
  const yesterday = addDays(dayIn(new Date(), "Europe/London"), -1);
  expect([sales.length, sales[0]?.measurementDate, sales.at(-1)?.measurementDate]).toEqual([
    739,
    addDays(yesterday, -738),
    yesterday,
  ]);
  const orders = await owner.call(listMetrics, { query: { name: "daily_orders" } });
  expect(orders).toHaveLength(400);
  expect((await owner.call(countRecords)).samples).toBe(682);
  expect((await owner.call(listPolicies)).policies.find(({ role }) => role === "Sales")).toMatchObject({
    version: 2,
    discountPercent: 20,
  });
  const questions = await owner.call(listQuestions);
  expect(questions.map(({ answered }) => answered)).toEqual([true, true, true, true, true]);
  const runs = await owner.call(listRuns);
  const brief = runs.find(({ agentRole, label }) => agentRole === "CEO" && label === "Briefing");
  expect((await owner.call(getRun, { params: { id: brief?.id ?? "" } })).delegated).toHaveLength(7);
  const [line] = (await owner.call(listDecisions)).filter(({ title }) => title === "A second packing line");
  const comments = await owner.call(listComments, { query: { subject: "decision", id: line?.id ?? "" } });
  expect(comments).toHaveLength(3);
  expect((await owner.call(getDecision, { params: { id: line?.id ?? "" } })).decision.status).toBe("pending");
  const tasks = await world.asOwner<{ early: number; late: number; open: number }>(
    `SELECT count(*) FILTER (WHERE completion_date <= due_date)::int AS early,
         count(*) FILTER (WHERE completion_date > due_date)::int AS late,
         count(*) FILTER (WHERE completion_date IS NULL)::int AS open FROM tasks`,
  );
  expect(Math.min(...Object.values(tasks[0] ?? {}))).toBeGreaterThanOrEqual(3);
});

test("opens on a brief, and what its agents did lately is spread over a week", async () => {
  const page = await owner.call(getDashboard);
  expect(page.brief?.lines.length).toBeGreaterThanOrEqual(4);
  expect(page.missing).toEqual([]);
  expect(page.revenue?.compared?.before).toBeGreaterThan(0);
  const [spread] = await world.asOwner<{ days: number; times: number }>(
    `SELECT count(DISTINCT created_at::date)::int AS days, count(DISTINCT to_char(created_at, 'HH24:MI'))::int AS times
       FROM agent_runs WHERE parent_id IS NULL AND skill <> 'decisions.proposal' AND created_at > now() - interval '8 days'`,
  );
  expect(spread?.days).toBeGreaterThanOrEqual(5);
  expect(spread?.times).toBeGreaterThanOrEqual(10);
});

test("its journal holds, in the order of time", async () => {
  const connection = world.boardroom.connectOwner();
  await connection.connect();
  const verdict = await verifyJournal(connection);
  await connection.end();
  expect(verdict).toMatchObject({ companies: 1, faults: [] });
  expect(verdict.records).toBeGreaterThan(300);
  const [order] = await world.asOwner<{ days: number; wrong: number; ahead: number }>(
    `SELECT (max(at)::date - min(at)::date)::int AS days, count(*) FILTER (WHERE at < before)::int AS wrong,
         count(*) FILTER (WHERE at > now())::int AS ahead
       FROM (SELECT at, lag(at) OVER (ORDER BY seq) AS before FROM journal) told`,
  );
  expect(order).toEqual({ days: 119, wrong: 0, ahead: 0 });
});

test("every executive's own report finds what its playbook is for", async () => {
  const team = await owner.call(listAgents);
  expect(team.map(({ role }) => role).toSorted()).toEqual(Object.keys(playbooks).toSorted());
  for (const { id, role } of team) {
    const runs = await owner.call(listRuns, { query: { agentId: id } });
    const briefing = runs.find(
      ({ label, status, trigger }) => label === "Briefing" && status === "done" && trigger === "person",
    );
    const { run } = await owner.call(getRun, { params: { id: briefing?.id ?? "" } });
    if (!run.report) throw new Error(`${role} has no report.`);
    expectPlaybook(role, run.report);
  }
});

test("nobody can take the mark away", async () => {
  const body = { currency: "GBP", timeZone: "Europe/London" } as const;
  expect(await owner.call(setLocale, { body })).toMatchObject({ demo: true });
  const reply = await owner.send("PUT", "/api/company/locale", { body: { ...body, demo: false } });
  expect(reply.status).toBe(400);
  expect((await owner.call(currentUser)).company.demo).toBe(true);
});

test("a second time finds it: nothing changes, and the same person signs in", async () => {
  const before = await checksum(world);
  await world.close();
  expect(await prepareDemo(config)).toEqual(note);
  await serve();
  expect(changed(before, await checksum(world))).toEqual([]);
  expect(await world.asOwner("SELECT company_id FROM companies")).toHaveLength(1);
  // A newcomer is no demo.
  const { user } = await world.member("own");
  expect(user.company.demo).toBe(false);
});

test("refuses what is no demo in a sentence, and touches nothing of it", async () => {
  const before = await checksum(world);
  await world.close();
  const sentence = /holds a company that is not a demo: start it with npm start/;
  await expect(prepareDemo(config, { fresh: true })).rejects.toThrow(sentence);
  await serve();
  expect(changed(before, await checksum(world))).toEqual([]);
});

test("leaves a folder alone that holds something else, and makes half a demo anew where it began on one", async () => {
  expect(note).toMatchObject({ username: "demo", prepared: true });
  expect(note?.password).not.toBe(half.password);
  expect(existsSync(join(config.dataDir, "left-over"))).toBe(false);

  const folder = mkdtempSync(join(tmpdir(), "boardroom-demo-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const elsewhere = readConfig({ ...settings, DATA_DIR: folder });
  const file = join(elsewhere.dataDir, "thesis.txt");
  writeFileSync(file, "mine");
  await expect(prepareDemo(elsewhere)).rejects.toThrow(/holds data that is not a demo; nothing was changed/);
  await expect(prepareDemo(elsewhere, { fresh: true })).rejects.toThrow(/holds data that is not a demo/);
  expect(readFileSync(file, "utf8")).toBe("mine");
});
