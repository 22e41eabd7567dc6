import { AppError, notFound } from "#contract/errors.ts";
import { isTimeZone } from "#contract/words.ts";
import type { User } from "#features/accounts/contract.ts";
import {
  companyRegistered,
  userLoggedIn,
  userLoggedOut,
  userPasswordChanged,
  userPasswordReset,
  userSignInFailed,
} from "#features/accounts/events.ts";
import { fold, isMadeOfNames, takeOverMs, termsVersion } from "#features/accounts/rules.ts";
import * as store from "#features/accounts/store.ts";
import { now } from "#platform/clock.ts";
import {
  type CompanyId,
  type Ctx,
  mintCompany,
  type Origin,
  type Person,
  type Platform,
  type Tx,
} from "#platform/context.ts";
import { violatedConstraint } from "#platform/db/trouble.ts";
import { read, batch, write } from "#platform/db/transaction.ts";
import { readDevice } from "#platform/http/device.ts";
import { addressKey, type GuessKey } from "#platform/http/limits.ts";
import type { PublicContext, Exchange } from "#platform/http/route.ts";
import { hashToken, makeToken, sessionLife } from "#platform/http/session.ts";
import { makePersonKey, record, recordAgainst } from "#platform/journal/record.ts";
import { hashPassword, isCommonPassword, PasswordQueueFull, verifyPassword } from "#platform/passwords.ts";
import { skeletonOf } from "#platform/skeleton.ts";

export type SignedIn = { user: User; token: string };
/** What registering needs of the door; the operator, who has none, brings it along. */
type Entrance = Platform & Pick<PublicContext, "registration" | "now"> & { origin: Origin | null };

/**
 * Opens a company with its first user, an admin, and a session for them; 409 when the name or the address is taken. Only
 * the operator opens a demo, and it stays one.
 */
export async function register(
  door: Entrance,
  input: { username: string; email: string; companyName: string; password: string; timeZone?: string | undefined },
  isDemo = false,
): Promise<SignedIn> {
  if (door.registration !== "open")
    throw new AppError("forbidden", "Sign-up is closed on this installation. Ask its operator for an invitation.");
  await requirePassword(input.password, input, "password");
  const passwordHash = await queued(hashPassword(input.password));
  const userId = crypto.randomUUID();
  const company = mintCompany(crypto.randomUUID());
  const sealedKey = makePersonKey(door.secrets, company, userId);
  const actor: Person = { kind: "user", id: userId, role: "admin", username: input.username, sealedKey };
  const timeZone = input.timeZone && isTimeZone(input.timeZone) ? input.timeZone : "UTC";
  try {
    return await write(contextOf(door, company, actor), async (tx) => {
      await store.addCompany(tx, { name: input.companyName, timeZone, isDemo });
      const { username, email } = input;
      const usernameKey = fold(username);
      const keys = { usernameKey, usernameLook: skeletonOf(usernameKey), emailKey: fold(email) };
      await store.addUser(tx, { id: userId, username, email, ...keys, passwordHash, role: "admin" }, sealedKey);
      await store.addConsent(tx, userId, "essential", termsVersion);
      await record(tx, companyRegistered(company));
      return openSession(tx, userId);
    });
  } catch (error) {
    const taken = violatedConstraint(error);
    if (taken === "users_username_key" || taken === "users_username_look")
      throw new AppError("conflict", "This username is already taken");
    if (taken === "users_email_key") throw new AppError("conflict", "This email address is already in use");
    throw error;
  }
}

/** Signs in; unknown names and wrong passwords get the same answer in the same time. */
export async function login(door: PublicContext, input: { username: string; password: string }): Promise<SignedIn> {
  const account = fold(input.username);
  const device = readDevice(door, account);
  const places: GuessKey[] = device
    ? [["signInDevice", `${account} ${device}`]]
    : [
        ["signInAccount", account],
        ["signInAddress", addressKey(door.request.ip)],
      ];
  const found = await door.limits.guess(door.request, places, async () => {
    const known = await store.findForSignIn(door.database, account);
    const right = await queued(verifyPassword(input.password, known?.passwordHash ?? null));
    if (known && right) return known;
    tellFailedSignIn(door, account, known);
    return null;
  });
  if (!found) throw new AppError("unauthorized", "Invalid username or password");
  const company = mintCompany(found.companyId);
  return write(contextOf(door, company, { kind: "system" }), async (tx) => {
    const { userId } = found;
    const known = await store.findActor(tx, userId);
    if (!known) throw new AppError("unauthorized", "Invalid username or password");
    const signed: Tx = { ...tx, actor: { kind: "user", id: userId, ...known } };
    const [, , opened] = await batch(
      tx,
      () => store.markSignedIn(signed, userId),
      () => record(signed, userLoggedIn(userId)),
      () => openSession(signed, userId),
    );
    return opened;
  });
}

/**
 * Logs a wrong password as a security event and writes it to the journal of the account's company. The caller does not
 * wait: an account that exists must not take longer than one that does not.
 */
