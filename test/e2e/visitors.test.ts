// Nightly: every page for visitors without scripts; http/visitor-pages holds what they say daily.
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectThemes } from "./inspect.ts";

/** What a visitor reads, without scripts and before there is a company; then the way in. */
let world: World;
let browser: Browser;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** What part 2 of the specification lists, page by page. */
const facts: Record<string, readonly string[]> = {
  "/welcome": ["Start Free Trial", "Schedule Demo", "14-day free trial", "No credit card required", "Cancel anytime"],
  "/about": ["Our thesis", "Why we built it", "The infrastructure", "What's next", "Get Started", "Schedule Demo"],
  "/features": [
    "Decision feed",
    "CoPilot console",
    "Metrics, dashboards, a health endpoint and error alerting",
    "Up to $100K impact",
    "Up to $50K with risk analysis",
    "Pricing within a 35% discount range",
    "Spend up to $25K per campaign",
    "Resolutions up to $10K value",
    "Within defined parameters",
    "Starter $2,500 a month 3 agents Up to 10 users",
    "Professional Most Popular $7,500 a month 6 agents Up to 50 users",
    "Enterprise $15,000 a month Unlimited agents Unlimited users",
    "99.9% uptime",
    "under 100ms response",
    "Global CDN",
    "Mobile ready",
    "Start Free Trial",
    "Schedule Demo",
  ],
  "/how-it-works": [
    "Initialize the AI workforce",
    "Configure decision authority",
    "Activate oversight",
    "Enable Gmail auto-reply",
    "Monitor and optimize",
    "SaaS",
    "E-commerce",
    "Financial services",
    "Healthcare",
    "labelled CEO goes to the CEO agent",
    "labelled Legal goes to the Legal agent",
    "every 2 minutes",
    "Watch Demo",
    "No credit card required",
    "14-day free trial",
    "Cancel anytime",
  ],
  "/enterprise": [
    "Security and compliance",
    "Observability",
    "Agent identity and autonomy",
    "No-integration mode",
    "Finance",
    "Legal",
    "HR",
    "Operations",
    "GTM Strategy",
    "Error alerting",
  ],
  "/trust": ["Encryption", "Access control", "Role-based access control", "Data isolation", "Audit logging"],
  "/privacy": [
    "Last updated: January 13, 2025",
    "Information we collect",
    "How we use it",
    "Sharing",
    "do not sell your data",
    "Security",
    "AI-specific privacy",
    "Your rights",
    "Retention",
    "International transfers",
    "Contact",
    "Account data while active plus 90 days",
    "AI decision logs 2 years",
    "Communication records 1 year",
    "Analytics 3 years",
    "answered within 30 days",
  ],
  "/terms": [
    "Last updated: January 13, 2025",
    "Acceptance",
    "Service description",
    "User obligations",
    "AI agent usage",
    "Data ownership",
    "Privacy",
    "Payment",
    "Liability",
    "Termination",
    "Service level agreement",
    "Compliance",
    "Dispute resolution",
    "Contact",
    "30 days' notice",
    "downloaded for 30 days",
    "announced 30 days in advance",
    "fees of the last 12 months",
    "Uptime: 99.9%",
    "Recovery objective: 4 hours",
    "Critical issues: response within 1 hour",
    "response within 24 hours",
    "response within 48 hours",
    "answered within 5 business days",
    "lasts 14 days",
  ],
  "/watch-demo": ["Start with the daily brief", "invented records"],
  "/schedule-demo": ["Request demo", "I agree that"],
};
const paths = Object.keys(facts);

const withoutScripts = (width = 1440): Promise<Page> =>
  openPage(browser, world, null, { javaScriptEnabled: false, viewport: { width, height: 900 } });

test("every page says without scripts what the specification lists, with its own title, description and address", async () => {
  const page = await withoutScripts();
  const titles = new Set<string>();
  for (const path of paths) {
    const answer = await page.goto(world.url + path);
    expect([path, answer?.status()]).toEqual([path, 200]);
    const text = (await page.locator("main").innerText()).replaceAll(/\s+/g, " ");
    expect([path, (facts[path] ?? []).filter((fact) => !text.includes(fact))]).toEqual([path, []]);
    titles.add(await page.title());
    const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name);
    expect((await attribute('meta[name="description"]', "content"))?.length).toBeGreaterThan(50);
    const address = new URL((await attribute('link[rel="canonical"]', "href")) ?? "");
    expect(address.pathname).toBe(path);
    const picture = (await attribute('meta[property="og:image"]', "content")) ?? "";
    expect((await fetch(world.url + new URL(picture).pathname)).headers.get("content-type")).toBe("image/png");
    expect(await page.content()).not.toContain("{{");
  }
  expect(titles.size).toBe(paths.length);
  await page.context().close();
});

