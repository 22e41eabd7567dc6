// Nightly: a long way through many files; http/eight-exports holds their sums daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getImport, listImports } from "#features/imports/contract.ts";
import { eightExports, expectSums } from "../eight-exports.ts";
import { answersTo } from "../exports.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage } from "./inspect.ts";
import { fileCard } from "./story.ts";

/** An owner drops what eight programs exported into an empty company, answers what is asked, and looks around. */
let world: World;
let browser: Browser;
let member: Member;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  page = await openPage(browser, world, member);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
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
    const id = (await member.call(listImports)).find((one) => one.fileName === fileName)?.id ?? "";
    const { preview } = await member.call(getImport, { params: { id } });
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
  await page.getByRole("button", { name: "Import 8 files" }).click();
  for (const { fileName } of eightExports)
    await fileCard(page, fileName).getByText("Imported", { exact: true }).waitFor();
  await fileCard(page, "quickbooks-online-invoice-list.csv").getByRole("link", { name: "Collect" }).waitFor();
  await inspectPage(page);
});

test("what the company has is what the files say, to the cent", async () => {
  await expect(expectSums(member)).resolves.toBeUndefined();
});

test("every page is filled by it", async () => {
  for (const kind of ["customers", "deals", "invoices", "tickets", "people", "transactions", "ledger", "payments"]) {
    await page.goto(`${world.url}/records/${kind}`);
    await page.getByRole("table").getByRole("row").nth(10).waitFor();
    await inspectPage(page);
  }
  await page.goto(`${world.url}/records/figures`);
  for (const name of ["Cash", "Headcount", "Daily revenue", "Profit"])
    await page.getByRole("link", { name, exact: true }).waitFor();
  await page.goto(world.url);
  await page.getByText("2 of 4 done").waitFor();
});
