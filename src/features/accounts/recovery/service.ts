import { AppError, notFound } from "#contract/errors.ts";
import { endAccess } from "#features/accounts/access/service.ts";
import type { User } from "#features/accounts/contract.ts";
import { endSteps } from "#features/accounts/factors/store.ts";
import { passwordChangedLetter, passwordLinkLetter } from "#features/accounts/notices/letters.ts";
import { notify } from "#features/accounts/notices/service.ts";
import type { OpenLink } from "#features/accounts/recovery/contract.ts";
import { userLinkRequested, userPasswordRecovered } from "#features/accounts/recovery/events.ts";
import { linkLifeMs, linksPerHour } from "#features/accounts/recovery/rules.ts";
import * as links from "#features/accounts/recovery/store.ts";
import { fold } from "#features/accounts/rules.ts";
import { contextOf, findEntitled, orUnavailable, requirePassword } from "#features/accounts/service.ts";
import * as store from "#features/accounts/store.ts";
import { mintCompany, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { addressKey } from "#platform/http/limits.ts";
import type { PublicContext } from "#platform/http/route.ts";
import { hashToken, makeToken } from "#platform/http/session.ts";
import { recordAgainst } from "#platform/journal/record.ts";
import { sendMail } from "#platform/mail/queue.ts";
import { hashPassword } from "#platform/passwords.ts";

const hourMs = 3_600_000;

/** Counts every request against the caller's address, and answers before it is known whether the account exists. */
export async function askForLink(ctx: PublicContext, email: string): Promise<{ by: "mail" | "operator" }> {
  if (!ctx.installation.sendsMail) return { by: "operator" };
  await ctx.limits.guess(ctx.request, [["signInAddress", addressKey(ctx.request.ip)]], async () => null);
  const send = () =>
    sendLink(ctx, email).catch((error: unknown) => ctx.log.error({ err: error }, "a link for a password was not sent"));
  setImmediate(() => void send());
  return { by: "mail" };
}

async function sendLink(ctx: PublicContext, email: string): Promise<void> {
  const found = await links.findByAddress(ctx.database, fold(email));
  if (!found) return;
  const { userId } = found;
  await write(contextOf(ctx, mintCompany(found.companyId), { kind: "system" }), async (tx) => {
    const user = await findEntitled(tx, userId);
    // The address may have changed since it was looked up.
    if (!user || fold(user.email) !== fold(email)) return;
    const hourAgo = new Date(tx.now.getTime() - hourMs);
    if ((await links.countSince(tx, userId, hourAgo)) >= linksPerHour) return;
    await links.dropOld(tx, hourAgo);
    const [id, token] = [crypto.randomUUID(), makeToken()];
    const expiresAt = new Date(tx.now.getTime() + linkLifeMs);
    await links.add(tx, { id, userId, tokenHash: hashToken(token), createdAt: tx.now, expiresAt });
    const account = { username: user.username, companyName: user.company.name };
    const letter = passwordLinkLetter(`/reset-password#${token}`)(account);
    await sendMail(tx, { kind: "password", to: user.email, about: userId, expiresAt, letter });
    const sealedKey = (await store.findActor(tx, userId))?.sealedKey ?? null;
    await recordAgainst(tx, { id: userId, sealedKey }, userLinkRequested(userId));
  });
}

const deadLink = () =>
  new AppError("not_found", "This link does not work. It may be used or more than 30 minutes old: ask for a new one.");

/** Runs work for the person of a link that still works. */
async function withLink<T>(
  ctx: PublicContext,
  token: string,
  mode: typeof read,
  work: (tx: Tx, user: User, expiresAt: Date) => Promise<T>,
): Promise<T> {
  const known = await links.findByToken(ctx.database, hashToken(token));
  if (!known) throw deadLink();
  return mode(contextOf(ctx, mintCompany(known.companyId), { kind: "system" }), async (tx) => {
    const row = await links.find(tx, known.id);
    const user = row && row.expiresAt > tx.now ? await findEntitled(tx, row.userId) : null;
    if (!row || !user) throw deadLink();
    return work(tx, user, row.expiresAt);
  });
}

export const openLink = (ctx: PublicContext, token: string): Promise<OpenLink> =>
  withLink(ctx, token, read, async (_tx, { username, company }, expiresAt) => ({
    username,
    companyName: company.name,
    expiresAt: expiresAt.toISOString(),
  }));

/**
 * Sets the password and ends all sessions; of concurrent calls with one link, one wins. It does not sign the person in,
 * so sign-in still asks for a second factor.
 */
export async function choosePassword(
  ctx: PublicContext,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ username: string; sessionsEnded: number }> {
  const user = await withLink(ctx, token, read, async (_tx, person) => person);
  await requirePassword(newPassword, { ...user, companyName: user.company.name }, "newPassword");
  const passwordHash = await orUnavailable(hashPassword(newPassword));
  return withLink(ctx, token, write, async (tx, { id, username }) => {
    if (!(await store.setPassword(tx, id, passwordHash))) throw notFound();
    await links.dropLinks(tx, id);
    // These steps began with the old password.
    await endSteps(tx, id);
    const sessionsEnded = await endAccess(tx, id, "password");
    const sealedKey = (await store.findActor(tx, id))?.sealedKey ?? null;
    await recordAgainst(tx, { id, sealedKey }, userPasswordRecovered(id, sessionsEnded));
    await notify(tx, id, passwordChangedLetter);
    return { username, sessionsEnded };
  });
}
