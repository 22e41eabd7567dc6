import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentUser } from "#features/accounts/contract.ts";
import { changeSettings, exportClosed, getActions, getProcessing, getSettings } from "#features/privacy/contract.ts";
import { closedToken } from "#features/privacy/exporting/service.ts";
import { activities } from "#features/privacy/processing/activities.ts";
import { purge } from "#features/privacy/purging/service.ts";
import { jobContext } from "#features/accounts/service.ts";
import { mintCompany } from "#platform/context.ts";
import { asOperator } from "#platform/db/operator.ts";
import { anchorAll, checkAnchors } from "#platform/journal/anchors.ts";
import { registry } from "#platform/db/registry.ts";
import { getTableName } from "drizzle-orm";
import { furnishFactors } from "../factors.ts";
import { colleague } from "../samples.ts";
import { type Client, hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
});
afterAll(() => world.close());

const none = {
  essential: true,
  analytics: false,
  marketing: false,
  personalization: false,
  dataProcessing: false,
  thirdPartySharing: false,
  gdprConsent: false,
  ccpaConsent: false,
};

const remove = (client: Client, body: object = { confirmDeletion: true, reason: "leaving" }) =>
  client.send("DELETE", "/api/privacy/user/data-delete", { body });
const take = (client: Client) => client.send("POST", "/api/privacy/user/data-export");

test("only what is essential is on by default, and each switch keeps its history", async () => {
  const member = await world.member("choosing");
  expect((await member.call(getSettings)).privacySettings).toEqual(none);
  const on = await member.call(changeSettings, { body: { analytics: true, gdprConsent: true } });
  expect(on).toEqual({ success: true, privacySettings: { ...none, analytics: true, gdprConsent: true } });
  await member.call(changeSettings, { body: { analytics: false } });
  await member.call(changeSettings, { body: { analytics: false } });
  await member.call(changeSettings, { body: { analytics: true } });
  const { privacySettings, consents } = await member.call(getSettings);
  expect(privacySettings).toEqual({ ...none, analytics: true, gdprConsent: true });
  expect(consents.map(({ kind, withdrawnAt }) => `${kind} ${withdrawnAt !== null}`).sort()).toEqual([
    "analytics false",
    "analytics true",
    "essential false",
    "gdprConsent false",
  ]);
  // Each is in the journal once.
  const [journal] = await world.asOwner<{ count: number }>(
    "SELECT count(*)::int AS count FROM journal WHERE company_id = $1 AND action LIKE 'consent.%'",
    [member.user.companyId],
  );
  expect(journal?.count).toBe(4);
});

test("essential processing cannot be switched off, and a consent is never rewritten", async () => {
  const member = await world.member("essential");
  expect(await member.call(changeSettings, { body: { essential: false, marketing: true } })).toEqual({
    success: false,
    error: "Essential processing cannot be switched off.",
  });
  expect((await member.call(getSettings)).privacySettings).toEqual(none);
  const change = (set: string) =>
    world.asOwner(`UPDATE consents SET ${set} WHERE company_id = $1`, [member.user.companyId]);
  await expect(change("given_at = now()")).rejects.toThrow(/only its withdrawal/);
  await expect(change("terms = 'other'")).rejects.toThrow(/only its withdrawal/);
  expect((await member.send("POST", "/api/privacy/user/privacy-consent", { body: { other: true } })).status).toBe(400);
});

test("settings are a person's own", async () => {
  const admin = await world.member("own");
  const other = await colleague(world, admin, "viewer");
  await other.call(changeSettings, { body: { analytics: true } });
  expect((await admin.call(getSettings)).privacySettings).toEqual(none);
  expect((await other.call(getSettings)).privacySettings.analytics).toBe(true);
});

test("the processing log comes from the data registry and what really happened", async () => {
  const member = await world.member("processing");
  const { processingLog } = await member.call(getProcessing);
  const [first] = processingLog;
  expect(first).toMatchObject({
    activity: "Sign-in and sessions",
    legalBasis: "Contract",
    retention: "while the account is active, then 90 days",
    recipients: ["This installation"],
    rows: 1,
  });
  expect(processingLog.map(({ dataTypes }) => dataTypes.length > 0)).not.toContain(false);
  expect(processingLog.find(({ activity }) => activity === "Journal")?.retention).toBe("7 years at most");
});

