import type { MemberRole } from "#contract/roles.ts";

type MemberState = { id: string; username: string; role: MemberRole; isActive: boolean; approvalLimit: number | null };
type Change = Partial<Pick<MemberState, "role" | "isActive" | "approvalLimit">>;

const isAdmin = ({ role, isActive }: Pick<MemberState, "role" | "isActive">): boolean => isActive && role === "admin";

/** Why an admin may not change or remove (`null`) a member of `all`, or null. Changing oneself is refused too. */
export function memberChangeError(
  by: { id: string },
  target: MemberState,
  change: Change | null,
  all: readonly MemberState[],
): string | null {
  const acting = all.find(({ id }) => id === by.id);
  // The role may have changed after the session was checked.
  if (!acting || !isAdmin(acting)) return "You are no longer an admin";
  if (by.id === target.id)
    return change === null
      ? "You can't remove yourself. Ask another admin"
      : "You can't change your own role, limit or access. Ask another admin";
  const after = change && { ...target, ...change };
  if (isAdmin(target) && !(after && isAdmin(after)) && all.filter(isAdmin).length === 1)
    return `${target.username} is the only admin. Make someone else an admin first`;
  if (after && after.approvalLimit !== null && after.approvalLimit !== target.approvalLimit && !decides(after.role))
    return "Only approvers and admins have an approval limit";
  return null;
}

/** Whether this role decides proposals, so that an approval limit means something. */
export const decides = (role: MemberRole): boolean => role === "approver" || role === "admin";

/** Why no further seat can be taken, or null. */
export const seatError = ({ taken, most }: { taken: number; most: number }): string | null =>
  taken < most
    ? null
    : `All ${most} seats are taken. Revoke an invitation, remove someone or allow more people under Members`;

/** How long an invitation can be accepted, in milliseconds. */
export const invitationLife = 14 * 86_400_000;
