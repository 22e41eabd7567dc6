import { includesRole, type MemberRole, whoMay } from "#contract/roles.ts";
import { currency } from "#contract/words.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import type { PlanStatus } from "#features/plans/contract.ts";

const minute = 60_000;

/** The same prompt within this time gives the same plan. */
export const repeatSince = (now: Date): Date => new Date(now.getTime() - 2 * minute);
/** An unanswered plan expires after a week. */
export const expiryOf = (now: Date): Date => new Date(now.getTime() + 7 * 24 * 60 * minute);

export const promptKey = (prompt: string): string => prompt.toLowerCase().replace(/\s+/g, " ").trim();

/** Why a plan in this status cannot be accepted, changed or discarded, or null. */
export function openFault(status: PlanStatus): string | null {
  if (status === "proposed") return null;
  if (status === "accepted") return "This plan was already accepted";
  if (status === "empty") return "This plan has no tasks. Send another command.";
  return `This plan was ${status}. Send the command again.`;
}

/** What prevents undoing a plan. */
export type Progress = {
  started: readonly string[];
  decided: readonly string[];
  /** Whether it has proposals that undoing withdraws. */
  hasProposals: boolean;
};

export const noProgress: Progress = { started: [], decided: [], hasProposals: false };

/** Why a person cannot undo a plan, or null. Withdrawing its proposals requires the right to decide them. */
export function undoFault(
  status: PlanStatus,
  { started, decided, hasProposals }: Progress,
  role: MemberRole,
): { code: "conflict" | "forbidden"; sentence: string } | null {
  if (status !== "accepted") return { code: "conflict", sentence: "Only an accepted plan can be undone" };
  const [task] = started;
  if (task !== undefined)
    return { code: "conflict", sentence: `"${task}" was started already, so the plan cannot be undone` };
  const [proposal] = decided;
  if (proposal !== undefined)
    return { code: "conflict", sentence: `"${proposal}" was decided already, so the plan cannot be undone` };
  if (hasProposals && !includesRole(role, "approver"))
    return {
      code: "forbidden",
      sentence: `Its proposals are pending, so only ${whoMay("approver")} can undo the plan`,
    };
  return null;
}

const amount = new RegExp(`(?:\\p{Sc}|\\b(?:${currency.options.join("|")})\\s?)\\s?\\d[\\d.,]*(?<![.,])[kKmM]?`, "gu");

/** The words of a title as stems, without amounts of money. INV-1040 and "version 2" stay. */
const meaningOf = (title: string): string[] =>
  normalized(title.replace(amount, " "))
    .split(" ")
    .filter((word) => word !== "")
    .map(stem);

/** Whether two titles are the same work: they differ in amounts of money alone. Other names and numbers are other work. */
export const isSameWork = (one: string, other: string): boolean =>
  meaningOf(one).length > 0 && meaningOf(one).join(" ") === meaningOf(other).join(" ");

/** Whether an open row and a drafted one are the same work with other amounts of money. */
export const hasOtherAmounts = (open: string, drafted: string): boolean =>
  isSameWork(open, drafted) && amountsOf(open).length > 0 && amountsOf(open).join(" ") !== amountsOf(drafted).join(" ");

const amountsOf = (title: string): string[] => title.match(amount) ?? [];

const isRecord = (href: string | null | undefined): boolean => /^\/records\/\w+\/./.test(href ?? "");

/**
 * The open row that each drafted title matches, or null. No row is used twice, and rows about different records never
 * match, even if their titles do.
 */
export function linkOpen<Open extends { id: string; title: string; href?: string | null }>(
  drafted: readonly { title: string; href?: string | null }[],
  open: readonly Open[],
): (Open | null)[] {
  const taken = new Set<string>();
  return drafted.map(({ title, href = null }) => {
    const found = open.find(
      (one) =>
        !taken.has(one.id) &&
        isSameWork(one.title, title) &&
        !(isRecord(href) && isRecord(one.href) && one.href !== href),
    );
    if (found) taken.add(found.id);
    return found ?? null;
  });
}

type Item = {
  content: { kind: "task" | "initiative" | "recommendation" | "proposal" };
  taskId?: string | null;
  initiativeId?: string | null;
};
type StoredItem = Item & { isLinked: boolean };

/** The tasks of a plan, without those that a proposal created. */
export const taskIds = (items: readonly Item[]): string[] =>
  items.flatMap(({ taskId, content }) => (content.kind === "task" ? (taskId ?? []) : []));

/** The tasks that the policy let agents create at once for a plan's proposals. */
export const createdTasks = (items: readonly Item[]): string[] =>
  items.flatMap(({ taskId, content }) => (content.kind === "proposal" ? (taskId ?? []) : []));

export const ownTasks = (items: readonly StoredItem[]): string[] => taskIds(items.filter(({ isLinked }) => !isLinked));

export const ownInitiatives = (items: readonly StoredItem[]): string[] =>
  items.flatMap(({ initiativeId, isLinked }) => (initiativeId && !isLinked ? [initiativeId] : []));
