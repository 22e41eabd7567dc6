import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

/** What a person does in the browser, one step a function, by the words they read. */
export const retailCsv = fileURLToPath(new URL("../../src/app/demo-data/daily-sales.csv", import.meta.url));

export async function signUp(page: Page, url: string, person: { username: string; company: string }): Promise<void> {
  await page.goto(url);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("Email").fill(`${person.username}@example.com`);
  await page.getByLabel("Company Name").fill(person.company);
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await page.getByRole("heading", { name: "AI Company Control Center" }).waitFor();
}

type Files = Parameters<ReturnType<Page["getByLabel"]>["setInputFiles"]>[0];

export const csvFile = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** Three bad lines among good ones. */
export const badCsv = csvFile(
  "november.csv",
  "date,revenue\n2026-11-01,120.50\n2026-11-31,90\n2026-11-03,many\n2026-11-04,80\n,70\n",
);

/** A file from the look at it to its result. */
export const fileCard = (page: Page, name: string) =>
  page.getByRole("list", { name: "Files" }).getByRole("listitem").filter({ hasText: name });

/** Opens the dialog for files and chooses some; each is looked at. */
export async function openImport(page: Page, files: Files = retailCsv): Promise<void> {
  await page.getByRole("button", { name: "Import files" }).first().click();
  await page.getByRole("dialog").getByLabel("Files to add").setInputFiles(files);
}

/** Imports daily sales of pounds, whatever the company's currency is. */
export async function importRetail(page: Page): Promise<void> {
  await openImport(page);
  const card = fileCard(page, "daily-sales.csv");
  await card.getByLabel("Amounts without a currency are in:").selectOption("GBP");
  await card.getByText("GBP", { exact: false }).first().waitFor();
  await card.getByRole("button", { name: "Import 739 rows" }).click();
  await card.getByText("739 days added.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).first().click();
}

/** Changes the company's currency from its first steps. */
export async function setCurrency(page: Page, currency: string): Promise<void> {
  await page.getByRole("button", { name: "Change currency and time zone" }).click();
  await page.getByLabel("Currency", { exact: true }).selectOption(currency);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(`figures in ${currency}, London time.`).waitFor();
}

export async function openWizard(page: Page, roles: readonly string[]): Promise<void> {
  await page.getByRole("button", { name: "Setup AI Workforce" }).first().click();
  const dialog = page.getByRole("dialog", { name: "AI Workforce Setup Wizard" });
  await dialog.getByRole("heading", { name: "Choose Your AI Agent Roles" }).waitFor();
  for (const role of roles) await dialog.getByText(role, { exact: true }).click();
}

export async function nextStep(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Next: Configure Agents" }).click();
  await page.getByRole("heading", { name: "Configure Your AI Agents" }).waitFor();
}

export async function createWorkforce(page: Page, roles: readonly string[]): Promise<void> {
  await openWizard(page, roles);
  await nextStep(page);
  await page.getByRole("button", { name: "Create AI Workforce" }).click();
  await page.getByText(`Created ${roles.length} AI agents successfully`).waitFor();
  await page.getByRole("button", { name: "Not now" }).click();
}

export async function testDecision(page: Page, role: string): Promise<void> {
  await page.getByRole("button", { name: `Test ${role}:` }).click();
}

/** Asks an agent for a proposal in the dialog, and comes back to the control center. */
export async function askForProposal(page: Page, agent: string, type: string, fields: Record<string, string>) {
  const home = page.url();
  await page.goto(new URL("/decisions", home).href);
  await page.getByRole("button", { name: "Ask for a proposal" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask for a proposal" });
  await dialog.getByLabel("Agent").selectOption({ label: agent });
  await dialog.getByLabel("Decision type").selectOption({ label: type });
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).first().fill(value);
  await dialog.getByRole("button", { name: "Ask for a proposal" }).click();
  await page.waitForURL(/\/decisions\/[\da-f-]{36}$/);
  await page.goto(home);
}

export const everybody = [
  "Chief Executive Officer",
  "Chief Financial Officer",
  "Chief Marketing Officer",
  "Chief Technology Officer",
  "Sales Director",
  "Customer Success Manager",
  "Operations Manager",
  "Legal Counsel",
] as const;

export async function addSamples(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/records`);
  await page.getByRole("button", { name: "Try with sample data" }).click();
  await page.getByText(/\d+ records are sample data/).waitFor();
}

/** Asks on the dashboard with the urgency that is answered at once, and waits for the answer. */
export async function ask(page: Page, question: string): Promise<void> {
  const section = page.getByRole("region", { name: "Ask an Agent" });
  await section.getByLabel("Question").fill(question);
  await section.getByText("High", { exact: true }).click();
  await section.getByRole("button", { name: "Ask", exact: true }).click();
  const answered = section.getByRole("listitem").filter({ hasText: question }).first();
  await answered.getByRole("link", { name: "How it was worked out" }).waitFor();
}
