import { isIP } from "node:net";
import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import type { created, Passkey, signed as signature } from "#features/accounts/factors/passkeys/contract.ts";
import { passkeyAdded, passkeyRemoved } from "#features/accounts/factors/events.ts";
import * as store from "#features/accounts/factors/passkeys/store.ts";
import { hasFactor, maxPasskeys, stepLifeMs } from "#features/accounts/factors/rules.ts";
import * as factors from "#features/accounts/factors/store.ts";
import * as service from "#features/accounts/factors/service.ts";
import { secondFactorAddedLetter } from "#features/accounts/notices/letters.ts";
import { notify } from "#features/accounts/notices/service.ts";
import { renewSession } from "#features/accounts/service.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { violatedConstraint } from "#platform/db/trouble.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import type { Secrets } from "#platform/secrets.ts";

type Options = { challenge: string };

/** Loaded on first use, because it is larger than the rest of this feature. */
const webauthn = () => import("@simplewebauthn/server");

/** Browsers bind a passkey to the host of PUBLIC_URL, which must be a name. */
function hostOf({ hostname }: URL): string {
  if (isIP(hostname) !== 0 || hostname.startsWith("["))
    throw new AppError("conflict", "Passkeys need a host name: this server's address is an IP address");
  return hostname;
}

/** A challenge is an encrypted timestamp, bound to its purpose, so nothing is stored until it is answered. */
const challengeFor = ({ secrets, now }: Pick<Ctx, "secrets" | "now">, purpose: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(secrets.seal(Buffer.from(String(now.getTime())), purpose));

const challengeCheck = (secrets: Secrets, now: Date, purpose: string) => (challenge: string) => {
  try {
    const at = Number(secrets.open(Buffer.from(challenge, "base64url"), purpose).toString());
    return now.getTime() - at < stepLifeMs;
  } catch {
    return false;
  }
};

const addPurpose = (ctx: Ctx): string => `passkey to add:${ctx.company}:${person(ctx).id}`;
const signInPurpose = (step: string): string => `passkey to sign in:${step}`;

export function startAdding(ctx: Ctx, session: service.Session, publicUrl: URL): Promise<Options> {
  return read(ctx, async (tx) => {
    await service.requireFresh(tx, session);
    const { id, username } = person(tx);
    const known = await store.list(tx, id);
    if (known.length >= maxPasskeys) throw tooMany();
    return {
      ...(await (
        await webauthn()
      ).generateRegistrationOptions({
        rpName: "Boardroom",
        rpID: hostOf(publicUrl),
        userName: username,
        userID: new TextEncoder().encode(id),
        challenge: challengeFor(tx, addPurpose(tx)),
        timeout: stepLifeMs,
        attestationType: "none",
        excludeCredentials: known.map((key) => ({ id: key.credentialId, transports: key.transports })),
        authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
      })),
    };
  });
}

const tooMany = () => new AppError("conflict", `You have ${maxPasskeys} passkeys. Remove one first`);
const notAccepted = () => new AppError("invalid", "This passkey was not accepted. Try again");

export async function add(
  ctx: Ctx,
  session: service.Session,
  publicUrl: URL,
  { name, passkey }: { name: string; passkey: z.output<typeof created> },
): Promise<service.Changed<{ passkey: Passkey; recoveryCodes: string[] }>> {
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response: { ...passkey, clientExtensionResults: {} } as never,
    expectedChallenge: challengeCheck(ctx.secrets, ctx.now, addPurpose(ctx)),
    expectedOrigin: publicUrl.origin,
    expectedRPID: hostOf(publicUrl),
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!made) throw notAccepted();
  const { credential } = made;
  return refuseKnown(
    write(ctx, async (tx) => {
      const at = await service.requireFresh(tx, session);
      const { id: userId } = person(tx);
      const isFirst = !hasFactor(await factors.standing(tx, userId));
      if ((await store.list(tx, userId)).length >= maxPasskeys) throw tooMany();
      const row = await store.add(tx, {
        id: crypto.randomUUID(),
        userId,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        isSynced: made.credentialBackedUp,
        createdAt: tx.now,
      });
      await record(tx, passkeyAdded(userId));
      await notify(tx, userId, secondFactorAddedLetter);
      const recoveryCodes = isFirst ? await service.replaceCodes(tx) : [];
      const { token } = await renewSession(tx, session, "factor", at);
      return { answer: { passkey: store.toPasskey(row), recoveryCodes }, token };
    }),
  );
}

async function refuseKnown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) === "passkeys_credential")
      throw new AppError("conflict", "This passkey is in use already. Make a new one");
    throw error;
  }
}

export function remove(ctx: Ctx, session: service.Session, id: string): Promise<service.Changed<Passkey>> {
  return write(ctx, async (tx) => {
    const userId = person(tx).id;
    const at = await service.requireFresh(tx, session);
    const row = await store.remove(tx, userId, id);
    if (!row) throw notFound();
    await record(tx, passkeyRemoved(userId));
    const { token } = await service.finishRemoval(tx, session, at);
    return { answer: store.toPasskey(row), token };
  });
}

export const noPasskey = () => new AppError("conflict", "You have no passkey. Use a code");

/** What the browser needs to sign with one of a person's passkeys. */
export async function startSigning(tx: Tx, step: string, userId: string, publicUrl: URL): Promise<Options> {
  const known = await store.list(tx, userId);
  if (known.length === 0) throw noPasskey();
  return {
    ...(await (
      await webauthn()
    ).generateAuthenticationOptions({
      rpID: hostOf(publicUrl),
      challenge: challengeFor(tx, signInPurpose(step)),
      timeout: stepLifeMs,
      allowCredentials: known.map((key) => ({ id: key.credentialId, transports: key.transports })),
      userVerification: "preferred",
    })),
  };
}

/** Whether a passkey of this person signed the challenge of this sign-in. */
export async function isSigned(
  tx: Tx,
  step: string,
  userId: string,
  publicUrl: URL,
  passkey: z.output<typeof signature>,
): Promise<boolean> {
  const known = await store.find(tx, userId, passkey.id);
  if (!known) return false;
  const { counter, credentialId: id } = known;
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response: { ...passkey, clientExtensionResults: {} },
    expectedChallenge: challengeCheck(tx.secrets, tx.now, signInPurpose(step)),
    expectedOrigin: publicUrl.origin,
    expectedRPID: hostOf(publicUrl),
    credential: { id, publicKey: new Uint8Array(known.publicKey), counter },
    requireUserVerification: false,
  }).catch(() => null);
  return checked?.verified === true && store.markUsed(tx, known.id, checked.authenticationInfo.newCounter);
}
