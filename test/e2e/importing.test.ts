// Nightly: files with faults; http/documents and setup hold their import daily.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

/** A file on its way, and how its import is watched; also where the dialog is closed, and where the server is busy. */
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
const importButton = () => dialog().getByRole("button", { name: "Import", exact: true });

type Kind = { path: string; calls: string; csv: string; open: () => Promise<void> };
const kinds: [string, Kind][] = [
  [
    "records",
    {
      path: "/records/vendors",
      calls: "**/parts/0",
      csv: "Name\nPaper & Co\n",
      open: () => page.getByRole("button", { name: "Import CSV" }).first().click(),
    },
  ],
  [
    "figures",
    {
      path: "/records/figures",
      calls: "**/api/metrics/import*",
      csv: "date,revenue\n2026-11-01,120.50\n",
      open: async () => {
        await page.getByRole("button", { name: "Add figures" }).first().click();
        await dialog().getByRole("tab", { name: "Import CSV" }).click();
      },
    },
  ],
];

async function choose({ csv, open }: Kind, name: string): Promise<void> {
  await open();
  await page.getByLabel("CSV file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(csv) });
  await importButton().waitFor();
}

/** Sends a file that is held on its way, and closes the dialog; gives what becomes of it. */
async function sendBehind(kind: Kind): Promise<{ release: () => void; refuse: () => void }> {
  const fate = Promise.withResolvers<"release" | "refuse">();
  await page.route(
    kind.calls,
    async (route) => {
      if ((await fate.promise) === "release") return route.continue();
      return route.fulfill({ status: 503, contentType: "text/plain", body: "The server is busy." });
    },
    { times: 1 },
  );
  await page.goto(`${world.url}${kind.path}`);
  await choose(kind, "first.csv");
  await importButton().click();
  await dialog().getByText("Uploading the file").waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "hidden" });
  return { release: () => fate.resolve("release"), refuse: () => fate.resolve("refuse") };
}

test.each(kinds)("%s: what stands in the way of a file is said though its dialog is closed", async (_name, kind) => {
  const { refuse } = await sendBehind(kind);
  refuse();
  await page.getByText("first.csv was not imported", { exact: true }).waitFor();
  await page.getByText("503: The server is busy.").waitFor();
});

test.each(kinds)("%s: a second file waits until the first is sent, and both arrive", async (name, kind) => {
  const { release } = await sendBehind(kind);
  await choose(kind, "second.csv");
  await dialog().getByText("Another file is being uploaded.").waitFor();
  expect(await importButton().isDisabled()).toBe(true);
  release();
  await dialog().getByText("Another file is being uploaded.").waitFor({ state: "detached" });
  await importButton().click();
  await dialog().getByText("second.csv received").waitFor();
  await dialog().getByRole("button", { name: "Import more" }).waitFor();
  const sent = await world.asOwner<{ name: string }>(`SELECT file_name AS name FROM imports WHERE status = 'done'`);
  expect(sent.map((row) => row.name).sort()).toEqual(["first.csv", "second.csv"]);
});

test.each(kinds)("%s: closing the window asks while a file is on its way", async (_name, kind) => {
  const { release } = await sendBehind(kind);
  const [asked] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
  expect(asked.type()).toBe("beforeunload");
  await asked.dismiss();
  const isAsked = () => page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  expect(await isAsked()).toBe(true);
  release();
  await expect.poll(isAsked).toBe(false);
});

test("a server that is busy does not end the watching, nor is another file asked for", async () => {
  const [, kind] = kinds[0] ?? [];
  if (!kind) throw new Error("No kind of file.");
  const seen = Promise.withResolvers<void>();
  const busy = { status: 503, headers: { "retry-after": "1" }, contentType: "text/plain", body: "The server is busy." };
  let asked = 0;
  await page.route(/\/api\/records\/imports\/[-\w]{36}$/, async (route) => {
    asked += 1;
    if (asked === 1 || asked === 3) return route.fulfill(busy);
    if (asked > 3) await seen.promise;
    const answer = await route.fetch();
    if (asked > 3) return route.fulfill({ response: answer });
    return route.fulfill({ response: answer, json: { ...(await answer.json()), status: "running", sentence: null } });
  });
  await page.goto(`${world.url}${kind.path}`);
  await choose(kind, "watched.csv");
  await importButton().click();
  const again = dialog().getByRole("button", { name: /^(Import more|Try another file)$/ });
  const note = dialog().getByText("Can't reach the server. Trying again.");
  await note.waitFor();
  expect(await again.count()).toBe(0);
  await dialog().getByText("watched.csv received").waitFor();
  await note.waitFor();
  expect(await again.count()).toBe(0);
  seen.resolve();
  await dialog().getByRole("button", { name: "Import more" }).waitFor();
});

test("an import that is not there is not watched", async () => {
  await page.goto(`${world.url}/records/vendors?import=${crypto.randomUUID()}`);
  await dialog().getByText("The import could not be found").waitFor();
  expect(await dialog().getByRole("button", { name: "Try another file" }).isEnabled()).toBe(true);
});
