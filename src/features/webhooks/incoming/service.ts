import { createHash } from "node:crypto";
import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { jobContext } from "#features/accounts/service.ts";
import type { addHook, changeHook, IncomingHook, IncomingMessage } from "#features/webhooks/incoming/contract.ts";
import * as events from "#features/webhooks/incoming/events.ts";
import { fieldsFor, rowsIn } from "#features/imports/sent/rows.ts";
import { writeRows } from "#features/imports/sent/service.ts";
import * as store from "#features/webhooks/incoming/store.ts";
import { now } from "#platform/clock.ts";
import { type Ctx, mintCompany, type Platform, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import type { HookAddress, HookMessage } from "#platform/http/hook.ts";
import { hashToken, makeToken } from "#platform/http/session.ts";
import { makeSecret, openFor, rotated, sealFor, secretsOf } from "#platform/http/signature.ts";
import { record } from "#platform/journal/record.ts";

export const incomingJob = { name: "incoming-rows" };
export const hookPath = "/api/hooks/:token";

const mostHooks = 50;
const mostShown = 100;
/** How long ids are kept at least: longer than a message is valid. */
const keptMs = 86_400_000;

export const toHook = (row: store.HookRow & { lastAt?: string | null }, at: Date): IncomingHook => ({
  id: row.id,
  name: row.name,
  key: row.key,
  target: row.target,
  columns: row.columns,
  isOn: row.isOn,
  oldSecretUntil: row.oldUntil && row.oldUntil > at ? row.oldUntil.toISOString() : null,
  lastAt: row.lastAt ?? null,
  createdAt: row.createdAt.toISOString(),
});

async function findHook(tx: Tx, id: string): Promise<store.HookRow> {
  const row = await store.find(tx, id);
  if (!row) throw notFound();
  return row;
}

function requireFields(target: IncomingHook["target"], columns: IncomingHook["columns"] = []): void {
  const stranger = columns.find(
    ({ field }) =>
      field !== null &&
      !(target === "figures" && /^figure:[a-z][a-z0-9_]*$/.test(field)) &&
      !field.startsWith("custom:") &&
      !fieldsFor(target).some(({ name }) => name === field),
  );
  if (stranger) throw new AppError("unprocessable", `"${stranger.field?.slice(0, 60)}" is no field of ${target}`);
}

/** "till-1" of "Till 1". */
function keyOf(name: string, taken: readonly string[]): string {
  const key = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 30);
  for (let place = 1; ; place += 1) {
    const free = `${key || "hook"}${place === 1 ? "" : `-${place}`}`;
    if (!taken.includes(free)) return free;
  }
}

export function add(ctx: Ctx, { name, target, columns = [] }: z.output<typeof addHook.body>, publicUrl: URL) {
  requireFields(target, columns);
  return write(ctx, async (tx) => {
    const known = await store.list(tx);
    if (known.length >= mostHooks) throw new AppError("unprocessable", `There are ${mostHooks} addresses already.`);
    const [token, secret] = [makeToken(), makeSecret()];
    const id = crypto.randomUUID();
    await store.add(tx, {
      id,
      name,
      key: keyOf(
        name,
        known.map((one) => one.key),
      ),
      target,
      columns,
      tokenHash: hashToken(token),
      secret: sealFor(tx.secrets, { companyId: tx.company, id }, secret),
      isOn: true,
      createdAt: tx.now,
    });
    const row = await findHook(tx, id);
    await record(tx, events.hookAdded(row));
    return {
      hook: toHook(row, tx.now),
      address: String(new URL(hookPath.replace(":token", token), publicUrl)),
      secret,
    };
  });
}

export function change(ctx: Ctx, id: string, given: z.output<typeof changeHook.body>): Promise<IncomingHook> {
  return write(ctx, async (tx) => {
    const row = await findHook(tx, id);
    requireFields(row.target, given.columns);
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    if (Object.keys(set).length === 0) return toHook(row, tx.now);
    await store.change(tx, id, set);
    await record(tx, events.hookChanged({ ...row, ...set }, Object.keys(set)));
    return toHook(await findHook(tx, id), tx.now);
  });
}

export function remove(ctx: Ctx, id: string): Promise<{ removed: boolean }> {
  return write(ctx, async (tx) => {
    const row = await findHook(tx, id);
    await store.remove(tx, id);
    await record(tx, events.hookRemoved(row));
    return { removed: true };
  });
}

export function rotate(ctx: Ctx, id: string): Promise<{ hook: IncomingHook; secret: string }> {
  return write(ctx, async (tx) => {
    const row = await findHook(tx, id);
    const { secret, set } = rotated(tx.secrets, row, tx.now);
    await store.change(tx, id, set);
    await record(tx, events.hookSecretRotated(row));
    return { hook: toHook({ ...row, ...set }, tx.now), secret };
  });
}

