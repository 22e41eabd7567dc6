import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { isTimeZone } from "#contract/words.ts";
import type { SecondStep, User } from "#features/accounts/contract.ts";
import * as accountEvents from "#features/accounts/events.ts";
import { endAccess } from "#features/accounts/access/service.ts";
import * as consents from "#features/accounts/consents/store.ts";
import { hasFactor, isLimited, stepLifeMs } from "#features/accounts/factors/rules.ts";
import { secondFactorReset } from "#features/accounts/factors/events.ts";
import * as factors from "#features/accounts/factors/store.ts";
import * as members from "#features/accounts/members/store.ts";
import { fold, isMadeOfNames, takeOverMs, termsVersion } from "#features/accounts/rules.ts";
import { passwordChangedLetter } from "#features/accounts/notices/letters.ts";
import { notify } from "#features/accounts/notices/service.ts";
import { zonesOf } from "#features/accounts/operator/store.ts";
import { dropLinks } from "#features/accounts/recovery/store.ts";
import type { SessionEnd } from "#features/accounts/sessions/rules.ts";
import * as sessions from "#features/accounts/sessions/store.ts";
import * as store from "#features/accounts/store.ts";
import type { Job } from "#platform/jobs.ts";
import { now } from "#platform/clock.ts";
import * as contexts from "#platform/context.ts";
import { violatedConstraint } from "#platform/db/trouble.ts";
import { read, batch, write } from "#platform/db/transaction.ts";
import { giveDevice, readDevice } from "#platform/http/device.ts";
import { addressKey, type GuessKey } from "#platform/http/limits.ts";
import type { PublicContext, Exchange } from "#platform/http/route.ts";
import { giveCookie, hashToken, makeToken, sessionLife } from "#platform/http/session.ts";
import type { Companies } from "#platform/jobs/background.ts";
import { makePersonKey, record, recordAgainst } from "#platform/journal/record.ts";
import { hashPassword, isCommonPassword, PasswordQueueFull, verifyPassword } from "#platform/passwords.ts";
import { countInHour } from "#platform/security/counts.ts";
import { skeletonOf } from "#platform/skeleton.ts";

export type SignedIn = { user: User; token: string };
/** The context of a registration; the operator brings their own. */
type RegistrationContext = contexts.Platform &
  Pick<PublicContext, "registration" | "now"> & { origin: contexts.Origin | null };

/**
 * Creates a company with its first admin and a session; 409 if the name or address is taken. Only the operator creates
 * demos.
 */
export async function register(
  ctx: RegistrationContext,
  input: { username: string; email: string; companyName: string; password: string; timeZone?: string | undefined },
  isDemo = false,
): Promise<SignedIn> {
  if (ctx.registration !== "open")
    throw new AppError("forbidden", "Sign-up is closed on this installation. Ask the administrator for an invitation.");
  await requirePassword(input.password, input, "password");
  const passwordHash = await orUnavailable(hashPassword(input.password));
  const userId = crypto.randomUUID();
  const company = contexts.mintCompany(crypto.randomUUID());
  const sealedKey = makePersonKey(ctx.secrets, company, userId);
  const actor: contexts.Person = { kind: "user", id: userId, role: "admin", username: input.username, sealedKey };
  const timeZone = input.timeZone && isTimeZone(input.timeZone) ? input.timeZone : "UTC";
  return refuseTaken(
    write(contextOf(ctx, company, { kind: "system" }), async (open) => {
      // The person exists only from here on.
      const tx: contexts.Tx = { ...open, actor };
      await store.addCompany(tx, { name: input.companyName, timeZone, isDemo });
      const { username, email } = input;
      await addPerson(tx, { id: userId, username, email, passwordHash, role: "admin" }, sealedKey);
      await record(tx, accountEvents.companyRegistered(company));
      return openSession(tx, userId);
    }),
  );
}

type NewPerson = Pick<
  Parameters<typeof store.addUser>[1],
  "id" | "username" | "email" | "passwordHash" | "role" | "approvalLimit" | "firstName" | "lastName" | "emailProvenAt"
>;

/** Adds a person who agrees to the terms; `refuseTaken` turns a name in use into a sentence. */
export async function addPerson(tx: contexts.Tx, row: NewPerson, sealedKey: Buffer): Promise<void> {
  const usernameKey = fold(row.username);
  const keys = { usernameKey, usernameLook: skeletonOf(usernameKey), emailKey: fold(row.email) };
  await store.addUser(tx, { ...row, ...keys }, sealedKey);
  await consents.give(tx, row.id, "essential", termsVersion);
}

