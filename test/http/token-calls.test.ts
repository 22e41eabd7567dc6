import { crc32 } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { includesRole, type MemberRole, whoMay } from "#contract/roles.ts";
import { type Scope, scopes } from "#contract/scopes.ts";
import { changed, checksum } from "../checksum.ts";
import { bodyTrials, queryTrials, request, type Trial } from "../fuzz.ts";
import { isNightly } from "../nightly.ts";
import { badRefusals, faultsOf, sendAll } from "../refusals.ts";
import { allSamples, colleague, furnish, type Ground, nameOf } from "../samples.ts";
import { tryAsStranger } from "../strangers.ts";
import { byToken, withToken } from "../tokens.ts";
import { type Client, openWorld, type Reply, type World } from "../world.ts";

let world: World;
let owner: Ground;
let stranger: Ground;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = await furnish(world, "owner");
  stranger = await furnish(world, "stranger");
});
afterAll(() => world?.close());

const isForTokens = ({ scope }: Endpoint): boolean => scope !== "browser";
const [forTokens, forBrowsers] = [
  allSamples().filter(({ endpoint }) => isForTokens(endpoint)),
  allSamples().filter(({ endpoint }) => !isForTokens(endpoint)),
];
type Row = (typeof forTokens)[number];
const patience = 300_000;

function send(client: Client, { endpoint, good }: Row, ground: Ground, more: Record<string, string> = {}) {
  const { path, body, headers } = request(endpoint, good(ground));
  return client.send(endpoint.method, path, { body, headers: { ...headers, ...more } });
}

/** Sends calls that must be refused with this sentence; says which were not, and what changed all the same. */
async function notRefused(rows: readonly Row[], client: (row: Row) => Client, sentence: (row: Row) => string) {
  const before = await checksum(world);
  const faults: string[] = [];
  for (const row of rows) {
    const reply = await send(client(row), row, owner);
    if (reply.status !== 403 || reply.text !== sentence(row) || faultsOf(reply).length > 0)
      faults.push(`${nameOf(row.endpoint)}: ${reply.status} ${reply.text.slice(0, 120)}`);
  }
  return [...faults, ...changed(before, await checksum(world)).filter((table) => table !== "api_tokens")];
}

test("calls about sign-in and about who may enter are for browsers only, each by its declaration", async () => {
  const { client } = await withToken(world.url, owner.member);
  expect(
    await notRefused(
      forBrowsers,
      () => client,
      () => "API tokens cannot make this call. Sign in to Boardroom in a browser",
    ),
  ).toEqual([]);
  const guarded =
    /^\/api\/(login|logout|register|password|user\/password|sessions|second-factor|tokens|invitations|join|models\/accounts$)/;
  const writes = allSamples().filter(({ endpoint }) => endpoint.method !== "GET");
  const open = writes.filter(({ endpoint }) => guarded.test(endpoint.path) && isForTokens(endpoint));
  expect(open.map(({ endpoint }) => nameOf(endpoint))).toEqual([]);
  expect(forBrowsers.map(({ endpoint }) => nameOf(endpoint))).toContain("DELETE /api/privacy/user/data-delete");
}, 60_000);

test(
  "a token without the scope of a call is refused, whatever else it may do",
  async () => {
    const lacking = new Map<string, Client>();
    for (const scope of scopes) {
      const others = scopes.filter((other) => other !== scope);
      lacking.set(scope, (await withToken(world.url, owner.member, others)).client);
    }
    const client = ({ endpoint }: Row) => lacking.get(endpoint.scope) ?? world.client();
    const sentence = ({ endpoint }: Row) => `This call needs an API token with the scope "${endpoint.scope}"`;
    expect(await notRefused(forTokens, client, sentence)).toEqual([]);
  },
  patience,
);

test(
  "a token never exceeds its person's role, as that is at the time of the call",
  async () => {
    for (const role of ["viewer", "member", "approver"] as const) {
      const person = await colleague(world, owner.member, "admin");
      const { client } = await withToken(world.url, person);
      await world.asOwner("UPDATE users SET role = $1 WHERE id = $2", [role, person.user.id]);
      const beyond = forTokens.filter(({ endpoint }) => !includesRole(role, endpoint.access as MemberRole));
      expect(beyond.length).toBeGreaterThan(15);
      const sentence = ({ endpoint }: Row) => `Only ${whoMay(endpoint.access as MemberRole)} may do this`;
      expect(await notRefused(beyond, () => client, sentence)).toEqual([]);
    }
  },
  patience,
);

