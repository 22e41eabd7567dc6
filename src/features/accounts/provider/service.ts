import { createHash } from "node:crypto";
import type { z } from "zod";
import { notFound } from "#contract/errors.ts";
import type { SecondStep } from "#features/accounts/contract.ts";
import { freshUntil } from "#features/accounts/factors/rules.ts";
import { requireFresh, type Session } from "#features/accounts/factors/service.ts";
import type { link, Refusal } from "#features/accounts/provider/contract.ts";
import { identityLinked, identityUnlinked } from "#features/accounts/provider/events.ts";
import * as store from "#features/accounts/provider/store.ts";
import { fold } from "#features/accounts/rules.ts";
import { contextOf, type SignedIn, signedAs, signInOrAsk } from "#features/accounts/service.ts";
import { signedInAt } from "#features/accounts/sessions/store.ts";
import { type Ctx, mintCompany, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import type { Expected, Identity } from "#platform/http/provider.ts";
import type { PublicContext } from "#platform/http/route.ts";
import { record } from "#platform/journal/record.ts";

/** A refused sign-in at the provider. */
export class Refused extends Error {
  readonly why: Refusal;
  constructor(why: Refusal, cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}

/** Kept in an encrypted cookie until the browser comes back. `linkFor`: the person who links an account. */
type PendingSignIn = Expected & { linkFor: string | null; at: number };

const pendingMs = 10 * 60_000;
const sealPurpose = "sign-in at the provider";
const cookieOf = ({ secure }: PublicContext): string => (secure ? "__Host-oidc" : "oidc");
const attributes = ({ secure }: PublicContext) => ({ path: "/", httpOnly: true, secure, sameSite: "lax" as const });

/** Prevents login CSRF: a request from another site gets the sign-in page, where people start themselves. */
const isFromOtherSite = ({ request }: PublicContext): boolean =>
  ["cross-site", "same-site"].includes(String(request.headers["sec-fetch-site"]));

/** Returns the provider's address for the browser. */
export async function begin(ctx: PublicContext, isLink: boolean): Promise<string> {
  if (!ctx.provider) throw notFound();
  if (!isLink && isFromOtherSite(ctx)) return "/auth";
  const linkFor = isLink ? await personToLink(ctx) : null;
  const { url, expected } = await ctx.provider.begin().catch((cause: unknown) => {
    ctx.log.error({ err: cause }, "the sign-in provider could not be reached");
    throw new Refused("unavailable", cause);
  });
  const pending: PendingSignIn = { ...expected, linkFor, at: ctx.now.getTime() };
  const sealed = ctx.secrets.seal(Buffer.from(JSON.stringify(pending)), sealPurpose).toString("base64url");
  ctx.reply.setCookie(cookieOf(ctx), sealed, { ...attributes(ctx), maxAge: pendingMs / 1000 });
  return url.href;
}

/** Another site must not start it: the person could be signed in to the other site's account at the provider. */
async function personToLink(ctx: PublicContext): Promise<string> {
  const { caller, request } = ctx;
  if (!caller || caller.isLimited || request.headers["sec-fetch-site"] !== "same-origin") throw new Refused("old");
  const at = await inCompany(ctx, caller.company, (tx) => signedInAt(tx, caller.id));
  if (!at || !freshUntil(at, ctx.now)) throw new Refused("old");
  return caller.userId;
}

const inCompany = <T>(ctx: PublicContext, company: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  write(contextOf(ctx, mintCompany(company), { kind: "system" }), work);

function takePending(ctx: PublicContext): PendingSignIn {
  const cookie = ctx.request.cookies[cookieOf(ctx)];
  ctx.reply.clearCookie(cookieOf(ctx), attributes(ctx));
  try {
    const plain = ctx.secrets.open(Buffer.from(cookie ?? "", "base64url"), sealPurpose).toString();
    const pending = JSON.parse(plain) as PendingSignIn;
    if (ctx.now.getTime() - pending.at < pendingMs) return pending;
  } catch {
    // A cookie this server did not set counts as none.
  }
  throw new Refused("expired");
}

/** Handles the provider's answer: null after linking an account, else a session or the second step. */
export async function finish(ctx: PublicContext): Promise<SignedIn | SecondStep | null> {
  const { provider, request } = ctx;
  if (!provider) throw notFound();
  const pending = takePending(ctx);
  const query = request.query as Record<string, unknown>;
  if (query["state"] !== pending.state) throw new Refused("expired");
  const digest = createHash("sha256").update(pending.state).digest("base64url");
  if (!(await store.useState(ctx.database, digest, ctx.now))) throw new Refused("expired");
  if (query["error"] !== undefined) throw new Refused("cancelled");
  const identity = await provider.finish(request.url, pending).catch((cause: unknown) => {
    ctx.log.warn(
      { event: "security", err: cause, address: request.ip },
      "an answer of the sign-in provider was refused",
    );
    throw new Refused("invalid", cause);
  });
  if (pending.linkFor === null) return signIn(ctx, identity);
  await linkTo(ctx, pending.linkFor, identity);
  return null;
}

const verifiedAddress = ({ email, isEmailVerified }: Identity): string => {
  if (!email || !isEmailVerified) throw new Refused("unverified");
  return fold(email);
};

/** A linked identity signs in its person, even with a new email address; others are matched by a proven address. */
async function signIn(ctx: PublicContext, identity: Identity): Promise<SignedIn | SecondStep> {
  const { issuer, subject } = identity;
  const linked = await store.findLinked(ctx.database, issuer, subject);
  const found = linked ?? (await findProven(ctx, verifiedAddress(identity)));
  return inCompany(ctx, found.companyId, async (tx) => {
    const { userId } = found;
    const signed = await signedAs(tx, userId);
    if (!signed) throw new Refused("unknown");
    if (!linked) await addLink(signed, userId, identity);
    return signInOrAsk(signed, userId);
  });
}

async function findProven(ctx: PublicContext, address: string): Promise<{ companyId: string; userId: string }> {
  const found = await store.findByAddress(ctx.database, address);
  if (!found?.isProven) throw new Refused("unknown");
  return found;
}

/** Refuses a second identity of an issuer: its address may have passed to another person at the provider. */
async function addLink(signed: Tx, userId: string, { issuer, subject }: Identity): Promise<void> {
  if (!(await store.add(signed, { userId, issuer, subject }))) throw new Refused("taken");
  await record(signed, identityLinked(userId, issuer));
}

async function linkTo(ctx: PublicContext, userId: string, identity: Identity): Promise<void> {
  const { caller } = ctx;
  if (caller?.userId !== userId) throw new Refused("expired");
  const linked = await store.findLinked(ctx.database, identity.issuer, identity.subject);
  if (linked?.userId === userId) return;
  const owner = await store.findByAddress(ctx.database, verifiedAddress(identity));
  if (linked || (owner && owner.userId !== userId)) throw new Refused("taken");
  await inCompany(ctx, caller.company, async (tx) => {
    const signed = await signedAs(tx, userId);
    if (!signed) throw new Refused("expired");
    await addLink(signed, userId, identity);
  });
}

export async function show(tx: Tx, provider: string | null): Promise<z.infer<typeof link>> {
  const [first] = await store.list(tx, person(tx).id);
  return { provider, linkedAt: first?.linkedAt.toISOString() ?? null };
}

export function unlink(ctx: Ctx, session: Session, provider: string | null): Promise<z.infer<typeof link>> {
  return write(ctx, async (tx) => {
    await requireFresh(tx, session);
    const { id } = person(tx);
    const issuers = await store.remove(tx, id);
    if (issuers.length === 0) throw notFound();
    await record(tx, ...issuers.map((issuer) => identityUnlinked(id, issuer)));
    return show(tx, provider);
  });
}
