import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { routes } from "#app/rooms.ts";
import { nextCursorHeader } from "#contract/cursor.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { type DecisionPage, listDecisions, settleDecision } from "#features/decisions/contract.ts";
import { createTask, listTasks, updateTask } from "#features/tasks/contract.ts";
import { putCopies, toTheMicrosecond } from "../copies.ts";
import { furnish, type Ground, nameOf } from "../samples.ts";
import { openWorld, type Reply, type World } from "../world.ts";

let world: World;
let owner: Ground;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = await furnish(world);
});
afterAll(() => world?.close());

const takesShape = ({ query }: Endpoint) => query instanceof z.ZodObject && "shape" in query.shape;
const inLines = routes.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.lines);
const lists = inLines.filter(({ path }) => !path.includes(":"));
type Row = { id: string } & Record<string, unknown>;
const bothOf = async (path: string): Promise<[whole: Reply<Row[]>, lines: Reply<Row[]>]> => {
  const read = (address: string) => owner.member.send("GET", address) as Promise<Reply<Row[]>>;
  const more = path.includes("?") ? "&" : "?";
  return [await read(path), await read(`${path}${more}shape=lines`)];
};

test("what can be asked for its lines takes the key, and nothing else does", () => {
  const taking = routes.map(({ endpoint }) => endpoint).filter(takesShape);
  expect(taking.map(nameOf)).toEqual(inLines.map(nameOf));
  expect(taking.map(nameOf).sort()).toEqual(["GET /api/decisions", "GET /api/decisions/:id", "GET /api/tasks"]);
});

describe("lines are the same rows in the same order, each with the same values of fewer fields", () => {
  test.for(lists.map((endpoint) => [endpoint.path, endpoint] as const))("%s", async ([path, endpoint]) => {
    const [whole, lines] = await bothOf(path);
    expect(whole.json.length).toBeGreaterThan(1);
    expect(lines.json.map(({ id }) => id)).toEqual(whole.json.map(({ id }) => id));
    expect(endpoint.response.safeParse(whole.json).success).toBe(true);
    expect(endpoint.lines?.safeParse(lines.json).success).toBe(true);
    expect(endpoint.response.safeParse(lines.json).success).toBe(false);
    for (const [at, line] of lines.json.entries()) {
      const { authorization, ...row } = whole.json[at] as Row & {
        authorization?: { autonomy: string; limits: unknown[] };
      };
      const met = authorization && { autonomy: authorization.autonomy, limit: authorization.limits[0] ?? null };
      expect({ ...row, ...met }).toMatchObject(line);
    }
  });
});

test("of one decision a card reads the decision alone, as its page has it", async () => {
  const [page, card] = await bothOf(`/api/decisions/${owner.decision}`);
  const { decision } = page.json as unknown as DecisionPage;
  expect(card.json).toEqual({ decision });
  const unknown = await owner.member.send("GET", `/api/decisions/${crypto.randomUUID()}?shape=lines`);
  expect([unknown.status, unknown.text]).toEqual([404, "Not found"]);
});

test("a page in either shape ends at the same place, and goes on by the cursor of the other", async () => {
  const company = owner.member.user.companyId;
  await putCopies(world, company, {
    table: "tasks",
    differ: `'created_at', ${toTheMicrosecond}, 'decision_id', null, 'effect_index', null`,
  });
  await putCopies(world, company, {
    table: "decisions",
    differ: "'number', 1000 + n, 'priority', 'medium', 'status', 'pending'",
  });
  for (const path of ["/api/tasks", "/api/decisions", "/api/decisions?status=pending"]) {
    const [whole, lines] = await bothOf(path);
    const [cursor, other] = [whole, lines].map(({ headers }) => headers.get(nextCursorHeader));
    expect(cursor).toBeTruthy();
    expect(other).toBe(cursor);
    const [next, nextLines] = await bothOf(`${path}${path.includes("?") ? "&" : "?"}cursor=${cursor}`);
    expect(next.json.length).toBe(50);
    expect(nextLines.json.map(({ id }) => id)).toEqual(next.json.map(({ id }) => id));
    expect(Object.keys(nextLines.json[0] ?? {}).length).toBeLessThan(Object.keys(next.json[0] ?? {}).length);
  }
});

test("either shape is answered 304 until a row changes, and then anew", async () => {
  for (const path of ["/api/tasks", "/api/decisions", `/api/decisions/${owner.decision}`])
    for (const address of [path, `${path}?shape=lines`]) {
      const first = await owner.member.send("GET", address);
      const headers = { "if-none-match": first.headers.get("etag") ?? "" };
      expect((await owner.member.send("GET", address, { headers })).status).toBe(304);
      await owner.member.call(createTask, { body: { title: "Something new" } });
      const again = await owner.member.send("GET", address, { headers });
      expect(again.status).toBe(200);
      expect(again.headers.get("etag")).not.toBe(first.headers.get("etag"));
    }
});

test("a line says what a verb did: who settled a decision, and how a task stands", async () => {
  const { member, decision, task } = owner;
  await member.call(settleDecision, { params: { id: decision }, body: { approved: false, reason: "Too soon" } });
  const settled = await member.call(listDecisions, { query: { status: "rejected", shape: "lines" } });
  expect(settled).toContainEqual(
    expect.objectContaining({ id: decision, rejectedBy: member.username, approvedBy: null, status: "rejected" }),
  );
  await member.call(updateTask, { params: { id: task }, body: { status: "completed" } });
  const done = await member.call(listTasks, { query: { status: "completed", shape: "lines" } });
  expect(done).toContainEqual(expect.objectContaining({ id: task, completedBy: member.username }));
});

test("another shape is refused in a sentence", async () => {
  for (const { path } of inLines) {
    const { status, text } = await owner.member.send("GET", `${path.replace(":id", owner.decision)}?shape=whole`);
    expect([status, text]).toEqual([400, "shape must be one of lines"]);
  }
});
