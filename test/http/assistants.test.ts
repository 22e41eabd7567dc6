// On both databases: states of sign-ins are behind functions of the database.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  addClient,
  getConsent,
  giveConsent,
  listAssistants,
  refuseConsent,
  removeAssistant,
  removeClient,
} from "#features/accounts/assistants/contract.ts";
import { endAllSessions } from "#features/accounts/sessions/contract.ts";
import { listTokens } from "#features/accounts/tokens/contract.ts";
import { changeMember } from "#features/members/contract.ts";
import { OutFault } from "#platform/http-out/fault.ts";
import type { HttpOut } from "#platform/http-out/http-out.ts";
import {
  askTokens,
  begin,
  byCode,
  byRefresh,
  callTool,
  connectAssistant,
  finish,
  openProgram,
  postAs,
  type Program,
  type Tokens,
} from "../assistant.ts";
import { colleague } from "../samples.ts";
import { withToken } from "../tokens.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
let url: string;
let owner: Member;
let stranger: Member;
let editor: string;
beforeAll(async () => {
  world = await openWorld();
  url = world.config.publicUrl.origin;
  owner = await world.member("owner");
  stranger = await world.member("stranger");
  editor = await addEditor(owner);
});
afterAll(() => world?.close());

const addEditor = async (member: Member) =>
  (await member.call(addClient, { body: { name: "Editor", redirectUris: ["http://127.0.0.1/callback"] } })).id;

/** Signs a program in as a person, with the scopes they choose. */
async function signIn(
  member: Member,
  program: Program = openProgram(url, editor),
  scopes: ("read" | "write" | "propose" | "decide")[] = ["read", "write", "propose"],
): Promise<{ program: Program; tokens: Tokens }> {
  const { request } = await begin(url, program);
  const { location } = await member.call(giveConsent, { params: { request }, body: { scopes } });
  const received = await finish(program, location);
  expect(received.get("state")).toBe("of the program");
  const { status, json } = await askTokens(url, program, byCode(program, received.get("code")));
  expect([status, json.error_description]).toEqual([200, undefined]);
  return { program, tokens: json };
}

const statusOf = async (token: string): Promise<number> =>
  (
    await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    })
  ).status;

const journal = (action: string) =>
  world.asOwner<{ title: string; severity: string }>(
    "SELECT title, severity FROM journal WHERE action = $1 AND company_id = $2 ORDER BY seq",
    [action, owner.user.companyId],
  );

describe("finding the sign-in", () => {
  test("a refused request names the metadata, which names the server, which names its ways", async () => {
    const refused = await fetch(`${url}/mcp`, { method: "POST" });
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get("www-authenticate") ?? "";
    const [, metadata = ""] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    expect(challenge).toContain('scope="read write propose"');
    const resource = (await (await fetch(metadata)).json()) as Record<string, unknown>;
    expect(resource).toMatchObject({
      resource: `${url}/mcp`,
      authorization_servers: [url],
      scopes_supported: ["read", "write", "propose"],
    });
    const server = (await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()) as Record<
      string,
      unknown
    >;
    expect(server).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      client_id_metadata_document_supported: true,
      response_types_supported: ["code"],
    });
    expect(server["registration_endpoint"]).toBeUndefined();
    expect((await fetch(`${url}/oauth/register`, { method: "POST" })).status).toBe(404);
  });
});

