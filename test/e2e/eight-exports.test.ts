// Nightly: a long way through many files; http/eight-exports holds their sums daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#features/accounts/contract.ts";
import { listDecisions } from "#features/decisions/contract.ts";
import { getImport, listImports } from "#features/imports/contract.ts";
import { eightExports, expectSums } from "../eight-exports.ts";
import { answersTo } from "../exports.ts";
import { type Client, clientOf, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";
import { fileCard, signUp } from "./story.ts";

/** A new owner drops what eight programs exported into an empty company, answers what is asked, and looks around. */
let world: World;
let browser: Browser;
let page: Page;
let owner: Client;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  page = await openPage(browser, world, null, { timezoneId: "America/New_York", locale: "en-US" });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** Where the pictures of the pages go; without it none are taken. */
const pictures = process.env["PICTURES"];
async function takePicture(name: string): Promise<void> {
  for (const colorScheme of pictures ? (["light", "dark"] as const) : [])
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a new owner signs up and creates the workforce", async () => {
  await signUp(page, world.url, { username: "ruth", company: "Harbor Supply" });
  owner = clientOf(world.url);
  await owner.call(login, { body: { username: "ruth", password: "a long password" } });
  await page.getByText("figures in USD, New York time.").waitFor();
  await page.getByRole("button", { name: "Create all 8" }).click();
  await page.getByText("2 of 4 done").waitFor();
  await takePicture("01-empty");
});

test("eight files are dropped at once, what is asked is answered, and all are imported", async () => {
  await page.goto(`${world.url}/add-data`);
  const dropped = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer();
      for (const { name, bytes } of files) transfer.items.add(new File([new Uint8Array(bytes)], name));
      return transfer;
    },
    eightExports.map(({ fileName, bytes }) => ({ name: fileName, bytes: [...bytes] })),
  );
  const zone = page.getByText("Drop your files here");
  await zone.dispatchEvent("dragover", { dataTransfer: dropped });
  await zone.dispatchEvent("drop", { dataTransfer: dropped });
  let answered = 0;
  for (const { fileName, truth } of eightExports) {
    const card = fileCard(page, fileName);
    await card.getByText(/^(Ready|\d+ questions?)$/).waitFor();
    const id = (await owner.call(listImports)).find((one) => one.fileName === fileName)?.id ?? "";
    const { preview } = await owner.call(getImport, { params: { id } });
    const open = (preview?.questions ?? []).filter(({ items }) => items.some(({ answer }) => answer === null));
    for (const question of open)
      for (const { item, answer } of answersTo(question, truth)) {
        const label = item === "" ? question.sentence : `${question.column ?? "File"}: ${item}`;
        const saved = page.waitForResponse(`**/api/imports/${id}/choices`);
        await card.getByLabel(label, { exact: true }).selectOption(answer);
        await saved;
        answered += 1;
      }
    await card.getByText("Ready", { exact: true }).waitFor();
  }
  expect(answered).toBeGreaterThan(0);
  await inspectPage(page);
  await takePicture("02-ready");
  await page.getByRole("button", { name: "Import 8 files" }).click();
  for (const { fileName } of eightExports)
    await fileCard(page, fileName).getByText("Imported", { exact: true }).waitFor();
  await fileCard(page, "quickbooks-online-invoice-list.csv").getByRole("link", { name: "Collect" }).waitFor();
  for (const said of [
    /^Cash is \$[\d,.]+ in 1 account\.$/,
    /^\d+ people\.$/,
    / came in, .* went back, /,
    /^Loss of \$.* 2026\.$/,
  ])
    await page.getByText(said).waitFor();
  await takePicture("03-imported");
  await inspectPage(page);
});

test("a first proposal of its own follows from them, and the import links to it", async () => {
  await fileCard(page, "quickbooks-online-invoice-list.csv").getByText("proposes: Collect").waitFor();
  const proposals = await owner.call(listDecisions);
  expect(proposals.map(({ decisionType }) => decisionType)).toContain("collect_receivables");
  await takePicture("04-proposed");
  await fileCard(page, "quickbooks-online-invoice-list.csv").getByRole("link", { name: "Review" }).click();
  await page
    .getByRole("heading", { name: /^Collect \$/ })
    .first()
    .waitFor();
  await inspectPage(page);
  await takePicture("05-proposal");
});

test("what the company has is what the files say, to the cent", async () => {
  await expect(expectSums(owner)).resolves.toBeUndefined();
});

test("every page is filled by it", async () => {
  for (const kind of ["customers", "deals", "invoices", "tickets", "people", "transactions", "ledger", "payments"]) {
    await page.goto(`${world.url}/records/${kind}`);
    await page.getByRole("table").getByRole("row").nth(10).waitFor();
    await inspectPage(page);
    await takePicture(`10-${kind}`);
  }
  await page.goto(`${world.url}/records/figures`);
  for (const name of ["Cash", "Headcount", "Daily revenue", "Profit"])
    await page.getByRole("link", { name, exact: true }).waitFor();
  await takePicture("20-figures");
  for (const path of ["records/bankAccounts", "decisions", "feed", "explore", "tasks", "brain-dashboard"]) {
    await page.goto(`${world.url}/${path}`);
    await page.getByRole("heading").first().waitFor();
    await takePicture(`21-${path.replace("/", "-")}`);
  }
  await page.goto(world.url);
  await page.getByText("3 of 4 done").waitFor();
  await page.getByRole("region", { name: "Decision Feed" }).getByRole("article").first().waitFor();
  await takePicture("30-dashboard");
});
