import { gzipSync } from "node:zlib";
import type { BrowserContext } from "playwright-core";
import { initializeAgents } from "#features/setup/contract.ts";
import { ensureBuilt } from "../scripts/built-parts.mjs";
import { launchBrowser } from "../test/e2e/browser.ts";
import { openStage } from "../test/faults/stage.ts";
import { signUp, testContexts } from "../test/world.ts";
import { atMost, type Report } from "./report.ts";

type Load = { scripts: Map<string, number>; total: number; hosts: Set<string> };

/** Goal 14: what the browser fetches for the dashboard of a signed-in person, and what each other page adds. */
export async function measure(): Promise<Report> {
  const fault = ensureBuilt("browser");
  if (fault !== null) throw new Error(fault);
  await using stage = openStage("load");
  const server = await stage.start({ DATA_DIR: stage.folder });
  const browser = stage.keep(await launchBrowser());
  const member = await signUp(server.url, "browser");
  await member.call(initializeAgents);
  const agents = (await member.send("GET", "/api/agents")).json as { id: string; role: string }[];
  const agentId = agents.find((agent) => agent.role === "CFO")?.id;
  const body = { agentId, ...testContexts.CFO };
  const { id } = (await member.send("POST", "/api/agents/make-decision", { body })).json as { id: string };
  const cookie = { name: "sid", value: (member.cookie ?? "").replace("sid=", ""), url: server.url };
  const load = async (path: string): Promise<Load> => {
    const context = await browser.newContext();
    await context.addCookies([cookie]);
    const found = await watch(context, server.url + path);
    await context.close();
    return found;
  };
  const dashboard = await load("/");
  const own = new URL(server.url).host;
  const lines: string[] = [];
  const more: number[] = [];
  for (const path of ["/decisions", `/decisions/${id}`]) {
    const page = await load(path);
    const added = [...page.scripts].filter(([name]) => !dashboard.scripts.has(name));
    const kB = added.reduce((sum, [, size]) => sum + size, 0);
    more.push(kB);
    for (const host of page.hosts) dashboard.hosts.add(host);
    lines.push(`${path.replace(id, ":id").padEnd(20)} adds ${kB.toFixed(1)} kB of JavaScript`);
  }
  const scripts = [...dashboard.scripts.values()].reduce((sum, size) => sum + size, 0);
  const strangers = [...dashboard.hosts].filter((host) => host !== own);
  return {
    title:
      "14  First load of the dashboard, signed in, empty cache (JavaScript as gzip -6; in all as it came over the wire)",
    lines: [
      `${dashboard.scripts.size} scripts, ${scripts.toFixed(1)} kB of JavaScript, ${dashboard.total.toFixed(1)} kB in all`,
      ...lines,
      `other hosts asked: ${strangers.length === 0 ? "none" : strangers.join(", ")}`,
    ],
    goals: [
      atMost("JavaScript", scripts, 140, "kB gzip"),
      atMost("in all", dashboard.total, 350, "kB"),
      atMost("the largest other route", Math.max(...more), 60, "kB more"),
      atMost("other hosts", strangers.length, 0, "hosts"),
    ],
  };
}

async function watch(context: BrowserContext, url: string): Promise<Load> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const load: Load = { scripts: new Map(), total: 0, hosts: new Set() };
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (load.total += encodedDataLength / 1000));
  session.on("Network.requestWillBeSent", ({ request }) => {
    if (request.url.startsWith("http")) load.hosts.add(new URL(request.url).host);
  });
  const bodies: Promise<unknown>[] = [];
  page.on("response", (response) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    const size = response
      .body()
      .then((body) => load.scripts.set(new URL(response.url()).pathname, gzipSync(body).length / 1000));
    bodies.push(size);
  });
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1_000);
  await Promise.all(bodies);
  return load;
}