describe("the door", () => {
  test("another name of the machine, another site and a body without end are refused", async () => {
    const { tokens } = await signIn(owner);
    const body = new URLSearchParams({ client_id: editor, ...byRefresh(tokens.refresh_token) });
    for (const path of ["/oauth/token", "/oauth/revoke"]) {
      expect(await postAs("evil.example", url + path)).toMatch(/^403 Boardroom is not called "evil.example"/);
      const foreign = await fetch(url + path, { method: "POST", body, headers: { origin: "https://evil.example" } });
      expect([foreign.status, await foreign.text()]).toEqual([403, expect.stringContaining("from another site")]);
      const long = new URLSearchParams({ client_id: editor, token: "x".repeat(60_000) });
      expect((await fetch(url + path, { method: "POST", body: long })).status).toBeGreaterThanOrEqual(400);
      const stream = new Blob([body.toString()]).stream();
      const init = { method: "POST", body: stream, duplex: "half", headers: { "content-type": "text/plain" } };
      const flowing = await fetch(url + path, init as RequestInit);
      expect([flowing.status, await flowing.text()]).toEqual([400, "Send the body with its length"]);
    }
    // None of it used the token up or ended the sign-in.
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await askTokens(url, openProgram(url, editor), byRefresh(tokens.refresh_token))).status).toBe(200);
  });
});

describe("a sign-in", () => {
  test("names client, company and scopes, and gives tokens for the chosen ones alone", async () => {
    const program = openProgram(url, editor);
    const { response, request } = await begin(url, program);
    expect([response.status, response.headers.get("location")]).toEqual([303, `/connect?request=${request}`]);
    expect(await owner.call(getConsent, { params: { request } })).toEqual({
      name: "Editor",
      site: null,
      goesTo: "127.0.0.1",
      isOnThisMachine: true,
      companyName: owner.user.company.name,
      scopes: ["read", "write", "propose"],
    });
    const { tokens } = await signIn(owner, program, ["read"]);
    expect(tokens).toMatchObject({ scope: "read", expires_in: 3_600 });
    await using client = await connectAssistant(url, tokens.access_token);
    expect((await callTool(client, "list_tasks")).isError).toBe(false);
    await expect(client.callTool({ name: "create_task", arguments: { title: "No" } })).rejects.toThrow(
      /Insufficient scope: required "read write"/,
    );
    const [connected] = await owner.call(listAssistants);
    expect(connected).toMatchObject({
      name: "Editor",
      scopes: ["read"],
      usedFrom: "127.0.0.1",
      username: owner.username,
    });
    expect(await owner.call(listTokens)).toEqual([]);
    expect((await journal("assistant.connected")).at(-1)).toMatchObject({ title: "Assistant connected: read" });
  });

  test("its calls are the person's, and the journal says by which assistant", async () => {
    const { tokens } = await signIn(owner);
    await using client = await connectAssistant(url, tokens.access_token);
    const { json } = await callTool(client, "create_task", { title: "By an assistant" });
    const [line] = await world.asOwner<{ actor_id: string; details: { apiToken: string } }>(
      "SELECT actor_id, details FROM journal WHERE action = 'task.created' AND resource_id = $1",
      [(json as { id: string }).id],
    );
    const [connected] = await owner.call(listAssistants);
    expect(line).toMatchObject({ actor_id: owner.user.id, details: { apiToken: `bra_${connected?.id.slice(0, 8)}` } });
  });

  test("its token is for /mcp alone: the API and a cookie beside it do not make it work elsewhere", async () => {
    const { tokens } = await signIn(owner);
    const authorization = `Bearer ${tokens.access_token}`;
    for (const headers of [{ authorization }, { authorization, cookie: owner.cookie ?? "" }])
      expect((await fetch(`${url}/api/tasks`, { headers })).status).toBe(401);
    expect((await fetch(`${url}/api/user?token=${tokens.access_token}`)).status).toBe(400);
  });

  test("a person grants no more than is asked and their role has", async () => {
    const viewer = await colleague(world, owner, "viewer");
    const { request } = await begin(url, openProgram(url, editor));
    expect((await viewer.call(getConsent, { params: { request } })).scopes).toEqual(["read", "write"]);
    for (const scopes of [["propose"], ["decide"], ["read", "decide"]]) {
      const reply = await viewer.send("POST", `/api/consents/${request}`, { body: { scopes } });
      expect([reply.status, reply.text]).toEqual([400, "Choose among the scopes that the assistant asks for"]);
    }
  });

  test("refused, the program is told so", async () => {
    const program = openProgram(url, editor);
    const { request } = await begin(url, program);
    const { location } = await owner.call(refuseConsent, { params: { request } });
    expect((await finish(program, location)).get("error")).toBe("access_denied");
    expect((await owner.send("POST", `/api/consents/${request}`, { body: { scopes: ["read"] } })).status).toBe(404);
  });

  test("only the browser that began it and the one that answered it, being one, get the code, and once", async () => {
    const [program, thief] = [openProgram(url, editor), openProgram(url, editor)];
    const { request } = await begin(url, thief);
    const { location } = await owner.call(giveConsent, { params: { request }, body: { scopes: ["read"] } });
    // The thief's browser does not know the secret, and the person's has no cookie of the request.
    const stolen = await thief.visit(`/oauth/authorize/${request}`);
    expect(stolen.headers.get("location") ?? "").not.toContain("code=");
    expect((await program.visit(location)).status).toBe(400);
    const other = await begin(url, program);
    const answer = await owner.call(giveConsent, { params: { request: other.request }, body: { scopes: ["read"] } });
    const code = (await finish(program, answer.location)).get("code");
    await expect(finish(program, answer.location)).rejects.toThrow(/^4\d\d: /);
    const both = await Promise.all([1, 2].map(() => askTokens(url, program, byCode(program, code))));
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });
});

