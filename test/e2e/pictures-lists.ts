import type { Page } from "playwright-core";
import { askAgents } from "#features/conversations/contract.ts";
import { makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { changeTasks, createTask } from "#features/tasks/contract.ts";
import { hire, testContexts, type World } from "../world.ts";
import type { Take } from "./pictures-work.ts";

/** Tasks in bulk, the folded feed, search and shortcuts, of a company that has all of them. */
export async function takeLists(page: Page, world: World, name: string, take: Take): Promise<void> {
  const member = await world.member(name);
  const team = await hire(member, "CEO", "CFO", "Sales", "Operations");
  const idOf = (role: string) => team.find((agent) => agent.role === role)?.id ?? "";
  const add = (title: string, more: object) => member.call(createTask, { body: { title, ...more } });
  const decision = await member.call(makeDecision, { body: { agentId: idOf("CFO"), ...testContexts.CFO } });
  await member.call(settleDecision, { params: { id: decision.id }, body: { approved: true, reason: "It pays" } });
  await member.call(makeDecision, { body: { agentId: idOf("Sales"), ...testContexts.Sales } });
  const done = [
    await add("Chase Pemberton Interiors for £4,310", { assignedAgentId: idOf("CFO"), priority: "high" }),
    await add("Confirm enamel mug stock before the Black Friday mail", { assignedAgentId: idOf("Operations") }),
  ];
  await member.call(changeTasks, { body: { ids: done.map(({ id }) => id), status: "completed" } });
  await add("Sign the lease of the Swindon warehouse", { assignedUserId: member.user.id, dueOn: "2030-06-15" });
  await add("Compare three gift-wrap suppliers on price and lead time", {
    assignedAgentId: idOf("Operations"),
    dueDate: "2026-01-05T09:00:00Z",
  });
  await add("Draft the returns wording for personalised items", { priority: "low" });
  await member.call(askAgents, { body: { question: "Will it rain in Lisbon tomorrow?", urgency: "high" } });
  await page.context().addCookies([{ name: "sid", value: (member.cookie ?? "").slice(4), url: world.url }]);

  await page.goto(`${world.url}/tasks?sort=due`);
  await page.getByRole("checkbox", { name: "Select: Sign the lease" }).check();
  await page.getByRole("checkbox", { name: "Select: Draft the returns" }).check();
  await take("tasks-selected", false);
  await page.getByRole("button", { name: "Reassign…" }).click();
  await page.getByLabel("Assignee").selectOption({ index: 2 });
  await take("tasks-bulk", false);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "New task" }).click();
  await page.getByLabel("Title").waitFor();
  await take("tasks-new", false);
  await page.getByRole("button", { name: "Sign the lease of the Swindon warehouse", exact: true }).click();
  await page.getByRole("button", { name: "Mark complete", exact: true }).waitFor();
  await take("task", false);
  await page.goto(`${world.url}/feed`);
  await page.getByText("Not answered").waitFor();
  await page
    .getByRole("main")
    .locator("ol > li")
    .filter({ hasText: "Approved: " })
    .getByRole("button", { name: /more/ })
    .click();
  await take("feed-folded");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search/ }).fill("le");
  await page.getByRole("option", { name: "Sign the lease" }).waitFor();
  await take("palette", false);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await take("shortcuts", false);
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "Notifications" }).getByRole("listitem").first().waitFor();
  await take("notifications", false);
  await page.keyboard.press("Escape");
  await page.goto(world.url);
  await page.getByRole("button", { name: "Ask for a brief" }).click();
  await page.getByRole("link", { name: "Full brief" }).waitFor();
  await take("daily-brief", false);
}
