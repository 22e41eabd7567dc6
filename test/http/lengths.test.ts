import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, type Member, openWorld, type World } from "../world.ts";

/** The store limits of the specification: names and roles 50 and 100, titles and addresses 255 characters. */
let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
});
afterAll(() => world?.close());

let used = 0;
const fill = (length: number) => `${"x".repeat(length - 6)}${String((used += 1)).padStart(6, "0")}`;
const address = (length: number) => {
  const labels = `@${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.example`;
  return fill(length - labels.length) + labels;
};
const agent = (change: object) => ({
  selectedRoles: ["CEO"],
  agents: [{ role: "CEO", name: "Ana", capabilities: [], decisionAuthority: "low", budgetLimit: 0, ...change }],
});
const person = (change: object) => ({
  username: fill(12),
  email: `${fill(12)}@example.com`,
  companyName: "Acme",
  password: "a long password",
  ...change,
});

type Make = (length: number) => [who: () => Client, method: string, path: string, body: object];
const anybody = () => world.client();
const owner = () => member;

test.each<[string, number, Make]>([
  ["username", 50, (length) => [anybody, "POST", "/api/register", person({ username: fill(length) })]],
  ["company name", 100, (length) => [anybody, "POST", "/api/register", person({ companyName: fill(length) })]],
  ["agent name", 100, (length) => [owner, "POST", "/api/company/setup-agents", agent({ name: fill(length) })]],
  [
    "agent address",
    255,
    (length) => [owner, "POST", "/api/company/setup-agents", agent({ emailAddress: address(length) })],
  ],
  ["task title", 255, (length) => [owner, "POST", "/api/tasks", { title: fill(length) }]],
  [
    "metric name",
    100,
    (length) => [
      owner,
      "POST",
      "/api/metrics",
      { source: "manual", points: [{ metricName: fill(length), metricValue: 1, measurementDate: "2026-01-01" }] },
    ],
  ],
])("a %s of %i characters is taken, one more is refused in a sentence", async (_name, longest, make) => {
  const send = async (length: number) => {
    const [who, method, path, body] = make(length);
    return who().send(method, path, { body });
  };
  const taken = await send(longest);
  expect([taken.status, taken.status === 200 ? "" : taken.text]).toEqual([200, ""]);
  const refused = await send(longest + 1);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(String(longest))]);
});

test("what zod would say is said in plain words", async () => {
  const said = async (path: string, body: unknown, method = "POST") => (await member.send(method, path, { body })).text;
  expect(await said("/api/login", {})).toBe("username is required");
  expect(await said("/api/login", { username: 1, password: "x" })).toBe("username must be text");
  expect(await said(`/api/tasks/${crypto.randomUUID()}`, { status: "done" }, "PUT")).toBe(
    "status must be one of pending, in_progress, completed, cancelled",
  );
  expect(await said("/api/tasks", { title: "x", colour: "red" })).toBe('The request does not take "colour"');
});
