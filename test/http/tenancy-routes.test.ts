import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changed, changesInTurn, checksum } from "../checksum.ts";
import { request } from "../fuzz.ts";
import { faultsOf } from "../refusals.ts";
import { sendRaw } from "../raw.ts";
import { allSamples, furnish, type Ground, nameOf } from "../samples.ts";
import { idPlaces, tryAsStranger } from "../strangers.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let owner: Ground;
let stranger: Ground;
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  owner = await furnish(world, "owner");
  stranger = await furnish(world, "stranger");
});
afterAll(() => world?.close());

const rows = allSamples();
const named = rows.map((row) => [nameOf(row.endpoint), row] as const);

test("a company's ids are unknown ids to another company on every route, and none of its rows show or change", async () => {
  const { leaks, calls, seenByOwner } = await tryAsStranger(world, owner, stranger);
  expect(leaks).toEqual([]);
  const withIds = rows.filter(({ good }) => idPlaces(good(owner)).length > 0);
  expect(withIds.length).toBeGreaterThanOrEqual(9);
  expect(calls).toBeGreaterThan(rows.length + 4 * withIds.length);
  // The company itself does see what was looked for.
  // These show figures and names of the installation, and no row by its id.
  const withoutIds = [
    "GET /api/agents/asks",
    "GET /api/brief",
    "GET /api/agents/capabilities",
    "GET /api/integrations/active",
    "GET /api/oauth/:type/authorize",
    "GET /api/integrations/available",
    "GET /api/integrations/:id/logs",
    "POST /api/integrations/initialize",
    "GET /api/slack",
    "GET /api/slack/channels",
    "GET /api/metrics",
    "GET /api/metrics/sources",
    "PUT /api/metrics/sources",
    "GET /api/metrics/freshness",
    "GET /api/metrics/series",
    "GET /api/authority/policies",
    "GET /api/authority/versions",
    "GET /api/authority/versions/:version",
    "GET /api/reviewers/me",
    "GET /api/reviewers/me/rules",
    "GET /api/decisions/ledger/summary",
    "GET /api/decisions/types",
    "GET /api/brain/overview",
    "GET /api/company/plan",
    "GET /api/notifications/count",
    "GET /api/dashboard/overdue",
    "POST /api/join/invitation",
    "POST /api/shared/approval",
    "POST /api/integrations/:id/keep",
    "POST /api/password/link",
    "POST /api/second-factor/confirm/options",
    "POST /api/password/lost",
    "POST /api/privacy/closed-company/data-export",
    "GET /api/privacy/user/data-processing-log",
    "GET /api/privacy/user/actions",
    "DELETE /api/privacy/user/data-delete",
    "GET /api/security/status",
    "GET /api/audit-chain",
    "POST /api/login/passkey/options",
    "GET /api/second-factor",
    "GET /api/provider-link",
    "GET /api/status",
    "GET /api/entry",
    "GET /api/models/engine",
    "GET /api/models/local",
    "GET /api/models/trial",
    "GET /api/mail/sign-ins",
    "POST /api/mail/find",
    "POST /api/mail/mailboxes/:id/check",
    "GET /api/records/samples",
    "GET /api/records",
    "GET /api/records/own-words",
    "GET /api/records/parties/:kind",
    "GET /api/records/books/profit",
    "GET /api/records/books/staff",
    "GET /api/records/:kind/template",
    "GET /api/imports/:id/refused",
  ];
  const reads = rows.filter(({ writes }) => !writes).map(({ endpoint }) => nameOf(endpoint));
  expect(reads.filter((name) => !seenByOwner.includes(name) && !withoutIds.includes(name))).toEqual([]);
});

describe("without a session only the open calls answer", () => {
  const changesOf = changesInTurn(() => world);
  test.for(named.filter(([, { endpoint }]) => endpoint.access !== "public"))("%s", async ([, { endpoint, good }]) => {
    const { path, body, headers } = request(endpoint, good(owner));
    const forged = `sid=${"A".repeat(43)}`;
    const changes = await changesOf(async () => {
      for (const cookie of ["", forged, "sid=", "sid=null", `__Host-sid=${owner.member.cookie?.slice(4)}`]) {
        const reply = await world.client().send(endpoint.method, path, { body, headers: { ...headers, cookie } });
        expect([reply.status, reply.text]).toEqual([401, "Unauthorized"]);
        expect(faultsOf(reply)).toEqual([]);
      }
    });
    expect(changes).toEqual([]);
  });
});

describe("what another site makes the browser send is refused", () => {
  const writing = named.filter(([, { endpoint }]) => endpoint.method !== "GET");
  const changesOf = changesInTurn(() => world);
  test.for(writing)("%s", async ([, { endpoint, good }]) => {
    const { path, body, headers } = request(endpoint, good(stranger));
    const site = (given: Record<string, string>) => ({ "sec-fetch-site": "", ...headers, ...given });
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site", origin: world.url },
      { "sec-fetch-site": "SAME-ORIGIN" },
    ];
    const sentence = `This request came from another site. Open Boardroom at ${world.config.publicUrl.origin}`;
    const changes = await changesOf(async () => {
      for (const given of foreign) {
        const reply = await stranger.member.send(endpoint.method, path, { body, headers: site(given) });
        expect([reply.status, reply.text]).toEqual([403, sentence]);
      }
    });
    expect(changes).toEqual([]);
  });
});

test("a foreign Origin counts whatever else the browser says, and the own one passes", async () => {
  const cookie = owner.member.cookie ?? "";
  const path = `/api/tasks`;
  const body = '{"title":"From a form"}';
  const post = (origin: Record<string, string>) =>
    sendRaw(world, { method: "POST", path, body, headers: { cookie, "content-type": "application/json", ...origin } });
  const before = await checksum(world);
  for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1", `${world.url}.evil.example`, "http://"]) {
    const reply = await post({ origin });
    expect([origin, reply.status]).toEqual([origin, 403]);
    expect(faultsOf(reply)).toEqual([]);
  }
  for (const host of ["evil.example", "evil.example:3000"]) {
    const reply = await post({ host, origin: `http://${host}` });
    expect([host, reply.status]).toEqual([host, 403]);
  }
  // What is the same site for the browser is another one where PUBLIC_URL says so.
  expect((await post({ "sec-fetch-site": "same-origin", origin: "https://other.example" })).status).toBe(403);
  expect(changed(before, await checksum(world))).toEqual([]);
  const { origin: publicOrigin } = world.config.publicUrl;
  expect((await post({ host: "anything", origin: publicOrigin })).status).toBe(200);
  for (const origin of [{ origin: world.url }, { "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }, {}])
    expect((await post(origin as Record<string, string>)).status).toBe(200);
});
