import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import * as mail from "#features/mailroom/contract.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { mailboxes } from "../mailbox.ts";
import { hire, openWorld, type World } from "../world.ts";
import { failWrites, openBrowser, openPage } from "./browser.ts";
import { inspectPage, inspectThemes } from "./inspect.ts";

const outside = mailboxes();
let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" }, { ...product, mailboxes: [outside.kind] });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** Pictures for the eye, where a folder is named. */
const take = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

const connect = (member: Awaited<ReturnType<World["member"]>>, address: string) =>
  member.call(mail.connectMailbox, {
    body: { kind: "memory", settings: { address, password: "secret" }, consent: true },
  });

test("the Gmail block says how the mailbox stands, starts it and works on it at once", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  const page = await openPage(browser, world, member);
  await page.goto(world.url);
  const block = page.getByRole("region", { name: "Gmail integration" });
  await block.getByText("Gmail setup required").waitFor();
  await block.getByText(/\/integrations\/return\/gmail$/).waitFor();
  await block.getByRole("button", { name: "Start Auto-Reply" }).click();
  await page.getByText("No mailbox is connected. Set up Gmail or another mailbox first.").waitFor();
  const [opened] = await Promise.all([
    page.context().waitForEvent("page"),
    block.getByRole("button", { name: "Setup Gmail API" }).click(),
  ]);
  await expect.poll(() => new URL(opened.url()).pathname).toBe("/mail");
  await opened.close();

  await connect(member, "hello@block.example");
  await page.reload();
  await block.getByText("Gmail is fully configured").waitFor();
  expect(await block.getByText(/\/integrations\/return\/gmail$/).count()).toBe(0);
  await page.evaluate(failWrites);
  await block.getByRole("button", { name: "Start Auto-Reply" }).click();
  await page.getByText("Failed to start email processing").waitFor();
  await page.reload();
  await block.getByRole("button", { name: "Start Auto-Reply" }).click();
  await page.getByText("Email processing started").waitFor();
  await page.getByText("AI agents will now auto-reply to emails").waitFor();
  await block.getByRole("button", { name: "Process Now" }).click();
  await page.getByText("Email processing completed").waitFor();
  await page.evaluate(failWrites);
  await block.getByRole("button", { name: "Process Now" }).click();
  await page.getByText("Failed to process emails").waitFor();
  expect(await block.getByRole("button", { name: /stop/i }).count()).toBe(0);
  await take(page, "mail-dashboard");
});

test("a person edits a draft, sends it, takes it back and sends it again", async () => {
  const member = await world.member();
  await hire(member, "CEO", "Sales");
  const box = outside.of("hello@mail.example");
  await connect(member, "hello@mail.example");
  const page = await openPage(browser, world, member);
  await page.goto(`${world.url}/mail`);
  await page.getByText("Not started").waitFor();
  await inspectPage(page);
  await page.getByRole("button", { name: "Start Auto-Reply" }).first().click();
  await page.getByText("Email processing started").waitFor();
  box.arrive({ subject: "Colours", text: "Which colours do you have?\n> quoted words" });
  box.arrive({ subject: "Away", headers: "Auto-Submitted: auto-replied\r\n" });
  await page.getByRole("button", { name: "Process Now" }).first().click();
  await page.getByText("All unread emails have been processed").waitFor();
  await page.getByText("Skipped: A machine sent it.").waitFor();
  await page.getByRole("button", { name: /Colours/ }).click();
  await page.getByRole("textbox", { name: "Answer" }).fill("Red and green.");
  await take(page, "mail-draft");
  await inspectThemes(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("button", { name: /Undo/ }).click();
  await page.getByText("You took it back.").first().waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("button", { name: /Undo/ }).waitFor();
  await hurryDeliveries(world);
  await page.getByText("It was sent.").first().waitFor();
  expect(box.sent.map(({ text }) => text.includes("Red and green."))).toEqual([true]);
});

test("a phone shows the list, then one letter", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  const box = outside.of("hello@phone.example");
  await connect(member, "hello@phone.example");
  box.arrive({ subject: "Colours" });
  await member.call(mail.processNow);
  const page = await openPage(browser, world, member, { viewport: { width: 360, height: 800 } });
  await page.goto(`${world.url}/mail`);
  await take(page, "mail-phone-list");
  await page.getByRole("button", { name: /Colours/ }).click();
  await page.getByRole("button", { name: "Back to the list" }).waitFor();
  await take(page, "mail-phone-letter");
  await inspectPage(page);
});

test("the HTML of an email runs nothing, loads nothing and leads nowhere", async () => {
  const reached: string[] = [];
  const outsider = createServer((request, response) => {
    reached.push(request.url ?? "");
    response.end("Reached");
  }).listen(0, "127.0.0.1");
  await once(outsider, "listening");
  const { port } = outsider.address() as AddressInfo;
  const at = (path: string) => `http://127.0.0.1:${port}/${path}`;
  const member = await world.member();
  await hire(member, "CEO");
  const box = outside.of("hello@html.example");
  await connect(member, "hello@html.example");
  box.arrive({ subject: "Designed" });
  await member.call(mail.processNow);
  await world.asOwner("UPDATE letters SET html = $2 WHERE company_id = $1", [
    member.user.companyId,
    `<meta http-equiv="refresh" content="0;url=${at("refresh")}"><link rel="stylesheet" href="${at("style")}">
     <style>@import "${at("import")}"; p { background: url(${at("background")}) }</style>
     <script>fetch("${at("script")}"); parent.document.title = "Taken"</script>
     <img src="${at("image")}" onerror="fetch('${at("handler")}')"><iframe src="${at("frame")}"></iframe>
     <video src="${at("video")}" autoplay></video><p>As designed</p>
     <a href="${at("link")}">Here</a> <a target="_top" href="${at("top")}">Top</a> <a target="_blank" href="${at("tab")}">Tab</a>
     <form action="${at("form")}"><button>Submit</button></form>`,
  ]);
  const page = await openPage(browser, world, member);
  await page.goto(`${world.url}/mail`);
  await page.getByRole("button", { name: /Designed/ }).click();
  await page.getByText("Show HTML, without images and links").click();
  const frame = page.frameLocator('iframe[title="The email\'s HTML"]');
  await frame.getByText("As designed").waitFor();
  for (const name of ["Tab", "Top"]) await frame.getByRole("link", { name }).click();
  await frame.getByRole("button", { name: "Submit" }).click();
  await frame.getByRole("link", { name: "Here" }).click();
  await page.waitForTimeout(500);
  // It does listen.
  await fetch(at("control"));
  expect(reached).toEqual(["/control"]);
  expect([new URL(page.url()).pathname, page.context().pages().length, await page.title()]).toEqual([
    "/mail",
    1,
    "Mail · Boardroom",
  ]);
  outsider.close();
});
