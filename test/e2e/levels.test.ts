// Nightly: earned levels; http/earned-levels holds the rules daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setAutonomy } from "#features/agents/contract.ts";
import { listLevels } from "#features/authority/levels/contract.ts";
import { getDecision, listDecisions, makeDecision } from "#features/decisions/contract.ts";
import { resolveForecast } from "#features/decisions/outcome/contract.ts";
import { editExecutive, getExecutive } from "#features/executives/contract.ts";
import { initializeOversight, stopOversight } from "#features/oversight/contract.ts";
import { colleague } from "../samples.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";

/** What an agent may do alone: undone by an approver, raised by its record, and held by a stop. */
let world: World;
let browser: Browser;
let owner: Member;
let cfo: string;

beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" });
  browser = await openBrowser();
  owner = await world.member("owner");
  cfo = (await hire(owner, "CEO", "CFO")).find(({ role }) => role === "CFO")?.id ?? "";
  const { updatedAt } = await owner.call(getExecutive, { params: { id: cfo } });
  await owner.call(editExecutive, { params: { id: cfo }, body: { updatedAt, decisionAuthority: "high" } });
  await owner.call(setAutonomy, { params: { id: cfo }, body: { autonomyLevel: "execute" } });
  await owner.call(initializeOversight);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const decisionType = "investment_evaluation";
const propose = async (purpose: string, investment: number): Promise<string> => {
  const context = { ...testContexts.CFO.context, subject: purpose, purpose, investment };
  return (await owner.call(makeDecision, { body: { agentId: cfo, decisionType, context } })).id;
};
const decisionOf = async (id: string) => (await owner.call(getDecision, { params: { id } })).decision;
const levelNow = async () =>
  (await owner.call(listLevels, { params: { id: cfo } })).levels.find((one) => one.decisionType === decisionType)
    ?.level;
const dialog = (page: Page) => page.getByRole("dialog").getByRole("region", { name: "Earned levels" });

test("an approver is told what the policy approved and undoes it for a reason; the level goes down one step", async () => {
  const approver = await colleague(world, owner, "approver");
  const page = await openPage(browser, world, approver);
  const id = await propose("A press", 2_000);
  await page.goto(world.url);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByRole("button", { name: /Approved by policy: / }).click();
  await page.waitForURL(`**/decisions/${id}`);
  await page.getByText("Why it ran alone").waitFor();
  await page.getByRole("button", { name: "Undo with a reason" }).click();
  await page.getByLabel("What was wrong?").fill("Wrong supplier");
  await inspectPage(page);
  await page.getByRole("button", { name: "Undo for this reason" }).click();
  await expect.poll(async () => (await decisionOf(id)).status).toBe("pending");
  await page.getByText("Undone: Wrong supplier").first().waitFor();
  expect(await levelNow()).toBe("propose");
  await page.close();
});

