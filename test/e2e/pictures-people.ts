import type { Page } from "playwright-core";
import type { World } from "../world.ts";
import type { Take } from "./pictures-work.ts";
import { signUp } from "./story.ts";

const visited = [
  "welcome",
  "about",
  "features",
  "how-it-works",
  "enterprise",
  "trust",
  "privacy",
  "terms",
  "watch-demo",
  "schedule-demo",
  "nowhere",
];

/** The public pages, then members, account, company settings, privacy and security. */
export async function takePeople(page: Page, world: World, username: string, take: Take): Promise<void> {
  for (const name of visited) {
    await page.goto(`${world.url}/${name}`);
    await take(`public-${name}`);
  }
  await signUp(page, world.url, { username, company: "Hartley & Finch" });
  const post = (path: string, data: object) =>
    page.request.post(world.url + path, { data, headers: { "sec-fetch-site": "same-origin" } });
  for (const [name, role] of [
    ["rosa", "approver"],
    ["lena", "viewer"],
  ] as const) {
    const email = `${name}.${username}@hartleyfinch.example`;
    const made = (await (await post("/api/invitations", { email, role })).json()) as { path: string };
    const token = made.path.replace("/join#", "");
    const body = {
      token,
      username: `${name}.${username}`,
      firstName: name,
      lastName: "Silva",
      password: "seven slow rivers",
    };
    await world.client().send("POST", "/api/join", { body });
  }
  await post("/api/invitations", { email: `mia.${username}@hartleyfinch.example`, role: "member" });
  const wrong = { username, password: "not this one" };
  await world.client().send("POST", "/api/login", { body: wrong });
  const open = async (path: string, name: string) => {
    await page.goto(world.url + path);
    await page.waitForLoadState("networkidle");
    await take(name);
  };
  await open("/members", "members");
  await page.getByRole("button", { name: /^Change rosa/i }).click();
  await take("members-dialog", false);
  await page.keyboard.press("Escape");
  await open("/account", "account");
  for (const tab of ["integrations", "security", "general"])
    await open(`/company-settings?tab=${tab}`, `settings-${tab}`);
  await page.goto(`${world.url}/privacy-dashboard`);
  await page.getByRole("switch", { name: "Analytics" }).click();
  for (const tab of ["settings", "processing", "rights", "actions"])
    await open(`/privacy-dashboard?tab=${tab}`, `privacy-${tab}`);
  for (const tab of ["overview", "features", "compliance", "monitoring"])
    await open(`/security?tab=${tab}`, `security-${tab}`);
  await open("/security/audit", "audit");
  await page.locator("[data-audit] li button").first().click();
  await take("audit-record", false);
  await page.keyboard.press("Escape");
  await page.goto(`${world.url}/security/audit?show=chain`);
  await page.getByRole("button", { name: "Verify chain" }).click();
  await page.locator('[data-verification="intact"]').waitFor();
  await take("audit-chain");
  await world.asOwner(
    "UPDATE sessions SET created_at = created_at - interval '31 minutes' WHERE user_id = (SELECT id FROM users WHERE username = $1)",
    [username],
  );
  await open("/account", "account-stale");
}
