import type { Forecast } from "#features/decisions/contract.ts";

type Resolvable = Pick<Forecast, "dueOn" | "resolver"> & { held: boolean | null };

/** Why a person may not resolve the forecast on `today`, or null; `decision` is its decision's status. */
export function resolutionError(forecast: Resolvable, decision: string, today: string): string | null {
  if (decision === "rejected") return "Not applicable: the proposal was not approved";
  if (forecast.held !== null)
    return `Already resolved: the forecast ${forecast.held ? "came true" : "did not come true"}`;
  if (decision === "pending") return "Decide first: the decision is still pending";
  if (forecast.resolver !== "human") return "This forecast is resolved from company data";
  if (today < forecast.dueOn) return `This forecast can be resolved from ${forecast.dueOn}`;
  return null;
}