/** Turns a username or address that is in use into a sentence. */
export async function refuseTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const taken = violatedConstraint(error);
    if (taken === "users_username_key" || taken === "users_username_look")
      throw new AppError("conflict", "This username is already taken", { field: "username" });
    if (taken === "users_email_key")
      throw new AppError("conflict", "This email address is already in use", { field: "email" });
    throw error;
  }
}

/** Unknown names and wrong passwords get the same answer in the same time. */
export async function login(
  ctx: PublicContext,
  input: { username: string; password: string },
): Promise<SignedIn | SecondStep> {
  const typed = fold(input.username);
  const known = await sessions.findForSignIn(ctx.database, typed);
  // Guesses by address and by username count together.
  const account = known?.usernameKey ?? typed;
  const device = readDevice(ctx, account);
  const keys: GuessKey[] = device
    ? [["signInDevice", `${account} ${device}`]]
    : [
        ["signInAccount", account],
        ["signInAddress", addressKey(ctx.request.ip)],
      ];
  const found = await ctx.limits.guess(ctx.request, keys, async () => {
    const right = await orUnavailable(verifyPassword(input.password, known?.passwordHash ?? null));
    if (known && right) return known;
    reportFailedSignIn(ctx, account, known);
    return null;
  });
  if (!found) throw new AppError("unauthorized", "Invalid username or password");
  const company = contexts.mintCompany(found.companyId);
  return write(contextOf(ctx, company, { kind: "system" }), async (tx) => {
    const signed = await signedAs(tx, found.userId);
    if (!signed) throw new AppError("unauthorized", "Invalid username or password");
    return signInOrAsk(signed, found.userId);
  });
}

/** A person who may sign in: not suspended or removed, in a company that is not closed. */
export async function findEntitled(tx: contexts.Tx, userId: string): Promise<User | null> {
  const user = await store.findUser(tx, userId);
  return user?.isActive && !(await members.closedAt(tx)) ? user : null;
}

/** The transaction in the name of an authenticated person; null if they may not sign in. */
export async function signedAs(tx: contexts.Tx, userId: string): Promise<contexts.Tx | null> {
  const known = (await findEntitled(tx, userId)) && (await store.findActor(tx, userId));
  return known ? { ...tx, actor: { kind: "user", id: userId, ...known } } : null;
}

/** After the first factor: starts a session, or a step that waits for the second factor if the person has one. */
export async function signInOrAsk(signed: contexts.Tx, userId: string): Promise<SignedIn | SecondStep> {
  const { authenticator, passkey } = await factors.standing(signed, userId);
  if (!authenticator && !passkey) return signIn(signed, userId);
  const token = makeToken();
  const expiresAt = new Date(signed.now.getTime() + stepLifeMs);
  await factors.addStep(signed, { userId, tokenHash: hashToken(token), expiresAt });
  return { secondFactor: { token, authenticator, passkey } };
}

/** Starts a session for a fully authenticated person. */
export async function signIn(signed: contexts.Tx, userId: string): Promise<SignedIn> {
  const [, , session] = await batch(
    signed,
    () => store.markSignedIn(signed, userId),
    () => record(signed, accountEvents.userLoggedIn(userId)),
    () => openSession(signed, userId),
  );
  return session;
}

/** Logged and journaled without making the caller wait: an existing account must not take longer than a missing one. */
function reportFailedSignIn(
  ctx: PublicContext,
  account: string,
  known: Awaited<ReturnType<typeof sessions.findForSignIn>>,
): void {
  const { id: request, ip: address } = ctx.request;
  ctx.count("failed_sign_ins");
  const about = { event: "security", request, address };
  if (!known) {
    // People type passwords into the wrong field, so an unknown name is logged only as a digest.
    const digest = ctx.secrets.sign(`account:${account}`).slice(0, 12);
    return ctx.log.warn({ ...about, account: `unknown ${digest}` }, "a sign-in failed");
  }
  const { companyId, userId } = known;
  ctx.log.warn({ ...about, company: companyId, user: userId }, "a sign-in failed");
  const recordFailure = () =>
    write(contextOf(ctx, contexts.mintCompany(companyId), { kind: "system" }), async (tx) => {
      const sealedKey = (await store.findActor(tx, userId))?.sealedKey ?? null;
      await recordAgainst(tx, { id: userId, sealedKey }, accountEvents.userSignInFailed(userId));
      await countInHour(tx, "failed_sign_in");
    }).catch((error: unknown) => ctx.log.error({ err: error }, "a failed sign-in was not written to the journal"));
  setImmediate(() => void recordFailure());
}

