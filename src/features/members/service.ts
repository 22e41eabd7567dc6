import { AppError, notFound } from "#contract/errors.ts";
import { formatMoney } from "#contract/format.ts";
import { includesRole } from "#contract/roles.ts";
import { currency } from "#contract/words.ts";
import { endAccess } from "#features/accounts/access/service.ts";
import * as factors from "#features/accounts/factors/store.ts";
import * as people from "#features/accounts/members/store.ts";
import { roleChangedLetter } from "#features/accounts/notices/letters.ts";
import { notify } from "#features/accounts/notices/service.ts";
import { seatsAllowed } from "#features/accounts/plan/service.ts";
import { userSessionsEnded } from "#features/accounts/events.ts";
import type { Member, Seats } from "#features/members/contract.ts";
import * as events from "#features/members/events.ts";
import * as invitations from "#features/members/invitations/store.ts";
import { decides, memberChangeError, seatError } from "#features/members/rules.ts";
import { taskUpdated } from "#features/tasks/events.ts";
import * as tasks from "#features/tasks/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { withdraw } from "#platform/mail/store.ts";

/** The members and seats. Addresses, last visits and second factors are for admins only. */
export async function list(tx: Tx): Promise<{ members: Member[]; seats: Seats }> {
  const isAdmin = includesRole(person(tx).role, "admin");
  const withFactor = isAdmin ? await factors.people(tx) : null;
  const members = (await people.list(tx)).map((row) => toMember(row, withFactor));
  return { members, seats: await seats(tx) };
}

/** `withFactor`: who has a second factor; null for readers who are not admins. */
const toMember = ({ lastSeenAt, email, ...row }: people.MemberRow, withFactor: Set<string> | null): Member => ({
  ...row,
  email: withFactor ? email : null,
  lastSeenAt: withFactor ? (lastSeenAt?.toISOString() ?? null) : null,
  hasSecondFactor: withFactor && withFactor.has(row.id),
});

export async function seats(tx: Tx): Promise<Seats> {
  const [active, open] = [await people.countActive(tx), await invitations.countOpen(tx)];
  return { taken: active + open, most: (await seatsAllowed(tx)).most };
}

/** Throws if no further seat can be taken. */
export async function requireSeat(tx: Tx): Promise<void> {
  const error = seatError(await seats(tx));
  if (error) throw new AppError("conflict", error);
}

async function findTarget(tx: Tx, id: string): Promise<{ target: people.MemberRow; all: people.MemberRow[] }> {
  const all = await people.list(tx);
  const target = all.find((row) => row.id === id);
  if (!target) throw notFound();
  return { target, all };
}

/** Each of several concurrent changes is checked against those before it. */
export function change(ctx: Ctx, id: string, given: people.Change): Promise<Member> {
  return write(ctx, async (tx) => {
    const { target, all } = await findTarget(tx, id);
    const to = { ...given };
    // A role that cannot approve has no approval limit.
    if (to.role && !decides(to.role) && to.approvalLimit === undefined) to.approvalLimit = null;
    const error = memberChangeError(person(tx), target, to, all);
    if (error) throw new AppError("conflict", error);
    const after = { ...target, ...to };
    if (after.isActive && !target.isActive) await requireSeat(tx);
    await people.change(tx, id, to);
    if (mayInvite(target) && !mayInvite(after)) await record(tx, ...(await revokeInvitationsOf(tx, id)));
    if (target.isActive && !after.isActive) {
      await record(
        tx,
        events.memberSuspended(id, { sessionsEnded: await endAccess(tx, id, "suspended"), was: target.role }),
      );
    } else {
      const changed = changesOf(tx, target, after);
      if (changed.titles.length > 0)
        await record(tx, events.memberChanged(id, changed.titles.join(", "), changed.details));
      if (after.role !== target.role)
        await notify(tx, id, roleChangedLetter(target.role, after.role, person(tx).username));
    }
    return toMember(after, await factors.people(tx));
  });
}

const mayInvite = ({ role, isActive }: people.MemberRow): boolean => role === "admin" && isActive;

/** An admin's open invitations, perhaps to themselves, must not outlast their rights. */
export async function revokeInvitationsOf(tx: Tx, id: string) {
  const revoked = await invitations.removeOf(tx, id);
  for (const one of revoked) await withdraw(tx, one.id);
  return revoked.map((one) => events.invitationRevoked(one.id, one.role));
}

function changesOf(tx: Tx, from: people.MemberRow, to: people.MemberRow) {
  const limit = (amount: number | null): string =>
    amount === null ? "no limit of their own" : `approves up to ${formatMoney(amount, currency.parse(tx.currency))}`;
  const isDifferent = (key: "role" | "approvalLimit" | "isActive"): boolean => from[key] !== to[key];
  return {
    titles: [
      ...(isDifferent("role") ? [`Role changed from ${from.role} to ${to.role}`] : []),
      ...(isDifferent("approvalLimit") && decides(to.role) ? [`Approval limit: ${limit(to.approvalLimit)}`] : []),
      ...(isDifferent("isActive") ? ["Access restored"] : []),
    ],
    details: {
      ...(isDifferent("role") && { role: [from.role, to.role] as [string, string] }),
      ...(isDifferent("approvalLimit") && {
        approvalLimit: [from.approvalLimit, to.approvalLimit] as [number | null, number | null],
      }),
      ...(isDifferent("isActive") && { isActive: [from.isActive, to.isActive] as [boolean, boolean] }),
    },
  };
}

export function remove(ctx: Ctx, id: string): Promise<{ username: string; tasksUnassigned: number }> {
  return write(ctx, async (tx) => {
    const { target, all } = await findTarget(tx, id);
    const error = memberChangeError(person(tx), target, null, all);
    if (error) throw new AppError("conflict", error);
    const sessionsEnded = await endAccess(tx, id, "removed");
    const unassigned = await tasks.unassignOpenOfPerson(tx, id);
    await factors.removeAll(tx, id);
    const revoked = await revokeInvitationsOf(tx, id);
    await people.remove(tx, id);
    const summary = "unassigned because a member left";
    await record(
      tx,
      events.memberRemoved(id, { sessionsEnded, tasksUnassigned: unassigned.length, was: target.role }),
      ...revoked,
      ...unassigned.map((task) => taskUpdated(task, { assignedFrom: id, assignedTo: null }, { summary })),
    );
    return { username: target.username, tasksUnassigned: unassigned.length };
  });
}

/** Signs a person out everywhere and revokes their API tokens; they can sign in again. */
export function endMemberSessions(ctx: Ctx, id: string): Promise<{ username: string; sessionsEnded: number }> {
  return write(ctx, async (tx) => {
    const { target } = await findTarget(tx, id);
    const sessionsEnded = await endAccess(tx, id, "admin");
    await factors.endSteps(tx, id);
    await record(tx, userSessionsEnded(id, sessionsEnded));
    return { username: target.username, sessionsEnded };
  });
}

export function changeSeats(ctx: Ctx, most: number): Promise<Seats> {
  return write(ctx, async (tx) => {
    const { taken, most: before } = await seats(tx);
    if (most < taken) throw new AppError("conflict", `${taken} seats are taken. Enter at least ${taken}`);
    const { plan } = await seatsAllowed(tx);
    if (plan && most > plan.users)
      throw new AppError("conflict", `The ${plan.label} plan has ${plan.users} people. Enter at most ${plan.users}`);
    if (most === before) return { taken, most };
    await people.setSeats(tx, most);
    await record(tx, events.seatsChanged(tx.company, before, most));
    return { taken, most };
  });
}
