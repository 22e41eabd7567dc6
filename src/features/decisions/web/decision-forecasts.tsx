import { Link } from "wouter";
import { longDay } from "#contract/format.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Decision, HeldForecast } from "#features/decisions/contract.ts";
import { describeMissing } from "#features/decisions/outcome/rules.ts";
import { brierOf } from "#features/decisions/outcome/scores/rules.ts";
import { dayIn, today } from "#ui/clock.ts";
import { count, wholePercent } from "#ui/format.ts";
import { Confidence } from "#ui/kit/confidence.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { Section } from "#ui/kit/section.tsx";
import { formatForecast } from "./format.ts";
import { CorrectButton, ResolveButtons } from "./outcome-actions.tsx";

const notApplicable = "The proposal was not approved, so there is nothing to check.";

/** Who resolves an open forecast, or what data it waits for. */
function describeResolver({ status }: Decision, forecast: HeldForecast, now: string): string {
  if (status === "rejected") return notApplicable;
  const { resolver, dueOn, measuredBy } = forecast;
  if (resolver === "human") return "You'll be asked on that day.";
  const missing = describeMissing(forecast);
  if (dueOn < now && missing) return `Overdue. Missing: ${missing}.`;
  if (measuredBy?.measure === "taskDone") return "Resolved when a person completes its task.";
  if (measuredBy?.ledger) return "Resolved from the ledger of that month.";
  if (measuredBy?.rows) return "Resolved from these records after that day.";
  return measuredBy?.party
    ? `Resolved from the records of ${measuredBy.party.name} after that day.`
    : `Resolved from the figure ${forecast.metric ?? ""} after that day.`;
}

/** The claims made with the proposal, and what happened. */
export function Forecasts({ decision }: { decision: Decision }) {
  const { timeZone } = useCompany();
  if (decision.forecasts.length === 0) return null;
  return (
    <Section id="forecast" title="Forecast" note="locked when proposed">
      {decision.forecasts.map((forecast) => (
        <div key={forecast.position} className="border-t border-line py-[9px]">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 md:flex-nowrap">
            <div className="min-w-full flex-1 md:min-w-0">
              <div>{formatForecast(forecast)}</div>
              <div className="text-sm text-ink-3">
                {forecast.held === null && `${describeResolver(decision, forecast, today(timeZone))} `}
                {forecast.baseRateNote
                  ? `${forecast.baseRateNote}.`
                  : forecast.baseRate === null && "No track record yet."}
              </div>
            </div>
            {decision.status === "rejected" && <Tag line>Not applicable</Tag>}
            {decision.status === "approved" && forecast.held !== null && (
              <Tag line>{forecast.held ? "Came true" : "Did not come true"}</Tag>
            )}
            <Confidence name="Probability" value={forecast.probability} rate={forecast.baseRate} />
          </div>
          {decision.status === "approved" && forecast.held === null && !decision.undoUntil && !decision.isTest && (
            <div className="mt-2">
              <ResolveButtons decisionId={decision.id} forecast={forecast} />
            </div>
          )}
          {decision.status === "approved" && forecast.held !== null && (
            <ForecastOutcome decision={decision} forecast={forecast} held={forecast.held} />
          )}
        </div>
      ))}
    </Section>
  );
}

const points = (value: number): string => value.toFixed(4).replace(/0{1,2}$/, "");

/** The outcome beside the claim: value, source, who and when, and what it adds to the score. */
function ForecastOutcome({ decision, forecast, held }: { decision: Decision; forecast: HeldForecast; held: boolean }) {
  const { timeZone } = useCompany();
  const { probability, baseRate, target, value, source, sourceHref, resolvedAt, resolvedBy, corrections } = forecast;
  const rows: [string, React.ReactNode][] = [
    ["Claimed", `${wholePercent(probability)}${baseRate === null ? "" : `, base rate ${wholePercent(baseRate)}`}`],
    ["Happened", held ? "Came true" : "Did not come true"],
  ];
  if (value !== null) {
    const gap =
      target === null || target === value
        ? ""
        : `, ${count(Math.abs(value - target))} ${value > target ? "above" : "below"} the target of ${count(target)}`;
    rows.push(["Measured", `${count(value)}${gap}`]);
  }
  if (source) rows.push(["Source", sourceHref ? <Link href={sourceHref}>{source}</Link> : source]);
  if (resolvedAt) rows.push(["Resolved", `${longDay(dayIn(resolvedAt, timeZone))} by ${resolvedBy ?? "company data"}`]);
  const base = baseRate === null ? "" : `; the base rate's is ${points(brierOf(baseRate, held))}`;
  rows.push(["Brier score", `${points(brierOf(probability, held))}${base}. Lower is better.`]);
  return (
    <div className="mt-2 rounded-control bg-sunken px-3 py-2 text-sm">
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-1">
        {rows.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="num wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      {corrections.map(({ at, by, reason, wasHeld }) => (
        <p key={at} className="mt-1.5 text-ink-2 wrap-anywhere">
          {`Corrected by ${by} on ${longDay(dayIn(at, timeZone))}, before: ${wasHeld ? "came true" : "did not come true"}. “${reason}”`}
        </p>
      ))}
      <div className="mt-1 -ml-2.5">
        <CorrectButton decisionId={decision.id} forecast={forecast} />
      </div>
    </div>
  );
}