export function endRotation(ctx: Ctx, id: string): Promise<IncomingHook> {
  return write(ctx, async (tx) => {
    const row = await findHook(tx, id);
    const set = { oldSecret: null, oldUntil: null };
    await store.change(tx, id, set);
    if (row.oldSecret) await record(tx, events.hookRotationEnded(row));
    return toHook({ ...row, ...set }, tx.now);
  });
}

export async function messagesOf(tx: Tx, id: string): Promise<IncomingMessage[]> {
  await findHook(tx, id);
  const rows = await store.newestMessages(tx, id, mostShown);
  return rows.map(({ receivedAt, doneAt, companyId: _c, hookId: _h, digest: _d, content: _b, ...shown }) => ({
    ...shown,
    receivedAt: receivedAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  }));
}

export async function findAddress(platform: Platform, tokenHash: Buffer): Promise<HookAddress | null> {
  const row = await store.findByToken(platform.database, tokenHash);
  if (!row) return null;
  return { company: mintCompany(row.companyId), id: row.id, secrets: secretsOf(platform.secrets, row, now()) };
}

/** Stores a message that was checked, once; a job reads it. */
export async function take(platform: Platform, { company, id: hookId }: HookAddress, message: HookMessage) {
  const { bytes, receivedAt, id: messageId } = message;
  const digest = createHash("sha256").update(bytes).digest();
  const ctx = { ...(await jobContext(platform, company)), now: receivedAt };
  return write(ctx, async (tx) => {
    const content = sealFor(tx.secrets, { companyId: company, id: hookId }, bytes);
    const known = await store.addMessage(tx, { hookId, messageId, digest, content, receivedAt });
    if (known) return known.equals(digest) ? ("repeated" as const) : ("other content" as const);
    await tx.jobs.send(tx.db, incomingJob, company, { hookId });
    return "taken" as const;
  });
}

/** After so long another job goes on, so that other companies' messages have their turn. */
const mostMs = 2_000;

/** Works on the messages of an address that wait, in the order they came, each in one transaction. */
export async function work(ctx: Ctx, hookId: string): Promise<void> {
  const until = now().getTime() + mostMs;
  for (let isMore = true; isMore && now().getTime() < until; )
    isMore = await write({ ...ctx, now: now() }, async (tx) => {
      const [hook, message] = [await store.find(tx, hookId), await store.nextMessage(tx, hookId)];
      if (!hook || !message) return false;
      await workOn(tx, hook, message);
      return true;
    });
  await write(ctx, async (tx) => {
    await store.dropOld(tx, hookId, new Date(tx.now.getTime() - keptMs), mostShown);
    if (await store.nextMessage(tx, hookId)) await tx.jobs.send(tx.db, incomingJob, tx.company, { hookId });
  });
}

/**
 * Ends a message that could not be worked on, so that those behind it are. Each message has a job, and all of them began
 * with the oldest: it may be another job's fault that is over by now.
 */
export async function giveUp(ctx: Ctx, hookId: string): Promise<void> {
  try {
    return await work(ctx, hookId);
  } catch (error) {
    ctx.log.warn({ err: error, hookId }, "a message of an address for rows could not be worked on");
  }
  await write(ctx, async (tx) => {
    const [hook, message] = [await store.find(tx, hookId), await store.nextMessage(tx, hookId)];
    if (!hook || !message) return;
    await refuse(tx, hook, message, "It could not be worked on. Send it again under another id.");
    await tx.jobs.send(tx.db, incomingJob, tx.company, { hookId });
  });
}

async function refuse(tx: Tx, hook: store.HookRow, message: store.MessageRow, fault: string): Promise<void> {
  await store.finishMessage(tx, message, { status: "refused", fault });
  await record(tx, events.messageArrived(hook, { added: 0, changed: 0, unchanged: 0, refused: 0 }));
}

async function workOn(tx: Tx, hook: store.HookRow, message: store.MessageRow): Promise<void> {
  const found = rowsIn(message.content ? openFor(tx.secrets, hook, message.content) : Buffer.alloc(0));
  if ("fault" in found) return refuse(tx, hook, message, found.fault);
  const { rows, leftOut, counts } = await writeRows(tx, found.rows, { ...hook, source: "api" });
  await store.finishMessage(tx, message, { status: "done", rows, leftOut, ...counts });
  const isNews = hook.target !== "figures" && counts.added + counts.changed > 0;
  await record(tx, (isNews ? events.rowsArrived : events.messageArrived)(hook, counts));
}
