import { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { deviceOf } from "#features/accounts/sessions/device.ts";
import * as accounts from "#features/accounts/store.ts";
import {
  maxDevices,
  type PushChoices,
  type PushDevice,
  type PushSettings,
} from "#features/notifications/push/contract.ts";
import * as events from "#features/notifications/push/events.ts";
import { isWanted, quietUntil, type Shown, shownOf, testShown } from "#features/notifications/push/rules.ts";
import * as store from "#features/notifications/push/store.ts";
import type { AddedNotification } from "#features/notifications/store.ts";
import { dayIn, momentOf, now, timeIn } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import { OutFault } from "#platform/http-out/fault.ts";
import { outcomeOfAnswer, outcomeOfFault } from "#platform/http-out/outcome.ts";
import { hashToken } from "#platform/http/session.ts";
import { record } from "#platform/journal/record.ts";
import { defineDelivery, type Outcome } from "#platform/outbox/delivery.ts";
import { enqueue } from "#platform/outbox/enqueue.ts";
import { arePushKeys, encryptPush, type PushTarget } from "#platform/push/encrypt.ts";
import { vapidHeader, vapidKeys } from "#platform/push/vapid.ts";

const target = z.strictObject({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });
const placeOf = (company: string, endpoint: Buffer): string => `push device:${company}:${endpoint.toString("hex")}`;

const toDevice = (row: store.DeviceRow): PushDevice => ({
  id: row.id,
  name: deviceOf(row.userAgent),
  service: row.service,
  addedAt: row.addedAt.toISOString(),
  lastSentAt: row.lastSentAt?.toISOString() ?? null,
});

export async function settings(tx: Tx): Promise<PushSettings> {
  const { id } = person(tx);
  const devices = await store.list(tx, id);
  const { publicKey } = vapidKeys(tx.secrets);
  const user = await accounts.findUser(tx, id);
  const mail = {
    address: user?.email ?? "",
    isProven: (await accounts.mailAddresses(tx, [id])).length > 0,
    isPossible: tx.installation.sendsMail,
  };
  return { publicKey, devices: devices.map(toDevice), ...(await store.choicesOf(tx, id)), mail };
}

export function addDevice(ctx: Ctx, given: PushTarget): Promise<PushDevice> {
  const refusal = ctx.http.refusal(given.endpoint);
  if (refusal) throw new AppError("invalid", refusal, { field: "endpoint" });
  if (!arePushKeys(given)) throw new AppError("invalid", "These are not the keys of a browser", { field: "p256dh" });
  return write(ctx, async (tx) => {
    const userId = person(tx).id;
    const endpointHash = hashToken(given.endpoint);
    const known = (await store.list(tx, userId)).filter((row) => !row.endpointHash.equals(endpointHash));
    if (known.length >= maxDevices)
      throw new AppError("conflict", `You are notified on ${maxDevices} devices. Remove one first`);
    const row = await store.add(tx, {
      id: crypto.randomUUID(),
      userId,
      endpointHash,
      sealed: tx.secrets.seal(Buffer.from(JSON.stringify(given)), placeOf(tx.company, endpointHash)),
      service: new URL(given.endpoint).host,
      userAgent: tx.origin?.userAgent.slice(0, 500) ?? "",
      addedAt: tx.now,
    });
    await record(tx, events.pushDeviceAdded(row));
    return toDevice(row);
  });
}

/** Removes a device; `because`: why, unless its person did. */
async function remove(tx: Tx, row: store.DeviceRow, because?: string): Promise<void> {
  if (await store.remove(tx, row.id)) await record(tx, events.pushDeviceRemoved(row, because));
}

/** Whoever is kept out, or signed out everywhere, sees nothing on a device any more. */
export async function removeAll(tx: Tx, userId: string): Promise<void> {
  for (const row of await store.list(tx, userId)) await remove(tx, row, "access ended");
}

async function ownDevice(tx: Tx, id: string): Promise<store.DeviceRow> {
  const row = await store.find(tx, id, person(tx).id);
  if (!row) throw notFound();
  return row;
}

export const removeDevice = (ctx: Ctx, id: string): Promise<{ id: string }> =>
  write(ctx, async (tx) => {
    await remove(tx, await ownDevice(tx, id));
    return { id };
  });

export const choose = (ctx: Ctx, choices: PushChoices): Promise<PushSettings> =>
  write(ctx, async (tx) => {
    await store.choose(tx, person(tx).id, choices);
    await record(tx, events.pushChosen(choices));
    return settings(tx);
  });

export const tryDevice = (ctx: Ctx, id: string): Promise<{ id: string }> =>
  write(ctx, async (tx) => {
    const row = await ownDevice(tx, id);
    await send(tx, row, { kind: "test" }, { intent: `test:${crypto.randomUUID()}`, label: "test" });
    await record(tx, events.pushDeviceTried(row));
    return { id };
  });

type Content = z.input<typeof content>;
const send = (
  tx: Tx,
  { id: device, service, userId }: store.DeviceRow,
  what: Content,
  more: { intent: string; label: string; holdMs?: number },
) => enqueue(tx, pushDelivery, { device, service, content: what }, { ...more, about: userId });

/** Sends new notifications to the devices of their people; what comes in quiet hours waits for their end, as one. */
export async function pushAll(tx: Tx, added: readonly AddedNotification[]): Promise<void> {
  const devices = await store.devicesOf(
    tx,
    added.map(({ userId }) => userId),
  );
  for (const device of devices)
    for (const { id, kind } of added.filter(({ userId }) => userId === device.userId)) {
      if (!isWanted(kind, device.choices)) continue;
      const until = quietEnd(device.choices, tx.now);
      if (!until) await send(tx, device, { kind: "notification", id }, { intent: `${device.id}:${id}`, label: kind });
      else
        await send(
          tx,
          device,
          { kind: "quiet", since: tx.now.toISOString() },
          {
            intent: `${device.id}:${until.toISOString()}`,
            label: "quiet hours",
            holdMs: until.getTime() - tx.now.getTime(),
          },
        );
    }
}

function quietEnd({ quiet }: PushChoices, at: Date): Date | null {
  const end = quiet && quietUntil(quiet, dayIn(at, quiet.timeZone), timeIn(at, quiet.timeZone));
  return end ? momentOf(end.day, `${end.time}:00`, quiet.timeZone) : null;
}

const content = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("notification"), id: z.uuid() }),
  z.strictObject({ kind: z.literal("quiet"), since: z.iso.datetime() }),
  z.strictObject({ kind: z.literal("test") }),
]);
/** Notifications counted in one line. */
const mostCounted = 100;
/** How long a push service keeps what it cannot deliver, in seconds. */
const keptSeconds = 86_400;

