import type { Page } from "playwright-core";
import { addSamples, ask, createWorkforce, everybody, importRetail, signUp } from "./story.ts";

export type Take = (name: string, fullPage?: boolean) => Promise<void>;

/** The screens of executives at work: what was asked and answered, the work behind it, what was said about it. */
export async function takeWork(page: Page, url: string, username: string, take: Take): Promise<void> {
  await signUp(page, url, { username, company: "Hartley & Finch" });
  await page.goto(`${url}/runs`);
  await page.getByText("No runs yet").waitFor();
  await take("runs-empty");
  await page.goto(url);
  await createWorkforce(page, everybody);
  await page.getByText("Answered from your own records and figures").waitFor();
  await page.getByRole("region", { name: "Ask an Agent" }).scrollIntoViewIfNeeded();
  await take("ask-new");
  await importRetail(page);
  await addSamples(page, url);
  await page.goto(url);
  await ask(page, "How long does our cash last?");
  await ask(page, "What will the weather be like tomorrow?");
  await ask(page, "Who owes us the most?");
  await ask(page, "Which customers are at risk?");
  const asked = page.getByRole("region", { name: "Ask an Agent" });
  await asked.getByRole("button", { name: /^[$£]/ }).first().click();
  await page.waitForTimeout(300);
  await take("asked");
  await asked.getByRole("link", { name: "How it was worked out" }).nth(1).click();
  await page.getByRole("heading", { name: "Steps" }).waitFor();
  await take("run");
  await page.goto(`${url}/runs`);
  await page.getByRole("button", { name: "Ask for a briefing" }).click();
  await page.getByRole("heading", { name: "Top priorities" }).waitFor({ timeout: 60_000 });
  await page.getByText("Effects").waitFor();
  await take("run-brief");
  await page
    .getByRole("link", { name: /\(CFO\): / })
    .first()
    .click();
  await page.getByRole("heading", { name: "What is missing" }).waitFor();
  await take("run-report");
  await page.goto(`${url}/runs`);
  await page.getByRole("listitem").first().waitFor();
  await take("runs");
  await page.goto(`${url}/feed`);
  await page.getByRole("listitem").first().waitFor();
  await take("feed-work");
  await page.goto(`${url}/decisions`);
  await page.getByRole("listitem").first().waitFor();
  await take("decisions-work");
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await page.getByLabel("Add a comment").fill("@CFO How much is overdue?");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await page
    .getByRole("region", { name: "Comments" })
    .getByRole("link", { name: "How it was worked out" })
    .waitFor({ timeout: 60_000 });
  await take("comments");
  await page.goto(url);
  const inbox = page.getByRole("region", { name: "Task Inbox" });
  await inbox.getByText("Closed", { exact: true }).click();
  await inbox
    .getByRole("button", { name: /Who owes us the most/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Add a comment").fill("Call them on Monday");
  await dialog.getByRole("button", { name: "Comment", exact: true }).click();
  await dialog.getByRole("listitem").first().waitFor();
  await take("task", false);
}
