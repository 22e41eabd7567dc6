import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changeProfile, getEntry } from "#features/accounts/contract.ts";
import * as factors from "#features/accounts/factors/contract.ts";
import { getLink, removeLink } from "#features/accounts/provider/contract.ts";
import { changeMember } from "#features/members/contract.ts";
import { invite, join } from "#features/members/invitations/contract.ts";
import { codeOf } from "../factors.ts";
import { lastMailFor, proofIn } from "../mailing.ts";
import { type IdentityProvider, openIdentityProvider } from "../outside/identity-provider.ts";
import { type MailStandIn, openMailStandIn } from "../outside/smtp/server.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

let provider: IdentityProvider;
let server: MailStandIn;
let world: World;
let admin: Member;
beforeAll(async () => {
  provider = await openIdentityProvider();
  server = await openMailStandIn();
  world = await openWorld({ ...provider.env, SMTP_URL: server.url, MAIL_FROM: "boardroom@example.org" });
  admin = await world.member("admin");
});
afterAll(async () => {
  await world?.close();
  await provider?.close();
  await server?.close();
});
beforeEach(() => {
  provider.tamper = (claims) => claims;
  provider.forges = false;
  provider.algorithm = "RS256";
});

let joined = 0;
/** A person who joined by the mailed link, or by the one the admin sees. */
async function invited(by: "mail" | "admin" = "mail"): Promise<Member> {
  joined += 1;
  const [username, password] = [`invited-${joined}`, "seven slow rivers"];
  const email = `${username}@example.com`;
  const { path } = await admin.call(invite, { body: { email, role: "member" } });
  const client = world.client();
  const token = path.replace("/join#", "");
  const proof = by === "mail" ? proofIn(await lastMailFor(server, email)) : undefined;
  const user = await client.call(join, { body: { token, proof, username, password } });
  return Object.assign(client, { user, username, password });
}

type Cookies = Map<string, string>;
const cookiesOf = (member?: Member): Cookies => new Map(member?.cookie ? [["sid", member.cookie.slice(4)]] : []);

/** Opens an address as a browser does, without going where it sends it. */
async function open(address: string, cookies: Cookies, headers: Record<string, string> = {}): Promise<string> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(new URL(address, world.url), {
    redirect: "manual",
    headers: { ...headers, ...(cookie && { cookie }) },
  });
  for (const line of response.headers.getSetCookie()) {
    const [name = "", value = ""] = line.split(";")[0]?.split("=") ?? [];
    if (value) cookies.set(name, value);
    else cookies.delete(name);
  }
  return response.headers.get("location") ?? `${response.status}: ${await response.text()}`;
}
const own = (address: string): string => address.replace(/^http:\/\/localhost:\d+/, "");

/** Goes to the provider and comes back as the provider sends; gives where that led, and the answer's address. */
async function visit(cookies: Cookies, start = "/auth/oidc", headers: Record<string, string> = {}) {
  const there = await open(start, cookies, headers);
  if (!there.startsWith(provider.issuer)) return { led: there, answer: "" };
  const answer = own(await open(there, new Map()));
  return { led: await open(answer, cookies), answer };
}
const linking = (member: Member) => visit(cookiesOf(member), "/auth/oidc?link=1", { "sec-fetch-site": "same-origin" });
const rows = async () => (await world.asOwner("SELECT issuer, subject FROM linked_identities")).length;