test("trust shows four frameworks as compliant, seven policies, four commitments, and marks them as the operator's", async () => {
  const page = await withoutScripts();
  await page.goto(`${world.url}/trust`);
  expect(await page.getByText("Compliant", { exact: true }).count()).toBe(4);
  const cardsOf = (title: string) =>
    page.locator("section", { has: page.getByRole("heading", { name: title }) }).locator("h3");
  expect([await cardsOf("Policies").count(), await cardsOf("Commitments").count()]).toEqual([7, 4]);
  expect(await page.locator('main a[href="mailto:security@boardroom.example"]').count()).toBeGreaterThan(0);
  expect(await page.locator('main a[href="mailto:privacy@boardroom.example"]').count()).toBeGreaterThan(0);
  await page.getByText("Stated by the operator of this installation").first().waitFor();
  await page.context().close();
});

test("all links and buttons of all pages lead somewhere", async () => {
  const page = await withoutScripts();
  const targets = new Set<string>();
  for (const path of paths) {
    await page.goto(world.url + path);
    const hrefs = await page.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    for (const href of hrefs) if (!/^(mailto:|#)/.test(href)) targets.add(href);
    expect(hrefs.filter((href) => href === "" || href === "#")).toEqual([]);
  }
  for (const target of targets) expect([target, (await fetch(world.url + target)).status]).toEqual([target, 200]);
  expect(targets.size).toBeGreaterThan(10);
  await page.context().close();
});

test("no page loads more than 100 kB of scripts, and the pictures are there", async () => {
  const page = await openPage(browser, world, null);
  for (const path of paths) {
    const scripts = new Set<string>();
    const failed: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) failed.push(response.url());
      if (response.request().resourceType() === "script") scripts.add(response.url());
    });
    await page.goto(world.url + path, { waitUntil: "networkidle" });
    for (const image of await page.locator("img:visible").all()) {
      await image.scrollIntoViewIfNeeded();
      await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    }
    let bytes = 0;
    for (const url of scripts) bytes += gzipSync(await (await fetch(url)).text()).length;
    expect([path, bytes < 100_000, failed]).toEqual([path, true, []]);
    page.removeAllListeners("response");
  }
  await page.context().close();
});

test.each([1440, 360])("at %i px axe finds nothing serious, light or dark", async (width) => {
  const page = await openPage(browser, world, null, { viewport: { width, height: 900 }, colorScheme: "light" });
  for (const path of [...paths, "/nowhere"]) {
    await page.goto(world.url + path);
    await inspectThemes(page);
  }
  await page.context().close();
});

test("the menu opens and closes by keyboard without scripts and marks the page", async () => {
  const page = await withoutScripts(390);
  await page.goto(`${world.url}/terms`);
  await page.getByRole("button", { name: "Open navigation menu" }).press("Enter");
  const menu = page.getByRole("dialog", { name: "Navigation menu" });
  expect(await menu.getByRole("link", { name: "Terms" }).getAttribute("aria-current")).toBe("page");
  expect(await menu.getByRole("link", { name: "Get Started" }).getAttribute("href")).toBe("/auth");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Open navigation menu" }).press("Enter");
  await menu.getByRole("link", { name: "About Us" }).press("Enter");
  await page.waitForURL(`${world.url}/about`);
  await page.context().close();
});

test("an unknown address is answered 404 with a page, without scripts too", async () => {
  const page = await withoutScripts();
  expect((await page.goto(`${world.url}/nowhere`))?.status()).toBe(404);
  await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
  await page.getByRole("link", { name: "What is Boardroom?" }).click();
  await page.waitForURL(`${world.url}/welcome`);
  await page.context().close();
});

test("a double click asks for a demo once, and a fault leaves what was typed", async () => {
  const page = await openPage(browser, world, null);
  await page.goto(`${world.url}/schedule-demo`);
  await page.getByLabel("Your name").fill("Ann Lee");
  await page.getByLabel("Work email").fill("ann@nowhere");
  await page.getByLabel("Company", { exact: true }).fill("Hartley & Finch");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Request demo" }).click();
  await page.getByRole("alert").getByText("Invalid email address").waitFor();
  await page.getByLabel("Work email").fill("ann@example.com");
  await page.getByRole("button", { name: "Request demo" }).dblclick();
  await page.getByText("Thank you.").waitFor();
  const rows = await world.asOwner<{ email: string }>("SELECT email FROM leads");
  expect(rows).toEqual([{ email: "ann@example.com" }]);
  await page.context().close();
});

test("a visitor comes from sign-in to the pages, and signs up from Get Started", async () => {
  const page = await openPage(browser, world, null);
  await page.goto(`${world.url}/auth`);
  await page.getByRole("link", { name: "What is Boardroom?" }).click();
  await page.waitForURL(`${world.url}/welcome`);
  await page.getByRole("contentinfo").getByRole("link", { name: "About Us" }).click();
  await page.getByRole("main").getByRole("link", { name: "Get Started" }).first().click();
  await page.getByRole("tab", { name: "Sign Up", selected: true }).waitFor();
  await page.getByLabel("Username").fill("visitor");
  await page.getByLabel("Email").fill("visitor@example.com");
  await page.getByLabel("Company Name").fill("Hartley & Finch");
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("link", { name: "Security & Compliance" }).click();
  await page.waitForURL(`${world.url}/trust`);
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
  await page.context().close();
});
