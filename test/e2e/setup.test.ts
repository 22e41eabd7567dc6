import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentRoleIds, agentRoles } from "#contract/roles.ts";
import { defaultWorkforce } from "#features/setup/rules.ts";
import { openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";
import { badCsv, fileCard, nextStep, openImport, openWizard, retailCsv, setCurrency, testDecision } from "./story.ts";

/** From a new company to its currency, its workforce and its figures: what is refused, what waits, what comes back. */
let world: World;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  page = await openPage(browser, world, await world.member("owner"));
  await page.goto(world.url);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const wizard = () => page.getByRole("dialog", { name: "AI Workforce Setup Wizard" });
const save = () => page.getByRole("button", { name: "Create AI Workforce" });

test("currency and time zone are changed in the first steps, and later from the menu", async () => {
  await page.getByText("figures in USD, London time.").waitFor();
  await page.getByRole("button", { name: "Change currency and time zone" }).click();
  await page.getByLabel("Currency", { exact: true }).selectOption("EUR");
  await page.getByLabel("Time zone", { exact: true }).selectOption({ label: "Paris" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("figures in EUR, Paris time.").waitFor();
  const change = page.getByRole("button", { name: "Change currency and time zone" });
  await expect.poll(() => change.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  const menu = page.getByRole("dialog", { name: "Navigation menu" });
  await menu.getByText("Figures in EUR, Paris time").waitFor();
  await menu.getByRole("button", { name: "Change currency and time zone" }).click();
  await page.getByLabel("Currency", { exact: true }).selectOption("USD");
  await page.getByLabel("Time zone", { exact: true }).selectOption({ label: "London" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("figures in USD, London time.").waitFor();
});

test("the eight roles are offered; Enter without a choice says what is missing; Back keeps the choice", async () => {
  await openWizard(page, []);
  expect(await wizard().getByRole("checkbox").count()).toBe(8);
  expect(await wizard().getByText("+1 more", { exact: true }).count()).toBe(8);
  await wizard().getByText("Select at least one agent role", { exact: true }).waitFor();
  expect(await wizard().getByRole("button", { name: "Next: Configure Agents" }).isDisabled()).toBe(true);
  await wizard().getByRole("checkbox").first().press("Enter");
  await page.getByText("Selection Required", { exact: true }).waitFor();
  await page.getByText("Please select at least one agent role.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  for (const role of agentRoles) await wizard().getByText(role.name, { exact: true }).click();
  await nextStep(page);
  await wizard().getByRole("button", { name: "Back" }).click();
  expect(await wizard().getByRole("checkbox", { checked: true }).count()).toBe(8);
  await nextStep(page);
});

test("what is wrong is said on submit, not before, and goes away when it is mended; nothing is sent", async () => {
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/setup-agents")) sent += 1;
  });
  const name = wizard().getByLabel("Agent Name").first();
  const budget = wizard().getByLabel("Budget Authority (USD)").first();
  const email = wizard().getByLabel("Email Address").first();
  expect(await wizard().getByLabel("Decision Authority").first().locator("option").allTextContents()).toEqual([
    "Low",
    "Medium",
    "High",
  ]);
  await name.fill("E");
  await budget.fill("-1");
  await email.fill("nobody");
  expect(await wizard().locator("[aria-invalid]").count()).toBe(0);
  await save().click();
  await wizard().getByText("Agent name must be at least 2 characters", { exact: true }).waitFor();
  await wizard().getByText("Number must be greater than or equal to 0", { exact: true }).waitFor();
  await wizard().getByText("Invalid email address", { exact: true }).waitFor();
  await name.fill("Eleanor");
  await budget.fill("1000000");
  await email.fill("");
  await expect.poll(() => wizard().locator("[aria-invalid]").count()).toBe(0);
  expect(sent).toBe(0);
});

test("creation waits visibly, is sent once, tells a failure and a success, and starts afresh", async () => {
  const bodies: unknown[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/company/setup-agents", async (route) => {
    bodies.push(route.request().postDataJSON());
    await held;
    await route.fulfill({ status: 503, contentType: "text/plain", body: "Too busy" });
  });
  await save().click();
  const pending = page.getByRole("button", { name: "Creating Agents..." });
  await pending.waitFor();
  await pending.evaluate((button: HTMLButtonElement) => button.form?.requestSubmit());
  expect(await pending.isDisabled()).toBe(true);
  release();
  await page.getByText("503: Too busy").waitFor();
  await page.getByText("Error", { exact: true }).waitFor();
  const [{ emailAddress: _, ...first }, ...others] = defaultWorkforce as [(typeof defaultWorkforce)[0]];
  expect(bodies).toEqual([
    {
      selectedRoles: agentRoleIds,
      agents: [first, ...others].map((agent) => ({ ...agent, customInstructions: "" })),
    },
  ]);
  await page.unroute("**/api/company/setup-agents");
  const reread = page.waitForRequest((request) => request.url().endsWith("/api/dashboard"));
  await save().click();
  await page.getByText("Success!", { exact: true }).waitFor();
  await page.getByText("Created 8 AI agents successfully", { exact: true }).waitFor();
  await reread;
  await wizard().getByText("Nothing is spent or sent without you.").waitFor();
  await inspectPage(page);
  await wizard().getByRole("button", { name: "Yes, let them start" }).click();
  await page.getByText(/^Auto-pilot is on\. Next run at /).waitFor();
  await wizard().waitFor({ state: "hidden" });
  await openWizard(page, []);
  expect(await wizard().getByRole("checkbox").count()).toBe(8);
  expect(await wizard().getByRole("checkbox", { checked: true }).count()).toBe(0);
  await wizard().getByRole("button", { name: "Cancel" }).click();
  await wizard().waitFor({ state: "hidden" });
});

test("bad lines are shown with their numbers, and an undo takes the others back", async () => {
  await openImport(page, badCsv);
  const card = fileCard(page, "november.csv");
  await card.getByRole("button", { name: "Import 5 rows" }).click();
  await card.getByText("3 lines not taken").click();
  const numbers = card.getByRole("listitem").locator("span:first-child");
  await expect.poll(() => numbers.allTextContents()).toEqual(["3", "4", "6"]);
  expect(await world.asOwner("SELECT 1 FROM company_metrics")).toHaveLength(2);
  await card.getByRole("button", { name: "Undo this import" }).click();
  await card.getByText(/^Undone: /).waitFor();
  expect(await world.asOwner("SELECT 1 FROM company_metrics")).toHaveLength(0);
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).first().click();
});

test("a file in another currency stands in it, and its import survives a reload", async () => {
  await openImport(page, retailCsv);
  const card = fileCard(page, "daily-sales.csv");
  await card.getByLabel("Amounts without a currency are in:").selectOption("GBP");
  await card.getByText("Daily figures, 739 rows, GBP").waitFor();
  const running = { status: "running", read: 200, total: 739, sentence: null };
  await page.route(/\/api\/imports(\/[^/]+)?$/, async (route) => {
    const answer = await route.fetch();
    const under = (one: object) => ("status" in one && one.status === "done" ? { ...one, ...running } : one);
    const real = (await answer.json()) as object | object[];
    await route.fulfill({ response: answer, json: Array.isArray(real) ? real.map(under) : under(real) });
  });
  await card.getByRole("button", { name: "Import 739 rows" }).click();
  await card.getByText("200 of 739 lines.").waitFor();
  await page.goto(`${world.url}/add-data`);
  await card.getByText("200 of 739 lines.").waitFor();
  // One that is being answered just now is answered to its end.
  await page.unrouteAll({ behavior: "wait" });
  await card.getByText("739 days added.").waitFor();
  await page.goto(world.url);
  await page.getByText("£1,626", { exact: true }).waitFor();
  await setCurrency(page, "GBP");
});

test("files can be dropped into the dialog", async () => {
  await page.getByRole("button", { name: "Import files" }).first().click();
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["date,revenue\n2012-01-01,120.50\n2012-01-02,130\n"], "new-year.csv"));
    transfer.items.add(new File(["Vendor,Email\nPaper & Co,hi@paper.example\n"], "vendors.csv"));
    return transfer;
  });
  const zone = page.getByText("Drop your files here");
  await zone.dispatchEvent("dragover", { dataTransfer: dropped });
  await zone.dispatchEvent("drop", { dataTransfer: dropped });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Import 2 files" }).click();
  await fileCard(page, "new-year.csv").getByText("2 days added.").waitFor();
  await fileCard(page, "vendors.csv")
    .getByText(/^1 added/)
    .waitFor();
  await dialog.getByRole("button", { name: "Close", exact: true }).first().click();
  await page.getByText("£130", { exact: true }).waitFor();
});

