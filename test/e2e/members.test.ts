// Nightly: invitations in several browsers; http/members holds the rules daily.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listPeople } from "#features/accounts/contract.ts";
import { getDecision, makeDecision } from "#features/decisions/contract.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

let world: World;
let browser: Browser;
let owner: Member;
let page: Page;
/** The tabs of who joined in the first test. */
const joined: { viewer?: Page; approver?: Page } = {};

beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  browser = await openBrowser();
  owner = await world.member("owner");
  page = await openPage(browser, world, owner);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** Creates an invitation in the form and gives its link. */
async function inviteAs(role: string, email: string): Promise<string> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption({ label: role });
  await page.getByRole("button", { name: "Create invitation" }).click();
  const dialog = page.getByRole("dialog", { name: `Invitation for ${email}` });
  const link = await dialog.getByLabel("Link").inputValue();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  return link;
}

async function joinWith(link: string, username: string): Promise<Page> {
  const tab = await openPage(browser, world, null);
  await tab.goto(link);
  await tab.getByLabel("Username").fill(username);
  await tab.getByLabel("First name").fill("Rosa");
  await tab.getByLabel("Password").fill("seven slow rivers");
  await tab.getByRole("button", { name: "Join" }).click();
  await tab.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
  return tab;
}

test("an admin invites a viewer and an approver, who join by their links and may what their role says", async () => {
  await page.goto(`${world.url}/members`);
  await page.getByText("1 person. 9 seats are free.").waitFor();
  const [viewerLink, approverLink] = [
    await inviteAs("Viewer", "viewer@example.com"),
    await inviteAs("Approver", "rosa@example.com"),
  ];
  await page.getByText("1 person and 2 open invitations. 7 seats are free.").waitFor();

  const viewer = await joinWith(viewerLink, "lena");
  await viewer.goto(`${world.url}/members`);
  await viewer.getByText("owner").first().waitFor();
  expect(await viewer.getByRole("button", { name: "Create invitation" }).count()).toBe(0);
  expect(await viewer.getByText(owner.user.email).count()).toBe(0);
  const approver = await joinWith(approverLink, "rosa");

  // The list follows without a reload.
  await page.getByText("3 people. 7 seats are free.").waitFor();
  const rosa = page.locator("[data-member=rosa]");
  expect(await rosa.textContent()).toContain("Approver");

  await rosa.getByRole("button", { name: /^Change/ }).click();
  const dialog = page.getByRole("dialog", { name: "Rosa" });
  await dialog.getByLabel("Approves up to").fill("2,500");
  await dialog.getByRole("button", { name: "Save" }).click();
  await rosa.getByText("$2,500", { exact: true }).waitFor();
  Object.assign(joined, { viewer, approver });
});