describe("clients", () => {
  const known = "https://assistant.example/client.json";
  let real: HttpOut;
  const documents = new Map<string, unknown>();
  beforeAll(() => {
    const { platform } = world.boardroom;
    real = platform.http;
    const call: HttpOut["call"] = async (caller, request) => {
      const found = documents.get(String(request.url));
      if (found === undefined) return real.call(caller, request);
      const body = new TextEncoder().encode(JSON.stringify(found));
      return { status: 200, headers: new Headers(), body, isTruncated: false, retryAfterMs: null, ms: 1 };
    };
    Object.assign(platform, { http: { ...real, call } });
  });
  afterAll(() => Object.assign(world.boardroom.platform, { http: real }));
  const documentAt = (address: string, more: object = {}) => {
    documents.set(address, {
      client_id: address,
      client_name: "Clever",
      redirect_uris: ["https://assistant.example/done"],
      ...more,
    });
    return openProgram(url, address, "https://assistant.example/done");
  };

  test("a client's id is the address of its document, whose host vouches for its name", async () => {
    const program = documentAt(known);
    const { request } = await begin(url, program);
    expect(await owner.call(getConsent, { params: { request } })).toMatchObject({
      name: "Clever",
      site: "assistant.example",
      goesTo: "assistant.example",
      isOnThisMachine: false,
    });
    const { tokens } = await signIn(owner, program);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await journal("assistant.connected")).at(-1)?.title).toBe(
      "Assistant of assistant.example connected: read, write, propose",
    );
  });

  test("what a document may not say is refused, and no private address is fetched for a stranger", async () => {
    const refused = async (program: Program, more = {}) => {
      const { response } = await begin(url, program, more);
      return [response.status, response.headers.get("location")];
    };
    const wrong: [string, object][] = [
      ["https://a.example/1", { client_id: "https://other.example/1" }],
      ["https://a.example/2", { client_secret: "s", token_endpoint_auth_method: "client_secret_basic" }],
      ["https://a.example/3", { redirect_uris: ["javascript:alert(1)"] }],
      ["https://a.example/4", { redirect_uris: ["http://a.example/done"] }],
      ["https://a.example/5", { redirect_uris: [] }],
    ];
    for (const [address, more] of wrong) {
      documentAt(address, more);
      const to = (more as { redirect_uris?: string[] }).redirect_uris?.[0] ?? "https://assistant.example/done";
      expect([address, await refused(openProgram(url, address, to))]).toEqual([address, [400, null]]);
    }
    for (const address of [
      "https://127.0.0.1/client.json",
      "https://169.254.169.254/latest",
      "https://[::1]/c",
      "http://assistant.example/c",
    ])
      expect([address, await refused(openProgram(url, address))]).toEqual([address, [400, null]]);
    await expect(real.call({ company: "x" }, { url: "https://127.0.0.1/client.json" })).rejects.toThrow(OutFault);
    expect(await refused(openProgram(url, crypto.randomUUID()))).toEqual([400, null]);
    expect(await refused(openProgram(url, editor, "https://evil.example/"))).toEqual([400, null]);
  });

  test("what a request may not ask is told to the program, and leads to no consent", async () => {
    const errorOf = async (more: Record<string, string | null>) => {
      const { response } = await begin(url, openProgram(url, editor), more);
      const location = new URL(response.headers.get("location") ?? "http://nowhere", url);
      const inFragment = new URLSearchParams(location.hash.slice(1));
      return location.searchParams.get("error") ?? inFragment.get("error") ?? location.pathname;
    };
    expect(await errorOf({ code_challenge: null, code_challenge_method: null })).toBe("invalid_request");
    expect(await errorOf({ code_challenge_method: "plain" })).toBe("invalid_request");
    expect(await errorOf({ resource: "https://other.example/mcp" })).toBe("invalid_target");
    expect(await errorOf({ response_type: "token" })).toMatch(/unsupported_response_type|invalid_request/);
    expect(await errorOf({ scope: null })).toBe("/connect");
    // Nobody connects an assistant that approves.
    const { request } = await begin(url, openProgram(url, editor), { scope: "read decide" });
    expect((await owner.call(getConsent, { params: { request } })).scopes).toEqual(["read"]);
    expect(await errorOf({ resource: null })).toBe("/connect");
  });

  test("a company's client is for its own people, and leaves with the assistants that came by it", async () => {
    const other = await addEditor(stranger);
    const { request } = await begin(url, openProgram(url, other));
    for (const call of [
      owner.send("GET", `/api/consents/${request}`),
      owner.send("POST", `/api/consents/${request}`, { body: { scopes: ["read"] } }),
    ])
      expect((await call).status).toBe(404);
    const { tokens } = await signIn(stranger, openProgram(url, other));
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await owner.send("DELETE", `/api/assistant-clients/${other}`)).status).toBe(404);
    await stranger.call(removeClient, { params: { id: other } });
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect(await stranger.call(listAssistants)).toEqual([]);
  });
});