async function shownTo(tx: Tx, userId: string, what: z.output<typeof content>): Promise<Shown | null> {
  if (what.kind === "test") return testShown("/account");
  const which = what.kind === "quiet" ? { since: new Date(what.since) } : { id: what.id };
  const choices = await store.choicesOf(tx, userId);
  const notices = await store.unread(tx, userId, which, mostCounted);
  return shownOf(notices.filter(({ kind }) => isWanted(kind, choices)));
}

/**
 * A notification to one browser. Sent again, it replaces itself there. What was read meanwhile is not sent, and a browser
 * that ended its subscription is forgotten.
 */
export const pushDelivery = defineDelivery({
  kind: "push",
  title: "Notification",
  payload: z.strictObject({ device: z.uuid(), service: z.string(), content }),
  class: "repeatable",
  isHeld: false,
  isWiped: true,
  lifeMs: 86_400_000,
  destination: ({ service }) => service,
  async send(ctx, { device, content: what }, { signal }): Promise<Outcome> {
    const found = await read(ctx, async (tx) => {
      const row = await store.find(tx, device);
      const isMember = row && (await accounts.people(tx)).some(({ id }) => id === row.userId);
      return isMember ? { row, shown: await shownTo(tx, row.userId, what) } : null;
    });
    if (!found) return { cancelled: "The device was removed." };
    const { row, shown } = found;
    if (!shown) return { cancelled: "It was read before it was sent." };
    const opened = ctx.secrets.open(row.sealed, placeOf(ctx.company, row.endpointHash)).toString();
    const { endpoint, ...keys } = target.parse(JSON.parse(opened));
    const at = now();
    const answer = await ctx.http
      .call(ctx, {
        url: endpoint,
        method: "POST",
        body: encryptPush(Buffer.from(JSON.stringify(shown)), keys),
        headers: {
          authorization: vapidHeader(vapidKeys(ctx.secrets), endpoint, ctx.mail.publicUrl.origin, at),
          "content-encoding": "aes128gcm",
          "content-type": "application/octet-stream",
          ttl: String(keptSeconds),
          urgency: what.kind === "quiet" ? "normal" : "high",
          // A newer one about the same thing takes the place of one that was not delivered yet.
          topic: hashToken(shown.tag).toString("base64url").slice(0, 32),
        },
        signal,
        isRepeatable: true,
        mostBytes: 4_096,
        truncates: true,
      })
      .catch((error: unknown) => (error instanceof OutFault ? error : Promise.reject(error)));
    if (isGone(answer)) {
      await write(ctx, (tx) => remove(tx, row, "its push service does not know it any more"));
      return { cancelled: "The browser ended its subscription." };
    }
    if (answer instanceof OutFault) return outcomeOfFault(answer);
    const outcome = outcomeOfAnswer(answer);
    if ("ok" in outcome) await note(ctx, (tx) => store.markSent(tx, row.id));
    return outcome;
  },
});

/** Whether nothing sent there will ever arrive: the subscription ended, or no one may call the address. */
const isGone = (answer: OutFault | { status: number }): boolean =>
  answer instanceof OutFault ? answer.kind === "blocked_address" : answer.status === 404 || answer.status === 410;