test("the sign-in page names the provider, and sends people there with state, nonce and PKCE", async () => {
  expect(await world.client().call(getEntry)).toMatchObject({ provider: "Acme ID" });
  const url = new URL(await open("/auth/oidc", new Map()));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: "boardroom",
    response_type: "code",
    scope: "openid email",
    redirect_uri: `${world.config.publicUrl.origin}/auth/oidc/return`,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test("a verified address that an invitation proved signs its person in, and from then on the subject does", async () => {
  const member = await invited();
  provider.person = { sub: "s-1", email: member.user.email.toUpperCase(), email_verified: true };
  const cookies: Cookies = new Map();
  expect((await visit(cookies)).led).toBe("/");
  const client = Object.assign(world.client(), { cookie: `sid=${cookies.get("sid")}` });
  expect((await client.send("GET", "/api/user")).json).toMatchObject({ id: member.user.id });
  expect(cookies.has("oidc")).toBe(false);
  expect(await journalOf(world, admin)).toContain("user.identity_linked");
  // The same subject with another address, even an unverified one.
  provider.person = { sub: "s-1", email: "renamed@example.com", email_verified: false };
  expect((await visit(new Map())).led).toBe("/");
  // The address has passed to another person at the provider.
  provider.person = { sub: "s-2", email: member.user.email, email_verified: true };
  expect((await visit(new Map())).led).toBe("/auth?refused=taken");
  await admin.call(changeMember, { params: { id: member.user.id }, body: { isActive: false } });
  provider.person = { sub: "s-1", email: member.user.email, email_verified: true };
  expect((await visit(new Map())).led).toBe("/auth?refused=unknown");
});

test("an address that is unverified, unknown, typed by its person, joined by the admin's link or changed since links nothing", async () => {
  const member = await invited();
  const prepared = await invited("admin");
  const moved = await invited();
  const email = "moved@example.com";
  await moved.call(changeProfile, {
    body: { firstName: "", lastName: "", email, currentPassword: moved.password },
  });
  const before = await rows();
  const companies = await world.asOwner("SELECT 1 FROM companies");
  const cases: [object, string][] = [
    [{ email: member.user.email, email_verified: false }, "unverified"],
    [{ email: member.user.email }, "unverified"],
    [{ email: member.user.email, email_verified: "true" }, "unverified"],
    [{}, "unverified"],
    [{ email: "nobody@example.com", email_verified: true }, "unknown"],
    // Who signed up typed the address: it may be someone else's.
    [{ email: admin.user.email, email_verified: true }, "unknown"],
    [{ email, email_verified: true }, "unknown"],
    // Whoever invited them may have accepted it in their name.
    [{ email: prepared.user.email, email_verified: true }, "unknown"],
  ];
  for (const [claims, why] of cases) {
    provider.person = { sub: crypto.randomUUID(), ...claims };
    const cookies: Cookies = new Map();
    expect([claims, (await visit(cookies)).led]).toEqual([claims, `/auth?refused=${why}`]);
    expect(cookies.size).toBe(0);
  }
  expect(await rows()).toBe(before);
  expect(await world.asOwner("SELECT 1 FROM companies")).toEqual(companies);
});

test("an answer with another issuer, audience, nonce, time or key is refused, as are used and foreign ones", async () => {
  const member = await invited();
  provider.person = { sub: "s-3", email: member.user.email, email_verified: true };
  const tampered: ((claims: Record<string, unknown>) => Record<string, unknown>)[] = [
    (claims) => ({ ...claims, iss: "https://other.example" }),
    (claims) => ({ ...claims, aud: "another client" }),
    (claims) => ({ ...claims, nonce: "another nonce" }),
    ({ nonce: _nonce, ...claims }) => claims,
    (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 }),
  ];
  for (const tamper of tampered) {
    provider.tamper = tamper;
    expect((await visit(new Map())).led).toBe("/auth?refused=invalid");
  }
  provider.tamper = (claims) => claims;
  provider.forges = true;
  expect((await visit(new Map())).led).toBe("/auth?refused=invalid");
  provider.forges = false;
  for (const algorithm of ["none", "HS256"] as const) {
    provider.algorithm = algorithm;
    expect((await visit(new Map())).led).toBe("/auth?refused=invalid");
  }
  provider.algorithm = "RS256";
  expect(await world.asOwner("SELECT 1 FROM linked_identities WHERE subject = 's-3'")).toEqual([]);

  const cookies: Cookies = new Map();
  const there = await open("/auth/oidc", cookies);
  const answer = own(await open(there, new Map()));
  // Another browser, one without its cookie, another state.
  const other: Cookies = new Map();
  await open("/auth/oidc", other);
  for (const [address, jar] of [
    [answer, new Map()],
    [answer, other],
    [answer.replace(/state=[\w-]+/, "state=x"), new Map(cookies)],
  ] as const)
    expect(await open(address, jar)).toBe("/auth?refused=expired");
  const [copy, later] = [new Map(cookies), new Map(cookies)];
  const both = await Promise.all([open(answer, cookies), open(answer, copy)]);
  expect(both.toSorted()).toEqual(["/", "/auth?refused=expired"]);
  expect(await open(answer, later)).toBe("/auth?refused=expired");
  provider.person = null;
  expect((await visit(new Map())).led).toBe("/auth?refused=cancelled");
});

test("a signed-in person links and unlinks their account there; another person's account or address is refused", async () => {
  const [one, two] = [await world.member("one"), await world.member("two")];
  provider.person = { sub: "s-4", email: "private@example.com", email_verified: true };
  // Started by another site.
  const foreign = await visit(cookiesOf(one), "/auth/oidc?link=1", { "sec-fetch-site": "cross-site" });
  expect(foreign.led).toBe("/account?refused=old");
  expect((await visit(cookiesOf(one), "/auth/oidc?link=1")).led).toBe("/account?refused=old");
  expect((await linking(one)).led).toBe("/account?linked=1");
  expect(await one.call(getLink)).toEqual({ provider: "Acme ID", linkedAt: expect.any(String) });
  expect((await visit(new Map())).led).toBe("/");

  expect((await linking(two)).led).toBe("/account?refused=taken");
  provider.person = { sub: "s-5", email: one.user.email, email_verified: true };
  expect((await linking(two)).led).toBe("/account?refused=taken");
  provider.person = { sub: "s-5", email: two.user.email, email_verified: false };
  expect((await linking(two)).led).toBe("/account?refused=unverified");
  // The way back belongs to who set out.
  provider.person = { sub: "s-6", email: "new@example.com", email_verified: true };
  const cookies = cookiesOf(two);
  const there = await open("/auth/oidc?link=1", cookies, { "sec-fetch-site": "same-origin" });
  cookies.set("sid", one.cookie?.slice(4) ?? "");
  expect(await open(own(await open(there, new Map())), cookies)).toBe("/account?refused=expired");

  await one.call(removeLink);
  expect(await one.call(getLink)).toEqual({ provider: "Acme ID", linkedAt: null });
  provider.person = { sub: "s-4", email: "private@example.com", email_verified: true };
  expect((await visit(new Map())).led).toBe("/auth?refused=unknown");
  const journal = await journalOf(world, one);
  expect(journal.slice(-1)).toEqual(["user.identity_unlinked"]);
  await world.asOwner("UPDATE sessions SET created_at = created_at - interval '31 minutes' WHERE user_id = $1", [
    two.user.id,
  ]);
  expect((await linking(two)).led).toBe("/account?refused=old");
  const unlinked = await two.send("DELETE", "/api/provider-link");
  expect([unlinked.status, unlinked.text]).toEqual([403, expect.stringMatching(/^Sign in again/)]);
});

test("a person with a second factor is asked for it after the provider", async () => {
  const member = await invited();
  const { secret } = await member.call(factors.startAuthenticator);
  await member.call(factors.confirmAuthenticator, { body: { code: codeOf(secret) } });
  provider.person = { sub: "s-7", email: member.user.email, email_verified: true };
  const cookies: Cookies = new Map();
  const { led } = await visit(cookies);
  const [, token = ""] = /^\/auth#([\w-]{43}),1,0$/.exec(led) ?? [];
  expect([token.length, cookies.size]).toEqual([43, 0]);
  const client = world.client();
  const body = { token, code: codeOf(secret, 1) };
  expect((await client.send("POST", "/api/login/code", { body })).json).toMatchObject({ id: member.user.id });
});

test("another site signs nobody in: it leads to the sign-in page", async () => {
  const member = await invited();
  provider.person = { sub: "s-8", email: member.user.email, email_verified: true };
  for (const site of ["cross-site", "same-site"]) {
    const cookies: Cookies = new Map();
    expect((await visit(cookies, "/auth/oidc", { "sec-fetch-site": site })).led).toBe("/auth");
    expect(cookies.size).toBe(0);
  }
  for (const site of ["same-origin", "none"])
    expect((await visit(new Map(), "/auth/oidc", { "sec-fetch-site": site })).led).toBe("/");
});

test("a provider whose discovery document names another issuer is not used", async () => {
  const posing = await openIdentityProvider();
  posing.claimed = "https://other.example";
  const deceived = await openWorld({ ...posing.env, ROLE: "web" });
  const { status, headers } = await fetch(`${deceived.url}/auth/oidc`, { redirect: "manual" });
  expect([status, headers.get("location")]).toEqual([303, "/auth?refused=unavailable"]);
  await Promise.all([deceived.close(), posing.close()]);
});

test("a provider that is not there is named, and one that is not set up does not exist", async () => {
  const gone = await openIdentityProvider();
  await gone.close();
  const alone = await openWorld({ ...gone.env, ROLE: "web" });
  const without = await openWorld({ ROLE: "web" });
  const locationOf = async (url: string) => {
    const { status, headers } = await fetch(`${url}/auth/oidc`, { redirect: "manual" });
    return [status, headers.get("location")];
  };
  expect(await locationOf(alone.url)).toEqual([303, "/auth?refused=unavailable"]);
  expect(await locationOf(without.url)).toEqual([404, null]);
  expect(await without.client().call(getEntry)).toMatchObject({ provider: null });
  await Promise.all([alone.close(), without.close()]);
});
