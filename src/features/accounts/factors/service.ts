import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { AppError, notFound } from "#contract/errors.ts";
import type { SecondFactor } from "#features/accounts/factors/contract.ts";
import * as events from "#features/accounts/factors/events.ts";
import * as passkeys from "#features/accounts/factors/passkeys/store.ts";
import * as rules from "#features/accounts/factors/rules.ts";
import * as store from "#features/accounts/factors/store.ts";
import { secondFactorAddedLetter, secondFactorRemovedLetter } from "#features/accounts/notices/letters.ts";
import { notify } from "#features/accounts/notices/service.ts";
import { renewSession } from "#features/accounts/service.ts";
import { signedInAt } from "#features/accounts/sessions/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import type { Exchange } from "#platform/http/route.ts";
import { record } from "#platform/journal/record.ts";
import { makePassword } from "#platform/passwords.ts";
import type { Secrets } from "#platform/secrets.ts";

/** The answer to a change of the second factors, and the token of the session that replaces the current one. */
export type Changed<T> = { answer: T; token: string };
export type Session = Exchange["session"];

export async function show(tx: Tx, session: Session): Promise<SecondFactor> {
  const { id } = person(tx);
  const { isRequired } = await store.standing(tx, id);
  const app = await store.findAuthenticator(tx, id);
  const at = await signedInAt(tx, session.sessionId);
  return {
    authenticatorSince: app?.confirmedAt?.toISOString() ?? null,
    passkeys: (await passkeys.list(tx, id)).map(passkeys.toPasskey),
    recoveryCodesLeft: await store.countRecoveryCodes(tx, id),
    isRequired,
    isRequiredByOperator: tx.installation.requiresSecondFactor,
    changeableUntil: (at && rules.freshUntil(at, tx.now)?.toISOString()) ?? null,
  };
}

/** Throws unless the person signed in within the last 30 minutes; returns when. */
export async function requireFresh(tx: Tx, { sessionId }: Pick<Session, "sessionId">): Promise<Date> {
  const at = await signedInAt(tx, sessionId);
  if (!at || !rules.freshUntil(at, tx.now))
    throw new AppError("forbidden", "Sign in again to change this. Your last sign-in is more than 30 minutes old");
  return at;
}

const sealPurpose = (tx: Tx): string => `authenticator:${tx.company}:${person(tx).id}`;

const totpOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: "Boardroom", label, secret, algorithm: "SHA1", digits: 6, period: rules.stepSeconds });

/** Makes the secret of a new app; it is ignored until a code confirms it. */
export function start(ctx: Ctx, session: Session): Promise<{ secret: string; uri: string }> {
  return write(ctx, async (tx) => {
    await requireFresh(tx, session);
    const { id, username } = person(tx);
    const secret = new Secret({ size: 20 });
    const sealed = tx.secrets.seal(Buffer.from(secret.bytes), sealPurpose(tx));
    if (!(await store.startAuthenticator(tx, id, sealed)))
      throw new AppError("conflict", "You have an authenticator app already. Remove it first");
    return { secret: secret.base32, uri: totpOf(secret, username).toString() };
  });
}

/** Whether the code is valid now, give or take `maxDrift` steps, and unused. `signed` acts as the code's owner. */
export async function acceptCode(signed: Tx, code: string, confirms = false): Promise<boolean> {
  const { id } = person(signed);
  const app = await store.findAuthenticator(signed, id);
  if (!app || (app.confirmedAt === null) !== confirms) return false;
  const bytes = signed.secrets.open(app.secret, sealPurpose(signed));
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
  const { now } = signed;
  const drift = totpOf(secret, "").validate({
    token: rules.plainCode(code),
    timestamp: now.getTime(),
    window: rules.maxDrift,
  });
  return drift !== null && store.useStep(signed, id, rules.timeStep(now) + drift, confirms);
}

export async function confirm(
  ctx: Ctx,
  { request, session, limits }: Exchange,
  code: string,
): Promise<Changed<{ recoveryCodes: string[] }>> {
  const { userId, sessionId } = session;
  const changed = await limits.guess(request, [["currentPassword", `${userId} ${sessionId}`]], () =>
    write(ctx, async (tx) => {
      const at = await requireFresh(tx, session);
      const isFirst = !rules.hasFactor(await store.standing(tx, userId));
      const app = await store.findAuthenticator(tx, userId);
      if (!app || app.confirmedAt) throw new AppError("conflict", "No authenticator app waits for its first code");
      if (!(await acceptCode(tx, code, true))) return null;
      await record(tx, events.authenticatorAdded(userId));
      await notify(tx, userId, secondFactorAddedLetter);
      const recoveryCodes = isFirst ? await replaceCodes(tx) : [];
      return { answer: { recoveryCodes }, token: (await renewSession(tx, session, "factor", at)).token };
    }),
  );
  if (changed) return changed;
  const field = "code";
  throw new AppError("invalid", "This code is not right. Check the clock of your phone and use the newest code", {
    field,
  });
}

export function remove(ctx: Ctx, session: Session): Promise<Changed<SecondFactor>> {
  return write(ctx, async (tx) => {
    const at = await requireFresh(tx, session);
    const { id } = person(tx);
    if (!(await store.removeAuthenticator(tx, id))) throw notFound();
    await record(tx, events.authenticatorRemoved(id));
    return finishRemoval(tx, session, at);
  });
}

/** Removes the recovery codes with the last second factor; throws if the company requires one. */
export async function finishRemoval(tx: Tx, session: Session, signedIn: Date): Promise<Changed<SecondFactor>> {
  const { id } = person(tx);
  const standing = await store.standing(tx, id);
  if (!rules.hasFactor(standing)) {
    if (standing.isRequired)
      throw new AppError("conflict", "Your company requires a second factor. Add another one before you remove this");
    await store.removeRecoveryCodes(tx, id);
  }
  await store.endSteps(tx, id);
  await notify(tx, id, secondFactorRemovedLetter);
  const { token } = await renewSession(tx, session, "factor", signedIn);
  return { answer: await show(tx, session), token };
}

export function makeCodes(ctx: Ctx, session: Session): Promise<{ recoveryCodes: string[] }> {
  return write(ctx, async (tx) => {
    await requireFresh(tx, session);
    const { id } = person(tx);
    if (!rules.hasFactor(await store.standing(tx, id)))
      throw new AppError("conflict", "Recovery codes come with a second factor. Set one up first");
    return { recoveryCodes: await replaceCodes(tx) };
  });
}

/** Makes codes of 59 bits each and stores their digests, which are keyed so that a stolen database is no use. */
export async function replaceCodes(tx: Tx): Promise<string[]> {
  const { id } = person(tx);
  const codes = Array.from({ length: rules.recoveryCodeCount }, () => makePassword(3, 4));
  await store.setRecoveryCodes(
    tx,
    id,
    codes.map((code) => digestOf(tx.secrets, id, rules.plainCode(code))),
  );
  await record(tx, events.recoveryCodesMade(id));
  return codes;
}

export const digestOf = (secrets: Secrets, userId: string, code: string): Buffer =>
  createHash("sha256")
    .update(secrets.sign(`recovery code:${userId}:${code}`))
    .digest();

export function requireOfAll(ctx: Ctx, isRequired: boolean): Promise<{ isRequired: boolean }> {
  return write(ctx, async (tx) => {
    if (await store.setRequired(tx, isRequired)) await record(tx, events.secondFactorRequired(tx.company, isRequired));
    return { isRequired };
  });
}
