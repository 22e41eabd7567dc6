// On both databases: tools make their calls inside the server.
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "#app/rooms.ts";
import { addNote } from "#features/brain/contract.ts";
import { settleDecision } from "#features/decisions/contract.ts";
import { startDailyBrief } from "#features/expertise/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { createTask } from "#features/tasks/contract.ts";
import { toolsOf } from "#platform/mcp/catalogue.ts";
import { ended } from "../briefing.ts";
import { changed, checksum } from "../checksum.ts";
import { callTool, connectAssistant, postAs } from "../assistant.ts";
import { colleague } from "../samples.ts";
import { withToken } from "../tokens.ts";
import { hire, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
let owner: Member;
let stranger: Member;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.member("owner");
  stranger = await world.member("stranger");
});
afterAll(() => world?.close());

const assistantOf = async (member: Member, scopes?: readonly ("read" | "write" | "propose" | "decide")[]) =>
  connectAssistant(world.url, (await withToken(world.url, member, scopes)).token);

/** Sends a message as no client library would. */
async function post(headers: Record<string, string>, body: unknown): Promise<Response> {
  return fetch(`${world.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(body),
  });
}
const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const initialize = message("initialize", {
  protocolVersion: "2025-03-26",
  capabilities: {},
  clientInfo: { name: "old", version: "1" },
});

describe("tools", () => {
  test("the handshakes of 2025 and 2026 give the same tools, in the same order, with honest hints", async () => {
    const { token } = await withToken(world.url, owner);
    await using older = await connectAssistant(world.url, token, "legacy");
    await using newer = await connectAssistant(world.url, token);
    expect(older.getNegotiatedProtocolVersion()).toMatch(/^2025-/);
    expect(newer.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    const [{ tools }, { tools: again }] = await Promise.all([newer.listTools(), older.listTools()]);
    expect(again).toEqual(tools);
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(names).toEqual(
      expect.arrayContaining(["search", "fetch", "list_records", "propose_decision", "query_rows"]),
    );
    const marked = toolsOf(routes.map(({ endpoint }) => endpoint));
    for (const { name, annotations, description, inputSchema } of tools.filter((one) => one.name !== "fetch")) {
      const endpoint = marked.get(name)?.endpoint;
      expect(description).toContain(endpoint?.summary);
      expect(annotations?.readOnlyHint).toBe(endpoint?.method === "GET");
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints["update_task"]).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: false });
    expect(hints["create_task"]).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints["propose_letter"]).toMatchObject({ readOnlyHint: false, openWorldHint: true });
  });

  test("a person's role and a token's scopes decide what is offered, and what is done", async () => {
    const viewer = await colleague(world, owner, "viewer");
    await using reading = await assistantOf(owner, ["read"]);
    await using watching = await assistantOf(viewer, ["read", "write"]);
    for (const client of [reading, watching])
      expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("create_task");
    const { token } = await withToken(world.url, owner, ["read"]);
    const before = await checksum(world);
    const refused = await post(
      { authorization: `Bearer ${token}` },
      message("tools/call", { name: "create_task", arguments: { title: "No" } }),
    );
    expect([refused.status, await refused.text()]).toEqual([403, 'This tool needs a token with the scope "write"']);
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer resource_metadata="${world.config.publicUrl.origin}/.well-known/oauth-protected-resource/mcp", scope="read write", error="insufficient_scope"`,
    );
    expect(await callTool(watching, "create_task", { title: "No" })).toMatchObject({
      isError: true,
      texts: ["Only a member or above may do this"],
    });
    expect(changed(before, await checksum(world)).filter((table) => table !== "api_tokens")).toEqual([]);
  });

  test("a write is the person's own, once, with its record in the journal and the token it came by", async () => {
    await using client = await assistantOf(owner);
    const { json } = await callTool(client, "create_task", { title: "Call the bank", dueOn: "2030-01-31" });
    const { id } = json as { id: string };
    const lines = await world.asOwner(
      "SELECT actor_id, details FROM journal WHERE action = 'task.created' AND resource_id = $1",
      [id],
    );
    expect(lines).toMatchObject([{ actor_id: owner.user.id, details: { apiToken: expect.stringMatching(/^brm_/) } }]);
    const { texts } = await callTool(client, "get_task", { id });
    expect(texts.at(-1)).toBe(`Opens at ${world.config.publicUrl.origin}/?task=${id}`);
    expect(await callTool(client, "update_task", { id, status: "completed" })).toMatchObject({
      json: { status: "completed" },
    });
  });

  test("what is wrong with a call is said in the sentence of the call, and nothing changes", async () => {
    await using client = await assistantOf(owner);
    await client.listTools();
    const before = await checksum(world);
    const wrong: [string, Record<string, unknown>, string][] = [
      ["create_task", {}, "title is required"],
      ["create_task", { title: 5 }, "title must be text"],
      ["create_task", { title: "A", colour: "red" }, 'This tool does not take "colour"'],
      ["get_task", { id: "../user" }, "Not found"],
      ["get_task", {}, "id is required"],
      ["get_decision", { id: crypto.randomUUID() }, "Not found"],
      ["list_records", { kind: "spaceships" }, "Not found"],
      ["query_rows", { q: { subject: "nothing" } }, 'Nothing is called "nothing" here'],
      [
        "propose_letter",
        { request: { kind: "love" } },
        "Invalid discriminator value. Expected 'reminder' | 'renewal' | 'follow-up' | 'ticket'",
      ],
      ["fetch", { id: "user/1" }, "Nothing can be fetched by this id: take one from search"],
      ["fetch", {}, "Send one id, as search gives it"],
    ];
    for (const [name, given, sentence] of wrong)
      expect([name, (await callTool(client, name, given)).texts]).toEqual([name, [sentence]]);
    await expect(client.callTool({ name: "delete_everything", arguments: {} })).rejects.toThrow(
      'There is no tool named "delete_everything"',
    );
    expect(changed(before, await checksum(world)).filter((table) => table !== "api_tokens")).toEqual([]);
  });
});

