import { launchBrowser } from "./browser.ts";
import { readFileSync } from "node:fs";
const base = "http://localhost:3160";
const browser = await launchBrowser();
const some = Math.random().toString(36).slice(2, 8);
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const page = await context.newPage();
page.on("pageerror", (e) => console.log("ERR", e.stack?.slice(0, 600)));
page.on("console", (m) => m.type() === "error" && console.log("CON", m.text().slice(0, 300)));
const api = (method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([m, p, b]) => {
      const r = await fetch(p as string, {
        method: m as string,
        headers: { "content-type": "application/json" },
        ...(b ? { body: b as string } : {}),
      });
      return r.status;
    },
    [method, path, body ? JSON.stringify(body) : null],
  );
await page.goto(`${base}/auth`);
await page.waitForTimeout(3000);
console.log(
  await api("POST", "/api/register", {
    username: `walk${some}`,
    email: `walk${some}@example.com`,
    companyName: `Walk ${some}`,
    password: `Long-${some}-pass-9!`,
  }),
);
await api("PUT", "/api/company/locale", { currency: "USD", timeZone: "America/New_York", fiscalYearStart: 1 });
await page.goto(`${base}/add-data`);
const dir = process.argv[2] ?? "";
const files = process.argv
  .slice(3)
  .map((f) => ({
    name: f.split("/").at(-1) ?? f,
    mimeType: "application/octet-stream",
    buffer: readFileSync(dir + f),
  }));
await page.screenshot({ path: "/tmp/h3/p0.png" });
page.setDefaultTimeout(20000);
await page.getByLabel("Files", { exact: true }).first().setInputFiles(files);
await page.waitForTimeout(15_000);
await page.screenshot({ path: "/tmp/h3/p1.png", fullPage: true });
await page.setViewportSize({ width: 390, height: 844 });
await page.screenshot({ path: "/tmp/h3/p2.png", fullPage: true });
await page.setViewportSize({ width: 1440, height: 900 });
const go = page.getByRole("button", { name: /^Import (the file|\d+ files)$/ });
if (await go.isEnabled()) await go.click();
await page.waitForTimeout(12_000);
await page.screenshot({ path: "/tmp/h3/p3.png", fullPage: true });
await browser.close();
