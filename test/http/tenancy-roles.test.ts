import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { includesRole, type MemberRole, memberRoles } from "#contract/roles.ts";
import { listDecisions, settleDecision } from "#features/decisions/contract.ts";
import { changed, checksum } from "../checksum.ts";
import { request } from "../fuzz.ts";
import { furnishAuthenticator, furnishLink } from "../factors.ts";
import { faultsOf } from "../refusals.ts";
import { allSamples, colleague, furnish, type Ground, nameOf } from "../samples.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
let ground: Ground;
const people = new Map<MemberRole, Member>();
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  ground = await furnish(world);
  for (const role of memberRoles) people.set(role, await colleague(world, ground.member, role));
  // Who settled a decision may undo it.
  await world.asOwner("UPDATE decisions SET settled_by = $1 WHERE undo_until IS NOT NULL", [
    people.get("approver")?.user.id,
  ]);
  // A plan whose proposals wait is for approvers to undo.
  await world.asOwner("UPDATE plan_items SET decision_id = NULL WHERE plan_id = $1", [ground.acceptedPlan]);
  // A notification is its person's alone, and so is a session.
  await world.asOwner("UPDATE notifications SET user_id = $1", [people.get("viewer")?.user.id]);
  for (const table of ["push_devices", "calendar_links"])
    await world.asOwner(`UPDATE ${table} SET user_id = $1`, [people.get("viewer")?.user.id]);
  await world.asOwner("UPDATE sessions SET user_id = $1 WHERE id = $2", [
    people.get("viewer")?.user.id,
    ground.session,
  ]);
  await world.asOwner("UPDATE api_tokens SET user_id = $1", [people.get("viewer")?.user.id]);
  await world.asOwner("UPDATE assistants SET user_id = $1", [people.get("viewer")?.user.id]);
  // So are the second factors.
  const viewer = people.get("viewer")?.user;
  await world.asOwner("UPDATE passkeys SET user_id = $1 WHERE id = $2", [viewer?.id, ground.passkey]);
  if (viewer) await furnishAuthenticator(world, viewer.companyId, viewer.id);
  if (viewer) await furnishLink(world, viewer.companyId, viewer.id);
});
afterAll(() => world?.close());

const article = (role: string) => (/^[aeiou]/.test(role) ? "an" : "a");
const sentence = (needed: string) =>
  `Only ${article(needed)} ${needed}${needed === "admin" ? "" : " or above"} may do this`;
/** An outside agent asks by its operator alone, whatever the operator's role is. */
const byOperator = /^(?:POST|GET) \/api\/decision-service/;
const rows = allSamples().filter(({ endpoint }) => endpoint.access !== "public");

describe("each role may do exactly what the endpoint's access says, the weakest first", () => {
  const pairs = rows.flatMap((row) => memberRoles.map((role) => [nameOf(row.endpoint), role, row] as const));
  test.for(pairs)("%s as %s", async ([, role, { endpoint, good }]) => {
    const person = people.get(role);
    const { path, body, headers } = request(endpoint, good({ ...ground, ...(person && { member: person }) }));
    const may = includesRole(role, endpoint.access as MemberRole);
    // What is allowed may change anything.
    const before = may ? {} : await checksum(world);
    const reply = await person?.send(endpoint.method, path, { body, headers });
    if (!reply) throw new Error(`Nobody is ${role}.`);
    // The first who may has to get through; whoever comes after finds it done, or gone.
    const gets = role === endpoint.access ? [200] : [200, 404, 409];
    const expected = !may ? [403] : byOperator.test(nameOf(endpoint)) ? [200, 403, 404, 409] : gets;
    expect(expected).toContain(reply.status);
    expect(may ? sentence(endpoint.access) : reply.text).toBe(sentence(endpoint.access));
    expect(may ? [] : [...faultsOf(reply), ...changed(before, await checksum(world))]).toEqual([]);
  });
});

test("who approved is who was signed in, whatever the request says", async () => {
  const { member, decision } = await furnish(world, "signed");
  const approver = await colleague(world, member, "approver");
  const forged = { approved: true, approvedBy: member.username };
  const refused = await approver.send("POST", `/api/decisions/${decision}/approve`, { body: forged });
  expect(refused.status).toBe(400);
  const approved = await approver.call(settleDecision, { params: { id: decision }, body: { approved: true } });
  expect(approved.approvedBy).toBe(approver.username);
  const [line] = await world.asOwner<{ username: string }>(
    `SELECT u.username FROM journal j JOIN users u ON u.company_id = j.company_id AND u.id = j.actor_id
     WHERE j.action = 'decision.approved' AND j.resource_id = $1`,
    [decision],
  );
  expect(line?.username).toBe(approver.username);
});

test("a role that was taken away, a switched-off person and an ended session lose their rights at once", async () => {
  const { member } = await furnish(world, "changing");
  const admin = await colleague(world, member, "admin");
  const set = (change: string) => world.asOwner(`UPDATE users SET ${change} WHERE username = $1`, [admin.username]);
  const reset = () => admin.send("POST", "/api/company/initialize-agents", {});
  expect((await reset()).status).toBe(200);
  await set("role = 'viewer'");
  expect((await reset()).status).toBe(403);
  expect(await admin.call(listDecisions)).not.toEqual([]);
  await set("is_active = false");
  expect((await admin.send("GET", "/api/decisions")).status).toBe(401);
  await set("is_active = true, role = 'admin'");
  expect((await reset()).status).toBe(200);
  const { cookie } = admin;
  await admin.send("POST", "/api/logout");
  admin.cookie = cookie;
  expect((await reset()).status).toBe(401);
});