describe("proposals", () => {
  test("what needs approval answers with a handle, and an ordinary tool tells what became of it", async () => {
    const [cfo] = await hire(owner, "CFO");
    await using client = await assistantOf(owner, ["read", "propose"]);
    const { json, texts } = await callTool(client, "propose_decision", { agentId: cfo?.id, ...testContexts.CFO });
    const { id } = json as { id: string };
    expect(texts.at(-1)).toBe(
      `Waits for approval as decision ${id}: nothing has happened yet, and a person decides at ${world.config.publicUrl.origin}/decisions/${id}. Ask get_decision with this id what became of it.`,
    );
    const standing = async () =>
      ((await callTool(client, "get_decision", { id })).json as { decision: { status: string } }).decision.status;
    expect(await standing()).toBe("pending");
    expect(
      (await client.listTools()).tools.map(({ name }) => name).filter((name) => /approve|settle/.test(name)),
    ).toEqual([]);
    await owner.call(settleDecision, { params: { id }, body: { approved: true } });
    expect(await standing()).toMatch(/approved|executed/);
  });
});

describe("search and fetch", () => {
  type Found = { results: { id: string; title: string; text: string; url: string }[] };
  const find = async (client: Client, query: string) =>
    ((await callTool(client, "search", { query })).json as Found).results;

  test("they give records, figures, decisions, tasks and passages, each with the address that opens it", async () => {
    const day = "2026-11-01";
    await owner.call(recordMetrics, {
      body: {
        source: "manual" as const,
        points: [{ metricName: "zebra_sightings", metricValue: 41, measurementDate: day }],
      },
    });
    const { id: task } = await owner.call(createTask, { body: { title: "Feed the zebra" } });
    const { id: customer } = await owner.call(addRecord, {
      body: { source: "manual", kind: "customers", fields: { name: "Zebra Ltd", status: "active" } } as never,
    });
    const { id: note } = await owner.call(addNote, {
      body: { content: "The zebra sleeps in the northern stable.", importance: 5 },
    });
    await using client = await assistantOf(owner, ["read"]);
    const results = await find(client, "zebra");
    expect(await find(client, "zebra")).toEqual(results);
    const ids = results.map(({ id }) => id);
    const wanted = [`task/${task}`, `record/customers/${customer}`, "figure/zebra_sightings", `passage/${note}`];
    expect(ids).toEqual(expect.arrayContaining(wanted));
    for (const { id, url } of results) {
      const fetched = (await callTool(client, "fetch", { id })).json as {
        id: string;
        title: string;
        text: string;
        url: string;
      };
      expect(fetched).toMatchObject({ id, text: expect.stringMatching(/zebra/i), url: expect.any(String) });
      for (const address of [url, fetched.url]) expect(new URL(address).origin).toBe(world.config.publicUrl.origin);
    }
    const figure = results.find(({ id }) => id === "figure/zebra_sightings");
    expect(figure).toMatchObject({ title: "Zebra sightings", text: "41 on 2026-11-01" });
    expect(JSON.parse(new URL(figure?.url ?? "").searchParams.get("q") ?? "")).toMatchObject({
      subject: "figures",
      filters: [{ values: ["zebra_sightings"] }],
    });
    await using other = await assistantOf(stranger);
    expect(await find(other, "zebra")).toEqual([]);
    for (const id of wanted.filter((one) => !one.startsWith("figure")))
      expect(await callTool(other, "fetch", { id })).toMatchObject({ isError: true, texts: ["Not found"] });
    expect((await callTool(other, "fetch", { id: "figure/zebra_sightings" })).json).toMatchObject({ text: "[]" });
  });

  test("a result never exceeds 100,000 characters, and says what it leaves out", async () => {
    const content = `Giraffe "notes" \\ ${"long ".repeat(1_900)}`;
    for (let at = 0; at < 16; at += 1)
      await owner.call(createTask, { body: { title: `Giraffe ${at}`, description: content } });
    await using client = await assistantOf(owner, ["read"]);
    const { texts, json } = await callTool(client, "list_tasks");
    expect(texts.join("").length).toBeLessThanOrEqual(100_000);
    expect(texts[1]).toMatch(/because the answer is too long/);
    expect((json as { rows: unknown[] }).rows.length).toBeGreaterThan(5);
  });
});