/** Sets the browser's new session and ends the previous one. */
export async function startSession(ctx: PublicContext, { user, token }: SignedIn): Promise<User> {
  await logout(ctx, "Signed out by a new sign-in in this browser");
  giveCookie(ctx.reply, token, ctx.secure);
  giveDevice(ctx, fold(user.username));
  return user;
}

/** Ends the caller's session and its sockets, if there is one. */
export async function logout(ctx: PublicContext, title = "Signed out"): Promise<void> {
  const { caller } = ctx;
  if (!caller) return;
  const { id: sessionId, userId: id, username, role, sealedKey } = caller;
  await write(contextOf(ctx, caller.company, { kind: "user", id, username, role, sealedKey }), async (tx) => {
    if (!(await sessions.endSession(tx, sessionId, null))) return;
    await record(tx, accountEvents.userLoggedOut(sessionId, title));
  });
}

/**
 * Changes the person's own password. Their other sessions and sockets end; this browser gets a new session, and the old
 * one serves requests under way for another half minute.
 */
export async function changePassword(
  ctx: contexts.Ctx,
  { request, session, limits }: Pick<Exchange, "request" | "session" | "limits">,
  input: { currentPassword: string; newPassword: string },
): Promise<{ sessionsEnded: number; token: string }> {
  const { userId, sessionId } = session;
  const [before, user] = await read(ctx, (tx) =>
    batch(
      tx,
      () => store.passwordHashOf(tx, userId),
      () => store.findUser(tx, userId),
    ),
  );
  if (!before || !user) throw notFound();
  const wrong = new AppError("invalid", "This is not your current password", { field: "currentPassword" });
  const isRight = await limits.guess(
    request,
    [["currentPassword", `${userId} ${sessionId}`]],
    async () => (await orUnavailable(verifyPassword(input.currentPassword, before))) || null,
  );
  if (!isRight) throw wrong;
  const field = "newPassword";
  if (input.newPassword === input.currentPassword)
    throw new AppError("invalid", "Choose a password other than your current one", { field });
  await requirePassword(input.newPassword, { ...user, companyName: user.company.name }, field);
  const passwordHash = await orUnavailable(hashPassword(input.newPassword));
  return write(ctx, async (tx) => {
    if (!(await store.setPassword(tx, userId, passwordHash, before))) throw wrong;
    await factors.endSteps(tx, userId);
    // A new password does not refresh a sign-in that took two factors.
    const isDouble = hasFactor(await factors.standing(tx, userId));
    const at = isDouble ? await sessions.signedInAt(tx, sessionId) : null;
    const { sessionsEnded, token } = await renewSession(tx, session, "password", at ?? tx.now);
    await dropLinks(tx, userId);
    await record(tx, accountEvents.userPasswordChanged(userId, sessionsEnded));
    await notify(tx, userId, passwordChangedLetter);
    return { sessionsEnded, token };
  });
}

/** Ends a person's other sessions and replaces this one, which serves requests under way for another half minute. */
export async function renewSession(
  tx: contexts.Tx,
  { userId, sessionId }: Exchange["session"],
  reason: SessionEnd,
  signedInAt = tx.now,
): Promise<SignedIn & { sessionsEnded: number }> {
  const sessionsEnded = await sessions.endSessions(tx, userId, reason, sessionId);
  await sessions.endSessionBy(tx, sessionId, new Date(tx.now.getTime() + takeOverMs));
  return { ...(await openSession(tx, userId, signedInAt)), sessionsEnded };
}

/** Product names that must not be a password on their own; docs/security.md lists them. */
const contextWords = ["Boardroom", "boardroom.ai"];

/** Refuses common passwords and those made of the person's names. */
export async function requirePassword(
  password: string,
  { username, email, companyName }: { username: string; email: string; companyName: string },
  field: string,
): Promise<void> {
  const refusal = (sentence: string) => new AppError("invalid", sentence, { field });
  const [mailbox = ""] = email.split("@");
  if (isMadeOfNames(password, [username, email, mailbox, companyName]))
    throw refusal("Password must not be your name, email address or company name");
  if (isMadeOfNames(password, contextWords) || (await isCommonPassword(password)))
    throw refusal("This password is too common. Choose another");
}