test("every table with personal data is in the log", () => {
  const logged = new Set(activities.flatMap(({ tables }) => tables as readonly string[]));
  const personal = registry.filter(
    ({ columns }) => columns["companyId"] && Object.values(columns).some(({ whose }) => whose === "person"),
  );
  const missing = personal.map(({ table }) => getTableName(table)).filter((name) => !logged.has(name));
  // Requests for a demo belong to no company.
  expect(missing).toEqual([]);
});

test("an export holds the person's own rows, and no password", async () => {
  const admin = await world.member("exporting");
  const other = await colleague(world, admin, "member");
  await admin.call(changeSettings, { body: { analytics: true } });
  const reply = await take(admin);
  expect(reply.status).toBe(200);
  const { success, exportData } = reply.json as { success: boolean; exportData: Record<string, never> };
  expect(success).toBe(true);
  expect(exportData).toMatchObject({ username: admin.username, email: admin.user.email });
  const { tables } = exportData as unknown as { tables: Record<string, Record<string, unknown>[]> };
  expect(tables["users"]).toMatchObject([{ username: admin.username }]);
  expect(tables["consents"]).toHaveLength(2);
  expect(tables["sessions"]?.[0]).toMatchObject({ address: expect.any(String) });
  expect(tables["journal"]?.[0]).toMatchObject({
    action: "company.registered",
    origin: { address: expect.any(String) },
  });
  expect(reply.text).not.toMatch(/scrypt|argon|passwordHash|tokenHash|sealedKey/);
  expect(reply.text).not.toContain(other.username);
  expect((await admin.call(getActions)).exportsLeft).toBe(2);
});

test("neither a person's export nor the company's holds what signs people in", async () => {
  const admin = await world.member("secretive");
  const other = await colleague(world, admin, "member");
  const { id } = other.user;
  await furnishFactors(world, admin, { colleague: id, leaving: id });
  await world.asOwner(
    "INSERT INTO password_links VALUES ($1, gen_random_uuid(), $2, 'of a link'::bytea, now(), now() + interval '30 minutes')",
    [admin.user.companyId, id],
  );
  for (const [client, path] of [
    [other, "/api/privacy/user/data-export"],
    [admin, "/api/privacy/company/data-export"],
  ] as const) {
    const { text } = await client.send("POST", path);
    for (const table of ["authenticators", "passkeys", "recovery_codes", "sign_in_steps", "password_links"])
      expect([path, text.includes(`"${table}":[`)]).toEqual([path, true]);
    expect(text).not.toMatch(/"(?:secret|codeHash|publicKey|tokenHash|passwordHash|sealed|sealedKey)":/);
  }
});

test("three exports in 24 hours, also at once", async () => {
  const member = await world.member("often");
  const replies = await Promise.all(Array.from({ length: 6 }, () => take(member)));
  const sent = replies.map(({ status, json }) => [status, (json as { success: boolean }).success]);
  expect(sent.filter(([, success]) => success)).toHaveLength(3);
  expect(sent.every(([status]) => status === 200)).toBe(true);
});

const refusal = async (reply: ReturnType<typeof remove>) => (await reply).json as { success: boolean; error: string };

test("deletion is refused without a confirmation and after an old sign-in", async () => {
  const admin = await world.member("staying");
  const other = await colleague(world, admin, "member");
  expect(await refusal(remove(other, { reason: "none" }))).toMatchObject({ success: false });
  expect(await refusal(remove(other, { confirmDeletion: false }))).toMatchObject({ success: false });
  await world.asOwner("UPDATE sessions SET created_at = created_at - interval '31 minutes' WHERE user_id = $1", [
    other.user.id,
  ]);
  expect((await refusal(remove(other))).error).toMatch(/^Sign in again first/);
  expect((await other.call(currentUser)).username).toBe(other.username);
});

const signIn = (member: Member) =>
  world.client().send("POST", "/api/login", { body: { username: member.username, password: member.password } });
