import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import * as calls from "#features/integrations/contract.ts";
import { hookOf } from "#features/integrations/hastening/service.ts";
import { jobContext } from "#features/accounts/service.ts";
import { travelTo } from "#platform/clock.ts";
import { mintCompany } from "#platform/context.ts";
import { connectBySignIn, eventually, readAgain } from "../connecting.ts";
import { type Eight, openEight, operatorsClients, type Tried } from "../outside/eight/services.ts";
import { client as googleClient } from "../outside/google-sign-in.ts";
import { hubspotClient } from "../outside/hubspot.ts";
import { client as intuitClient } from "../outside/quickbooks.ts";
import { stripeKey } from "../outside/stripe.ts";
import { postTo } from "../receiving.ts";
import { type Member, openWorld, type World } from "../world.ts";

/** Messages of services that something changed: they hasten a reading, and a forged one does nothing. */
let eight: Eight;
let world: World;
beforeAll(async () => {
  eight = await openEight("usd");
  const { connectors, mailboxes } = eight;
  const env = { PRIVATE_ADDRESSES: "127.0.0.1", ...operatorsClients };
  world = await openWorld(env, { ...product, connectors, mailboxes });
});
afterAll(async () => {
  await world?.close();
  await eight?.close();
});

const of = (id: string) => eight.all.find((one) => one.id === id) as Tried;
const ctxOf = ({ user }: Member) => jobContext(world.boardroom.platform, mintCompany(user.companyId));
const hmac = (secret: string, text: string, as: "hex" | "base64") =>
  createHmac("sha256", secret).update(text).digest(as);

type Sent = { body: string; address: string; at: Date; secret?: string };
type Hook = {
  id: string;
  connect: (member: Member) => Promise<unknown>;
  headers: (sent: Sent) => Record<string, string>;
  /** Whether its signature covers a time. */
  isTimed: boolean;
};
const bySignIn = (type: string, credentials: Record<string, string>) => (member: Member) =>
  connectBySignIn(world, member, { type, credentials });
const hooks: Hook[] = [
  {
    id: "stripe",
    connect: (member) =>
      member.call(calls.setUpCredentials, {
        body: { integrationId: "stripe", credentials: { secret_key: stripeKey, webhook_secret: "whsec_12345678" } },
      }),
    headers({ body, at, secret = "whsec_12345678" }) {
      const seconds = Math.floor(at.getTime() / 1_000);
      return { "stripe-signature": `t=${seconds},v1=${hmac(secret, `${seconds}.${body}`, "hex")},v0=old` };
    },
    isTimed: true,
  },
  {
    id: "hubspot",
    connect: async (member) => {
      const { authUrl } = await member.call(calls.authorizeConnection, { params: { type: "hubspot" } });
      const { headers } = await fetch(authUrl, { redirect: "manual" });
      const back = new URL(headers.get("location") ?? "");
      await member.send("GET", back.pathname + back.search);
    },
    headers: ({ body, address, at, secret = hubspotClient.client_secret }) => ({
      "x-hubspot-request-timestamp": String(at.getTime()),
      "x-hubspot-signature-v3": hmac(secret, `POST${address}${body}${at.getTime()}`, "base64"),
    }),
    isTimed: true,
  },
  {
    id: "quickbooks",
    connect: bySignIn("quickbooks", { ...intuitClient, verifier_token: "a-verifier-token" }),
    headers: ({ body, secret = "a-verifier-token" }) => ({ "intuit-signature": hmac(secret, body, "base64") }),
    isTimed: false,
  },
];

test.each(hooks)("$id: a signed message hastens one reading; a forged or late one changes nothing", async (hook) => {
  const { id, connect, headers, isTimed } = hook;
  const [member, other] = [await world.member(), await world.member()];
  await connect(member);
  const [connection] = await member.call(calls.listConnections);
  const row = async () =>
    (
      await world.asOwner<{ last_sync_at: Date; hastened_at: Date | null }>(
        "SELECT last_sync_at, hastened_at FROM connections WHERE company_id = $1",
        [member.user.companyId],
      )
    )[0];
  await eventually(async () => (await row())?.last_sync_at !== null);
  const shown = (await member.call(calls.listAvailable)).find((one) => one.id === id)?.webhook;
  const address = shown?.address ?? "";
  const foreign = (await other.call(calls.listAvailable)).find((one) => one.id === id)?.webhook?.address ?? "";
  expect([foreign === address, shown?.how]).toEqual([false, expect.stringContaining("within seconds")]);
  const send = (body: string, more: Partial<Sent> = {}, to = address) =>
    postTo(world, to, body, {
      "content-type": "application/json",
      ...headers({ body, address, at: new Date(), ...more }),
    });

  const before = (await row())?.last_sync_at;
  expect((await send("[1]", { secret: "another secret" })).status).toBe(401);
  expect((await send("[1]", {}, foreign)).status).toBe(404);
  expect((await send("[1]", {}, `${address.slice(0, -1)}${address.endsWith("A") ? "B" : "A"}`)).status).toBe(404);
  expect((await postTo(world, address, "[1]", { "content-type": "application/json" })).status).toBe(401);
  expect((await send("[1]", { at: new Date(Date.now() - 600_000) })).status).toBe(isTimed ? 401 : 200);
  expect((await row())?.hastened_at === null).toBe(isTimed);

  of(id).add("SAID-1");
  for (const body of ["[2]", "[2]", "[3]"]) expect(await send(body)).toMatchObject({ status: 200 });
  await eventually(async () => {
    const { hastened_at: waits, last_sync_at: at } = (await row()) ?? {};
    return waits === null && Number(at) > Number(before);
  });
  await member.call(calls.deactivateConnection, { params: { id: connection?.id as never } });
  expect((await send("[4]")).status).toBe(404);
  await member.call(calls.disconnect, { params: { id: connection?.id as never } });
  expect((await send("[5]")).status).toBe(404);
});

test.each(["google_drive", "google_calendar"])(
  "%s: a channel is opened where Google can reach it, and renewed",
  async (type) => {
    const member = await world.member();
    const id = await connectBySignIn(world, member, { type, credentials: googleClient });
    const { channels } = type === "google_drive" ? eight.drive : eight.calendar;
    // Another reading may be under way.
    const readToEnd = () => eventually(async () => (await readAgain(world, member, id)) !== null);
    expect(channels.channels).toEqual([]);
    const { publicUrl } = world.boardroom.platform.mail;
    publicUrl.protocol = "https:";
    try {
      await readToEnd();
      await readToEnd();
      expect(channels.channels).toHaveLength(1);
      const [channel] = channels.channels;
      const { address } = hookOf(await ctxOf(member), type);
      expect(channel).toMatchObject({ address });
      if (!channel) return;
      const since = of(type).service.journal.length;
      const forged = { ...channels.headersOf(channel), "x-goog-channel-token": "a guess" };
      expect((await postTo(world, address, "", forged)).status).toBe(401);
      expect((await postTo(world, address, "", channels.headersOf(channel))).status).toBe(200);
      await eventually(async () => of(type).service.journal.length > since);
      const back = travelTo(new Date(Date.now() + 6.5 * 86_400_000));
      await readToEnd().finally(back);
      expect(channels.channels).toHaveLength(2);
    } finally {
      publicUrl.protocol = "http:";
    }
  },
);
