import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addClient } from "#features/accounts/assistants/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { callTool, connectAssistant, openProgram, signInAddress } from "../assistant.ts";
import { colleague } from "../samples.ts";
import { type Member, openWorld, type World } from "../world.ts";
import { type ListeningProgram, listenAsProgram, signInBy } from "./assistant-program.ts";
import { openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

let world: World;
let url: string;
let browser: Browser;
let program: ListeningProgram;

beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  url = world.config.publicUrl.origin;
  browser = await openBrowser();
  program = await listenAsProgram();
});
afterAll(async () => {
  await browser?.close();
  await program?.close();
  await world?.close();
});

/** Pictures for the eye, where a folder is named. */
const take = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["PICTURES"];
  if (!folder) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
  }
};

/** A page at the address that programs lead to, signed in as somebody or as nobody. */
async function openAt(member: Member | null, options = {}): Promise<Page> {
  const page = await openPage(browser, world, null, options);
  if (member?.cookie) await page.context().addCookies([{ name: "sid", value: member.cookie.slice(4), url }]);
  return page;
}

const list = (page: Page, name: RegExp) => page.getByRole("region", { name });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function addOverdueInvoice(member: Member): Promise<void> {
  const dates = { issuedOn: daysAgo(60), dueOn: daysAgo(30) };
  const fields = { number: "INV-1042", customerName: "Acme", direction: "receivable", status: "open", amount: 1_250 };
  const body = { kind: "invoices", source: "manual", fields: { ...fields, ...dates } };
  await member.call(addRecord, { body: body as never });
}

const listTools = (token: string) =>
  fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });

test("a person signs an assistant in, asks it for overdue invoices, and disconnects it", async () => {
  const member = await world.member("owner");
  await addOverdueInvoice(member);

  // An admin adds a client, whose id a program is set up with.
  const page = await openAt(member);
  await page.goto(`${url}/company-settings?tab=security`);
  const clients = list(page, /^Clients for assistants/);
  await clients.getByText("No clients").waitFor();
  await clients.getByRole("button", { name: "Add client" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Program").fill("Editor");
  await dialog.getByLabel("Redirect addresses").fill("http://editor.example/callback");
  await dialog.getByRole("button", { name: "Add client" }).click();
  await dialog.getByText("Use https, or http on this machine").waitFor();
  await dialog.getByLabel("Redirect addresses").fill("http://127.0.0.1/callback");
  await take(page, "add-client");
  await inspectPage(page);
  await dialog.getByRole("button", { name: "Add client" }).click();
  await dialog.waitFor({ state: "detached" });
  const clientId = (await clients.getByRole("listitem").locator("code").textContent()) ?? "";
  await inspectPage(page);
  await take(page, "clients");

  // The program opens a browser that nobody is signed in with.
  const tab = await openAt(null);
  const consent = async () => {
    for (const text of ["A program on this computer (127.0.0.1)", "Added by an admin of your company", member.username])
      await tab.getByText(text, { exact: true }).waitFor();
    await inspectThemes(tab);
    await take(tab, "consent-desktop");
    await tab.getByLabel("write").uncheck();
  };
  const tokens = await signInBy(tab, { url, clientId, program, member, consent });
  expect(program.received()?.get("state")).toBe("of the program");
  expect(tokens.scope).toBe("read propose");

  // It lists its tools, asks, and its answer opens the very invoice.
  const assistant = await connectAssistant(url, tokens.access_token);
  const tools = (await assistant.listTools()).tools.map(({ name }) => name);
  expect(tools).toEqual(expect.arrayContaining(["list_overdue", "search", "fetch", "list_tasks"]));
  const { json: overdue } = await callTool(assistant, "list_overdue");
  const [invoices] = overdue as { one: string; count: number; url: string }[];
  expect(invoices).toMatchObject({ count: 1, url: expect.stringContaining(`${url}/records/invoices`) });
  await page.goto(invoices?.url ?? "");
  await page.getByText("INV-1042").first().waitFor();

  await page.goto(`${url}/account`);
  const row = list(page, /^Connected assistants/)
    .getByRole("listitem")
    .filter({ hasText: "Editor" });
  await row.getByText(/Last used .+ from 127\.0\.0\.1/).waitFor();
  await inspectPage(page);
  await take(page, "account-assistants");
  expect((await listTools(tokens.access_token)).status).toBe(200);
  await row.getByRole("button", { name: "Disconnect Editor" }).click();
  await row.getByRole("button", { name: "Disconnect Editor now" }).click();
  await list(page, /^Connected assistants/)
    .getByText("No assistants connected")
    .waitFor();
  expect((await listTools(tokens.access_token)).status).toBe(401);
  await expect(callTool(assistant, "list_overdue")).rejects.toThrow(/Unauthorized|401|does not work/);
});

test("a person does not connect, and a link that was answered says so; on a phone", async () => {
  const admin = await world.member("phone");
  const member = await colleague(world, admin, "viewer");
  const body = { name: "Editor", redirectUris: ["http://127.0.0.1/callback"] };
  const { id } = await admin.call(addClient, { body });
  const phone = await openAt(member, { viewport: { width: 390, height: 844 } });
  await phone.goto(signInAddress(url, openProgram(url, id, program.callback)));
  await phone.getByRole("button", { name: "Don't connect" }).waitFor();
  // Of no use to a viewer.
  expect(await phone.getByLabel("propose").count()).toBe(0);
  const address = phone.url();
  await inspectThemes(phone);
  await take(phone, "consent-phone");
  await phone.getByRole("button", { name: "Don't connect" }).click();
  await phone.getByRole("heading", { name: "Signed in" }).waitFor();
  expect(["error", "code"].map((name) => program.received()?.get(name) ?? null)).toEqual(["access_denied", null]);
  await phone.goto(address);
  await phone.getByText("This request has expired or was answered. Connect the assistant again").waitFor();
  await inspectPage(phone);
  await take(phone, "answered-phone");
  await phone.goto(`${url}/account`);
  await list(phone, /^Connected assistants/)
    .getByText("No assistants connected")
    .waitFor();
  await inspectThemes(phone);
  await take(phone, "account-phone");
});
