import type { Page, Route } from "playwright-core";
import type { DecisionPage } from "#features/decisions/contract.ts";
import type { World } from "../world.ts";
import type { Take } from "./pictures-work.ts";
import { ask, createWorkforce, fileCard, importRetail, openWizard, signUp } from "./story.ts";

const team = ["Chief Executive Officer", "Chief Financial Officer", "Sales Director"];
const rows = (lines: string) => ({ name: "customers.csv", mimeType: "text/csv", buffer: Buffer.from(lines) });
const customers = `Company;Contact Mail;Status;Customer since\n${[
  "Acme Ltd;a@acme.example;active;01.02.2024",
  "Bolt GmbH;;prospect;",
  "Calder;;asleep;",
  "Dorn & Söhne;office@dorn.example;active;31.02.2024",
  ";nobody@example.com;active;",
].join("\n")}\n`;

/**
 * The screens somebody meets seldom: work that is under way or failed, questions before something is lost, an answer
 * that is due.
 */
export async function takeRare(page: Page, world: World, username: string, take: Take): Promise<void> {
  await signUp(page, world.url, { username, company: "Hartley & Finch" });
  await page.goto(`${world.url}/records/customers`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Import files" }).first().click();
  await take("import-empty", false);
  await page.getByLabel("Files to add").setInputFiles(rows(customers));
  const card = fileCard(page, "customers.csv");
  const start = card.getByRole("button", { name: /^Import/ });
  await start.waitFor();
  await take("import-questions", false);
  for (const open of await card.locator("select:has(option:text-is('Choose'))").all())
    await open.selectOption({ index: 1 });
  await start.click();
  await card
    .getByText(/not taken/)
    .first()
    .waitFor();
  await take("import-refused", false);
  // The moment between is too short for a picture: it is told the server's answer of another moment.
  const stand = (change: object) => async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...change } });
  };
  const under = { status: "running", read: 412_300, total: 1_000_000, sentence: null, badLines: [], badCount: 0 };
  const failed = {
    ...under,
    status: "failed",
    sentence: "Nothing was imported: the import did not finish in 5 attempts. Split the file and import the parts.",
  };
  for (const [name, change, said] of [
    ["import-running", under, "412,300 of 1,000,000 lines"],
    ["import-failed", failed, failed.sentence],
  ] as const) {
    await page.route(/\/api\/imports\/[^/]+$/, stand(change));
    await page.reload();
    await card.getByText(said).waitFor();
    await take(name, false);
    await page.unrouteAll({ behavior: "wait" });
  }
  await page.goto(`${world.url}/add-data`);
  await card.first().waitFor();
  await take("add-data");
  await page.goto(world.url);
  await importRetail(page);
  await createWorkforce(page, team);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("button", { name: "Add agent" }).click();
  await dialog.getByLabel("Agent Name").waitFor();
  await take("executive-add", false);
  await dialog.getByLabel("Agent Name").fill("Wendy");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Keep Editing" }).waitFor();
  await take("executive-leave", false);
  await dialog.getByRole("button", { name: /^Discard/ }).click();
  await openWizard(page, []);
  await dialog.getByRole("checkbox").first().press("Enter");
  await page.getByText("Selection Required", { exact: true }).waitFor();
  await take("wizard-toast", false);
  await page.keyboard.press("Escape");
  await ask(page, "How long does our cash last?");
  const [run] = await world.asOwner<{ id: string }>(
    "UPDATE agent_runs SET status = 'failed', output = NULL, facts = '[]', sentence = $1 WHERE id = (SELECT id FROM agent_runs ORDER BY created_at DESC LIMIT 1) RETURNING id",
    ["Every attempt failed. Ask again, or contact the administrator of this installation."],
  );
  await world.asOwner(
    "UPDATE agent_run_steps SET status = 'failed', detail = 'The database did not answer in time.' WHERE run_id = $1 AND position = (SELECT max(position) FROM agent_run_steps WHERE run_id = $1)",
    [run?.id],
  );
  await page.goto(`${world.url}/runs/${run?.id}`);
  await page.getByRole("heading", { name: "Steps" }).waitFor();
  await take("run-failed");
  await page.goto(`${world.url}/runs`);
  await page.getByText("Failed").first().waitFor();
  await take("runs-failed");
  await page.goto(world.url);
  await page.getByRole("button", { name: /^Test CFO/ }).click();
  await page
    .getByText(/proposed/)
    .last()
    .waitFor();
  await page.goto(`${world.url}/decisions`);
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await page.getByRole("button", { name: /^Approve/ }).click();
  await page
    .getByText(/^Approved by/)
    .first()
    .waitFor();
  const due = async (route: Route) => {
    const answer = await route.fetch();
    const found = (await answer.json()) as DecisionPage;
    const forecasts = found.decision.forecasts.map((each) => ({ ...each, dueOn: "2026-01-31" }));
    await route.fulfill({ response: answer, json: { ...found, decision: { ...found.decision, forecasts } } });
  };
  await page.route(/\/api\/decisions\/[^/]+$/, due);
  await page.reload();
  await page.getByRole("button", { name: "Came true", exact: true }).first().waitFor();
  await page.getByRole("region", { name: "Forecast" }).scrollIntoViewIfNeeded();
  await take("outcome");
  await page.unrouteAll({ behavior: "wait" });
}