test("a viewer reads and decides nothing; an approver decides within their limit; a changed role shows without a reload", async () => {
  const { viewer, approver } = joined as Record<"viewer" | "approver", Page>;
  const [cfo] = await hire(owner, "CFO");
  const { id } = await owner.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  const approve = (tab: Page) => tab.getByRole("button", { name: /^Approve/ });

  await viewer.goto(`${world.url}/decisions/${id}`);
  await viewer.getByText("Only an approver or above may decide this").first().waitFor();
  expect(await approve(viewer).count()).toBe(0);
  await viewer.goto(world.url);
  await viewer.getByRole("region", { name: "Task Inbox", exact: true }).waitFor();
  expect(await viewer.getByRole("button", { name: "New task", exact: true }).count()).toBe(0);

  await approver.goto(`${world.url}/decisions/${id}`);
  await approve(approver).first().click();
  await approver
    .getByText(/own \$2,500/)
    .first()
    .waitFor();
  expect((await owner.call(getDecision, { params: { id } })).decision.status).toBe("pending");

  const rosa = page.locator("[data-member=rosa]");
  const change = async (fill: (dialog: Locator) => Promise<unknown>) => {
    await rosa.getByRole("button", { name: /^Change/ }).click();
    const dialog = page.getByRole("dialog", { name: "Rosa" });
    await fill(dialog);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await change((dialog) => dialog.getByLabel("Approves up to").fill("500,000"));
  await approve(approver).first().click();
  await approver.getByText("Decision Approved").first().waitFor();
  expect((await owner.call(getDecision, { params: { id } })).decision.status).toBe("approved");

  await approver.goto(world.url);
  await approver.getByRole("button", { name: "New task", exact: true }).waitFor();
  await change((dialog) => dialog.getByLabel("Role").selectOption({ label: "Viewer" }));
  await approver.getByRole("button", { name: "New task", exact: true }).waitFor({ state: "detached" });
});

test("a used link says so; a suspended person is signed out, a removed one is gone", async () => {
  const used = await inviteAs("Member", "dan@example.com");
  const dan = await joinWith(used, "dan");
  const again = await openPage(browser, world, null);
  await again.goto(used);
  await again.getByText("This invitation link does not work.").waitFor();

  const row = page.locator("[data-member=dan]");
  await row.getByRole("button", { name: /^Change/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await row.getByText("Suspended").waitFor();
  await dan.getByRole("button", { name: "Sign In" }).waitFor();

  await row.getByRole("button", { name: /^Change/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove…" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Remove Rosa/ })
    .click();
  await row.waitFor({ state: "detached" });
  expect((await owner.call(listPeople)).map(({ username }) => username)).not.toContain("dan");
});

test("an invitation gets a new link or is revoked, and the number of seats bounds them", async () => {
  await inviteAs("Member", "mia@example.com");
  const row = page.locator('[data-invitation="mia@example.com"]');
  await row.getByText("Expires in 13 days").waitFor();
  await row.getByRole("button", { name: /^New link/ }).click();
  const dialog = page.getByRole("dialog", { name: "Invitation for mia@example.com" });
  expect(await dialog.getByLabel("Link").inputValue()).toMatch(/\/join#[\w-]{43}$/);
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();

  await page.getByRole("button", { name: "Change seats" }).click();
  const seats = page.getByRole("dialog", { name: "How many people" });
  await seats.getByLabel("People and open invitations, at most").fill("2");
  await seats.getByText("Enter a number: From 4").waitFor();
  await seats.getByLabel("People and open invitations, at most").fill("4");
  await seats.getByRole("button", { name: "Save" }).click();
  await page.getByText("No seat is free.").waitFor();
  expect(await page.getByRole("button", { name: "Create invitation" }).isDisabled()).toBe(true);
  await row.getByRole("button", { name: /^Revoke/ }).click();
  await row.waitFor({ state: "detached" });
  await page.getByText("1 seat is free.").waitFor();
});

test("a person changes their names, sees their sessions and logs out everywhere", async () => {
  const elsewhere = await openPage(browser, world, null);
  await elsewhere.goto(`${world.url}/auth`);
  await elsewhere.getByLabel("Username").fill(owner.username);
  await elsewhere.getByLabel("Password").fill(owner.password);
  await elsewhere.getByRole("button", { name: "Sign In" }).click();
  await elsewhere.getByRole("heading", { name: "AI Company Control Center" }).waitFor();

  await page.goto(`${world.url}/account`);
  await page.getByLabel("First name").fill("Anna");
  await page.getByLabel("Email").fill("anna@new.example");
  await page.getByRole("button", { name: "Save profile" }).click();
  await page.getByText("Enter your current password to change your address").waitFor();
  await page.getByRole("region", { name: "Profile" }).getByLabel("Current password").fill(owner.password);
  await page.getByRole("button", { name: "Save profile" }).click();
  await page.getByText("Profile Changed").first().waitFor();

  await page.getByText("This session").waitFor();
  await expect.poll(() => page.locator("[data-session]").count()).toBe(2);
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await page.getByRole("button", { name: "Sign In" }).waitFor();
  await elsewhere.getByRole("button", { name: "Sign In" }).waitFor();
});
