import type { AgentRoleId } from "#contract/roles.ts";
import type { Currency } from "#contract/words.ts";
import type { Figures } from "#features/authority/contract.ts";
import type { LimitChange, LimitDifference } from "#features/authority/versions/contract.ts";
import { money, sentenceCase } from "#ui/format.ts";

export type FigureName = keyof Figures;

export const figureNames: Record<FigureName, string> = {
  perDecision: "per decision",
  discountPercent: "discount per decision",
  alone: "runs alone up to",
  aloneDiscountPercent: "discount alone up to",
};

const isPercent = (name: FigureName): boolean => name === "discountPercent" || name === "aloneDiscountPercent";

export function formatFigure(name: FigureName, value: number | null, currency: Currency): string {
  if (value !== null) {
    if (isPercent(name)) return `${Number(value.toFixed(2))}%`;
    return money(value, currency, Number.isInteger(value) ? "whole" : "cents");
  }
  return {
    perDecision: "10% of budget",
    discountPercent: "none",
    alone: "by authority",
    aloneDiscountPercent: "by authority",
  }[name];
}

/** "Expense approval", or "All types" for a role's own limits. */
export const typeName = (decisionType: string | null): string =>
  decisionType === null ? "All types" : sentenceCase(decisionType.replaceAll(".", " "));

export const limitKey = ({ role, decisionType }: { role: AgentRoleId; decisionType: string | null }): string =>
  `${role}\n${decisionType ?? ""}`;

export const changedFigures = ({ from, to }: Pick<LimitDifference, "from" | "to">): FigureName[] =>
  (Object.keys(figureNames) as FigureName[]).filter((name) => from[name] !== to[name]);

/** "CFO expense approval, runs alone up to: £2,500 → £5,000". */
export function describeDifference(difference: LimitDifference, currency: Currency): string {
  const { role, decisionType, from, to, isOwn, wasOwn } = difference;
  const subject = decisionType === null ? role : `${role} ${typeName(decisionType).toLowerCase()}`;
  const figures = changedFigures(difference).map(
    (name) =>
      `${figureNames[name]}: ${formatFigure(name, from[name], currency)} → ${formatFigure(name, to[name], currency)}`,
  );
  if (figures.length === 0) return `${subject}: ${isOwn && !wasOwn ? "own limits" : "limits of the role"}`;
  return `${subject}, ${figures.join(", ")}`;
}

/** The draft with a change added; it replaces an earlier change to the same limit. */
export function withChange(draft: readonly LimitChange[], change: LimitChange): LimitChange[] {
  return [...draft.filter((one) => limitKey(one) !== limitKey(change)), change];
}
