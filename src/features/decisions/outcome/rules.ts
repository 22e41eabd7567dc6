import type { Forecast } from "#features/decisions/contract.ts";

type Standing = Pick<Forecast, "dueOn" | "resolver"> & { held: boolean | null };

/** Takes a forecast, the status of its decision and the day; gives why a person may not say yet what came of it, or null. */
export function resolutionFault(forecast: Standing, decision: string, today: string): string | null {
  if (forecast.held !== null) return `Already resolved: it ${forecast.held ? "held" : "did not hold"}`;
  if (decision === "pending") return "Decide first: nothing of this has been done yet";
  if (forecast.resolver !== "human") return "This forecast is read from the company's figures, not asked of a person";
  if (today < forecast.dueOn) return `It is due on ${forecast.dueOn}: nobody can know before`;
  return null;
}
