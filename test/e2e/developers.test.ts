import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listTasks } from "#features/tasks/contract.ts";
import { colleague } from "../samples.ts";
import { withToken } from "../tokens.ts";
import { openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const run = promisify(execFile);

/** Runs a copied command in a shell, as a person who pastes it, and gives the status and the answer. */
async function paste(command: string, token: string): Promise<{ status: number; text: string }> {
  const env = { ...process.env, BOARDROOM_TOKEN: token };
  const { stdout } = await run("sh", ["-c", `${command} -s -w '\\n%{http_code}'`], { env });
  const lines = stdout.split("\n");
  return { status: Number(lines.pop()), text: lines.join("\n") };
}

/** Pictures for the eye, where a folder is named. */
const take = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

const tokens = (page: Page) => page.getByRole("region", { name: /^API tokens/ });

async function copyCurl(page: Page, search: string, call: string): Promise<string> {
  await page.getByLabel("Search calls").fill(search);
  await page.locator(`#${call} summary`).click();
  await page.locator(`#${call}`).getByRole("button", { name: "Copy curl" }).click();
  await page.locator(`#${call}`).getByText("Copied", { exact: true }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a person creates a token, reads the developers' page, runs what it shows, and revokes the token", async () => {
  const member = await world.member("developer");
  const page = await openPage(browser, world, member, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${world.url}/account`);
  await tokens(page).getByText("No API tokens").waitFor();
  await tokens(page).getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What it is for").fill("Nightly figures");
  await dialog.getByLabel("write").check();
  await take(page, "token-form");
  await inspectPage(page);
  await dialog.getByRole("button", { name: "Create token" }).click();
  const token = await dialog.getByRole("textbox", { name: "Token" }).inputValue();
  expect(token).toMatch(/^brm_[0-9a-f]{56}$/);
  await take(page, "token-shown");
  await dialog.getByRole("button", { name: "Copy token" }).click();
  await dialog.getByText("Copied.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await dialog.getByRole("link", { name: "Developers page" }).click();

  await page.getByRole("heading", { name: "Developers" }).waitFor();
  const read = await copyCurl(page, "user company", "get-api-user");
  expect(read).toContain(`${world.url}/api/user`);
  expect(read).not.toContain(token);
  const asked = await paste(read, token);
  expect([asked.status, (JSON.parse(asked.text) as { username: string }).username]).toEqual([200, member.username]);
  const write = await copyCurl(page, "adds a task", "post-api-tasks");
  const added = await paste(write, token);
  expect([added.status, added.text.slice(0, 1)]).toEqual([200, "{"]);
  expect((await member.call(listTasks)).map(({ id }) => id)).toContain((JSON.parse(added.text) as { id: string }).id);
  const decide = await copyCurl(page, "approves or rejects a pending", "post-api-decisions-id-approve");
  expect(await paste(decide, token)).toEqual({
    status: 403,
    text: 'This call needs an API token with the scope "decide"',
  });

  await page.goto(`${world.url}/account`);
  const row = tokens(page).getByRole("listitem").filter({ hasText: "Nightly figures" });
  await row.getByText(/Last used .+ from 127\.0\.0\.1/).waitFor();
  await take(page, "token-list");
  await row.getByRole("button", { name: "Revoke Nightly figures" }).click();
  await row.getByRole("button", { name: "Revoke Nightly figures now" }).click();
  await tokens(page).getByText("No API tokens").waitFor();
  const { status, text } = await paste(read, token);
  expect([status, text]).toEqual([
    401,
    "This API token does not work: it was revoked, has expired or was not copied whole",
  ]);
});

test("an admin sees and revokes everyone's tokens in the settings, a member does not see them", async () => {
  const admin = await world.member("settings");
  const member = await colleague(world, admin, "member");
  const { client } = await withToken(world.url, member, ["read"]);
  await withToken(world.url, admin);
  for (const [name, path] of [
    ["account", "/account"],
    ["settings", "/company-settings?tab=security"],
  ] as const) {
    const phone = await openPage(browser, world, admin, { viewport: { width: 360, height: 780 } });
    await phone.goto(world.url + path);
    await tokens(phone).getByText("Never used").first().waitFor();
    await inspectThemes(phone);
    await take(phone, `${name}-phone`);
    await phone.context().close();
  }
  const page = await openPage(browser, world, admin);
  await page.goto(`${world.url}/company-settings?tab=security`);
  await tokens(page).getByText(member.username).waitFor();
  await take(page, "token-everyone");
  await inspectPage(page);
  const theirRow = tokens(page).getByRole("listitem").filter({ hasText: member.username });
  await theirRow.getByRole("button", { name: "Revoke Script" }).click();
  await theirRow.getByRole("button", { name: "Revoke Script now" }).click();
  await theirRow.waitFor({ state: "detached" });
  expect((await client.send("GET", "/api/user")).status).toBe(401);
  const theirs = await openPage(browser, world, member);
  await theirs.goto(`${world.url}/company-settings?tab=security`);
  await theirs.getByRole("heading", { name: "How your data is protected" }).waitFor();
  expect(await tokens(theirs).count()).toBe(0);
});

test("the developers' page reads well on desktop and phone, in light and dark", async () => {
  const member = await world.member("reader");
  for (const [name, viewport] of [
    ["desktop", { width: 1440, height: 900 }],
    ["phone", { width: 360, height: 780 }],
  ] as const) {
    const page = await openPage(browser, world, member, { viewport });
    await page.goto(`${world.url}/developers#post-api-tasks`);
    await page.locator("#post-api-tasks").getByRole("button", { name: "Copy curl" }).waitFor();
    await page.getByLabel("Search calls").fill("task");
    await page.locator("#get-api-agents-id").waitFor({ state: "detached" });
    await inspectThemes(page);
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await take(page, `developers-${name}-${scheme}`);
    }
    await page.getByLabel("Search calls").fill("no such call");
    await page.getByText("No call has all of these words.").waitFor();
    await page.context().close();
  }
});
