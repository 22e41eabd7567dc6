import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { formatLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { setStatus } from "#features/agents/contract.ts";
import { listCommunications } from "#features/communications/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { editExecutive, getExecutive } from "#features/executives/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { topics } from "#features/expertise/skills.ts";
import { aboutAll, type Today } from "#features/expertise/topics/topic.ts";
import { dayIn, now } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { brief, put } from "../briefing.ts";
import { answer, expectSound, named } from "../sound.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const today = dayIn(now(), "Europe/London");
const on = (days: number) => addDays(today, days);
const yearEnd = `${today.slice(0, 4)}-12-31`;

/** A company with something to say for the CFO and the CTO, and a goal. */
async function company(member: Member): Promise<void> {
  const of = member.user.companyId;
  const invoice = { direction: "receivable", issued_on: on(-60), status: "open" };
  await put(world, "invoices", of, {
    ...invoice,
    number: "1",
    customer_name: "Acme {x}",
    due_on: on(-40),
    amount: 9_000,
  });
  await put(world, "invoices", of, { ...invoice, number: "2", customer_name: "Beta", due_on: on(-10), amount: 500 });
  const incident = { kind: "incident", status: "open", opened_on: on(-9) };
  await put(world, "tickets", of, { ...incident, title: "Down", priority: "high", due_on: on(-3) });
  await put(world, "subscriptions", of, { kind: "domain", name: "shop.example", status: "active", renews_on: on(5) });
  const points = [
    { metricName: "revenue_target", metricValue: 1e9, measurementDate: yearEnd },
    ...Array.from({ length: 3 }, (_, at) => ({
      metricName: "daily_revenue",
      metricValue: 100,
      measurementDate: on(-at),
    })),
  ];
  await member.call(recordMetrics, { body: { source: "manual", points } });
}

test("the CEO asks every executive and weighs what they say", async () => {
  const member = await world.member();
  const stranger = await world.member();
  await company(member);
  const agents = await hire(member, "CEO", "CFO", "CTO", "CMO");
  const find = (role: string) => {
    const one = agents.find((agent) => agent.role === role);
    if (!one) throw new Error(`There is no ${role}.`);
    return one;
  };
  await member.call(setStatus, { params: { id: find("CMO").id }, body: { status: "paused" } });
  const { run, said, delegated, figure, ledTo } = await brief(member, find("CEO"));
  expect(run.status).toBe("done");
  expect(run.origin).toBe("external");
  const titles = run.report?.sections.map(({ title }) => title);
  expect(titles).toEqual(["Top priorities", "Top risks", "Goal pace", "What the executives say"]);
  const section = (title: string) => run.report?.sections.find((one) => one.title === title)?.lines ?? [];
  expect(section("Top priorities")).toHaveLength(3);
  expect(said[0]).toMatch(/^1\. Collect \$9,000 from Acme \{x\}, overdue for 40 days\. Score [\d.]+\.$/);
  expect(said.join(" ")).toContain("Resolve the incident Down, overdue for 3 days.");
  expect(said.join(" ")).toContain("Renew the domain shop.example: it ends in 5 days.");
  expect(said.join(" ")).toContain("At this pace, revenue will be");
  expect(said.join(" ")).toContain("(CMO): could not be asked: is paused");
  // 300 in the last 30 days with figures: 40 at most; overdue since long: 35; 40 of 90 days late: 25 × 0.4444
  expect(figure("priority_0_score")).toMatchObject({ value: 86.1, unit: "score" });
  expect(figure("priority_0_severity")?.value).toBeCloseTo(25 * (40 / 90));
  const lines = run.report?.sections.flatMap((one) => [...one.lines, ...(one.table?.rows.flat() ?? [])]);
  expect(run.report?.figures.map(({ id }) => id)).toEqual(expect.arrayContaining(named(lines ?? [])));

  expect(delegated.map(({ agentRole, status, trigger }) => [agentRole, status, trigger])).toEqual([
    ["CFO", "done", "agent"],
    ["CTO", "done", "agent"],
  ]);
  const child = await member.call(getRun, { params: { id: delegated[0]?.id ?? "" } });
  expect(child.run.parent).toMatchObject({ id: run.id });
  expect(child.run.report?.figures.length).toBeGreaterThan(0);

  const spoken = await member.call(listCommunications);
  const between = spoken.filter(({ messageType }) => messageType === "internal");
  const pairs = between.map(({ sender, receiver }) => `${sender?.role} to ${receiver?.role}`).sort();
  expect(pairs).toEqual(["CEO to CFO", "CEO to CTO", "CFO to CEO", "CTO to CEO"]);
  expect(between.find(({ sender }) => sender?.role === "CFO")?.content).toContain("Collect $9,000 from Acme {x}");
  expect(ledTo.filter(({ kind }) => kind === "message")).toHaveLength(5);
  const grants = await world.asOwner<{ agent_id: string; sender_agent_id: string }>(
    `SELECT g.agent_id, c.sender_agent_id FROM communications c JOIN grants g ON g.company_id = c.company_id AND g.id = c.grant_id
     WHERE c.company_id = $1 AND c.message_type = 'internal'`,
    [member.user.companyId],
  );
  expect(grants).toHaveLength(4);
  for (const grant of grants) expect(grant.agent_id).toBe(grant.sender_agent_id);
  // The product's own words to them; what they say stands on what others wrote.
  expect(
    await world.asOwner(
      `SELECT DISTINCT a.role, c.origin FROM communications c JOIN agents a ON a.company_id = c.company_id AND a.id = c.sender_agent_id
       WHERE c.company_id = $1 AND c.message_type = 'internal' ORDER BY 1`,
      [member.user.companyId],
    ),
  ).toEqual([
    { role: "CEO", origin: "system" },
    { role: "CFO", origin: "external" },
    { role: "CTO", origin: "external" },
  ]);
  const journal = await journalOf(world, member);
  expect(journal.filter((action) => action === "communication.sent")).toHaveLength(5);
  expect(journal.filter((action) => action === "run.finished")).toHaveLength(3);
  expect(await stranger.call(listCommunications)).toEqual([]);
  expect((await stranger.send("GET", `/api/runs/${run.id}`)).status).toBe(404);
});

test("a full team of eight is asked within the steps a run may take", async () => {
  const member = await world.member();
  await company(member);
  const agents = await hire(member, ...agentRoleIds);
  const { run, delegated } = await brief(
    member,
    agents.find(({ role }) => role === "CEO"),
  );
  expect(run.status).toBe("done");
  expect(delegated.map(({ agentRole, status }) => [agentRole, status])).toEqual(
    agentRoleIds.filter((role) => role !== "CEO").map((role) => [role, "done"]),
  );
  // The look around, seven who are asked, and the goals: nothing is read that the brief does not say.
  expect(run.steps.map(({ action }) => action ?? "asked")).toEqual([
    "ceo_team",
    ...Array(7).fill("asked"),
    "ceo_goals",
  ]);
});

test("without strategic planning the brief has no goals, and nothing else in their place", async () => {
  const member = await world.member();
  await company(member);
  const [ceo, cfo] = await hire(member, "CEO", "CFO");
  const params = { id: ceo?.id ?? "" };
  await member.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  const { updatedAt } = await member.call(getExecutive, { params });
  await member.call(editExecutive, { params, body: { updatedAt, capabilities: { strategic_planning: false } } });
  const { run } = await brief(member, ceo);
  const titles = run.report?.sections.map(({ title }) => title);
  expect(titles).toEqual(["Top priorities", "Top risks", "What the executives say"]);
});

test("an executive who is switched off is named, and the brief goes on", async () => {
  const member = await world.member();
  await company(member);
  const [ceo, cfo] = await hire(member, "CEO", "CFO", "CTO");
  await member.call(setStatus, { params: { id: cfo?.id ?? "" }, body: { status: "inactive" } });
  const { said, delegated } = await brief(member, ceo);
  expect(said.join(" ")).toContain("(CFO): could not be asked: is inactive");
  expect(said.join(" ")).toContain("Resolve the incident Down");
  expect(delegated.map(({ agentRole }) => agentRole)).toEqual(["CTO"]);
});

test("an executive whose work fails is named, and the brief goes on", async () => {
  const member = await world.member();
  await company(member);
  const [ceo] = await hire(member, "CEO", "CFO", "CTO");
  await world.asOwner("ALTER TABLE subscriptions RENAME COLUMN seats TO seats_away");
  try {
    const { run, said, delegated } = await brief(member, ceo);
    expect(run.status).toBe("done");
    expect(said.join(" ")).toContain("(CTO): could not be asked: something went wrong");
    expect(said.join(" ")).toContain("Collect $9,000 from Acme {x}");
    expect(delegated.map(({ agentRole, status }) => [agentRole, status])).toEqual([
      ["CFO", "done"],
      ["CTO", "failed"],
    ]);
    const spoken = await member.call(listCommunications);
    const pairs = spoken.map(({ sender, receiver }) => `${sender?.role} to ${receiver?.role}`).sort();
    expect(pairs).toEqual(["CEO to CFO", "CEO to CTO", "CEO to undefined", "CFO to CEO"]);
  } finally {
    await world.asOwner("ALTER TABLE subscriptions RENAME COLUMN seats_away TO seats");
  }
});

test("a question about the whole company is answered at once, by the topics of everybody who is active", async () => {
  const member = await world.member();
  await company(member);
  const agents = await hire(member, "CEO", "CFO", "CTO");
  const cto = agents.find(({ role }) => role === "CTO");
  await member.call(setStatus, { params: { id: cto?.id ?? "" }, body: { status: "paused" } });
  const overview = topics.find(({ id }) => id === "ceo.overview");
  const day: Today = { today, currency: "USD", timeZone: "Europe/London" };
  const gathered = await world.boardroom.database.transaction(member.user.companyId, (db) => {
    const tx = { db, company: member.user.companyId, currency: "USD", timeZone: "Europe/London", now: now() };
    return overview?.gather(tx as unknown as Tx, day, aboutAll) ?? Promise.reject(new Error("There is no overview."));
  });
  const said = overview?.conclude(gathered.facts, day, aboutAll);
  if (!said) throw new Error("It says nothing.");
  expectSound(said);
  expect(gathered.origins).toContain("external");
  // The target comes before or after them, by how near the end of its year is.
  expect(answer(said, "week")).toMatch(/\d\. Collect \$9,000 from Acme \{x\}.* \d\. Collect \$500 from Beta/);
  expect(answer(said, "week")).toContain("Not asked:");
  expect(answer(said, "week")).not.toContain("incident");
  expect(answer(said, "risks")).toContain("At this pace, revenue will be");
});

test("a company without rows gets a brief that says so", async () => {
  const member = await world.member();
  const agents = await hire(member, "CEO", "CFO");
  const { run, said } = await brief(member, agents[0]);
  expect(formatLine(run.report?.headline ?? [], run.report?.figures ?? [])).toBe(
    "Nothing is urgent: 1 executive was asked and raised no concerns.",
  );
  expect(run.report?.figures).toEqual([]);
  expect(said).toContain("No goal is recorded, so there is no pace to measure.");
  expect(run.report?.missing.map(({ what }) => what)).toContain("Cash");
});

test("a target may lie ahead, other figures may not", async () => {
  const member = await world.member();
  const point = (metricName: string, measurementDate: string) => ({ metricName, metricValue: 1, measurementDate });
  const send = (name: string, day: string) =>
    member.send("POST", "/api/metrics", { body: { source: "manual", points: [point(name, day)] } });
  expect((await send("revenue_target", on(300))).status).toBe(200);
  expect((await send("revenue_target", on(6 * 366))).text).toContain("is in the future");
  expect((await send("daily_revenue", on(3))).text).toContain("is in the future");
  expect((await send("_target", on(3))).status).toBe(400);
});
