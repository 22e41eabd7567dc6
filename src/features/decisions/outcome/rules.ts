import type { Forecast } from "#features/decisions/contract.ts";

type Resolvable = Pick<Forecast, "dueOn" | "resolver"> & { held: boolean | null };

type Of = { status: string; isTest: boolean; undoUntil: unknown };

/** Why a person may not resolve the forecast of a decision on `today`, or null. */
export function resolutionError(forecast: Resolvable, of: Of, today: string): string | null {
  if (of.isTest) return "Not applicable: a test is never measured";
  if (of.status === "rejected") return "Not applicable: the proposal was not approved";
  if (forecast.held !== null)
    return `Already resolved: the forecast ${forecast.held ? "came true" : "did not come true"}`;
  if (of.undoUntil) return "Wait until the approval can no longer be undone";
  if (of.status === "pending") return "Decide first: the decision is still pending";
  if (forecast.resolver !== "human") return "This forecast is resolved from company data";
  if (today < forecast.dueOn) return `This forecast can be resolved from ${forecast.dueOn}`;
  return null;
}
