import { afterAll, beforeAll, expect, test } from "vitest";
import type { SecondStep } from "#features/accounts/contract.ts";
import * as calls from "#features/accounts/factors/contract.ts";
import { addPasskey, removePasskey, startPasskey } from "#features/accounts/factors/passkeys/contract.ts";
import { signWithPasskey, startWithPasskey } from "#features/accounts/factors/sign-in/contract.ts";
import { type SoftPasskey, softPasskey } from "../outside/passkey.ts";
import { type Client, journalOf, type Member, openWorld, signIn, type World } from "../world.ts";

let world: World;
let origin: string;
beforeAll(async () => {
  world = await openWorld();
  origin = world.config.publicUrl.origin;
});
afterAll(() => world?.close());

/** Adds a passkey to the person's account. */
async function add(member: Client, name: string, key: SoftPasskey = softPasskey(origin)) {
  const { challenge } = await member.call(startPasskey);
  const answer = await member.call(addPasskey, { body: { name, passkey: key.create(challenge) } });
  return { key, ...answer };
}

/** Enters the password in a new browser and asks for a challenge. */
async function enterPassword({ username, password }: Member) {
  const client = world.client();
  const { json } = await client.send("POST", "/api/login", { body: { username, password } });
  const { token } = (json as SecondStep).secondFactor;
  const { challenge } = await client.call(startWithPasskey, { body: { token } });
  return { client, token, challenge };
}
const sign = (client: Client, token: string, key: SoftPasskey, challenge: string) =>
  client.send("POST", signWithPasskey.path, { body: { token, passkey: key.sign(challenge) } });
const notAccepted = "This passkey was not accepted. Use another one, or a code";

test("a person adds passkeys with names, signs in with one, sees its last use and removes it", async () => {
  const member = await world.member("keys");
  const laptop = await add(member, "Laptop");
  expect(laptop.recoveryCodes).toHaveLength(10);
  const phone = await add(member, "Phone", softPasskey(origin, { counts: true }));
  expect(phone.recoveryCodes).toEqual([]);
  for (let time = 0; time < 2; time += 1) {
    const { client, token, challenge } = await enterPassword(member);
    expect(client.cookie).toBeNull();
    expect((await sign(client, token, phone.key, challenge)).status).toBe(200);
    expect((await client.send("GET", "/api/tasks")).status).toBe(200);
  }
  const { passkeys } = await member.call(calls.getSecondFactor);
  expect(passkeys.map(({ name, lastUsedAt }) => [name, lastUsedAt !== null])).toEqual([
    ["Laptop", false],
    ["Phone", true],
  ]);
  await member.call(removePasskey, { params: { id: phone.passkey.id } });
  const { client, token, challenge } = await enterPassword(member);
  expect(await sign(client, token, phone.key, challenge)).toMatchObject({ status: 401, text: notAccepted });
  expect((await sign(client, token, laptop.key, challenge)).status).toBe(200);
  await client.call(removePasskey, { params: { id: laptop.passkey.id } });
  expect((await signIn(world.url, member)).cookie).toMatch(/^sid=/);
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["user.passkey_added", "user.recovery_codes_made", "user.passkey_removed"]),
  );
});

test("another person's passkey, challenge or sign-in is refused, and changes nothing", async () => {
  const [ann, ben] = [await world.member("ann"), await world.member("ben")];
  const [annKey, benKey] = [await add(ann, "Ann's"), await add(ben, "Ben's")];
  const [forAnn, forBen] = [await enterPassword(ann), await enterPassword(ben)];
  const before = await journalOf(world, ann);
  for (const [token, key, challenge] of [
    [forAnn.token, benKey.key, forAnn.challenge],
    [forAnn.token, annKey.key, forBen.challenge],
    [forBen.token, annKey.key, forBen.challenge],
    [forAnn.token, annKey.key, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
  ] as const)
    expect(await sign(forAnn.client, token, key, challenge)).toMatchObject({ status: 401, text: notAccepted });
  // A key of Ben's under the name of Ann's.
  const forged = { ...benKey.key.sign(forAnn.challenge), id: annKey.key.id, rawId: annKey.key.id };
  const body = { token: forAnn.token, passkey: forged };
  expect(await forAnn.client.send("POST", signWithPasskey.path, { body })).toMatchObject({ status: 401 });
  expect(await journalOf(world, ann)).toEqual(before);

  const foreign = await ben.send("DELETE", `/api/second-factor/passkeys/${annKey.passkey.id}`);
  expect([foreign.status, foreign.text]).toEqual([404, "Not found"]);
  const { challenge } = await ben.call(startPasskey);
  const taken = { name: "Mine now", passkey: annKey.key.create(challenge) };
  expect(await ben.send("POST", addPasskey.path, { body: taken })).toMatchObject({
    status: 409,
    text: "This passkey is in use already. Make a new one",
  });
  // A challenge of another person's account.
  const passkey = softPasskey(origin).create((await ann.call(startPasskey)).challenge);
  expect(await ben.send("POST", addPasskey.path, { body: { name: "Ben's", passkey } })).toMatchObject({ status: 400 });
});

test("a signature counts once, for this site, and not from a copied authenticator", async () => {
  const member = await world.member("copied");
  const counting = await add(member, "Counting", softPasskey(origin, { counts: true }));
  const first = await enterPassword(member);
  const used = counting.key.sign(first.challenge);
  const send = (client: Client, token: string, passkey: object) =>
    client.send("POST", signWithPasskey.path, { body: { token, passkey } });
  const both = await Promise.all([1, 2].map(() => send(first.client, first.token, used)));
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["200", "401"]);
  expect((await send(first.client, first.token, used)).status).toBe(401);

  // The counter of a copy stands where it was.
  await world.asOwner("UPDATE passkeys SET counter = 50 WHERE user_id = $1", [member.user.id]);
  const second = await enterPassword(member);
  expect((await sign(second.client, second.token, counting.key, second.challenge)).status).toBe(401);

  const elsewhere = softPasskey("https://boardroom.attacker.example");
  const { challenge } = await member.call(startPasskey);
  const body = { name: "Phished", passkey: elsewhere.create(challenge) };
  expect(await member.send("POST", addPasskey.path, { body })).toMatchObject({ status: 400 });
});
