import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { startServer, type Server } from "../faults/server.ts";
import { withToken } from "../tokens.ts";
import { clientOf, freshGround, type Member, signUp } from "../world.ts";

/** What the log says of requests, from the process's own standard output. */
let ground: Awaited<ReturnType<typeof freshGround>>;
let server: Server;
let member: Member;

beforeAll(async () => {
  ground = await freshGround();
  server = await startServer({ ...ground.env, LOG_LEVEL: "info" });
  member = await signUp(server.url, "logged");
});
afterAll(async () => {
  server?.signal("SIGTERM");
  await server?.ended;
  ground?.remove();
});

type Line = Record<string, unknown>;

async function lineOf(request: string | null, words = "request"): Promise<Line> {
  const find = () =>
    server
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Line)
      .find((line) => line["msg"] === words && line["request"] === request);
  await expect.poll(find).toBeDefined();
  return find() ?? {};
}

test("a signed-in call's line carries time, request, company, user, route, status and ms", async () => {
  const reply = await member.send("GET", "/api/tasks?status=open");
  const line = await lineOf(reply.headers.get("x-request-id"));
  const { companyId: company, id: user } = member.user;
  expect(line).toMatchObject({ level: "info", company, user, route: "GET /api/tasks", status: reply.status });
  expect(String(line["time"])).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/);
  expect(line["ms"]).toBeGreaterThan(0);
});

test.each([
  ["GET", "/api/user", "GET /api/user", 401],
  ["GET", "/api/nothing", "GET unknown", 404],
  ["GET", "/api/%zz", "GET unknown", 404],
  ["POST", "/api/register", "POST /api/register", 400],
])("%s %s by a stranger has its line, without a company", async (method, path, route, status) => {
  const body = method === "POST" ? { body: { username: "x" } } : {};
  const reply = await clientOf(server.url).send(method, path, body);
  const line = await lineOf(reply.headers.get("x-request-id"));
  expect(line).toMatchObject({ route, status, ms: expect.any(Number) });
  expect(line).not.toHaveProperty("company");
});

test("a call with a token carries the token's id, and the token itself is never logged", async () => {
  const { token, id, client } = await withToken(server.url, member);
  const reply = await client.send("GET", "/api/tasks");
  expect(await lineOf(reply.headers.get("x-request-id"))).toMatchObject({ user: member.user.id, apiToken: id });
  const inAddress = await client.send("GET", `/api/tasks?token=${token}`);
  expect(await lineOf(inAddress.headers.get("x-request-id"))).toMatchObject({ status: 400 });
  for (const path of [`/${token}`, `/api/%zz?token=${token}`, `/api/tasks/${token}`])
    await clientOf(server.url).send("GET", path);
  await client.send("POST", "/api/tasks", { body: { title: 1, token } });
  const last = await client.send("DELETE", `/api/tokens/${id}`);
  await lineOf(last.headers.get("x-request-id"));
  expect(server.output()).not.toContain(token.slice(8));
});

test("a socket that was refused has its line", async () => {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws`);
  socket.on("error", () => undefined);
  const [, response] = (await once(socket, "unexpected-response")) as [unknown, { headers: Record<string, string> }];
  const line = await lineOf(response.headers["x-request-id"] ?? null);
  expect(line).toMatchObject({ route: "GET /ws", status: 401 });
});

test("a failed sign-in is logged as a security event with user and address, without any name", async () => {
  const attempt = async (username: string) => {
    const body = { username, password: "a wrong password" };
    const reply = await clientOf(server.url).send("POST", "/api/login", { body });
    return lineOf(reply.headers.get("x-request-id"), "a sign-in failed");
  };
  const { companyId: company, id: user } = member.user;
  const about = { level: "warn", event: "security", address: "127.0.0.1" };
  expect(await attempt(` ${member.username.toUpperCase()}`)).toMatchObject({
    ...about,
    company,
    user,
  });
  // People type their password into the wrong field.
  const unknown = await attempt("a password in the wrong field");
  expect(unknown).toMatchObject({ ...about, account: expect.stringMatching(/^unknown [0-9a-f]{12}$/) });
  expect(unknown).not.toHaveProperty("company");
  expect(await attempt("a password in the wrong field")).toMatchObject({ account: unknown["account"] });
  expect(server.output()).not.toContain("wrong field");
});

test("no line holds what was sent: no password, no cookie, no query", async () => {
  await member.send("POST", "/api/login", { body: { username: member.username, password: "a wrong password" } });
  await member.send("GET", "/api/tasks?status=telling");
  const said = server.output();
  for (const telling of [member.password, "a wrong password", (member.cookie ?? "").slice(4), "telling"])
    expect(said).not.toContain(telling);
});