describe("tokens", () => {
  /** Sets back when refresh tokens were used, as time would. */
  const age = (seconds: number) =>
    world.asOwner("UPDATE assistant_states SET consumed_at = consumed_at - make_interval(secs => $1)", [seconds]);

  test("a refresh token is rotated, works once more for 45 seconds, and used after that it ends everything", async () => {
    const { program, tokens } = await signIn(owner);
    const [first, second] = await Promise.all(
      [1, 2].map(() => askTokens(url, program, byRefresh(tokens.refresh_token))),
    );
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(first?.json.refresh_token).not.toBe(tokens.refresh_token);
    await age(44);
    const late = await askTokens(url, program, byRefresh(tokens.refresh_token));
    expect(late.status).toBe(200);
    await age(2);
    const replayed = await askTokens(url, program, byRefresh(tokens.refresh_token));
    expect([replayed.status, replayed.json.error]).toEqual([400, "invalid_grant"]);
    for (const { json } of [first, second, late].filter((one) => one !== undefined)) {
      expect(await statusOf(json.access_token)).toBe(401);
      expect((await askTokens(url, program, byRefresh(json.refresh_token))).json.error).toBe("invalid_grant");
    }
    expect((await journal("assistant.removed")).at(-1)).toEqual({
      title: "Assistant disconnected: its sign-in ended",
      severity: "warning",
    });
  });

  test("a program that signs out, by either of its tokens, is disconnected at once", async () => {
    for (const kind of ["access_token", "refresh_token"] as const) {
      const { program, tokens } = await signIn(owner);
      const body = new URLSearchParams({ client_id: program.clientId, token: tokens[kind] });
      expect((await fetch(`${url}/oauth/revoke`, { method: "POST", body })).status).toBe(200);
      expect([kind, await statusOf(tokens.access_token)]).toEqual([kind, 401]);
      const { json } = await askTokens(url, program, byRefresh(tokens.refresh_token));
      expect([kind, json.error]).toEqual([kind, "invalid_grant"]);
    }
  });

  test("a program cannot use another's refresh token or code", async () => {
    const { tokens } = await signIn(owner);
    const thief = openProgram(url, await addEditor(owner));
    expect((await askTokens(url, thief, byRefresh(tokens.refresh_token))).status).toBe(400);
    const program = openProgram(url, editor);
    const { request } = await begin(url, program);
    const { location } = await owner.call(giveConsent, { params: { request }, body: { scopes: ["read"] } });
    const code = (await finish(program, location)).get("code");
    expect(
      (
        await askTokens(
          url,
          { ...program, verifier: thief.verifier },
          byCode({ ...program, verifier: thief.verifier }, code),
        )
      ).status,
    ).toBe(400);
  });

  test("what ends a person's access ends that of their assistants, at once and for good", async () => {
    const ends: [string, (member: Member) => Promise<unknown>][] = [
      [
        "disconnected",
        async (member) => {
          const [connected] = await member.call(listAssistants);
          return member.call(removeAssistant, { params: { id: connected?.id ?? "" } });
        },
      ],
      ["signed out everywhere", (member) => member.call(endAllSessions)],
      [
        "suspended",
        (member) => owner.call(changeMember, { params: { id: member.user.id }, body: { isActive: false } as never }),
      ],
    ];
    for (const [name, end] of ends) {
      const member = await colleague(world, owner, "member");
      const { program, tokens } = await signIn(member);
      expect([name, await statusOf(tokens.access_token)]).toEqual([name, 200]);
      await end(member);
      expect([name, await statusOf(tokens.access_token)]).toEqual([name, 401]);
      expect([name, (await askTokens(url, program, byRefresh(tokens.refresh_token))).json.error]).toEqual([
        name,
        "invalid_grant",
      ]);
    }
  });

  test("another company cannot see or end an assistant, and an admin can end anyone's", async () => {
    const member = await colleague(world, owner, "member");
    const { tokens } = await signIn(member);
    const [connected] = await member.call(listAssistants);
    const id = connected?.id ?? "";
    expect(JSON.stringify(await stranger.call(listAssistants))).not.toContain(id);
    expect((await stranger.send("DELETE", `/api/assistants/${id}`)).status).toBe(404);
    const colleagueOf = await colleague(world, owner, "member");
    expect((await colleagueOf.send("DELETE", `/api/assistants/${id}`)).status).toBe(404);
    expect(await statusOf(tokens.access_token)).toBe(200);
    await owner.call(removeAssistant, { params: { id } });
    expect(await statusOf(tokens.access_token)).toBe(401);
  });

  test("a token for the API connects no assistant, and nothing secret is stored in the clear", async () => {
    const { client } = await withToken(url, owner);
    const { request } = await begin(url, openProgram(url, editor));
    expect((await client.send("POST", `/api/consents/${request}`, { body: { scopes: ["read"] } })).status).toBe(403);
    const { tokens } = await signIn(owner);
    const rows = await world.asOwner<{ row: string }>(
      "SELECT to_jsonb(s)::text AS row FROM assistant_states s UNION ALL SELECT to_jsonb(t)::text FROM api_tokens t UNION ALL SELECT to_jsonb(j)::text FROM journal j",
    );
    for (const secret of [tokens.access_token.slice(12), tokens.refresh_token])
      expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  });
});
