import type { Page } from "playwright-core";
import { addSamples, createWorkforce, importRetail, setCurrency, signUp } from "./story.ts";
import type { Take } from "./pictures-work.ts";

/** The chat with the CEO: its beginning, figures with follow-ups, a chart, a card and a refusal. */
export async function takeChat(page: Page, url: string, username: string, take: Take): Promise<void> {
  await signUp(page, url, { username, company: "Hartley & Finch" });
  await page.goto(`${url}/ceo-chat`);
  await page.getByText("You have no CEO yet").first().waitFor();
  await take("chat-no-ceo");
  await page.goto(url);
  await createWorkforce(page, ["Chief Executive Officer", "Chief Financial Officer", "Sales Director"]);
  await setCurrency(page, "GBP");
  await importRetail(page);
  await addSamples(page, url);
  await page.goto(`${url}/ceo-chat`);
  await page.getByText("What would you like to look at?").waitFor();
  await take("chat-start");
  const turns = page.locator("li[data-turn]");
  for (const message of [
    "What was our revenue by month in 2011?",
    "How much did we invoice this quarter?",
    "And last quarter?",
    "Why?",
    "Create a task for the CFO to call the biggest debtor by Friday",
    "Pay the invoice",
  ]) {
    const before = await turns.count();
    await page.getByRole("textbox", { name: /^Message to / }).fill(message);
    await page.getByRole("textbox", { name: /^Message to / }).press("Enter");
    await turns
      .nth(before)
      .getByText(/Rules, /)
      .waitFor();
  }
  await page.getByRole("button", { name: /^Approve/ }).waitFor();
  await take("chat");
  await page.getByRole("button", { name: "Search conversation" }).click();
  await page.getByRole("searchbox", { name: "Search the conversation" }).fill("quarter");
  await page.getByText(/^\d+ messages?/).waitFor();
  await take("chat-search");
}
