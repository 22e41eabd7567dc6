import type { Page } from "playwright-core";
import { exploreHref, type QueryInput } from "#contract/query.ts";
import { addSamples, createWorkforce, importRetail, setCurrency, signUp } from "./story.ts";
import type { Take } from "./pictures-work.ts";

const is = (field: string, value: string) => ({ field, test: "is" as const, values: [value] });
const revenue = { subject: "figures", filters: [is("name", "daily_revenue")], measure: { of: "sum" } } as const;
const retailYear = { kind: "between", from: "2011-01-01", to: "2011-12-31" } as const;

const questions: Record<string, QueryInput> = {
  "explore-months": {
    ...revenue,
    filters: [...revenue.filters],
    period: retailYear,
    groupBy: { field: "day", unit: "month" },
    compare: "yearBefore",
  },
  "explore-days": {
    ...revenue,
    filters: [...revenue.filters],
    groupBy: { field: "day", unit: "week" },
    order: "last",
    limit: 100,
  },
  "explore-one": {
    ...revenue,
    filters: [...revenue.filters],
    period: { kind: "between", from: "2011-10-01", to: "2011-10-31" },
    compare: "previous",
  },
  "explore-groups": {
    subject: "invoices",
    filters: [is("view", "billed")],
    groupBy: { field: "customerName" },
    measure: { of: "sum", field: "amount" },
    period: { kind: "last", count: 365, unit: "day" },
    compare: "previous",
  },
  "explore-rows": {
    subject: "invoices",
    filters: [is("view", "overdue")],
    measure: { of: "sum", field: "amount" },
  },
  "explore-none": { subject: "tickets", search: "zebra", period: { kind: "calendar", unit: "month", shift: -1 } },
  "explore-refused": { subject: "invoices", groupBy: { field: "amount" } },
};

/** The page that answers queries: what to start with, every shape of an answer, and what is pinned to the dashboard. */
export async function takeExplore(page: Page, url: string, username: string, take: Take): Promise<void> {
  await signUp(page, url, { username, company: "Hartley & Finch" });
  await page.goto(`${url}/explore`);
  await page.getByText("No data yet").waitFor();
  await take("explore-empty");
  await page.goto(url);
  await createWorkforce(page, ["Chief Executive Officer", "Chief Financial Officer"]);
  await setCurrency(page, "GBP");
  await importRetail(page);
  await addSamples(page, url);
  await page.goto(`${url}/explore`);
  await page.getByRole("heading", { name: "Start with a question" }).waitFor();
  await take("explore-start");
  for (const [name, query] of Object.entries(questions)) {
    await page.goto(url + exploreHref(query));
    await page
      .getByRole("main")
      .getByRole("status")
      .or(page.getByRole("alert").filter({ hasText: "grouped" }))
      .waitFor();
    await page.waitForTimeout(300);
    await take(name);
  }
  await page.goto(url + exploreHref(questions["explore-groups"] ?? { subject: "invoices" }));
  await page.getByRole("button", { name: "Add a filter" }).click();
  await page.getByLabel("Field").selectOption({ label: "Status" });
  await take("explore-filter", false);
  for (const name of ["explore-months", "explore-groups", "explore-one"]) {
    await page.goto(url + exploreHref(questions[name] ?? { subject: "invoices" }));
    await page.getByRole("button", { name: /^Pin/ }).click();
    const dialog = page.getByRole("dialog", { name: "Pin to dashboard" });
    await dialog.getByLabel("Title").waitFor();
    if (name === "explore-groups") await take("explore-pin", false);
    await dialog.getByRole("button", { name: "Pin to dashboard" }).click();
    await page.getByText("Pinned to the dashboard").waitFor();
  }
  await page.waitForTimeout(300);
  await take("explore-pinned", false);
  await page.goto(url);
  const pinned = page.getByRole("region", { name: "Pinned" });
  await pinned
    .getByText(/^Alder|leads with/)
    .first()
    .waitFor();
  await take("dashboard-pinned");
}
