import type { Page } from "playwright-core";
import type { World } from "../world.ts";
import type { Take } from "./pictures-work.ts";
import { createWorkforce, everybody, signUp } from "./story.ts";

/** Uses up the CMO's budget and makes the CFO repeat a step, so that a check finds something. */
export async function makeTrouble(world: World, username: string): Promise<void> {
  const company = "(SELECT company_id FROM users WHERE username = $1)";
  await world.asOwner(
    `INSERT INTO exposure_totals (company_id, agent_id, year, committed)
     SELECT company_id, id, extract(year FROM now())::int, budget * 0.99 FROM agents
     WHERE role = 'CMO' AND company_id = ${company}`,
    [username],
  );
  await world.asOwner(
    `WITH run AS (
       INSERT INTO agent_runs (company_id, id, agent_id, agent_name, agent_role, skill, label, trigger, input, fingerprint,
         origin, status, engine, sentence, created_at)
       SELECT company_id, gen_random_uuid(), id, name, role, 'briefing', 'Briefing', 'person', '{}', 'one', 'system', 'failed',
         'rules', 'Stopped: "Read the pick list" gave the same result twice and was about to repeat.', now()
       FROM agents WHERE role = 'Operations' AND company_id = ${company} RETURNING company_id, id
     )
     INSERT INTO agent_run_steps (company_id, run_id, position, key, title, status, result, started_at, finished_at)
     SELECT company_id, id, place, 'same', 'Read the pick list', 'done', '[]', now(), now()
     FROM run, generate_series(0, 1) place`,
    [username],
  );
}

/** AGI oversight: the card and the page, off, measuring, with findings and stopped. */
export async function takeOversight(page: Page, world: World, username: string, take: Take): Promise<void> {
  await signUp(page, world.url, { username, company: "Hartley & Finch" });
  await page.goto(world.url);
  await createWorkforce(page, everybody);
  const card = page.getByRole("region", { name: "AGI Oversight" });
  await card.scrollIntoViewIfNeeded();
  await take("oversight-card-off");
  await page.goto(`${world.url}/oversight`);
  await page.getByText("Nothing found").waitFor();
  await take("oversight-off");
  await page.getByRole("button", { name: "Initialize AGI Oversight" }).click();
  await page.getByText("MONITORING").first().waitFor();
  await take("oversight-new");
  await makeTrouble(world, username);
  await page.getByRole("button", { name: "Force System Check" }).click();
  await page.getByText("ALERT").first().waitFor();
  await page.getByRole("heading", { name: /same step/ }).waitFor();
  await take("oversight");
  await page.goto(world.url);
  await card.getByText("ALERT").waitFor();
  await card.scrollIntoViewIfNeeded();
  await take("oversight-card");
  await card.getByRole("button", { name: "Stop AGI" }).click();
  await card.getByText("Everything autonomous is stopped").waitFor();
  await take("oversight-card-stopped");
}
