import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { compose } from "#app/compose.ts";
import { prepareDemo } from "#app/demo/prepare.ts";
import { login } from "#features/accounts/contract.ts";
import { listDecisions } from "#features/decisions/contract.ts";
import { readConfig } from "#platform/config.ts";
import { ensureBuilt } from "../../scripts/built-parts.mjs";
import { root } from "../../scripts/node24.mjs";
import { shots, shotSize } from "../../src/web/visitors/shots.ts";
import { clientOf } from "../world.ts";
import { launchBrowser } from "./browser.ts";

/**
 * `npm run pictures:tour`: takes the pictures of the public pages from a fresh demo company into `src/web/public/tour`,
 * light and dark, and the picture that links to them show.
 */
const folder = join(root, "src", "web", "public", "tour");
const quality = 0.8;

const fault = ensureBuilt("browser");
if (fault !== null) throw new Error(fault);
mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), "boardroom-tour-"));
const config = readConfig({ PORT: "0", LOG_LEVEL: "fatal", DATA_DIR: dataDir, RATE_LIMIT_FACTOR: "100" });
const note = await prepareDemo(config);
const boardroom = await compose(config);
const browser = await launchBrowser();
try {
  await boardroom.app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(boardroom.app.server.address() as AddressInfo).port}`;
  const client = clientOf(url);
  await client.call(login, { body: { username: note?.username ?? "", password: note?.password ?? "" } });
  const decisions = await client.call(listDecisions, {});
  const first = decisions.find(({ decisionType }) => decisionType === "investment_evaluation") ?? decisions[0];
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({
      viewport: shotSize,
      deviceScaleFactor: 1.5,
      colorScheme,
      reducedMotion: "reduce",
      timezoneId: "Europe/London",
      locale: "en-GB",
    });
    await context.addCookies([{ name: "sid", value: client.cookie?.slice(4) ?? "", url }]);
    const page = await context.newPage();
    for (const { name, path } of shots) {
      await page.goto(url + path.replace("first", first?.id ?? ""));
      await page.getByRole("heading", { level: 1 }).waitFor();
      await prepare(page, name);
      await settle(page);
      writeFileSync(join(folder, `${name}-${colorScheme}.webp`), await asWebp(context, await page.screenshot()));
    }
    await context.close();
  }
  const visitor = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: "light" });
  await visitor.goto(`${url}/welcome`);
  await settle(visitor);
  await visitor.screenshot({ path: join(folder, "social.png") });
} finally {
  await browser.close();
  await boardroom.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.stdout.write(`The pictures are in ${folder}\n`);

/** Shows something on pages that are empty until a person asks. */
async function prepare(page: Page, name: string): Promise<void> {
  if (name === "chat") {
    const box = page.getByRole("textbox").last();
    if ((await page.getByText("Which invoices are overdue?").count()) === 0) {
      await box.fill("Which invoices are overdue?");
      await box.press("Enter");
    }
    await page
      .getByText(/overdue/)
      .nth(1)
      .waitFor();
  }
  if (name === "explore")
    await page
      .getByRole("main")
      .getByRole("link")
      .first()
      .click()
      .catch(() => undefined);
  if (name === "oversight") {
    const start = page.getByRole("button", { name: "Initialize AGI Oversight" });
    if (await start.isVisible()) await start.click();
    await page.getByText("MONITORING").first().waitFor();
  }
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.waitForTimeout(1_000);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Chromium itself encodes the picture. */
async function asWebp(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const page = await context.newPage();
  const data = await page.evaluate(
    async ({ source, wanted }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", wanted);
    },
    { source: `data:image/png;base64,${png.toString("base64")}`, wanted: quality },
  );
  await page.close();
  return Buffer.from(data.split(",")[1] ?? "", "base64");
}
