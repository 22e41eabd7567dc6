import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { ensureBuilt } from "../../scripts/built-parts.mjs";
import { openWorld } from "../world.ts";
import { launchBrowser } from "./browser.ts";
import { takeConsole } from "./pictures-console.ts";
import { takeLists } from "./pictures-lists.ts";
import { takeChat } from "./pictures-chat.ts";
import { takeExplore } from "./pictures-explore.ts";
import { takePeople } from "./pictures-people.ts";
import { takeOversight } from "./pictures-oversight.ts";
import { takeSetup } from "./pictures-setup.ts";
import { takeRare } from "./pictures-rare.ts";
import { type Take, takeWork } from "./pictures-work.ts";
import {
  badCsv,
  createWorkforce,
  fileCard,
  importRetail,
  nextStep,
  openImport,
  openWizard,
  setCurrency,
  signUp,
  testDecision,
} from "./story.ts";

/** Writes every screen of the main job to `pictures/`: light and dark, 360 and 1440 px wide. `work` takes those of executives at work alone, `explore` those of Explore, `chat` those of the chat, `lists` those of tasks, feed and search, `console` those of the console and the orchestrator, `rare` those seldom met, `oversight` those of AGI oversight, `setup` those of the setup pages, `people` those of visitors, members, privacy and security. */
const wanted =
  process.argv.find((word) =>
    ["work", "explore", "lists", "console", "chat", "rare", "oversight", "setup", "people"].includes(word),
  ) ?? "all";
const takes = (part: string): boolean => wanted === "all" || wanted === part;
const folder = fileURLToPath(new URL("../../pictures", import.meta.url));
const team = ["Chief Executive Officer", "Chief Financial Officer", "Chief Marketing Officer", "Sales Director"];
const looks = [
  { width: 1440, height: 900, scheme: "light" },
  { width: 1440, height: 900, scheme: "dark" },
  { width: 360, height: 740, scheme: "light" },
  { width: 360, height: 740, scheme: "dark" },
] as const;

const fault = ensureBuilt("browser");
if (fault !== null) throw new Error(fault);
mkdirSync(folder, { recursive: true });
const world = await openWorld();
const browser = await launchBrowser();
try {
  for (const look of looks) await takeAll(browser, look);
} finally {
  await browser.close();
  await world.close();
}
process.stdout.write(`The pictures are in ${folder}\n`);

async function takeAll(chromium: Browser, look: (typeof looks)[number]): Promise<void> {
  const { width, height, scheme } = look;
  const context = await chromium.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
    timezoneId: "Europe/London",
    locale: "en-GB",
    deviceScaleFactor: width < 500 ? 2 : 1,
  });
  const page = await context.newPage();
  const take = async (name: string, fullPage = true) => {
    await settle(page);
    await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage });
  };
  if (takes("first")) await takeFirst(page, `anna.${width}.${scheme}`, take);
  await context.clearCookies();
  if (takes("work")) await takeWork(page, world.url, `work.${width}.${scheme}`, take);
  await context.clearCookies();
  if (takes("explore")) await takeExplore(page, world.url, `explore.${width}.${scheme}`, take);
  await context.clearCookies();
  if (takes("lists")) await takeLists(page, world, `lists.${width}.${scheme}`, take);
  await context.clearCookies();
  if (takes("console")) await takeConsole(page, world.url, `console.${width}.${scheme}`, take);
  await context.clearCookies();
  if (takes("people")) await takePeople(page, world, `people.${width}.${scheme}`, take);
  await context.clearCookies();
  if (takes("rare")) await takeRare(page, world, `rare.${width}.${scheme}`, take);
  await context.clearCookies();
  if (takes("setup")) await takeSetup(page, world.url, `setup.${width}.${scheme}`, take);
  await context.clearCookies();
  if (takes("oversight")) await takeOversight(page, world, `oversight.${width}.${scheme}`, take);
  await context.clearCookies();
  if (takes("chat")) await takeChat(page, world.url, `chat.${width}.${scheme}`, take);
  await context.close();
}

async function takeFirst(page: Page, username: string, take: Take): Promise<void> {
  await page.goto(`${world.url}/auth`);
  // Without a company the sign-up comes first.
  await page.getByRole("tab", { name: "Sign In" }).click();
  await page.getByRole("button", { name: "Sign In" }).waitFor();
  await take("auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await take("auth-up");
  await signUp(page, world.url, { username, company: "Hartley & Finch" });
  await take("dashboard-new");
  await openWizard(page, team);
  await take("wizard-1", false);
  await nextStep(page);
  await take("wizard-2", false);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Change currency and time zone" }).click();
  await page.getByLabel("Time zone", { exact: true }).waitFor();
  await take("locale", false);
  await page.keyboard.press("Escape");
  await openImport(page, badCsv);
  const card = fileCard(page, "november.csv");
  const start = card.getByRole("button", { name: /^Import/ });
  await start.waitFor();
  await take("import", false);
  await start.click();
  await card
    .getByText(/not taken/)
    .first()
    .waitFor();
  await take("import-bad", false);
  await page.keyboard.press("Escape");
  await createWorkforce(page, team);
  await setCurrency(page, "GBP");
  await importRetail(page);
  for (const role of ["Sales", "CEO", "CFO"]) {
    await testDecision(page, role);
    await page
      .getByText(/proposed/)
      .last()
      .waitFor();
    await page.waitForTimeout(400);
  }
  const sales = page.getByRole("article").filter({ hasText: /lead/i });
  await sales
    .first()
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByText("Decision Approved").waitFor();
  await page.waitForTimeout(9_000);
  await take("dashboard");
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("button", { name: "Logout" }).waitFor();
  await take("menu", false);
  await page.keyboard.press("Escape");
  await page
    .getByRole("link", { name: /Invest/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Calculation" }).waitFor();
  await take("decision");
  await page.getByRole("button", { name: /^Approve/ }).click();
  await page
    .getByText(/^Approved by anna/)
    .first()
    .waitFor();
  await take("decision-approved");
  await page.goto(`${world.url}/decisions`);
  await page.getByRole("row").first().waitFor();
  await take("decisions");
  await page.goto(`${world.url}/feed`);
  await page.getByRole("listitem").first().waitFor();
  await take("feed");
  await page.goto(`${world.url}/status`);
  await page.getByText("npm run backup").waitFor();
  await take("status");
  await page.goto(`${world.url}/account`);
  await page.getByLabel("New password").waitFor();
  await take("account");
  await page.goto(`${world.url}/nowhere`);
  await take("not-found");
}

/** Waits until fonts and figures stand. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.evaluate(async () => {
    window.scrollTo(0, 0);
    await document.fonts.ready;
  });
}
