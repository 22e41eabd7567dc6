import type { Forecast } from "#features/decisions/contract.ts";
import type { GivenForecast } from "./context.ts";
import type { Evaluation, Facts } from "./decision-type.ts";

/** Adds what an outside agent forecasts itself to what the formula forecasts. */
export function withOwnForecasts(
  evaluation: Evaluation,
  given: readonly GivenForecast[] | undefined,
  { today }: Pick<Facts, "today">,
): Evaluation {
  if (!given) return evaluation;
  const own = given.map(({ claim, probability, dueOn, metric, target, test = "atLeast" }): Forecast => {
    const isMeasured = metric !== undefined && target !== undefined;
    return {
      claim,
      horizon: "final",
      metric: metric ?? null,
      target: target ?? null,
      probability,
      baseRate: null,
      baseRateNote: "Stated by the outside agent",
      dueOn,
      resolver: isMeasured ? "metric" : "human",
      measuredBy: isMeasured ? { measure: "value", test, from: today, party: null, effect: null } : null,
    };
  });
  return { ...evaluation, forecasts: [...evaluation.forecasts, ...own] };
}

/** Why an agent may not state these forecasts on `today`, or null: what is known already is no forecast. */
export function ownForecastsError(
  agent: { name: string; isOutside: boolean },
  given: readonly GivenForecast[] | undefined,
  today: string,
): string | null {
  if (!given) return null;
  if (!agent.isOutside) return `${agent.name} works here and makes its own forecasts: leave out "forecasts"`;
  const place = given.findIndex(({ dueOn }) => dueOn <= today);
  if (place >= 0) return `forecasts ${place + 1} dueOn must be after today, ${today}`;
  const half = given.findIndex(({ metric, target }) => (metric === undefined) !== (target === undefined));
  return half < 0 ? null : `forecasts ${half + 1}: send metric and target together, or neither`;
}