test("the owner sees why, and gives the level back", async () => {
  const page = await openPage(browser, world, owner);
  await page.goto(`${world.url}/?edit=${cfo}`);
  const row = dialog(page).locator(`[data-level="${decisionType}"]`);
  await row
    .getByText(/No outcome yet, next look at 20\. Propose now; Execute with undo takes a lower bound of 80%\./)
    .waitFor();
  await row.getByText("History (1)").click();
  await row.getByText(/The policy's approval of D-\d+ was undone: Wrong supplier/).waitFor();
  await inspectPage(page);
  await row.getByRole("button", { name: "Give back Execute with undo…" }).click();
  await row.getByLabel("Why was it no breach?").fill("The supplier was right");
  await row.getByRole("button", { name: "Give back" }).click();
  await row.getByText("History (2)").waitFor();
  expect(await levelNow()).toBe("execute_undo");
  await page.close();
});

test("above the share it may decide alone, the decision names what sets it", async () => {
  const page = await openPage(browser, world, owner);
  await page.goto(`${world.url}/decisions/${await propose("A mixer", 40_000)}`);
  const exposure = page.getByRole("region", { name: "Exposure" });
  await exposure
    .getByText("$40,000 exceeds the $37,500 Marcus may decide alone (risk tolerance 50: 75% of $50,000)")
    .waitFor();
  expect(await exposure.getByText("Why it needs you").count()).toBe(1);
  await page.goto(`${world.url}/?edit=${cfo}`);
  await dialog(page).locator(`[data-level="${decisionType}"]`).getByText("up to $37,500 alone").waitFor();
  await page.close();
});

test("40 of 40 good outcomes propose Execute; approved on the page, it is the level", async () => {
  const id = await propose("A kiln", 1_000);
  await world.asOwner("UPDATE decisions SET undo_until = NULL WHERE id = $1", [id]);
  await world.asOwner("DELETE FROM forecasts WHERE decision_id = $1", [id]);
  await world.asOwner(
    `INSERT INTO forecasts (company_id, decision_id, position, claim, horizon, probability, base_rate_note, due_on, resolver,
       held, resolution, resolved_at, resolved_by)
     SELECT $1, $2, g, 'It pays', 'final', 0.8, '', current_date, 'human', CASE WHEN g < 40 THEN true END,
       CASE WHEN g < 40 THEN 'human' END, CASE WHEN g < 40 THEN now() END, CASE WHEN g < 40 THEN $3::uuid END
     FROM generate_series(1, 40) g`,
    [owner.user.companyId, id, owner.user.id],
  );
  await owner.call(resolveForecast, { params: { id, position: "40" }, body: { held: true } });
  const steps = async () => (await owner.call(listDecisions)).filter((one) => one.decisionType === "authority_step");
  await expect.poll(async () => (await steps()).length, { timeout: 60_000 }).toBe(1);
  const [step] = await steps();
  const page = await openPage(browser, world, owner);
  await page.goto(`${world.url}/?edit=${cfo}`);
  const row = dialog(page).locator(`[data-level="${decisionType}"]`);
  await row.getByText(/40 of 40 good, next look at 80\./).waitFor();
  await row.getByRole("link", { name: "Review the step up" }).click();
  await page.waitForURL(`**/decisions/${step?.id}`);
  await page
    .getByText(/40 of 40 outcomes good, lower 95% bound 93\.6%/)
    .first()
    .waitFor();
  await inspectPage(page);
  await page
    .getByRole("group", { name: "Your decision" })
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect.poll(async () => (await decisionOf(step?.id ?? "")).status).toBe("approved");
  await world.asOwner("UPDATE decisions SET undo_until = now() - interval '1 second' WHERE id = $1", [step?.id]);
  await world.asOwner(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'decision-release' AND data->'input'->>'decisionId' = $1",
    [step?.id],
  );
  await expect.poll(levelNow, { timeout: 60_000 }).toBe("execute");
  await page.close();
});

test("a stop holds what the policy approved, and execute reads as propose", async () => {
  await world.asOwner("UPDATE authority_levels SET level = 'execute_undo' WHERE agent_id = $1", [cfo]);
  const held = await propose("A van", 3_000);
  expect(await decisionOf(held)).toMatchObject({ status: "approved", approvedBy: "policy" });
  await owner.call(stopOversight);
  const page = await openPage(browser, world, owner);
  await page.goto(`${world.url}/decisions/${held}`);
  await page.getByText("Autonomous work was put on hold before its effects, so a person decides.").first().waitFor();
  const next = await decisionOf(await propose("A desk", 1_500));
  expect(next).toMatchObject({ status: "pending", authorization: { bound: "Oversight" } });
  await page.goto(`${world.url}/?edit=${cfo}`);
  await dialog(page).locator(`[data-level="${decisionType}"]`).getByRole("button", { name: "Propose" }).click();
  await page.getByText("Because of").waitFor();
  await page.getByText("Oversight", { exact: true }).first().waitFor();
  await page.close();
});
