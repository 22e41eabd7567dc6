import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast, MeasuredBy } from "#features/decisions/contract.ts";
import { metricName } from "#features/metrics/contract.ts";
import { createTaskId } from "#features/tasks/rules.ts";
import type { Facts } from "./decision-type.ts";

const measured = (
  facts: Facts,
  measure: MeasuredBy["measure"],
  test: MeasuredBy["test"],
  of: Partial<Pick<MeasuredBy, "party" | "effect">> = {},
): MeasuredBy => ({ measure, test, from: facts.today, party: null, effect: null, ...of });

/** Records of the counterparty resolve it, or a person if the records don't have exactly one party of that name. */
export function byRows(
  forecast: Forecast,
  facts: Facts,
  kinds: readonly ("customer" | "vendor")[],
  measure: MeasuredBy["measure"],
  test: MeasuredBy["test"] = "atLeast",
): Forecast {
  for (const kind of kinds) {
    const known = facts.parties?.[kind];
    if (known)
      return {
        ...forecast,
        resolver: "rule",
        measuredBy: measured(facts, measure, test, { party: { kind, ...known } }),
      };
  }
  return forecast;
}

/** "Packing savings" and "packing_savings" name the same figure; null if it is no valid metric name. */
function toMetricName(text: string | undefined): string | null {
  const name = text?.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_") ?? "";
  const trimmed = name.replace(/^_/, "").replace(/_$/, "");
  return metricName.safeParse(trimmed).success ? trimmed : null;
}

/** The named figure resolves the final forecast; without one, a person does. */
export const withFigure = (
  forecasts: readonly Forecast[],
  facts: Facts,
  figure: string | undefined,
  measure: "sum" | "value" = "sum",
): Forecast[] => {
  const metric = toMetricName(figure);
  return forecasts.map((forecast) =>
    metric === null || forecast.horizon === "proxy" || !forecast.target
      ? forecast
      : { ...forecast, metric, resolver: "metric", measuredBy: measured(facts, measure, "atLeast") },
  );
};

/** The planned task whose title begins with `start` resolves it once a person completes that task. */
export function byTask(forecast: Forecast, facts: Facts, effects: readonly PlannedAction[], start: string): Forecast {
  const effect = effects.findIndex(
    ({ action, input }) => action === createTaskId && String(Object(input)["title"]).startsWith(start),
  );
  if (effect < 0) return forecast;
  return { ...forecast, resolver: "rule", measuredBy: measured(facts, "taskDone", "atLeast", { effect }) };
}
