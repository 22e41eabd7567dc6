import type { z } from "zod";
import { AppError } from "#contract/errors.ts";
import { recoveryCodeUsed, secondFactorFailed } from "#features/accounts/factors/events.ts";
import type { signed as signature } from "#features/accounts/factors/passkeys/contract.ts";
import * as passkeys from "#features/accounts/factors/passkeys/service.ts";
import { isRecoveryCode, maxAttempts, plainCode } from "#features/accounts/factors/rules.ts";
import { acceptCode, digestOf } from "#features/accounts/factors/service.ts";
import * as store from "#features/accounts/factors/store.ts";
import { recoveryCodeUsedLetter } from "#features/accounts/notices/letters.ts";
import { notify } from "#features/accounts/notices/service.ts";
import { fold } from "#features/accounts/rules.ts";
import { contextOf, signedAs, signIn, type SignedIn } from "#features/accounts/service.ts";
import { mintCompany, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { readDevice } from "#platform/http/device.ts";
import { addressKey, type GuessKey } from "#platform/http/limits.ts";
import type { PublicContext } from "#platform/http/route.ts";
import { hashToken } from "#platform/http/session.ts";
import { record } from "#platform/journal/record.ts";

const expired = () => new AppError("unauthorized", "This sign-in has expired. Enter your password again");

/** Runs work as the person of a sign-in step, if the step is still open and they may sign in. */
async function runInStep<T>(
  ctx: PublicContext,
  step: store.Step,
  mode: typeof read,
  work: (signed: Tx) => Promise<T>,
): Promise<T> {
  return mode(contextOf(ctx, mintCompany(step.companyId), { kind: "system" }), async (tx) => {
    const signed = await signedAs(tx, step.userId);
    if (!signed || !(await store.isStepOpen(tx, step.id))) throw expired();
    return work(signed);
  });
}

async function findStep(ctx: PublicContext, token: string): Promise<store.Step> {
  const step = await store.findStep(ctx.database, hashToken(token), ctx.now);
  if (!step) throw expired();
  return step;
}

/** Wrong codes from a known browser are counted separately, like wrong passwords. */
async function guessKeys(ctx: PublicContext, step: store.Step): Promise<GuessKey[]> {
  const { username } = await runInStep(ctx, step, read, async ({ actor }) => actor as { username: string });
  const device = readDevice(ctx, fold(username));
  if (device) return [["secondFactor", `${step.userId} ${device}`]];
  return [
    ["secondFactor", step.userId],
    ["signInAddress", addressKey(ctx.request.ip)],
  ];
}

async function finish(signed: Tx, { userId }: store.Step): Promise<SignedIn> {
  await store.endSteps(signed, userId);
  return signIn(signed, userId);
}

export async function enterCode(ctx: PublicContext, input: { token: string; code: string }): Promise<SignedIn> {
  const step = await findStep(ctx, input.token);
  const code = plainCode(input.code);
  const isRecovery = isRecoveryCode(code);
  let attempts: number | null = null;
  const done = await ctx.limits.guess(ctx.request, await guessKeys(ctx, step), () =>
    runInStep(ctx, step, write, async (signed) => {
      const accepts = isRecovery ? acceptRecoveryCode : acceptCode;
      if (await accepts(signed, code)) return finish(signed, step);
      attempts = await store.countAttempt(signed, step.id);
      await record(signed, secondFactorFailed(step.userId));
      return null;
    }),
  );
  if (done) return done;
  ctx.count("failed_sign_ins");
  const { id: request, ip: address } = ctx.request;
  ctx.log.warn({ event: "security", request, address, user: step.userId }, "a second factor failed");
  if ((attempts ?? maxAttempts) >= maxAttempts)
    throw new AppError("unauthorized", "Too many wrong codes. Enter your password again");
  throw new AppError("invalid", wrongCode(isRecovery), { field: "code" });
}

const wrongCode = (isRecovery: boolean): string =>
  isRecovery
    ? "This recovery code is not right, or was used before"
    : "This code is not right, or was used before. Wait for the next one";

async function acceptRecoveryCode(signed: Tx, code: string): Promise<boolean> {
  const { id } = signed.actor as { id: string };
  if (!(await store.useRecoveryCode(signed, id, digestOf(signed.secrets, id, code)))) return false;
  const left = await store.countRecoveryCodes(signed, id);
  await record(signed, recoveryCodeUsed(id, left));
  await notify(signed, id, recoveryCodeUsedLetter(left));
  return true;
}

export async function startWithPasskey(ctx: PublicContext, token: string): Promise<{ challenge: string }> {
  const step = await findStep(ctx, token);
  return runInStep(ctx, step, read, (signed) => passkeys.startSigning(signed, step.id, step.userId, ctx.publicUrl));
}

/** A wrong signature does not count towards `maxAttempts`, because signatures cannot be guessed. */
export async function signWithPasskey(
  ctx: PublicContext,
  { token, passkey }: { token: string; passkey: z.output<typeof signature> },
): Promise<SignedIn> {
  const step = await findStep(ctx, token);
  const done = await ctx.limits.guess(ctx.request, await guessKeys(ctx, step), () =>
    runInStep(ctx, step, write, async (signed) =>
      (await passkeys.isSigned(signed, step.id, step.userId, ctx.publicUrl, passkey)) ? finish(signed, step) : null,
    ),
  );
  if (done) return done;
  const { id: request, ip: address } = ctx.request;
  ctx.log.warn({ event: "security", request, address, user: step.userId }, "a passkey was not accepted");
  throw new AppError("unauthorized", "This passkey was not accepted. Use another one, or a code");
}
