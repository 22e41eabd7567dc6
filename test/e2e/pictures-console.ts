import type { Page } from "playwright-core";
import type { Take } from "./pictures-work.ts";
import { addSamples, createWorkforce, signUp } from "./story.ts";

const team = [
  "Chief Executive Officer",
  "Chief Financial Officer",
  "Customer Success Manager",
  "Operations Manager",
  "Legal Counsel",
];

/** The command console with a plan before and after it is accepted, and every tab of the orchestrator. */
export async function takeConsole(page: Page, url: string, username: string, take: Take): Promise<void> {
  await signUp(page, url, { username, company: "Hartley & Finch" });
  await createWorkforce(page, team);
  await page.goto(`${url}/orchestrator?tab=reflections`);
  await page.getByText("No reflections yet").waitFor();
  await take("orchestrator-empty");
  await addSamples(page, url);
  await page.goto(`${url}/console`);
  await page.getByText("No plan yet").waitFor();
  await take("console-empty");
  const command = page.getByRole("textbox", { name: "Command", exact: true });
  await command.fill("Book a flight to Berlin");
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByText("Commands that give a plan").waitFor();
  await take("console-none");
  await command.fill("Collect everything that is overdue before Christmas");
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByText("Accept this plan?").waitFor();
  await page.getByRole("checkbox").nth(2).click();
  await page.getByText("Dropped by you").waitFor();
  await page
    .getByRole("button", { name: /^Edit: / })
    .nth(1)
    .click();
  await page.waitForTimeout(5_500);
  await take("console");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Accept plan" }).click();
  await page.getByText("Open the proposal").waitFor();
  await page.waitForTimeout(5_500);
  await take("console-accepted");
  await page.goto(`${url}/orchestrator`);
  await page.getByRole("button", { name: "Use: Weekly top-3 priorities" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await page.getByText("Ranked by overdue").waitFor();
  await page.getByRole("button", { name: "Run: Trigger autonomous monitoring" }).click();
  await page.getByText("Monitoring Complete").waitFor();
  await page.waitForTimeout(5_500);
  await take("orchestrator");
  for (const tab of ["Tasks", "Initiatives", "Memory", "Reflections"]) {
    await page.getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
    await take(`orchestrator-${tab.toLowerCase()}`);
  }
}
