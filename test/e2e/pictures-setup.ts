import type { Page } from "playwright-core";
import type { Take } from "./pictures-work.ts";
import { createWorkforce, signUp } from "./story.ts";

/** Company setup, empty and filled in. */
export async function takeSetup(page: Page, url: string, username: string, take: Take): Promise<void> {
  await signUp(page, url, { username, company: "Hartley & Finch" });
  await page.goto(url);
  await createWorkforce(page, ["Chief Executive Officer", "Chief Financial Officer", "Sales Director"]);
  await page.goto(`${url}/company-setup`);
  await page.getByLabel("Company Name").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Please select an industry", { exact: true }).waitFor();
  await take("company-setup-new");
  await page.getByLabel("Industry").selectOption("Retail");
  for (const department of ["Sales", "Finance", "Marketing", "Human Resources"])
    await page.getByLabel(department, { exact: true }).check();
  await page
    .getByLabel("Goals", { exact: true })
    .fill("Revenue of $2M by the end of 2027\nReach 1,200 orders in March 2027\nBe the best place to work");
  await page.getByLabel(/^Monthly revenue/).fill("120000");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Company Setup Updated", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Track goals" }).click();
  await page.getByText("Goals Updated", { exact: true }).waitFor();
  await take("company-setup");
}