test("a value typed by hand stands on the revenue card and says so", async () => {
  await page.getByRole("button", { name: "Import files" }).first().click();
  await page.getByRole("tab", { name: "Enter a value" }).click();
  await page.getByLabel("Value (GBP)").fill("2,345.60");
  await page.getByRole("button", { name: "Record value" }).click();
  await page.getByText("Value recorded", { exact: true }).waitFor();
  const figure = page.getByRole("button", { name: "£2,346", exact: true });
  await figure.hover();
  const tooltip = page.getByRole("tooltip");
  await tooltip.getByText("entered manually", { exact: true }).waitFor();
  await tooltip.getByText("£2,345.60", { exact: true }).waitFor();
});

test("a reset stands above the empty dashboard and is undone from there; then everything is as before", async () => {
  await openWizard(
    page,
    agentRoles.map((role) => role.name),
  );
  await nextStep(page);
  await save().click();
  await page.getByText("Created 8 AI agents successfully", { exact: true }).waitFor();
  // Oversight was on before, so nobody is asked again.
  await wizard().waitFor({ state: "hidden" });
  await testDecision(page, "CFO");
  await page.getByRole("article").first().waitFor();
  const seen = async () => {
    const read = (path: string) => page.evaluate(async (url) => (await fetch(url)).json() as unknown, path);
    return [await read("/api/dashboard"), await read("/api/decisions"), await read("/api/tasks")];
  };
  const before = await seen();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Reset Data" }).first().click();
  const notice = page.getByRole("region", { name: "Reset that can be undone" });
  await notice.getByText(/^Reset now: 8 agents(,| and) 1 decision/).waitFor();
  await page.reload();
  await notice.getByText(/Can be undone until .+, \d\d:\d\d\./).waitFor();
  await notice.getByRole("button", { name: "Undo" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo the reset?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await world.asOwner("SELECT 1 FROM agents")).toHaveLength(0);
  await notice.getByRole("button", { name: "Undo" }).click();
  await dialog.getByRole("button", { name: "Undo Reset" }).click();
  await page.getByText("Reset Undone", { exact: true }).waitFor();
  await page.getByRole("article").first().waitFor();
  await notice.waitFor({ state: "hidden" });
  expect(await seen()).toEqual(before);
});

test("an undo that is refused says why in its dialog", async () => {
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Reset Data" }).first().click();
  const notice = page.getByRole("region", { name: "Reset that can be undone" });
  await notice.getByRole("button", { name: "Undo" }).click();
  const sentence = "The company already has 1 agent.";
  await page.route("**/api/company/undo-reset", (route) =>
    route.fulfill({ status: 409, contentType: "text/plain", body: sentence }),
  );
  await page.getByRole("button", { name: "Undo Reset" }).click();
  await page.getByRole("dialog").getByRole("alert").getByText(sentence, { exact: true }).waitFor();
  await page.unroute("**/api/company/undo-reset");
});

test.each([1440, 1024, 390])("at %i px a message covers no button of the dialog it is about", async (width) => {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(world.url);
  await openWizard(page, []);
  await wizard().getByRole("checkbox").first().press("Enter");
  await page.getByText("Selection Required", { exact: true }).waitFor();
  // It stays as long as the mouse is on it.
  await page.locator("[data-toast]").getByRole("button", { name: "Dismiss" }).hover();
  const covered = await wizard()
    .getByRole("button")
    .evaluateAll((buttons) => {
      const toast = document.querySelector("[data-toast]")?.getBoundingClientRect();
      if (!toast) throw new Error("There is no message.");
      const isOver = (box: DOMRect) =>
        box.left < toast.right && toast.left < box.right && box.top < toast.bottom && toast.top < box.bottom;
      return buttons.filter((each) => isOver(each.getBoundingClientRect())).map((each) => each.textContent);
    });
  expect(covered).toEqual([]);
});
