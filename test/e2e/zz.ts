import { openWorld } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";
import { openWizard } from "./story.ts";
const world = await openWorld();
const browser = await openBrowser();
try {
  const page = await openPage(browser, world, await world.member("owner"));
  await page.goto(world.url);
  await openWizard(page, []);
  await page.getByRole("checkbox").first().press("Enter");
  await page.getByText("Selection Required", { exact: true }).waitFor();
  console.log(await page.getByRole("button", { name: "Dismiss" }).count());
  console.log(await page.evaluate(() => document.querySelector("[data-toasts]")?.outerHTML));
  await page.getByRole("button", { name: "Dismiss" }).click({ timeout: 3000 }).catch((e) => console.log(String(e)));
  console.log(await page.getByRole("dialog").count());
  await page.screenshot({ path: "/tmp/x/t.png" });
} finally { await browser.close(); await world.close(); }
