// Nightly: files with faults; http/imports and setup hold their import daily.
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { csvFile, fileCard } from "./story.ts";

/** Files on their way, what is asked about them, and what comes of them; also where the server is busy. */
let world: World;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  page = await openPage(browser, world, await world.member("owner"));
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
beforeEach(() => page.unrouteAll({ behavior: "ignoreErrors" }));

const dialog = () => page.getByRole("dialog");
const card = (name: string) => fileCard(page, name);
const vendors = (name: string, ...names: string[]) =>
  csvFile(name, `Vendor,Category\n${names.map((each) => `${each},Office supplies\n`).join("")}`);
const busy = { status: 503, headers: { "retry-after": "1" }, contentType: "text/plain", body: "The server is busy." };

/** Sends files of which the first is held on its way, and closes the dialog; gives what becomes of it. */
async function sendBehind(
  ...files: ReturnType<typeof csvFile>[]
): Promise<{ release: () => void; refuse: () => void }> {
  const fate = Promise.withResolvers<"release" | "refuse">();
  await page.route(
    "**/parts/0",
    async (route) => ((await fate.promise) === "release" ? route.continue() : route.fulfill({ ...busy, headers: {} })),
    { times: 1 },
  );
  await page.goto(`${world.url}/records/vendors`);
  await page.getByRole("button", { name: "Add data" }).click();
  await dialog().getByLabel("Files to add").setInputFiles(files);
  await dialog()
    .getByRole("progressbar", { name: `Sending ${files[0]?.name}` })
    .waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "hidden" });
  return { release: () => fate.resolve("release"), refuse: () => fate.resolve("refuse") };
}

test("a file that did not arrive is said though its dialog is closed, and the next one arrives", async () => {
  const { refuse } = await sendBehind(vendors("first-vendors.csv", "Ash"), vendors("second-vendors.csv", "Birch"));
  refuse();
  await page.getByText("first-vendors.csv did not arrive", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Add data" }).click();
  await card("first-vendors.csv").getByRole("alert").getByText("The server is busy.").waitFor();
  await card("second-vendors.csv").getByText("Ready", { exact: true }).waitFor();
  await dialog().getByRole("button", { name: "Clear" }).click();
  await card("first-vendors.csv").waitFor({ state: "detached" });
  await card("second-vendors.csv").getByRole("button", { name: "Leave it out" }).click();
  await card("second-vendors.csv").waitFor({ state: "detached" });
});

test("files go on their way while dialog and page are left, and are taken together", async () => {
  const { release } = await sendBehind(vendors("third-vendors.csv", "Cedar"), vendors("fourth-vendors.csv", "Elm"));
  await page.evaluate(() => history.pushState(null, "", "/records/deals"));
  release();
  await page.evaluate(() => history.pushState(null, "", "/add-data"));
  await page.getByRole("button", { name: "Import 2 files" }).click();
  for (const name of ["third-vendors.csv", "fourth-vendors.csv"])
    await card(name)
      .getByText(/^1 added/)
      .waitFor();
  const sent = await world.asOwner<{ name: string }>("SELECT file_name AS name FROM imports WHERE status = 'done'");
  expect(sent.map((row) => row.name).sort()).toEqual(["fourth-vendors.csv", "third-vendors.csv"]);
});

test("closing the window asks while a file is on its way", async () => {
  const { release } = await sendBehind(vendors("fifth-vendors.csv", "Fir"));
  const [asked] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
  expect(asked.type()).toBe("beforeunload");
  await asked.dismiss();
  const isAsked = () => page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  expect(await isAsked()).toBe(true);
  release();
  await expect.poll(isAsked).toBe(false);
});

test("an unknown word is asked about, its answer holds, and what is refused is listed and downloaded", async () => {
  await page.goto(`${world.url}/add-data`);
  const lines = ["Acme,active", "Bolt,asleep", "Calder,asleep", ",active"];
  await page
    .getByLabel("Files to add")
    .setInputFiles(csvFile("asked-customers.csv", `Customer,Status\n${lines.join("\n")}\n`));
  const asked = card("asked-customers.csv");
  await asked.getByText("1 question", { exact: true }).waitFor();
  await page.getByText(/waits? for your answer/).waitFor();
  const start = asked.getByRole("button", { name: "Import 4 rows" });
  expect(await start.isDisabled()).toBe(true);
  const word = asked.getByLabel("Status: asleep");
  await word.selectOption("churned");
  await asked.getByText("Ready", { exact: true }).waitFor();
  expect(await word.inputValue()).toBe("churned");
  await start.click();
  await asked.getByText(/^3 added/).waitFor();
  await asked.getByText("1 line not taken").click();
  await asked.getByRole("listitem").filter({ hasText: "5" }).waitFor();
  const download = page.waitForEvent("download");
  await asked.getByRole("button", { name: "Download the lines not taken" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv).toContain(",active");
  expect(csv.trim().split("\n")).toHaveLength(2);
  const churned = "SELECT name FROM customers WHERE status = 'churned' ORDER BY name";
  expect(await world.asOwner(churned)).toEqual([{ name: "Bolt" }, { name: "Calder" }]);
  await asked.getByRole("button", { name: "Undo this import" }).click();
  await asked.getByText(/^Undone: /).waitFor();
  await expect.poll(() => world.asOwner(`${churned}`)).toEqual([]);
});

test("a server that is busy does not end the watching", async () => {
  let asked = 0;
  await page.route(/\/api\/imports\/[-\w]{36}$/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    asked += 1;
    if (asked === 2 || asked === 4) return route.fulfill(busy);
    // A question may still be open when the page closes.
    const answer = await route.fetch().catch(() => null);
    if (!answer) return;
    const real = (await answer.json()) as { status: string };
    const isEarly = asked <= 4 && real.status === "done";
    return route.fulfill({ response: answer, json: isEarly ? { ...real, status: "running", sentence: null } : real });
  });
  await page.goto(`${world.url}/add-data`);
  await page.getByLabel("Files to add").setInputFiles(vendors("watched-vendors.csv", "Gorse"));
  await card("watched-vendors.csv").getByRole("button", { name: "Import 1 row" }).click();
  await card("watched-vendors.csv")
    .getByText(/^1 added/)
    .waitFor();
  expect(asked).toBeGreaterThan(4);
});
