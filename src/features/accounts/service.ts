import { AppError, notFound } from "#contract/errors.ts";
import { isTimeZone } from "#contract/words.ts";
import type { User } from "#features/accounts/contract.ts";
import { companyRegistered, userLoggedIn, userLoggedOut, userPasswordReset } from "#features/accounts/events.ts";
import { fold, termsVersion } from "#features/accounts/rules.ts";
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
import { read, together, write } from "#platform/db/transaction.ts";
import type { Door } from "#platform/http/route.ts";
import { hashToken, makeToken, sessionLife } from "#platform/http/session.ts";
import { makePersonKey, record } from "#platform/journal/record.ts";
import { hashPassword, PasswordQueueFull, verifyPassword } from "#platform/passwords.ts";

type SignedIn = { user: User; token: string };
/** What registering needs of the door; the operator, who has none, brings it along. */
type Entrance = Platform & Pick<Door, "registration" | "now"> & { origin: Origin | null };

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
      const keys = { usernameKey: fold(username), emailKey: fold(email) };
      await store.addUser(tx, { id: userId, username, email, ...keys, passwordHash, role: "admin" }, sealedKey);
      await store.addConsent(tx, userId, "essential", termsVersion);
      await record(tx, companyRegistered(company));
      return openSession(tx, userId);
    });
  } catch (error) {
    const taken = violatedConstraint(error);
    if (taken === "users_username_key") throw new AppError("conflict", "This username is already taken");
    if (taken === "users_email_key") throw new AppError("conflict", "This email address is already in use");
    throw error;
  }
}

/** Signs in; unknown names and wrong passwords get the same answer in the same time. */
export async function login(door: Door, input: { username: string; password: string }): Promise<SignedIn> {
  const account = fold(input.username);
  const found = await door.limits.signIn(door.request, account, async () => {
    const known = await store.findForSignIn(door.database, account);
    const right = await queued(verifyPassword(input.password, known?.passwordHash ?? null));
    if (!known || !right) throw new AppError("unauthorized", "Invalid username or password");
    return known;
  });
  const company = mintCompany(found.companyId);
  return write(contextOf(door, company, { kind: "system" }), async (tx) => {
    const { userId } = found;
    const known = await store.findActor(tx, userId);
    if (!known) throw new AppError("unauthorized", "Invalid username or password");
    const signed: Tx = { ...tx, actor: { kind: "user", id: userId, ...known } };
    const [, , opened] = await together(
      tx,
      () => store.markSignedIn(signed, userId),
      () => record(signed, userLoggedIn(userId)),
      () => openSession(signed, userId),
    );
    return opened;
  });
}

/** Ends the door's session and its sockets; without a session there is nothing to do. */
export async function logout(door: Door): Promise<void> {
  const { session } = door;
  if (!session) return;
  const { userId: id, username, role, sealedKey } = session;
  await write(contextOf(door, session.company, { kind: "user", id, username, role, sealedKey }), async (tx) => {
    if (!(await store.endSession(tx, session.sessionId))) return;
    await record(tx, userLoggedOut(session.sessionId));
  });
}

/** Sets a person's password for them, as the operator, and ends all of their sessions and sockets; gives how many. */
export async function resetPassword(ctx: Ctx, userId: string, password: string): Promise<number> {
  const passwordHash = await hashPassword(password);
  return write(ctx, async (tx) => {
    const ended = await store.setPassword(tx, userId, passwordHash);
    if (ended === null) throw notFound();
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
  const [, user] = await together(
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
  const { database, secrets, log, jobs, count, events, installation, origin, now } = door;
  const platform = { database, secrets, log, jobs, count, events, installation };
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
