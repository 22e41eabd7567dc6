import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { routes } from "#app/rooms.ts";
import { answerTo } from "#contract/endpoint.ts";
import { changed, checksum } from "../checksum.ts";
import { request } from "../fuzz.ts";
import { endAllSessions } from "#features/accounts/sessions/contract.ts";
import { allSamples, furnish, type Ground, nameOf } from "../samples.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let ground: Ground;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  ground = await furnish(world);
});
afterAll(() => world?.close());

test("every endpoint has a good request in the table of samples", () => {
  const named = new Set(allSamples().map((row) => nameOf(row.endpoint)));
  expect([...named].sort()).toEqual(routes.map((route) => nameOf(route.endpoint)).sort());
});

type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] };

/** The keys a schema knows that a value leaves out, also in the first row of a list. */
function leftOut(schema: Shape, value: unknown, place = ""): string[] {
  if (schema.items && Array.isArray(value)) return leftOut(schema.items, value[0], `${place}.0`);
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const given = (value as Record<string, unknown> | undefined)?.[key];
    return given === undefined ? [`${place}.${key}`] : leftOut(inner, given, `${place}.${key}`);
  });
}

test("every good request names every key its endpoint takes", () => {
  const optional = [
    "GET /api/communications query.after",
    "POST /api/explore/pins body.query.show",
    "PUT /api/records/:id/field body.word",
  ];
  const missing = allSamples().flatMap(({ endpoint, good }) => {
    const sample = good(ground);
    return (["params", "query", "body"] as const).flatMap((part) => {
      const schema = z.toJSONSchema(endpoint[part], { io: "input", unrepresentable: "any" }) as Shape;
      return leftOut(schema, sample[part], part).map((place) => `${nameOf(endpoint)} ${place}`);
    });
  });
  // A list in lines is asked for both ways: without the key its rows are whole.
  const whole = routes
    .filter(({ endpoint }) => endpoint.lines)
    .map(({ endpoint }) => `${nameOf(endpoint)} query.shape`);
  expect(missing.filter((place) => !optional.includes(place)).sort()).toEqual(whole.sort());
});

describe("a good request succeeds, and changes something exactly where the endpoint writes", () => {
  test.for(allSamples().map((row) => [nameOf(row.endpoint), row] as const))("%s", async ([, row]) => {
    // The call before it signed out.
    if (row.endpoint === endAllSessions) await row.before?.(ground);
    const before = await checksum(world);
    const sample = row.good(ground);
    const { path, body, headers } = request(row.endpoint, sample);
    const client = row.endpoint.rate === "sign-in" || row.endpoint.rate === "register" ? world.client() : ground.member;
    const reply = await client.send(row.endpoint.method, path, { body, headers });
    expect(reply.text.slice(0, 300)).toMatch(/^[[{]/);
    expect(reply.status).toBe(200);
    expect(answerTo(row.endpoint, sample.query).safeParse(reply.json).success).toBe(true);
    expect(changed(before, await checksum(world)).length > 0).toBe(row.writes);
  });
});

test("a body of just under 100 KB and 20 levels is taken by who looks at it", async () => {
  const owner = (await furnish(world, "large")).member;
  const points = Array.from({ length: 1000 }, (_, day) => ({
    metricName: "a_name_of_some_length",
    metricValue: day,
    measurementDate: new Date(Date.UTC(2020, 0, day + 1)).toISOString().slice(0, 10),
  }));
  const large = await owner.send("POST", "/api/metrics", { body: { source: "api", points } });
  expect(large.json).toEqual({ added: 1000, changed: 0, unchanged: 0 });
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const nested = await owner.send("POST", "/api/tasks", { body: deep(20) });
  expect(nested.text).not.toContain("nested");
  const deeper = await owner.send("POST", "/api/tasks", { body: deep(21) });
  expect(deeper.text).toBe("The request is nested deeper than 20 levels");
});
