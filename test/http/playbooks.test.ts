import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { getTemplate, addSamples } from "#features/records/samples/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { brief } from "../briefing.ts";
import { importFile } from "../importing.ts";
import { expectPlaybook, playbooks } from "../playbooks.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

/** What each executive finds in the sample records, with the figures a newcomer types beside them. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const today = dayIn(now(), "UTC");
const roles = Object.keys(playbooks) as AgentRoleId[];

async function typeFigures(member: Member): Promise<void> {
  const days = Array.from({ length: 400 }, (_, ago) => addDays(today, -ago));
  const revenue = days.map((measurementDate, at) => ({
    metricName: "daily_revenue",
    metricValue: 1_000 + 40 * ((at * 5) % 7),
    measurementDate,
  }));
  const ends = days.filter((day) => addDays(day, 1).endsWith("-01") && day < today).slice(0, 6);
  const expenses = ends.map((measurementDate, at) => ({
    metricName: "expenses",
    metricValue: 46_000 + 900 * (at % 3),
    measurementDate,
  }));
  const year = today.slice(0, 4);
  const points = [
    ...revenue,
    ...expenses,
    { metricName: "cash", metricValue: 130_000, measurementDate: addDays(today, -1) },
    { metricName: "revenue_target", metricValue: 420_000, measurementDate: `${year}-12-31` },
  ];
  for (let at = 0; at < points.length; at += 200)
    await member.call(recordMetrics, { body: { source: "manual", points: points.slice(at, at + 200) } });
}

test("on the samples every executive finds what its playbook is for", async () => {
  const member = await world.member();
  const team = await hire(member, ...roles);
  await member.call(addSamples);
  await typeFigures(member);
  for (const role of [...roles.filter((one) => one !== "CEO"), "CEO" as const]) {
    const { run } = await brief(
      member,
      team.find((agent) => agent.role === role),
    );
    if (!run.report) throw new Error(`${role} has no report.`);
    expect(run.status).toBe("done");
    expectPlaybook(role, run.report);
  }
}, 120_000);

test("the sample files that are downloaded hold the same: channels, what they cost and what they brought", async () => {
  const member = await world.member();
  const [cmo] = await hire(member, "CMO");
  for (const kind of ["customers", "vendors", "deals", "invoices"] as const) {
    const { csv } = await member.call(getTemplate, { params: { kind }, query: { rows: "sample" } });
    expect(await importFile(world, member, kind, csv)).toMatchObject({ status: "done", badCount: 0 });
  }
  const { run } = await brief(member, cmo);
  if (!run.report) throw new Error("There is no report.");
  expectPlaybook("CMO", run.report);
}, 120_000);
