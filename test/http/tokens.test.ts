// On both databases: the gate is a function of the database.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scopes } from "#contract/scopes.ts";
import { changePassword, currentUser } from "#features/accounts/contract.ts";
import { choosePassword } from "#features/accounts/recovery/contract.ts";
import { jobContext, resetPassword } from "#features/accounts/service.ts";
import { endAllSessions } from "#features/accounts/sessions/contract.ts";
import { createToken, listTokens, revokeToken } from "#features/accounts/tokens/contract.ts";
import { changeMember, endMemberSessions, removeMember } from "#features/members/contract.ts";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { makeApiToken } from "#platform/http/bearer.ts";
import { hashToken, makeToken } from "#platform/http/session.ts";
import { changed, checksum } from "../checksum.ts";
import { faultsOf } from "../refusals.ts";
import { colleague } from "../samples.ts";
import { tokenClient, withToken } from "../tokens.ts";
import { type Client, clientOf, type Member, openWorld, type World } from "../world.ts";

let world: World;
let owner: Member;
let stranger: Member;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = await world.member("owner");
  stranger = await world.member("stranger");
});
afterAll(() => world?.close());

const dead = "This API token does not work: it was revoked, has expired or was not copied whole";
const statusOf = async (client: Client, path = "/api/user"): Promise<number> => (await client.send("GET", path)).status;

type Line = { action: string; title: string; details: Record<string, unknown>; actor_id: string };
const journal = (id: string): Promise<Line[]> =>
  world.asOwner<Line>(
    "SELECT action, title, details, actor_id FROM journal WHERE resource = 'token' AND resource_id = $1 ORDER BY seq",
    [id],
  );

