import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { exampleRows } from "#features/records/samples/service.ts";
import type { addWebhook, changeWebhook, Webhook, WebhookMessage, WebhooksPage } from "#features/webhooks/contract.ts";
import * as events from "#features/webhooks/events.ts";
import { hookTargets } from "#features/webhooks/incoming/contract.ts";
import { fieldsFor, needsId } from "#features/imports/sent/rows.ts";
import { toHook } from "#features/webhooks/incoming/service.ts";
import * as incoming from "#features/webhooks/incoming/store.ts";
import { bodyOf, named, notificationCreated, testType } from "#features/webhooks/rules.ts";
import { webhookDelivery } from "#features/webhooks/sending/service.ts";
import * as store from "#features/webhooks/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Following, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { makeSecret, openFor, rotated, sealFor } from "#platform/http/signature.ts";
import { record } from "#platform/journal/record.ts";
import { enqueue } from "#platform/outbox/enqueue.ts";

const mostWebhooks = 20;
const mostShown = 100;

const typesOf = (ctx: Pick<Ctx, "events">): string[] => [notificationCreated, ...ctx.events.followable()];

function toWebhook({ secrets, now }: Ctx, row: store.WebhookRow): Webhook {
  const { id, name, isOn, offBecause, failingSince, oldUntil, createdAt } = row;
  return {
    id,
    name,
    address: openFor(secrets, row, row.address).toString(),
    events: row.events,
    isOn,
    offBecause,
    failingSince: failingSince?.toISOString() ?? null,
    oldSecretUntil: oldUntil && oldUntil > now ? oldUntil.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}

export async function pageOf(tx: Tx): Promise<WebhooksPage> {
  const [webhooks, hooks] = [await store.list(tx), await incoming.list(tx)];
  return {
    webhooks: webhooks.map((row) => toWebhook(tx, row)),
    incoming: hooks.map((row) => toHook(row, tx.now)),
    events: typesOf(tx).toSorted().map(named),
    targets: hookTargets.map((target) => ({
      target,
      label: target === "figures" ? "daily figures" : kindNames[target].many,
      needsId: needsId(target),
      fields: fieldsFor(target)
        .filter(({ names }) => names.length > 0)
        .map(({ name, label, required }) => ({ name: name.replace(/^figure:/, ""), label, required })),
      example: exampleOf(tx, target),
    })),
  };
}

/** A row as it could be posted, with an id. */
function exampleOf(ctx: Ctx, target: (typeof hookTargets)[number]): WebhooksPage["targets"][number]["example"] {
  const today = dayIn(ctx.now, ctx.timeZone);
  if (target === "figures") return { day: today, daily_revenue: 1840.5 };
  const [row] = exampleRows(ctx, target);
  const filled = Object.entries(row?.fields ?? {}).filter(([, value]) => value !== null);
  const required = new Set(fieldsFor(target).flatMap(({ name, required: isNeeded }) => (isNeeded ? [name] : [])));
  const shown = filled.filter(([name], at) => required.has(name) || at < 5);
  return { externalId: "1001", ...Object.fromEntries(shown) };
}

async function findWebhook(tx: Tx, id: string): Promise<store.WebhookRow> {
  const row = await store.find(tx, id);
  if (!row) throw notFound();
  return row;
}

type Given = Pick<z.output<typeof changeWebhook.body>, "address" | "events">;

function requireUsable(tx: Tx, { address, events: chosen = [] }: Given): void {
  const stranger = chosen.find((type) => !typesOf(tx).includes(type));
  if (stranger !== undefined) throw new AppError("unprocessable", `There is no event "${stranger}"`);
  const fault = address === undefined ? null : tx.http.refusal(address);
  if (fault) throw new AppError("unprocessable", fault, { field: "address" });
}

export function add(ctx: Ctx, { name, address, events: chosen }: z.output<typeof addWebhook.body>) {
  return write(ctx, async (tx) => {
    requireUsable(tx, { address, events: chosen });
    if ((await store.countAll(tx)) >= mostWebhooks)
      throw new AppError("unprocessable", `There are ${mostWebhooks} webhooks already.`);
    const secret = makeSecret();
    const place = { companyId: tx.company, id: crypto.randomUUID() };
    const sealed = { address: sealFor(tx.secrets, place, address), secret: sealFor(tx.secrets, place, secret) };
    await store.add(tx, { id: place.id, name, host: new URL(address).host, events: chosen, ...sealed });
    const row = await findWebhook(tx, place.id);
    await record(tx, events.webhookAdded(row, { events: chosen }));
    return { webhook: toWebhook(tx, row), secret };
  });
}

export function change(ctx: Ctx, id: string, given: z.output<typeof changeWebhook.body>): Promise<Webhook> {
  return write(ctx, async (tx) => {
    const row = await findWebhook(tx, id);
    requireUsable(tx, given);
    const { name = row.name, address, events: chosen = row.events, isOn = row.isOn } = given;
    const set: Partial<store.WebhookRow> = {
      name,
      events: chosen,
      ...(address && { address: sealFor(tx.secrets, row, address), host: new URL(address).host }),
      // What a person switches has no reason of ours any more.
      ...(isOn === row.isOn ? {} : { isOn, offBecause: null, failingSince: null }),
    };
    await store.change(tx, id, set);
    if (row.isOn && !isOn) await store.cancelAll(tx, id);
    const after = await findWebhook(tx, id);
    const names = ["name", "address", "events", "isOn"] as const;
    const changed = names.filter((one) => given[one] !== undefined);
    if (changed.length > 0) await record(tx, events.webhookChanged(after, { changed, events: after.events }));
    return toWebhook(tx, after);
  });
}

export function remove(ctx: Ctx, id: string): Promise<{ removed: boolean }> {
  return write(ctx, async (tx) => {
    const row = await findWebhook(tx, id);
    await store.cancelAll(tx, id);
    await store.remove(tx, id);
    await record(tx, events.webhookRemoved(row));
    return { removed: true };
  });
}

export function rotate(ctx: Ctx, id: string): Promise<{ webhook: Webhook; secret: string }> {
  return write(ctx, async (tx) => {
    const row = await findWebhook(tx, id);
    const { secret, set } = rotated(tx.secrets, row, tx.now);
    await store.change(tx, id, set);
    await record(tx, events.secretRotated(row));
    return { webhook: toWebhook(tx, { ...row, ...set }), secret };
  });
}

export function endRotation(ctx: Ctx, id: string): Promise<Webhook> {
  return write(ctx, async (tx) => {
    const row = await findWebhook(tx, id);
    const set = { oldSecret: null, oldUntil: null };
    await store.change(tx, id, set);
    if (row.oldSecret) await record(tx, events.rotationEnded(row));
    return toWebhook(tx, { ...row, ...set });
  });
}

/** Writes a message and its delivery. A test waits for no other message. */
async function post(
  tx: Tx,
  webhook: store.WebhookRow,
  type: string,
  { title, ...data }: { title: string; [name: string]: unknown },
): Promise<string> {
  const messageId = crypto.randomUUID();
  const deliveryId = await deliver(tx, webhook, { messageId, type, intent: messageId });
  await store.addMessage(tx, { id: messageId, webhookId: webhook.id, type, title, data, deliveryId });
  return messageId;
}

function deliver(
  tx: Tx,
  { id, name, host }: store.WebhookRow,
  { messageId, type, intent }: { messageId: string; type: string; intent: string },
): Promise<string | null> {
  const isTest = type === testType;
  const destination = `${name}${isTest ? ", test" : ""} (${host})`;
  const options = { intent, label: type, about: id, ...(!isTest && { order: id }) };
  return enqueue(tx, webhookDelivery, { webhookId: id, messageId, destination }, options);
}

export function test(ctx: Ctx, id: string): Promise<{ id: string }> {
  return write(ctx, async (tx) => {
    const row = await findWebhook(tx, id);
    if (!row.isOn) throw new AppError("conflict", "The webhook is switched off. Switch it on first.");
    const messageId = await post(tx, row, testType, { title: "A test from Boardroom" });
    await record(tx, events.webhookTested(row));
    return { id: messageId };
  });
}

export function sendAgain(ctx: Ctx, id: string, messageId: string): Promise<{ id: string }> {
  return write(ctx, async (tx) => {
    const row = await findWebhook(tx, id);
    const message = await store.findMessage(tx, id, messageId);
    if (!message) throw notFound();
    if (!row.isOn) throw new AppError("conflict", "The webhook is switched off. Switch it on first.");
    const status = await store.statusOf(tx, message);
    if (status === "held" || status === "sending") throw new AppError("conflict", "It is on its way already.");
    const intent = `${messageId}:${message.deliveryId ?? ""}`;
    const deliveryId = await deliver(tx, row, { messageId, type: message.type, intent });
    await store.changeMessage(tx, message, { deliveryId });
    await record(tx, events.messageSentAgain(row));
    return { id: messageId };
  });
}

export async function messagesOf(tx: Tx, id: string): Promise<WebhookMessage[]> {
  await findWebhook(tx, id);
  const rows = await store.newest(tx, id, mostShown);
  return rows.map(({ message, status, dueAt }) => ({
    id: message.id,
    type: message.type,
    body: bodyOf(message),
    status: status ?? "sent",
    dueAt: status === "held" ? (dueAt?.toISOString() ?? null) : null,
    attempts: message.attempts,
    createdAt: message.createdAt.toISOString(),
  }));
}

/** Posts journal entries to the webhooks that follow them, in the entries' transaction, with what every viewer may see. */
export const following: Following = {
  sql: store.isFollowed,
  async run(tx, entries) {
    const rows = await store.following(tx, [...new Set(entries.map(({ event }) => event.type))]);
    for (const { event, seq, id, agentId = null, title, severity, line, resource } of entries)
      for (const row of rows.filter((one) => one.events.includes(event.type)))
        await post(tx, row, event.type, {
          seq,
          id,
          resource: resource ?? event.resource,
          agentId,
          by: tx.actor.kind === "user" ? "person" : tx.actor.kind,
          title: line?.title ?? title,
          severity: severity ?? event.severity ?? "info",
          ...(line?.figure && { figure: line.figure }),
          ...(line?.financialImpact != null && { financialImpact: line.financialImpact }),
          ...(line?.href && { url: linkTo(tx, line.href) }),
        });
  },
};

const linkTo = (tx: Tx, href: string): string => String(new URL(href, tx.mail.publicUrl));

/** Posts a notification; `people` is how many of them got it. */
export async function postNotification(
  tx: Tx,
  {
    kind,
    subject,
    title,
    href,
    role,
  }: { kind: string; subject: string; title: string; href: string; role: string | null },
  people: number,
): Promise<void> {
  for (const row of await store.following(tx, [notificationCreated]))
    await post(tx, row, notificationCreated, { kind, subject, title, role, people, url: linkTo(tx, href) });
}

export const dropOldSecrets = async (tx: Tx): Promise<void> => {
  await store.dropOldSecrets(tx);
  await incoming.dropOldSecrets(tx);
};
