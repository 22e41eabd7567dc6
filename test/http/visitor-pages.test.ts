import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#platform/config.ts";
import { makeServer, serveBrowserPart } from "#platform/http/server.ts";
import { createLog } from "#platform/log.ts";
import { openTelemetry } from "#platform/telemetry/telemetry.ts";

/** How the server fills and serves the pages for visitors, on pages made here. */
const folder = mkdtempSync(join(tmpdir(), "boardroom-visitors-"));
let app: Awaited<ReturnType<typeof makeServer>>["app"];
const session = { cookie: `sid=${"x".repeat(43)}` };

beforeAll(async () => {
  const at = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, "visitors"));
  mkdirSync(join(folder, "assets"));
  at("assets/app.js", "the code");
  at("index.html", "the app");
  at("signed-in.html", "the dashboard");
  at("visitors/about.html", '<a href="{{entryPath}}">{{entryLabel}}</a> {{name}} {{origin}} {{unknown}}.');
  at("visitors/not-found.html", "nothing here");
  at("visitors/app-paths.json", JSON.stringify(["/", "/runs", "/runs/:id", "/records/*?"]));
  at("operator.json", JSON.stringify({ name: `<b>"Tom & Co"</b>`, uptime: "99.5%" }));
  const config = readConfig({ PUBLIC_URL: "https://b.example", OPERATOR_FILE: join(folder, "operator.json") });
  ({ app } = await makeServer({ ...config, secure: false }, createLog("silent"), openTelemetry()));
  await serveBrowserPart(app, folder, { ...config, secure: false });
  await app.ready();
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test("a page holds the operator's statements as text and the installation's address, and never a company's", async () => {
  const { statusCode, body, headers } = await get("/about");
  expect(statusCode).toBe(200);
  expect(body).toBe('<a href="/auth">Sign In</a> &lt;b&gt;&quot;Tom &amp; Co&quot;&lt;/b&gt; https://b.example .');
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["cache-control"]).toBe("no-cache");
  expect(headers["content-security-policy"]).toMatch(/default-src 'self';.*script-src 'self'/);
  expect((await get("/about", session)).body).toContain('<a href="/">Dashboard</a>');
});

test("an unchanged page is answered 304, each visitor's by its own tag", async () => {
  const tag = String((await get("/about")).headers.etag);
  expect((await get("/about", { "if-none-match": tag })).statusCode).toBe(304);
  expect((await get("/about", { "if-none-match": tag, ...session })).statusCode).toBe(200);
  expect(String((await get("/about")).headers.vary).toLowerCase()).toContain("cookie");
});

test.each([
  ["/", 200, "the app"],
  ["/assets/app.js", 200, "the code"],
  ["/assets/", 404, "Not found"],
  ["/runs/", 200, "the app"],
  ["/runs/7", 200, "the app"],
  ["/runs/7?tab=1", 200, "the app"],
  ["/records", 200, "the app"],
  ["/records/customers/7", 200, "the app"],
  ["/runs/7/more", 404, "nothing here"],
  ["/runs//", 404, "nothing here"],
  ["/record", 404, "nothing here"],
  ["/wp-admin/setup.php", 404, "nothing here"],
  ["/visitors/about.html", 404, "nothing here"],
  ["/visitors/app-paths.json", 404, "nothing here"],
])("%s is answered %i", async (path, status, body) => {
  const reply = await get(path);
  expect([reply.statusCode, reply.body]).toEqual([status, body]);
});

test("somebody signed in gets the app at an unknown path too, which says what is missing", async () => {
  const reply = await get("/nowhere", session);
  expect([reply.statusCode, reply.body]).toEqual([404, "the app"]);
  expect((await get("/", session)).body).toBe("the dashboard");
  expect((await get("/api/nowhere")).statusCode).toBe(404);
});

test("robots and sitemap name the pages by their full address", async () => {
  expect((await get("/robots.txt")).body).toContain("Sitemap: https://b.example/sitemap.xml");
  const { body, headers } = await get("/sitemap.xml");
  expect(headers["content-type"]).toContain("xml");
  expect(body).toContain("<loc>https://b.example/about</loc>");
  expect(body).not.toContain("not-found");
});

test("a file of statements with faults is refused at startup, all at once", () => {
  writeFileSync(join(folder, "wrong.json"), JSON.stringify({ nmae: "x", contactEmail: "no address", name: "" }));
  expect(() => readConfig({ OPERATOR_FILE: join(folder, "wrong.json") })).toThrow(
    /name: must not be empty.*contactEmail: .*nmae/s,
  );
  expect(() => readConfig({ OPERATOR_FILE: join(folder, "none.json") })).toThrow(/OPERATOR_FILE cannot be read/);
});