const rowsOf = async (company: string) => {
  const tables = await world.asOwner<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'company_id'",
  );
  const found: string[] = [];
  for (const { name } of tables)
    if ((await world.asOwner(`SELECT 1 FROM ${name} WHERE company_id = $1 LIMIT 1`, [company])).length > 0)
      found.push(name);
  return found;
};

test("the last admin's deletion closes the company; after 30 days all of it is deleted, and the audit knows why", async () => {
  const admin = await world.member("closing");
  const other = await colleague(world, admin, "member");
  await hire(admin, "CEO", "CFO");
  const { companyId } = admin.user;
  const { platform, connectOwner } = world.boardroom;
  const anchors = join(world.config.dataDir, "anchors.jsonl");
  await anchorAll(anchors, connectOwner, platform.secrets);
  expect((await admin.call(getActions)).closesCompany).toBe(true);
  const { success, download } = (await remove(admin)).json as { success: boolean; download: string };
  expect([success, download.startsWith(`/closed-company#${companyId}.`)]).toEqual([true, true]);
  expect((await signIn(other)).status).toBe(401);
  expect((await other.send("GET", "/api/user")).status).toBe(401);

  const [, token = ""] = download.split("#");
  const exportBy = (sent: string) => world.client().call(exportClosed, { body: { token: sent } });
  const { exportData } = await exportBy(token);
  expect(exportData?.company).toBe(admin.user.company.name);
  expect(exportData?.tables["agents"]).toHaveLength(2);
  expect(JSON.stringify(exportData)).not.toContain(admin.user.email);
  const open = await world.member("open");
  const dead = { success: false, error: "This address does not work: it is incomplete, or the company was deleted." };
  for (const wrong of [`${open.user.companyId}.${token.split(".")[1]}`, token.slice(0, -1), "", `${companyId}.`])
    expect(await exportBy(wrong)).toEqual(dead);
  // A company that is open has no such token, but one made with the key opens nothing either.
  expect(await exportBy(closedToken(world.boardroom.platform.secrets, open.user.companyId))).toEqual(dead);
  for (const wanted of [true, true, false]) expect((await exportBy(token)).success).toBe(wanted);

  const now = async () => purge(await jobContext(platform, mintCompany(companyId)));
  await now();
  expect(await rowsOf(companyId)).toContain("journal");
  await expect(world.asOwner("SELECT purge_company($1, 'journal', 10)", [companyId])).rejects.toThrow(
    /not closed for long enough/,
  );
  await world.asOwner("UPDATE companies SET closed_at = closed_at - interval '30 days' WHERE company_id = $1", [
    companyId,
  ]);
  await now();
  await now();
  expect(await rowsOf(companyId)).toEqual(["erasures"]);
  expect(await exportBy(token)).toEqual(dead);
  const verdict = await asOperator(connectOwner, (owner) => checkAnchors(owner, [{ path: anchors }], platform.secrets));
  expect(verdict.faults.filter(({ company }) => company === companyId)).toEqual([]);
  // A receipt that was made up explains nothing.
  await world.asOwner("UPDATE erasures SET mac = 'x' WHERE company_id = $1 AND user_id = $1", [companyId]);
  const tampered = await asOperator(connectOwner, (owner) =>
    checkAnchors(owner, [{ path: anchors }], platform.secrets),
  );
  expect(tampered.faults.filter(({ company }) => company === companyId)).toHaveLength(1);
});

test("a deleted person cannot sign in, their sessions end, and a second call changes nothing", async () => {
  const admin = await world.member("keeping");
  const other: Member = await colleague(world, admin, "member");
  const replies = await Promise.all([remove(other), remove(other)]);
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  const attempt = await world.client().send("POST", "/api/login", {
    body: { username: other.username, password: other.password },
  });
  expect([attempt.status, attempt.text]).toEqual([401, "Invalid username or password"]);
  expect((await remove(other)).status).toBe(401);
  const receipts = await world.asOwner("SELECT user_id FROM erasures WHERE user_id = $1", [other.user.id]);
  expect(receipts).toHaveLength(1);
  expect((await admin.call(currentUser)).username).toBe(admin.username);
});
