import { type AgentRoleId, agentRole } from "#contract/roles.ts";
import type { Figures } from "#features/authority/contract.ts";
import { perDecisionLimit } from "#features/authority/limits/rules.ts";
import type { LimitChange, LimitDifference } from "#features/authority/versions/contract.ts";

/** The limits of a role (no type) or of one of its types. */
export type Limits = Figures & { role: AgentRoleId; decisionType: string | null };
/** The year budgets of the roles' agents, for limits that are a share of them. */
export type Budgets = ReadonlyMap<AgentRoleId, number>;

const figuresOf = ({ perDecision, discountPercent, alone, aloneDiscountPercent }: Figures): Figures => ({
  perDecision,
  discountPercent,
  alone,
  aloneDiscountPercent,
});

const isFor = (role: AgentRoleId, decisionType: string | null) => (row: Limits) =>
  row.role === role && row.decisionType === decisionType;

/** The limits that apply: the type's own, else its role's. */
export function limitsFor<Row extends Limits>(
  all: readonly Row[],
  role: AgentRoleId,
  decisionType: string | null,
): Row | null {
  return all.find(isFor(role, decisionType)) ?? all.find(isFor(role, null)) ?? null;
}

/** Whether any figure is higher, which lets agents do more. */
export function isLooser(from: Figures, to: Figures, budget: number): boolean {
  const sizes = (figures: Figures) => [
    perDecisionLimit(figures, budget),
    figures.discountPercent ?? 0,
    figures.alone ?? Number.POSITIVE_INFINITY,
    figures.aloneDiscountPercent ?? Number.POSITIVE_INFINITY,
  ];
  const before = sizes(from);
  return sizes(to).some((size, at) => size > (before[at] ?? 0));
}

const isSame = (one: Figures, other: Figures): boolean =>
  JSON.stringify(figuresOf(one)) === JSON.stringify(figuresOf(other));

/** Roles and types whose limits differ, a role before its types. */
export function differences(from: readonly Limits[], to: readonly Limits[], budgets: Budgets): LimitDifference[] {
  const keys = new Map([...from, ...to].map((row) => [`${row.role}\n${row.decisionType ?? ""}`, row]));
  return [...keys.values()].flatMap(({ role, decisionType }) => {
    const before = limitsFor(from, role, decisionType);
    const after = limitsFor(to, role, decisionType);
    const wasOwn = from.some(isFor(role, decisionType));
    const isOwn = to.some(isFor(role, decisionType));
    if (!before || !after || (wasOwn === isOwn && isSame(before, after))) return [];
    const looser = isLooser(before, after, budgets.get(role) ?? agentRole(role).budget);
    return { role, decisionType, from: figuresOf(before), to: figuresOf(after), wasOwn, isOwn, isLooser: looser };
  });
}

export function changing(all: readonly Limits[], changes: readonly LimitChange[]): Limits[] {
  const kept = all.filter(({ role, decisionType }) => !changes.some(isChangeOf(role, decisionType)));
  const changed = changes.flatMap(({ role, decisionType, figures }) =>
    figures ? { role, decisionType, ...figures } : [],
  );
  return [...kept, ...changed];
}

const isChangeOf = (role: AgentRoleId, decisionType: string | null) => (change: LimitChange) =>
  change.role === role && change.decisionType === decisionType;

/** The changes that turn some limits into others. */
export function changesTo(from: readonly Limits[], to: readonly Limits[], budgets: Budgets): LimitChange[] {
  return differences(from, to, budgets).map(({ role, decisionType, to: figures, isOwn }) => ({
    role,
    decisionType,
    figures: isOwn ? figures : null,
  }));
}

/** Why a draft can't be saved as it is, or null. */
export function draftFault(changes: readonly LimitChange[]): string | null {
  const keys = changes.map(({ role, decisionType }) => `${role}\n${decisionType ?? ""}`);
  if (new Set(keys).size < keys.length) return "The same limit is changed twice.";
  if (changes.some(({ decisionType, figures }) => decisionType === null && figures === null))
    return "A role always has limits: change its figures instead.";
  return null;
}