/** A few of what is smuggled in and of the wrong values of each call: sessions get the others. */
const isTried = (call: string, { name, refused }: Trial): boolean =>
  refused && (isNightly || crc32(`${call} ${name} by token`) % (name.startsWith("smuggled") ? 8 : 60) === 0);

test(
  "whatever is wrong with a call by token is refused in a sentence, and nothing changes",
  async () => {
    const { client } = await withToken(world.url, owner.member);
    // Its first use is noted.
    await client.send("GET", "/api/user");
    const trials = forTokens.flatMap(({ endpoint, good }) => {
      const sample = good(owner);
      const all = [...bodyTrials(endpoint, sample), ...queryTrials(endpoint, sample)];
      return all.filter((trial) => isTried(nameOf(endpoint), trial));
    });
    expect(trials.length).toBeGreaterThan(forTokens.length);
    const before = await checksum(world);
    expect(badRefusals(await sendAll(client, trials))).toEqual([]);
    expect(changed(before, await checksum(world)).filter((table) => table !== "api_tokens")).toEqual([]);
  },
  patience,
);

const told = ({ status, text }: Reply) => [status, text];

test(
  "every other call works with a token of its one scope, and repeated with its key has one effect",
  async () => {
    const ground = await furnish(world, "good");
    const clients = new Map<Scope | "browser", Client>();
    for (const scope of scopes) clients.set(scope, (await withToken(world.url, ground.member, [scope])).client);
    const faults: string[] = [];
    let kept = 0;
    for (const row of forTokens) {
      const { endpoint } = row;
      const client = clients.get(endpoint.scope) ?? world.client();
      await row.before?.(ground);
      const key: Record<string, string> = endpoint.takesKey ? { "idempotency-key": nameOf(endpoint) } : {};
      const sample = row.good(ground);
      const same: Row = { ...row, good: () => sample };
      const reply = await send(client, same, ground, key);
      if (reply.status !== 200) faults.push(`${nameOf(endpoint)}: ${reply.status} ${reply.text.slice(0, 150)}`);
      if (!endpoint.takesKey || reply.headers.get("idempotent-replayed") === "true") continue;
      const again = await send(client, same, ground, key);
      kept += 1;
      if (again.headers.get("idempotent-replayed") !== "true" || String(told(again)) !== String(told(reply)))
        faults.push(`${nameOf(endpoint)} again: ${again.status} ${again.text.slice(0, 150)}`);
    }
    expect(faults).toEqual([]);
    expect(kept).toBeGreaterThan(80);
  },
  patience,
);

test(
  "with a token too, a company's ids are unknown ids to another company and none of its rows show or change",
  async () => {
    const member = await byToken(world.url, stranger.member);
    const { leaks, calls, seenByOwner } = await tryAsStranger(world, owner, { ...stranger, member }, isForTokens);
    expect(leaks).toEqual([]);
    expect(calls).toBeGreaterThan(forTokens.length);
    expect(seenByOwner.length).toBeGreaterThan(6);
  },
  patience,
);

test(
  "the examples of the document are requests their calls take",
  async () => {
    type Part = { name: string; in: string; required: boolean; example: string };
    type Operation = { parameters: Part[]; requestBody?: { content: Record<string, { example?: unknown }> } };
    const { json } = await world.client().send("GET", "/api/openapi.json");
    const { paths } = json as { paths: Record<string, Record<string, Operation>> };
    const { client } = await withToken(world.url, owner.member);
    const faults: string[] = [];
    for (const { endpoint, good } of forTokens) {
      const name = nameOf(endpoint);
      const operation = paths[endpoint.path.replaceAll(/:(\w+)/g, "{$1}")]?.[endpoint.method.toLowerCase()];
      const needed = (place: string) =>
        Object.fromEntries(
          (operation?.parameters ?? [])
            .filter((one) => one.in === place && one.required)
            .map((one) => [one.name, String(one.example)]),
        );
      const body = operation?.requestBody?.content["application/json"]?.example;
      const parts = [
        endpoint.params.safeParse(needed("path")),
        endpoint.query.safeParse(needed("query")),
        ...(endpoint.upload ? [] : [endpoint.body.safeParse(body)]),
      ];
      for (const { error } of parts) if (error) faults.push(`${name}: ${error.issues[0]?.message}`);
      if (endpoint.method !== "GET") continue;
      // A read with a row that exists answers it.
      const { path } = request(endpoint, { params: good(owner).params ?? {}, query: needed("query") });
      const { status, text } = await client.send("GET", path);
      if (status !== 200) faults.push(`${name}: ${status} ${text.slice(0, 120)}`);
    }
    expect(faults).toEqual([]);
  },
  patience,
);