/** Sets a person's password as the operator, ends their sessions and API tokens and removes their second factors. */
export async function resetPassword(
  ctx: contexts.Ctx,
  userId: string,
  password: string,
): Promise<{ ended: number; hadFactor: boolean }> {
  const user = await read(ctx, (tx) => store.findUser(tx, userId));
  if (!user) throw notFound();
  await requirePassword(password, { ...user, companyName: user.company.name }, "password");
  const passwordHash = await hashPassword(password);
  return write(ctx, async (tx) => {
    if (!(await store.setPassword(tx, userId, passwordHash))) throw notFound();
    const ended = await endAccess(tx, userId, "password");
    await dropLinks(tx, userId);
    await record(tx, accountEvents.userPasswordReset(userId, ended));
    const hadFactor = await factors.removeAll(tx, userId);
    if (hadFactor) await record(tx, secondFactorReset(userId));
    return { ended, hadFactor };
  });
}

/** A job that runs in the context of its company; `dead` once all its attempts failed. */
export function companyJob<Input extends z.ZodType>(
  job: { name: string; concurrency?: number },
  input: Input,
  run: (ctx: contexts.Ctx, given: z.output<Input>) => Promise<unknown>,
  dead?: (ctx: contexts.Ctx, given: z.output<Input>) => Promise<unknown>,
): Job<Input, contexts.Platform> {
  const within =
    (work: typeof run) => async (platform: contexts.Platform, company: contexts.CompanyId, given: z.output<Input>) =>
      void (await work(await jobContext(platform, company), given));
  return { ...job, input, run: within(run), ...(dead && { dead: within(dead) }) };
}

/** The context of work without a signed-in person, in the company's currency and time zone. */
export async function jobContext(platform: contexts.Platform, company: contexts.CompanyId): Promise<contexts.Ctx> {
  const bare: contexts.Ctx = {
    ...platform,
    company,
    actor: { kind: "system" },
    origin: null,
    now: now(),
    timeZone: "UTC",
    currency: "USD",
  };
  const locale = await read(bare, store.locale);
  return { ...bare, ...locale };
}

/** What background work needs to know of companies. */
export const backgroundCompanies: Companies = {
  context: jobContext,
  zonesOf,
  begins: accountEvents.companyRegistered,
};

/** A job's transaction in the name of the person who started the work, without an address. */
export async function onBehalfOf(tx: contexts.Tx, userId: string | null): Promise<contexts.Tx> {
  if (tx.actor.kind !== "system" || !userId) return tx;
  const actor = await findPerson(tx, userId);
  return actor ? { ...tx, actor, origin: null } : tx;
}

/** A person of the company as they are now; null if they left. */
export async function findPerson(tx: contexts.Tx, id: string): Promise<contexts.Person | null> {
  const known = await store.findActor(tx, id);
  return known && { kind: "user", id, ...known };
}

/** Added to the journal when a job worked for a person. */
export const inBackground = ({ actor }: contexts.Ctx): { inBackground?: true } =>
  actor.kind === "system" ? { inBackground: true } : {};

export async function openSession(tx: contexts.Tx, userId: string, signedInAt = tx.now): Promise<SignedIn> {
  const token = makeToken();
  const needsSecondFactor = isLimited(await factors.standing(tx, userId));
  const session = { tokenHash: hashToken(token), lifeMs: sessionLife, isLimited: needsSecondFactor };
  const [, user] = await batch(
    tx,
    () => sessions.addSession(tx, { userId, signedInAt, ...session }),
    () => store.findUser(tx, userId),
  );
  if (!user) throw new Error("The user was removed while signing in.");
  return { user: { ...user, needsSecondFactor }, token };
}

/** The context of work of a public call, once its company is known. */
export function contextOf(
  source: contexts.Platform & { origin: contexts.Origin | null; now: Date },
  company: contexts.Ctx["company"],
  actor: contexts.Ctx["actor"],
): contexts.Ctx {
  const { database, secrets, log, jobs, count, events, agency, subjects, needs, models, embedder } = source;
  const { http, mail, outbox, connectors, clients, mailboxes, oauth, followed, installation } = source;
  const platform = { database, secrets, log, jobs, count, events, agency, subjects, needs, models, embedder };
  const { origin, now } = source;
  return {
    ...platform,
    http,
    mail,
    outbox,
    connectors,
    clients,
    mailboxes,
    oauth,
    followed,
    installation,
    company,
    actor,
    origin,
    now,
    timeZone: "UTC",
    currency: "USD",
  };
}

/** Hashing passwords has a queue; when it is full, callers are told to try again. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PasswordQueueFull)
      throw new AppError("unavailable", "Many people are signing in. Try again in a moment.", { retryAfter: 5 });
    throw error;
  }
}
