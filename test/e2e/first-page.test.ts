import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDecision } from "#features/decisions/contract.ts";
import { root } from "../../scripts/node24.mjs";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";
import { openBrowser, openPage } from "./browser.ts";

/** What the browser is told of the dashboard with the page itself. */
let world: World;
let browser: Browser;
let member: Member;

beforeAll(async () => {
  world = await openWorld();
  browser = await openBrowser();
  member = await world.member("owner");
  const [agent] = await hire(member, "Sales");
  await member.call(makeDecision, { body: { agentId: agent?.id ?? "", ...testContexts.Sales } });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const pageOf = async (cookie: string | null, path = "/"): Promise<string> =>
  (await fetch(world.url + path, { headers: cookie ? { cookie } : {} })).text();
const named = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, path]) => path ?? "");
const codeOf = (html: string): string[] => named(html, /(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g).toSorted();
const callsOf = (html: string): string[] => named(html, /as="fetch" crossorigin href="([^"]+)"/g);

/** What a page asks for and complains of while it loads. */
function watch(page: Page) {
  const seen = { code: [] as string[], calls: [] as string[], complaints: [] as string[] };
  page.on("request", (asked) => {
    const { pathname, search } = new URL(asked.url());
    if (/\.(?:js|css)$/.test(pathname) && pathname.startsWith("/assets/")) seen.code.push(pathname);
    if (pathname.startsWith("/api/")) seen.calls.push(pathname + search);
  });
  page.on("console", (line) => /error|warning/.test(line.type()) && seen.complaints.push(line.text()));
  page.on("pageerror", (error) => seen.complaints.push(error.message));
  return seen;
}

test("for somebody signed in the page names all code the dashboard needs and nothing else, and each file is asked for once", async () => {
  const page = await openPage(browser, world, member);
  const seen = watch(page);
  await page.goto(world.url);
  await page.getByRole("region", { name: "Decision Feed", exact: true }).getByRole("article").first().waitFor();
  await page.waitForLoadState("networkidle");
  expect(seen.code.toSorted()).toEqual(codeOf(await pageOf(member.cookie)));
  await page.context().close();
});

test("the calls it names are those the dashboard makes first, each made once, and the browser has nothing to complain of", async () => {
  const page = await openPage(browser, world, member);
  const seen = watch(page);
  await page.goto(world.url);
  await page.getByRole("region", { name: "Task Inbox", exact: true }).waitFor();
  await page.waitForLoadState("networkidle");
  // Chromium complains of what was fetched in advance and not used some seconds after the load.
  await page.waitForTimeout(4_000);
  const calls = callsOf(await pageOf(member.cookie));
  expect(calls).toContain("/api/dashboard");
  expect(seen.calls.slice(0, calls.length).toSorted()).toEqual(calls.toSorted());
  // Decisions are read again every five seconds, nothing else so soon.
  for (const call of calls.filter((path) => !path.startsWith("/api/decisions")))
    expect(seen.calls.filter((path) => path === call)).toEqual([call]);
  expect(seen.complaints).toEqual([]);
  await page.context().close();
});

test("signed out it asks in advance for nothing, and only who is there is refused", async () => {
  expect(callsOf(await pageOf(null))).toEqual([]);
  const page = await openPage(browser, world, null);
  const seen = watch(page);
  await page.goto(world.url);
  await page.getByRole("tab", { name: "Sign In" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(seen.calls).toEqual(["/api/user", "/api/entry"]);
  expect(seen.complaints).toHaveLength(1);
  expect(seen.complaints[0]).toContain("401");
  await page.context().close();
});

test("a session that has ended leads to sign-in all the same, and the next visit asks only who is there", async () => {
  const gone = await world.member("gone");
  const cookie = `sid=${"x".repeat(43)}`;
  const page = await openPage(browser, world, { ...gone, cookie });
  const visit = async () => {
    const seen = watch(page);
    await page.goto(world.url);
    await page.waitForURL(`${world.url}/auth`);
    await page.getByRole("tab", { name: "Sign In" }).waitFor();
    await page.waitForLoadState("networkidle");
    page.removeAllListeners();
    return seen.calls;
  };
  expect((await visit()).toSorted()).toEqual([...callsOf(await pageOf(cookie)), "/api/entry"].toSorted());
  expect(await visit()).toEqual(["/api/user", "/api/entry"]);
  await page.context().close();
});

test("the page is the same for everybody signed in, and the plain one at every other address and for what is no session", async () => {
  const stranger = await world.member("stranger");
  const first = await pageOf(member.cookie);
  const plain = await pageOf(null);
  expect(await pageOf(stranger.cookie)).toBe(first);
  expect(await pageOf(member.cookie, "/?import=1")).toBe(first);
  expect(first).not.toBe(plain);
  expect(await pageOf(member.cookie, "/decisions")).toBe(plain);
  expect(await pageOf("sid=short")).toBe(plain);
});

test("code goes out as the build packed it, the same in every packing, and caches are told", async () => {
  // The smallest files are not packed.
  const path = codeOf(await pageOf(null)).find((name) => name.includes("/index-") && name.endsWith(".js")) ?? "";
  const plain = await raw(path, "identity");
  const [br, gzip] = [await raw(path, "br"), await raw(path, "gzip")];
  expect([plain.encoding, br.encoding, gzip.encoding]).toEqual([undefined, "br", "gzip"]);
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  expect(br.body.equals(readFileSync(join(root, "dist", "web", `${path}.br`)))).toBe(true);
  for (const { type, vary, cache } of [plain, br, gzip]) {
    expect(type).toMatch(/javascript|css/);
    expect(vary?.toLowerCase()).toContain("accept-encoding");
    expect(cache).toContain("immutable");
  }
});

/** A file as it goes over the wire. */
async function raw(path: string, encoding: string) {
  const asked = request(world.url + path, { headers: { "accept-encoding": encoding } });
  asked.end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const { "content-encoding": packing, "content-type": type, "cache-control": cache, vary } = answer.headers;
  return { encoding: packing, type, vary, cache, body: await buffer(answer) };
}