describe("a token's life", () => {
  test("it is shown once, and its journal record holds neither it nor its name", async () => {
    const body = { name: "Till in Leeds", scopes: ["read" as const, "write" as const], expiresInDays: 30 };
    const { token, created } = await owner.call(createToken, { body });
    expect(token).toMatch(/^brm_[0-9a-f]{56}$/);
    expect(created).toMatchObject({ name: "Till in Leeds", start: token.slice(0, 8), usedAt: null, isExpired: false });
    expect(Date.parse(created.expiresAt) - Date.parse(created.createdAt)).toBe(30 * 86_400_000);
    const [line] = await journal(created.id);
    expect(line).toMatchObject({
      action: "token.created",
      title: `API token ${token.slice(0, 8)} created: read, write`,
      details: { userId: owner.user.id, scopes: ["read", "write"], expiresAt: created.expiresAt },
      actor_id: owner.user.id,
    });
    const rest = token.slice(8);
    expect(JSON.stringify(await owner.call(listTokens))).not.toContain(rest);
    const tables = await world.asOwner<{ row: string }>(
      "SELECT to_jsonb(t)::text AS row FROM api_tokens t UNION ALL SELECT to_jsonb(j)::text FROM journal j UNION ALL SELECT to_jsonb(k)::text FROM idempotency_keys k",
    );
    expect(tables.filter(({ row }) => row.includes(rest))).toEqual([]);
    expect(tables.filter(({ row }) => row.includes("Till in Leeds") && row.includes('"action"'))).toEqual([]);
  });

  test("it works as its person, notes when and from where it was used, and is refused as soon as it is revoked", async () => {
    const { id, client } = await withToken(world.url, owner);
    expect(await client.call(currentUser)).toMatchObject({ id: owner.user.id, needsSecondFactor: false });
    const task = await client.call(createTask, { body: { title: "By a script" } });
    const [line] = await world.asOwner<{ actor_id: string }>(
      "SELECT actor_id FROM journal WHERE action = 'task.created' AND resource_id = $1",
      [task.id],
    );
    expect(line?.actor_id).toBe(owner.user.id);
    const seen = (await owner.call(listTokens)).find((one) => one.id === id);
    expect(seen).toMatchObject({ usedFrom: "127.0.0.1", usedAt: expect.any(String) });
    await owner.call(revokeToken, { params: { id } });
    const refused = await client.send("GET", "/api/user");
    expect([refused.status, refused.text, faultsOf(refused)]).toEqual([401, dead, []]);
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    expect((await journal(id)).map(({ action }) => action)).toEqual(["token.created", "token.revoked"]);
    expect((await owner.send("DELETE", `/api/tokens/${id}`)).status).toBe(404);
  });

  test("another address shows at the next use, the same one after a minute", async () => {
    const { id, client } = await withToken(world.url, owner);
    const used = async (age: string, from: string) => {
      await world.asOwner(`UPDATE api_tokens SET used_at = now() - interval '${age}', used_from = $2 WHERE id = $1`, [
        id,
        from,
      ]);
      await client.send("GET", "/api/user");
      const [row] = await world.asOwner<{ from: string; recent: boolean }>(
        "SELECT used_from AS from, used_at > now() - interval '3 seconds' AS recent FROM api_tokens WHERE id = $1",
        [id],
      );
      return row;
    };
    expect(await used("30 seconds", "192.0.2.7")).toEqual({ from: "127.0.0.1", recent: true });
    expect((await used("30 seconds", "127.0.0.1"))?.recent).toBe(false);
    expect((await used("61 seconds", "127.0.0.1"))?.recent).toBe(true);
  });

  test("it ends with its time, and is listed as expired", async () => {
    const { id, client } = await withToken(world.url, owner);
    await world.asOwner("UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    expect(await statusOf(client)).toBe(401);
    expect((await owner.call(listTokens)).find((one) => one.id === id)?.isExpired).toBe(true);
  });

  test("members see and revoke their own, admins everyone's, another company none", async () => {
    const member = await colleague(world, owner, "member");
    const own = await withToken(world.url, member, ["read"]);
    const others = await withToken(world.url, owner);
    expect((await member.call(listTokens)).map(({ id }) => id)).toEqual([own.id]);
    expect((await owner.call(listTokens)).map(({ id }) => id)).toEqual(expect.arrayContaining([own.id, others.id]));
    expect(await stranger.call(listTokens)).toEqual([]);
    for (const outsider of [member, stranger])
      expect((await outsider.send("DELETE", `/api/tokens/${others.id}`)).status).toBe(404);
    expect(await statusOf(others.client)).toBe(200);
    await owner.call(revokeToken, { params: { id: own.id } });
    expect(await statusOf(own.client)).toBe(401);
    expect((await journal(own.id)).at(-1)).toMatchObject({ action: "token.revoked", actor_id: owner.user.id });
  });

  test("it takes a recent sign-in, a scope of use to the role, and a free place", async () => {
    const viewer = await colleague(world, owner, "viewer");
    const body = { name: "One", scopes: [...scopes], expiresInDays: 1 };
    const useless = await viewer.send("POST", "/api/tokens", { body });
    expect([useless.status, useless.text]).toEqual([400, 'A token with the scope "propose" is of no use to a viewer']);
    for (const wrong of [{ scopes: [] }, { scopes: ["read", "read"] }, { expiresInDays: 367 }, { name: " " }])
      expect((await viewer.send("POST", "/api/tokens", { body: { ...body, ...wrong } })).status).toBe(400);
    const readOnly = { ...body, scopes: ["read" as const] };
    for (let made = 0; made < 20; made += 1) await viewer.call(createToken, { body: readOnly });
    const full = await viewer.send("POST", "/api/tokens", { body: readOnly });
    expect([full.status, full.text]).toEqual([409, "You have 20 tokens. Revoke one you no longer need first"]);
    await world.asOwner("UPDATE sessions SET created_at = now() - interval '31 minutes' WHERE user_id = $1", [
      viewer.user.id,
    ]);
    const stale = await viewer.send("POST", "/api/tokens", { body: readOnly });
    expect([stale.status, stale.text]).toEqual([
      403,
      "Sign in again to change this. Your last sign-in is more than 30 minutes old",
    ]);
  });
});

describe("what takes a person's access takes their tokens, with a record of each", () => {
  const linked = async ({ user }: Member) => {
    const token = makeToken();
    await world.asOwner(
      "INSERT INTO password_links VALUES ($1, gen_random_uuid(), $2, $3, now(), now() + interval '30 minutes')",
      [user.companyId, user.id, hashToken(token)],
    );
    await world.client().call(choosePassword, { body: { token, newPassword: "four quiet herons" } });
  };
  const ends: [string, string, (person: Member) => Promise<unknown>][] = [
    [
      "suspended",
      "access suspended",
      ({ user }) => owner.call(changeMember, { params: { id: user.id }, body: { isActive: false } }),
    ],
    ["removed", "removed from the company", ({ user }) => owner.call(removeMember, { params: { id: user.id } })],
    [
      "signed out by an admin",
      "signed out by an admin",
      ({ user }) => owner.call(endMemberSessions, { params: { id: user.id } }),
    ],
    ["signed out everywhere", "signed out everywhere", (person) => person.call(endAllSessions)],
    ["a password by a mailed link", "password set again", linked],
    [
      "a password by the operator",
      "password set again",
      async ({ user }) => {
        const ctx = await jobContext(world.boardroom.platform, mintCompany(user.companyId));
        await resetPassword(ctx, user.id, "four quiet herons");
      },
    ],
  ];
  test.for(ends)("%s", async ([, because, end]) => {
    const person = await colleague(world, owner, "member");
    const { id, client } = await withToken(world.url, person, ["read"]);
    const untouched = await withToken(world.url, owner);
    expect(await statusOf(client)).toBe(200);
    await end(person);
    const reply = await client.send("GET", "/api/user");
    expect([reply.status, reply.text]).toEqual([401, dead]);
    expect((await journal(id)).at(-1)?.title).toMatch(new RegExp(`^API token brm_.{4} revoked: ${because}$`));
    expect(await world.asOwner("SELECT 1 FROM api_tokens WHERE id = $1", [id])).toEqual([]);
    expect(await statusOf(untouched.client)).toBe(200);
  });

  test("a new password of the person's own leaves them", async () => {
    const person = await colleague(world, owner, "member");
    const { client } = await withToken(world.url, person, ["read"]);
    await person.call(changePassword, { body: { currentPassword: person.password, newPassword: "four quiet herons" } });
    expect(await statusOf(client)).toBe(200);
  });

  test("a closed company answers none, and a restored person's old token stays dead", async () => {
    const { user, ...member } = await world.member("closing");
    const { client } = await withToken(world.url, member);
    await world.asOwner("UPDATE companies SET is_active = false WHERE company_id = $1", [user.companyId]);
    expect(await statusOf(client)).toBe(401);
    const person = await colleague(world, owner, "member");
    const old = await withToken(world.url, person, ["read"]);
    for (const isActive of [false, true])
      await owner.call(changeMember, { params: { id: person.user.id }, body: { isActive } });
    expect(await statusOf(old.client)).toBe(401);
  });

  test("a second factor that becomes required stops the tokens of those without one", async () => {
    const member = await world.member("strict");
    const { client } = await withToken(world.url, member);
    await world.asOwner("UPDATE companies SET requires_second_factor = true WHERE company_id = $1", [
      member.user.companyId,
    ]);
    const refused = await client.send("GET", "/api/tasks");
    expect([refused.status, refused.text]).toEqual([
      403,
      "Your company requires a second factor. Set it up under Your account",
    ]);
    await world.asOwner("INSERT INTO authenticators VALUES ($1, $2, '\\x00', now(), now())", [
      member.user.companyId,
      member.user.id,
    ]);
    expect(await statusOf(client, "/api/tasks")).toBe(200);
  });
});

describe("what a call may come with", () => {
  test("only a whole token of ours, in its header, however the scheme is written", async () => {
    const { token } = await withToken(world.url, owner);
    const by = (authorization: string) => clientOf(world.url, { authorization });
    for (const fine of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])
      expect([fine.slice(0, 9), await statusOf(by(fine))]).toEqual([fine.slice(0, 9), 200]);
    const swapped = token.slice(0, 10) + (token[10] === "a" ? "b" : "a") + token.slice(11);
    const wrong = [
      swapped,
      token.slice(0, -1),
      `${token}0`,
      token.toUpperCase(),
      makeApiToken(),
      "brm_",
      "abc",
      "a.b.c",
    ];
    for (const one of wrong) {
      const reply = await by(`Bearer ${one}`).send("GET", "/api/user");
      expect([one, reply.status, reply.text, faultsOf(reply)]).toEqual([one, 401, dead, []]);
    }
    for (const other of [`Basic ${token}`, token, `Bearer`, `Bearer ${token} ${token}`, `Token ${token}`])
      expect([other.slice(0, 7), await statusOf(by(other))]).toEqual([other.slice(0, 7), 401]);
    // The socket is for browsers.
    expect(await statusOf(tokenClient(world.url, token), "/ws")).not.toBe(200);
  });

  test("a cookie beside a token adds nothing, and a token that does not work is not replaced by the cookie", async () => {
    const reader = await withToken(world.url, owner, ["read"]);
    const both = tokenClient(world.url, reader.token);
    both.cookie = owner.cookie;
    const write = await both.send("POST", "/api/tasks", { body: { title: "Smuggled" } });
    expect([write.status, write.text]).toEqual([403, 'This call needs an API token with the scope "write"']);
    const gone = tokenClient(world.url, makeApiToken());
    gone.cookie = owner.cookie;
    expect(await statusOf(gone)).toBe(401);
  });

  test("another kind of bearer beside a cookie is a proxy's: the cookie counts, with its origin", async () => {
    const behind = (more: Record<string, string>) => {
      const client = clientOf(world.url, { authorization: "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln", ...more });
      client.cookie = owner.cookie;
      return client;
    };
    const post = (client: Client) => client.send("POST", "/api/tasks", { body: { title: "Behind a proxy" } });
    expect((await post(behind({}))).status).toBe(200);
    expect((await post(behind({ "sec-fetch-site": "cross-site" }))).status).toBe(403);
    expect((await post(behind({ origin: "https://other.example" }))).status).toBe(403);
  });

  test("another kind of bearer without a cookie changes nothing for calls that need no one signed in, and opens no other", async () => {
    const behind = (more: Record<string, string> = {}) =>
      clientOf(world.url, { authorization: "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln", ...more });
    const bare = clientOf(world.url);
    const body = { username: "nobody", password: "not a password of ours" };
    const answers = await Promise.all([behind(), bare].map((client) => client.send("POST", "/api/login", { body })));
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(await statusOf(behind())).toBe(401);
    const foreign = await behind({ origin: "https://other.example" }).send("POST", "/api/login", { body });
    expect(foreign.status).toBe(403);
  });

  test("a token in an address is refused, wherever and however it stands there, and nothing is done", async () => {
    const { token } = await withToken(world.url, owner);
    const encoded = Array.from(token, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
    const addresses = [
      ...["access_token", "token", "key", "anything"].map((name) => `/api/tasks?${name}=${token}`),
      `/api/tasks?status=open&Authorization=Bearer%20${token}`,
      `/api/tasks?q=${token.replace("_", "%5F")}`,
      `/api/tasks?q=${encoded}`,
      `/api/tasks/${token}`,
      `/api/${token}/tasks`,
      `/${token}`,
      `/developers?token=${token.toUpperCase()}`,
      `/api/login?x=${token}`,
    ];
    const before = await checksum(world);
    for (const address of addresses)
      for (const client of [world.client(), owner, tokenClient(world.url, token)])
        for (const method of ["GET", "POST"]) {
          const reply = await client.send(method, address, method === "POST" ? { body: { title: "By address" } } : {});
          expect([address, reply.status, reply.text]).toEqual([
            address,
            400,
            "Never put an API token in an address: addresses are logged. Revoke this one, and send a new one as a header",
          ]);
          expect(reply.text).not.toContain(token.slice(8));
        }
    expect(changed(before, await checksum(world))).toEqual([]);
  });

  test("unchanged lists are answered 304 to a token too, and the kept dashboard comes whole", async () => {
    const { client } = await withToken(world.url, owner);
    const first = await client.send("GET", "/api/tasks");
    const tag = first.headers.get("etag") ?? "";
    expect((await client.send("GET", "/api/tasks", { headers: { "if-none-match": tag } })).status).toBe(304);
    expect(await client.call(listTasks)).toEqual(await owner.call(listTasks));
    expect((await client.send("GET", "/api/dashboard")).json).toEqual((await owner.send("GET", "/api/dashboard")).json);
  });
});

test("OpenAPI names the bearer of each call with its scope, and only the cookie where a browser is needed", async () => {
  type Operation = { security: Record<string, string[]>[]; "x-scope": string };
  type Document = { components: { securitySchemes: unknown }; paths: Record<string, Record<string, Operation>> };
  const document = (await world.client().send("GET", "/api/openapi.json")).json as Document;
  expect(document.components.securitySchemes).toMatchObject({ token: { type: "http", scheme: "bearer" } });
  const of = (path: string, method: string) => document.paths[path]?.[method];
  expect(of("/api/tasks", "get")).toMatchObject({
    security: [{ token: ["read"] }, { session: [] }],
    "x-scope": "read",
  });
  expect(of("/api/decisions/{id}/approve", "post")).toMatchObject({ "x-scope": "decide" });
  expect(of("/api/agents/make-decision", "post")).toMatchObject({ "x-scope": "propose" });
  expect(of("/api/tokens", "post")?.security).toEqual([{ session: [] }]);
  expect(of("/api/login", "post")?.security).toEqual([]);
});
