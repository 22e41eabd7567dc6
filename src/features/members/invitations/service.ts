import { timingSafeEqual } from "node:crypto";
import { AppError, notFound } from "#contract/errors.ts";
import type { MemberRole } from "#contract/roles.ts";
import * as accounts from "#features/accounts/service.ts";
import { fold } from "#features/accounts/rules.ts";
import * as people from "#features/accounts/members/store.ts";
import { findCompanyName } from "#features/accounts/store.ts";
import { invitationCreated, invitationRenewed, invitationRevoked, memberJoined } from "#features/members/events.ts";
import type { Invitation, OpenInvitation } from "#features/members/invitations/contract.ts";
import * as store from "#features/members/invitations/store.ts";
import { decides, invitationLife, seatError } from "#features/members/rules.ts";
import { invitationLetter } from "#features/members/invitations/letters.ts";
import { requireSeat, seats } from "#features/members/service.ts";
import { type Ctx, mintCompany, type Person, person, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import type { PublicContext } from "#platform/http/route.ts";
import { hashToken, makeToken } from "#platform/http/session.ts";
import { makePersonKey, record } from "#platform/journal/record.ts";
import type { DeliveryStatus } from "#platform/outbox/tables.ts";
import { describeState, sendMail } from "#platform/mail/queue.ts";
import * as mails from "#platform/mail/store.ts";
import { hashPassword } from "#platform/passwords.ts";
import type { Secrets } from "#platform/secrets.ts";

const mostShown = 500;

const toInvitation = (tx: Tx, { invitation, invitedBy }: store.Listed, mail?: DeliveryStatus): Invitation => {
  const { id, email, role, approvalLimit, createdAt, expiresAt } = invitation;
  return {
    id,
    email,
    role,
    approvalLimit,
    invitedBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isExpired: expiresAt <= tx.now,
    mail: describeState(mail),
  };
};

export async function list(tx: Tx): Promise<Invitation[]> {
  const rows = await store.list(tx, mostShown);
  const states = await mails.statesOf(
    tx,
    rows.map(({ invitation }) => invitation.id),
  );
  return rows.map((row) => toInvitation(tx, row, states.get(row.invitation.id)));
}

async function show(tx: Tx, id: string): Promise<Invitation> {
  const row = await store.find(tx, id);
  if (row?.invitation.status !== "pending") throw notFound();
  return toInvitation(tx, row, (await mails.statesOf(tx, [id])).get(id));
}

type Linked = { invitation: Invitation; path: string };
type Given = { email: string; role: MemberRole; approvalLimit?: number | null | undefined };

type Link = { path: string; tokenHash: Buffer };

function newLink(tx: Tx): Link & { expiresAt: Date } {
  const token = makeToken();
  const expiresAt = new Date(tx.now.getTime() + invitationLife);
  return { path: `/join#${token}`, tokenHash: hashToken(token), expiresAt };
}

/** Only the mailed link carries this, so whoever has it can read mail sent to the invited address. */
const proofOf = (secrets: Secrets, tokenHash: Buffer): string => secrets.sign(`mailed to:${tokenHash.toString("hex")}`);

const isProof = (secrets: Secrets, tokenHash: Buffer, given: string | undefined): boolean =>
  given !== undefined && timingSafeEqual(Buffer.from(given), Buffer.from(proofOf(secrets, tokenHash)));

/** Mails the link if the installation sends mail. The link in the answer has no proof of the address. */
async function sendLink(tx: Tx, invitation: Invitation, { path, tokenHash }: Link): Promise<Linked> {
  const { id, email, role, invitedBy, expiresAt } = invitation;
  const ownPath = `${path}.${proofOf(tx.secrets, tokenHash)}`;
  const letter = invitationLetter({ invitedBy, companyName: await findCompanyName(tx), role, path: ownPath });
  const mail = { kind: "invitation", to: email, about: id, expiresAt: new Date(expiresAt), letter } as const;
  return { invitation: (await sendMail(tx, mail)) ? { ...invitation, mail: "waiting" } : invitation, path };
}

export function invite(ctx: Ctx, { email, role, approvalLimit = null }: Given): Promise<Linked> {
  return write(ctx, async (tx) => {
    const emailKey = fold(email);
    const field = "email";
    if ((await people.list(tx)).some((one) => fold(one.email) === emailKey))
      throw new AppError("conflict", "This person is a member already", { field });
    if (await store.findPendingFor(tx, emailKey))
      throw new AppError("conflict", "This address has an open invitation. Renew it to get a new link", { field });
    if (approvalLimit !== null && !decides(role))
      throw new AppError("invalid", "Only approvers and admins have an approval limit", { field: "approvalLimit" });
    await requireSeat(tx);
    const id = crypto.randomUUID();
    const { path, ...link } = newLink(tx);
    const row = { id, email, emailKey, role, approvalLimit, invitedBy: person(tx).id, createdAt: tx.now };
    await store.add(tx, { ...row, ...link });
    await record(tx, invitationCreated(id, role));
    return sendLink(tx, await show(tx, id), { path, ...link });
  });
}

export function renew(ctx: Ctx, id: string): Promise<Linked> {
  return write(ctx, async (tx) => {
    const { role, isExpired } = await show(tx, id);
    // An expired invitation has given its seat back.
    if (isExpired) await requireSeat(tx);
    const { path, ...link } = newLink(tx);
    await store.renew(tx, id, link);
    await record(tx, invitationRenewed(id, role));
    await mails.withdraw(tx, id);
    return sendLink(tx, await show(tx, id), { path, ...link });
  });
}

export function revoke(ctx: Ctx, id: string): Promise<Invitation> {
  return write(ctx, async (tx) => {
    const invitation = await show(tx, id);
    await store.remove(tx, id);
    await mails.withdraw(tx, id);
    await record(tx, invitationRevoked(id, invitation.role));
    return invitation;
  });
}

const deadLink = () =>
  new AppError(
    "not_found",
    "This invitation link does not work. It may be used, expired or revoked: ask for a new one.",
  );

/** Runs work for the invitation of a link, if it can still be accepted. */
async function withInvitation<T>(
  ctx: PublicContext,
  token: string,
  mode: typeof read,
  work: (tx: Tx, row: store.Listed) => Promise<T>,
): Promise<T> {
  const known = await store.findByToken(ctx.database, hashToken(token));
  if (!known) throw deadLink();
  const bare = accounts.contextOf(ctx, mintCompany(known.companyId), { kind: "system" });
  return mode(bare, async (tx) => {
    const row = await store.find(tx, known.id);
    if (row?.invitation.status !== "pending" || row.invitation.expiresAt <= tx.now) throw deadLink();
    if (await people.closedAt(tx)) throw deadLink();
    return work(tx, row);
  });
}

export const open = (ctx: PublicContext, token: string): Promise<OpenInvitation> =>
  withInvitation(ctx, token, read, async (tx, { invitation: { email, role, expiresAt }, invitedBy }) => ({
    companyName: await findCompanyName(tx),
    email,
    role,
    invitedBy,
    expiresAt: expiresAt.toISOString(),
  }));

type Joining = {
  token: string;
  proof?: string | undefined;
  username: string;
  password: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
};

/** Of concurrent calls with the same link, one wins. */
export async function join(ctx: PublicContext, input: Joining): Promise<accounts.SignedIn> {
  const { companyName, email } = await open(ctx, input.token);
  await accounts.requirePassword(input.password, { username: input.username, email, companyName }, "password");
  const passwordHash = await accounts.orUnavailable(hashPassword(input.password));
  return accounts.refuseTaken(
    withInvitation(ctx, input.token, write, async (tx, { invitation }) => {
      const { taken, most } = await seats(tx);
      // The invitation's own seat is one of those taken.
      if (seatError({ taken: taken - 1, most }))
        throw new AppError("conflict", "The company has no free seat. Ask the person who invited you");
      const { username, firstName, lastName } = input;
      const { role, approvalLimit } = invitation;
      const id = crypto.randomUUID();
      const sealedKey = makePersonKey(tx.secrets, tx.company, id);
      const isProven = isProof(tx.secrets, invitation.tokenHash, input.proof);
      const address = { email: invitation.email, emailProvenAt: isProven ? tx.now : null };
      const row = { id, username, ...address, passwordHash, role, approvalLimit };
      const names = { firstName: firstName || null, lastName: lastName || null };
      await accounts.addPerson(tx, { ...row, ...names }, sealedKey);
      const actor: Person = { kind: "user", id, role, username, sealedKey };
      const signed: Tx = { ...tx, actor };
      await store.accept(signed, invitation.id, id);
      await mails.withdraw(tx, invitation.id);
      await record(signed, memberJoined(id, role, invitation.id));
      return accounts.openSession(signed, id);
    }),
  );
}