function tellFailedSignIn(door: PublicContext, account: string, known: Awaited<ReturnType<typeof store.findForSignIn>>): void {
  const { id: request, ip: address } = door.request;
  door.count("failed_sign_ins");
  const about = { event: "security", request, address };
  if (!known) {
    // People type their password into the wrong field: a name nobody has is told from others, not spelled out.
    const print = door.secrets.sign(`account:${account}`).slice(0, 12);
    return door.log.warn({ ...about, account: `unknown ${print}` }, "a sign-in failed");
  }
  const { companyId, userId } = known;
  door.log.warn({ ...about, account, company: companyId, user: userId }, "a sign-in failed");
  const keep = () =>
    write(contextOf(door, mintCompany(companyId), { kind: "system" }), async (tx) => {
      const sealedKey = (await store.findActor(tx, userId))?.sealedKey ?? null;
      await recordAgainst(tx, { id: userId, sealedKey }, userSignInFailed(userId));
    }).catch((error: unknown) => door.log.error({ err: error }, "a failed sign-in was not written to the journal"));
  setImmediate(() => void keep());
}

/** Ends the door's session and its sockets; without a session there is nothing to do. */
export async function logout(door: PublicContext, title = "Signed out"): Promise<void> {
  const { session } = door;
  if (!session) return;
  const { userId: id, username, role, sealedKey } = session;
  await write(contextOf(door, session.company, { kind: "user", id, username, role, sealedKey }), async (tx) => {
    if (!(await store.endSession(tx, session.sessionId))) return;
    await record(tx, userLoggedOut(session.sessionId, title));
  });
}

/**
 * Changes the session's person's password. Their other sessions and sockets end; this browser gets a new session, and its
 * old one answers what is under way for half a minute more.
 */
export async function changePassword(
  ctx: Ctx,
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
    async () => (await queued(verifyPassword(input.currentPassword, before))) || null,
  );
  if (!isRight) throw wrong;
  const field = "newPassword";
  if (input.newPassword === input.currentPassword)
    throw new AppError("invalid", "Choose a password other than your current one", { field });
  await requirePassword(input.newPassword, { ...user, companyName: user.company.name }, field);
  const passwordHash = await queued(hashPassword(input.newPassword));
  return write(ctx, async (tx) => {
    if (!(await store.setPassword(tx, userId, passwordHash, before))) throw wrong;
    const sessionsEnded = await store.endSessions(tx, userId, sessionId);
    await store.endSessionBy(tx, sessionId, new Date(tx.now.getTime() + takeOverMs));
    await record(tx, userPasswordChanged(userId, sessionsEnded));
    const { token } = await openSession(tx, userId);
    return { sessionsEnded, token };
  });
}

/** Refuses a password that is easy to guess for somebody who knows what is common, or whose it is. */
async function requirePassword(
  password: string,
  { username, email, companyName }: { username: string; email: string; companyName: string },
  field: string,
): Promise<void> {
  const refuse = (sentence: string) => new AppError("invalid", sentence, { field });
  const [mailbox = ""] = email.split("@");
  if (isMadeOfNames(password, [username, email, mailbox, companyName]))
    throw refuse("Password must not be your name, email address or company name");
  if (await isCommonPassword(password)) throw refuse("This password is too common. Choose another");
}

/** Sets a person's password for them, as the operator, and ends all of their sessions and sockets; gives how many. */
export async function resetPassword(ctx: Ctx, userId: string, password: string): Promise<number> {
  const user = await read(ctx, (tx) => store.findUser(tx, userId));
  if (!user) throw notFound();
  await requirePassword(password, { ...user, companyName: user.company.name }, "password");
  const passwordHash = await hashPassword(password);
  return write(ctx, async (tx) => {
    if (!(await store.setPassword(tx, userId, passwordHash))) throw notFound();
    const ended = await store.endSessions(tx, userId);
    await record(tx, userPasswordReset(userId, ended));
    return ended;
  });
}

/** The context of work nobody asked for at this moment, in the company's own currency and time zone. */
export async function jobContext(platform: Platform, company: CompanyId): Promise<Ctx> {
  const bare: Ctx = {
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

/**
 * The same work for who began it, whom the journal is to name though a job ends it: without an address, as they are not
 * there. Whoever is there themselves stays who they are.
 */
export async function onBehalfOf(tx: Tx, userId: string | null): Promise<Tx> {
  if (tx.actor.kind !== "system" || !userId) return tx;
  const known = await store.findActor(tx, userId);
  return known ? { ...tx, actor: { kind: "user", id: userId, ...known }, origin: null } : tx;
}

/** What the journal adds where a job worked for a person. */
export const inBackground = ({ actor }: Ctx): { inBackground?: true } =>
  actor.kind === "system" ? { inBackground: true } : {};

async function openSession(tx: Tx, userId: string): Promise<SignedIn> {
  const token = makeToken();
  const [, user] = await batch(
    tx,
    () => store.addSession(tx, userId, hashToken(token), sessionLife),
    () => store.findUser(tx, userId),
  );
  if (!user) throw new Error("The user vanished while signing in.");
  return { user, token };
}

function contextOf(
  door: Platform & { origin: Origin | null; now: Date },
  company: Ctx["company"],
  actor: Ctx["actor"],
): Ctx {
  const { database, secrets, log, jobs, count, events, agency, installation, origin, now } = door;
  const platform = { database, secrets, log, jobs, count, events, agency, installation };
  return { ...platform, company, actor, origin, now, timeZone: "UTC", currency: "USD" };
}

async function queued<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PasswordQueueFull)
      throw new AppError("unavailable", "Many people are signing in. Try again in a moment.", { retryAfter: 5 });
    throw error;
  }
}
