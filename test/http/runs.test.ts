import { afterAll, beforeAll, expect, test } from "vitest";
import { inWords } from "#contract/report.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { getRun, listRuns, startBriefing, stopRun, type RunPage } from "#features/workforce/contract.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Waits until a run is over and gives its page. */
async function ended(member: Member, id: string): Promise<RunPage> {
  for (let look = 0; look < 2_000; look += 1) {
    const page = await member.call(getRun, { params: { id } });
    if (!["queued", "running"].includes(page.run.status)) return page;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The run did not end.");
}

const invoice = (company: string, number: string, customer: string, amount: number, due: string) =>
  world.asOwner(
    `INSERT INTO invoices (company_id, id, source, external_id, origin, created_at, updated_at, customer_name, number, direction,
       issued_on, due_on, amount, status)
     VALUES ($1, gen_random_uuid(), 'csv', $2, 'external', now(), now(), $3, $2, 'receivable', current_date - 60,
       current_date + $5::int, $4, 'open')`,
    [company, number, customer, amount, due],
  );

test("an executive reports what the rows say, with every number led back, and the owner is told", async () => {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  if (!cfo) throw new Error("There is no CFO.");
  await invoice(member.user.companyId, "INV-1", "Acme {x}", 1000, "-10");
  await invoice(member.user.companyId, "INV-2", "Beta", 500, "20");
  const { runId } = await member.call(startBriefing, { params: { id: cfo.id } });
  const { run, ledTo } = await ended(member, runId);
  expect(run.status).toBe("done");
  expect(run.engine).toBe("rules");
  expect(run.cost).toEqual({ state: "zero", usd: 0 });
  expect(run.origin).toBe("external");
  expect(run.steps.map(({ title, status }) => [title, status])).toContainEqual(["Read: receivables", "done"]);
  const said = run.report?.sections.flatMap(({ lines }) =>
    lines.map((line) => inWords(line, run.report?.figures ?? [])),
  );
  expect(said).toContain("$1,000 of $1,500 is overdue, in 1 invoice.");
  expect(said).toContain("Acme {x} owes most: $1,000, the oldest for 10 days.");
  expect(run.report?.figures.every(({ source }) => source.label !== "")).toBe(true);
  expect(ledTo).toContainEqual(expect.objectContaining({ kind: "message" }));
  const journal = await world.asOwner<{ action: string }>(
    "SELECT action FROM journal WHERE company_id = $1 AND resource = 'run' AND resource_id = $2 ORDER BY seq",
    [member.user.companyId, runId],
  );
  expect(journal.map(({ action }) => action)).toEqual(["run.started", "run.finished"]);
  const stranger = await world.member();
  expect((await stranger.send("GET", `/api/runs/${runId}`)).status).toBe(404);
  expect((await stranger.send("POST", `/api/runs/${runId}/stop`)).status).toBe(404);
  expect(await stranger.call(listRuns)).toEqual([]);
  expect((await member.send("POST", `/api/runs/${runId}/stop`)).text).toBe("Already finished");
});

test("a proposal has a run that says how it was worked out", async () => {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  if (!cfo) throw new Error("There is no CFO.");
  const context = { investment: 85_000, projectedReturn: 150_000, paybackMonths: 14 };
  const decision = await member.call(makeDecision, {
    body: { agentId: cfo.id, decisionType: "investment_evaluation", context },
  });
  const { run, ledTo } = await member.call(getRun, { params: { id: decision.runId } });
  expect(run.status).toBe("done");
  expect(run.steps).toHaveLength(4);
  expect(ledTo.map(({ kind }) => kind)).toEqual(["decision", ...ledTo.slice(1).map(() => "message")]);
  expect(stopRun.access).toBe("member");
});
