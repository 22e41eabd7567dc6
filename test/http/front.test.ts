import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#app/rooms.ts";
import { version } from "#platform/version.ts";
import { sendBytes } from "../raw.ts";
import { type Client, openWorld, type World } from "../world.ts";

let world: World;
let client: Client;
beforeAll(async () => {
  world = await openWorld();
  client = world.client();
});
afterAll(() => world?.close());

test("every call is described in the OpenAPI document, with who may make it", async () => {
  const { status, json } = await client.send("GET", "/api/openapi.json");
  expect(status).toBe(200);
  const { openapi, paths } = json as { openapi: string; paths: Record<string, Record<string, { "x-access": string }>> };
  expect(openapi).toBe("3.1.0");
  for (const { endpoint } of routes) {
    const operation = paths[endpoint.path.replaceAll(/:(\w+)/g, "{$1}")]?.[endpoint.method.toLowerCase()];
    expect(operation, endpoint.path).toMatchObject({ summary: endpoint.summary, "x-access": endpoint.access });
  }
  const described = Object.values(paths).flatMap((operations) => Object.keys(operations));
  expect(described).toHaveLength(routes.length);
});

test.each([
  ["/livez", "ok"],
  ["/readyz", "ready"],
  ["/api/health", JSON.stringify({ status: "ok", version })],
])("%s answers and tells nothing inner", async (path, text) => {
  expect(await client.send("GET", path)).toMatchObject({ status: 200, text });
});

test("every answer carries the headers that keep a browser safe", async () => {
  const { headers } = await client.send("GET", "/api/health");
  const policy = headers.get("content-security-policy") ?? "";
  for (const rule of [
    "default-src 'self'",
    "script-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
    expect(policy.split(";")).toContain(rule);
  expect(policy).not.toContain("unsafe-eval");
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("access-control-allow-origin")).toBeNull();
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("TRACE is no method here and echoes nothing", async () => {
  const answer = await sendBytes(
    world,
    "TRACE /api/health HTTP/1.1\r\nHost: x\r\nX-Secret: echo me\r\nConnection: close\r\n\r\n",
  );
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).not.toContain("echo me");
});

test("an address that is no call answers in one sentence; a page of the browser gets the browser part or the same", async () => {
  const reply = await client.send("GET", "/api/nothing");
  expect([reply.status, reply.text, reply.headers.get("x-error-code")]).toEqual([404, "Not found", "not_found"]);
  expect((await client.send("POST", "/api/user")).status).toBe(404);
  expect([200, 404]).toContain((await client.send("GET", "/decisions/1")).status);
});

test("a call without what it needs says what is to be sent; an id that is none is named", async () => {
  const member = await world.member();
  const refused = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await member.send(method, path, { body });
    return [status, text];
  };
  expect(await refused("POST", "/api/agents/ask")).toEqual([400, "Send a JSON object with question and urgency"]);
  expect(await refused("POST", "/api/tasks")).toEqual([400, "Send a JSON object with title"]);
  expect(await refused("POST", "/api/comments")).toEqual([400, "Send a JSON object with subject, subjectId and text"]);
  expect(await refused("POST", "/api/tasks", [])).toEqual([400, "The request must be an object"]);
  expect(await refused("GET", "/api/runs?agentId=nonsense")).toEqual([400, "agentId is not an id"]);
});
