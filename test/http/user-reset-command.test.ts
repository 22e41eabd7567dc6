import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { currentUser, login, register } from "#features/accounts/contract.ts";
import { readConfig } from "#platform/config.ts";
import { hashAsInUse } from "../cheap-passwords.ts";
import { changed, checksum } from "../checksum.ts";
import { command, commandHere } from "../command.ts";
import { furnishAuthenticator, furnishLink } from "../factors.ts";
import { clientOf, freshGround, type Member, openOn, type World } from "../world.ts";

/** The operator's command, on a ground that a server has left; on PostgreSQL also while one runs. */
let ground: Awaited<ReturnType<typeof freshGround>>;
let member: Member;
let bystander: Member;
const onPostgres = process.env["TEST_DATABASE"] === "postgres";

/** Every row after the last command that changed one. */
let sums: Record<string, string>;
const usage = "Usage: npm run user:reset -- <username or address> [--password-stdin]\n";

beforeAll(async () => {
  hashAsInUse();
  ground = await freshGround();
  await serving(async (world) => {
    [member, bystander] = [await world.member("lost"), await world.member("bystander")];
    const username = `${member.username}@example.com`;
    const body = { username, email: "twin@example.com", companyName: "Twin", password: "a long password" };
    await world.client().call(register, { body });
    const off = await world.member("off");
    await world.asOwner("UPDATE users SET is_active = false, username_key = 'off' WHERE id = $1", [off.user.id]);
  });
});
afterAll(() => ground.remove());

async function serving<T>(work: (world: World) => Promise<T>): Promise<T> {
  const world = await openOn(readConfig({ PORT: "0", LOG_LEVEL: "fatal", RATE_LIMIT_FACTOR: "1000", ...ground.env }));
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

/** In this process, which knows all it needs already; the first and the last run are processes of their own. */
async function reset(args: string[], input = ""): Promise<{ code: number | null; said: string; complained: string }> {
  return told(await commandHere("user-reset", ground.env, args, input));
}
const told = ({ code, out, complaint }: Awaited<ReturnType<typeof command>>) => ({
  code,
  said: out,
  complained: complaint,
});

const tryPassword = async (url: string, password: string, username = member.username): Promise<number> =>
  (await clientOf(url).send("POST", "/api/login", { body: { username, password } })).status;
const ask = async (url: string, { cookie }: Member): Promise<number> => {
  const client = Object.assign(clientOf(url), { cookie });
  return (await client.send("GET", currentUser.path)).status;
};

test("a person gets a new password, printed once; the old one and every session end, nobody else's do", async () => {
  const { code, said, complained } = told(
    await command("user-reset", ground.env, [` ${member.username.toUpperCase()}`]),
  );
  expect([code, complained]).toEqual([0, ""]);
  const [first, second, ...more] = said.trim().split("\n");
  expect([first, more]).toEqual([`${member.username} of Company of lost has a new password; 1 session ended.`, []]);
  const password = /^New password, shown this once: ((?:[a-z2-9]{5}-){4}[a-z2-9]{5})$/.exec(second ?? "")?.[1] ?? "";
  expect(password).toHaveLength(29);
  await serving(async (world) => {
    expect(await ask(world.url, member)).toBe(401);
    expect(await ask(world.url, bystander)).toBe(200);
    expect(await tryPassword(world.url, member.password)).toBe(401);
    expect(await tryPassword(world.url, bystander.password, bystander.username)).toBe(200);
    expect(await tryPassword(world.url, password)).toBe(200);
    const [line] = await world.asOwner(
      "SELECT actor_kind, resource_id, severity, compliance_relevant, title || details::text AS text FROM journal WHERE action = 'user.password_reset'",
    );
    expect(line).toEqual({
      actor_kind: "system",
      resource_id: member.user.id,
      severity: "warning",
      compliance_relevant: true,
      text: 'Password set by the operator{"sessionsEnded": 1}',
    });
    sums = await checksum(world);
  });
});

test("whom it cannot find for certain, and a password against the rules, it refuses in a sentence", async () => {
  const twice = `${member.username}@example.com`;
  const calls: [string[], unknown][] = [
    [["nobody"], "No account has the username or address nobody.\n"],
    [[twice], `${twice} is one person's username and another's address. Use one that is unique.\n`],
    [["off"], expect.stringMatching(/^The account off-\S+ is deactivated: a new password would not help\.\n$/)],
  ];
  for (const [args, complained] of calls) expect(await reset(args)).toEqual({ code: 1, said: "", complained });
  const short = await reset([member.username, "--password-stdin"], "short\n");
  expect(short).toEqual({ code: 1, said: "", complained: "Password must be at least 8 characters.\n" });
  const common = await reset([member.username, "--password-stdin"], "iloveyou\n");
  const stolen = "This password is too common. Choose another.\n";
  expect(common).toEqual({ code: 1, said: "", complained: stolen });
  for (const args of [[], [" "], ["one", "two"], ["one", "--force"]])
    expect(await reset(args)).toEqual({ code: 1, said: "", complained: usage });
});

test("after that nothing has changed; then the operator chooses a password", async () => {
  await serving(async (world) => {
    expect(changed(sums, await checksum(world))).toEqual([]);
  });
  const { code, said } = await reset(["twin@example.com", "--password-stdin"], " chosen by hand \r\n");
  expect([code, said]).toEqual([0, expect.stringMatching(/^\S+ of Twin has a new password; 1 session ended\.\n$/)]);
});

test("while a server runs, PostgreSQL takes it and open windows close; the embedded database is left alone", async () => {
  await serving(async (world) => {
    const twin = `${member.username}@example.com`;
    expect(await tryPassword(world.url, "chosen by hand", twin)).toBe(401);
    const signedIn = world.client();
    await signedIn.call(login, { body: { username: twin, password: " chosen by hand " } });
    const window = new WebSocket(`${world.url.replace("http", "ws")}/ws`, {
      headers: { cookie: signedIn.cookie ?? "", origin: world.url },
    });
    await once(window, "open");
    const closed = once(window, "close").then(([closing]) => Number(closing));
    const { code, complained } = told(
      await command("user-reset", ground.env, ["twin@example.com", "--password-stdin"], "while it runs"),
    );
    const open = onPostgres ? await closed : await Promise.race([closed, sleep(500, "open")]);
    const session = (await signedIn.send("GET", currentUser.path)).status;
    const passwords = [" chosen by hand ", "while it runs"].map((password) => tryPassword(world.url, password, twin));
    const inUse = expect.stringMatching(/^The data folder \S+ is in use by another Boardroom.* Stop it first/);
    expect([code, complained, open, session, ...(await Promise.all(passwords))]).toEqual(
      onPostgres ? [0, "", 4401, 401, 401, 200] : [1, inUse, "open", 200, 200, 401],
    );
    window.terminate();
  });
});

test("second factors and linked accounts go with the password", async () => {
  const { companyId, id } = bystander.user;
  await serving(async (world) => {
    await furnishAuthenticator(world, companyId, id, true);
    await furnishLink(world, companyId, id);
  });
  const { code, said } = await reset([bystander.username]);
  expect([code, said.split("\n")[1]]).toEqual([0, "Their second factors and linked accounts were removed."]);
  await serving(async (world) => {
    for (const table of ["authenticators", "linked_identities"])
      expect(await world.asOwner(`SELECT 1 FROM ${table} WHERE user_id = $1`, [id])).toEqual([]);
    const lines = "SELECT actor_kind FROM journal WHERE action = 'user.second_factor_reset' AND resource_id = $1";
    expect(await world.asOwner(lines, [id])).toEqual([{ actor_kind: "system" }]);
  });
});