describe("resources", () => {
  test("the daily brief and the board pack are read as JSON", async () => {
    await using client = await assistantOf(owner, ["read"]);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      expect.stringMatching(/^boardroom:\/\/board-pack\/\d{4}-\d\d$/),
      "boardroom://daily-brief",
    ]);
    expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "boardroom://board-pack/{period}",
    ]);
    const read = async (uri: string) => {
      const [found] = (await client.readResource({ uri })).contents;
      return JSON.parse(found && "text" in found ? found.text : "") as Record<string, unknown>;
    };
    expect(await read("boardroom://daily-brief")).toEqual({ brief: null });
    await hire(owner, "CEO");
    await hire(stranger, "CEO");
    const { runId } = await owner.call(startDailyBrief);
    await ended(owner, runId);
    expect(await read("boardroom://daily-brief")).toMatchObject({ brief: { runId } });
    await using other = await assistantOf(stranger, ["read"]);
    expect((await callTool(other, "get_daily_brief")).json).toEqual({ brief: null });
    expect(await read("boardroom://board-pack/2026-Q3")).toMatchObject({ period: "2026-Q3" });
    await expect(read("boardroom://board-pack/soon")).rejects.toThrow("Choose a month or a quarter");
    await expect(read("boardroom://salaries")).rejects.toThrow(/not found/i);
  });
});

describe("the door", () => {
  test("it opens to a token alone: no cookie, no name of another host, no page of another site", async () => {
    const { token } = await withToken(world.url, owner);
    const authorization = `Bearer ${token}`;
    const reply = async (headers: Record<string, string>) => {
      const response = await post(headers, initialize);
      return [response.status, await response.text(), response.headers.get("www-authenticate")];
    };
    const challenge = `Bearer resource_metadata="${world.config.publicUrl.origin}/.well-known/oauth-protected-resource/mcp", scope="read write propose"`;
    const wanted = "Sign in, or send an API token as a header: Authorization: Bearer <token>";
    expect(await reply({})).toEqual([401, wanted, challenge]);
    expect(await reply({ cookie: owner.cookie ?? "" })).toEqual([401, wanted, challenge]);
    const dead = "This token does not work: it was revoked, has expired or was not copied whole";
    expect(await reply({ authorization: `${authorization.slice(0, -1)}0` })).toEqual([
      401,
      dead,
      `${challenge}, error="invalid_token"`,
    ]);
    const [status, text] = await reply({ authorization, origin: "https://evil.example" });
    expect([status, text]).toEqual([403, expect.stringContaining("This request came from another site")]);
    const rebound = await postAs("evil.example", `${world.url}/mcp`, { authorization });
    expect(rebound).toMatch(/^403 Boardroom is not called "evil.example"/);
    expect((await reply({ authorization }))[0]).toBe(200);
  });

  test("many messages at once, none and broken ones are refused in a sentence", async () => {
    const { token } = await withToken(world.url, owner);
    const headers = { authorization: `Bearer ${token}` };
    const many = await post(
      headers,
      Array.from({ length: 21 }, () => message("ping")),
    );
    expect([many.status, await many.text()]).toEqual([400, "Send at most 20 messages at once"]);
    for (const body of [[], {}, 5, { jsonrpc: "2.0" }]) expect((await post(headers, body)).status).toBe(400);
    expect((await fetch(`${world.url}/mcp`, { headers })).status).toBe(405);
  });
});
