import type { ReactNode } from "react";
import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { DecisionPage } from "#features/decisions/contract.ts";
import { leadingForecast } from "#features/decisions/rules.ts";
import { formatModelCost } from "#contract/format.ts";
import { money, percent, sentenceCase } from "#ui/format.ts";
import { Confidence } from "#ui/kit/confidence.tsx";
import { LimitBar } from "#ui/kit/limit-bar.tsx";
import { describeExposure, describeLimit } from "./format.ts";

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-[34px] items-center justify-between gap-3 border-t border-line py-1 last:border-b">
    <dt className="text-ink-2">{name}</dt>
    <dd className="min-w-0 text-right wrap-anywhere">{children}</dd>
  </div>
);

/** Exposure, limit, confidence, budget and why the decision needs a person. */
export function StakeCard({ page, children }: { page: DecisionPage; children: ReactNode }) {
  const { currency } = useCompany();
  const { decision, budget } = page;
  const cost = describeExposure(decision.exposure, currency);
  const met = decision.authorization.limits[0];
  const limit = describeLimit(met, currency);
  const figure = (value: number) => (met?.unit === "percent" ? percent(value) : money(value, currency));
  return (
    <section aria-label="Exposure" className="rounded-card border border-line-strong bg-surface">
      <div className="px-4 pt-[18px] md:px-5">
        <div className="num text-fig font-medium tracking-tighter">{cost?.figure ?? "No spending"}</div>
        <div className="text-sm text-ink-3">
          {cost
            ? [cost.often, decision.exposure.purpose ?? decision.exposure.counterparty].filter(Boolean).join(", ")
            : "Approving commits no money"}
        </div>
      </div>
      {met && limit && (
        <div className="px-4 pt-[18px] md:px-5">
          <div className="mb-2 text-sm font-medium">
            {limit.figure} {limit.against.replace(/^(the .*?'s) .*$/i, "$1 limit")}
          </div>
          <LimitBar
            requested={met.requested}
            limit={met.limit}
            label={met.sentence}
            mark={`${figure(met.limit)} ${/^limit /i.test(met.name) ? met.name.replace(/^limit /i, "") : met.name.toLowerCase()}`}
          />
        </div>
      )}
      <dl className="mx-4 mt-3.5 text-sm md:mx-5">
        {decision.forecasts.length > 0 && (
          <Line name="Confidence">
            <Confidence value={decision.confidence} rate={leadingForecast(decision)?.baseRate ?? null} />
          </Line>
        )}
        {budget && (
          <Line name="Year budget if approved">
            <span className="num">
              {money(budget.after, currency)}{" "}
              <span className="text-ink-3">of {money(budget.yearBudget, currency)}</span>
            </span>
          </Line>
        )}
        {decision.authorization.autonomy && (
          <Line name="Autonomy">{sentenceCase(decision.authorization.autonomy)}</Line>
        )}
        <Line name={decision.authorization.verdict === "allow" ? "Why it ran alone" : "Why it needs you"}>
          <span title={decision.authorization.reasons.join(". ")}>
            {met ? decision.authorization.bound : (decision.authorization.reasons[0] ?? decision.authorization.bound)}
          </span>
          {decision.authorization.policyVersion > 0 && (
            <Link
              href={`/policies?version=${decision.authorization.policyVersion}`}
              className="block text-xs whitespace-nowrap"
            >
              Limits, version {decision.authorization.policyVersion}
            </Link>
          )}
        </Line>
        <Line name="Evaluation cost">
          {decision.cost.state === "zero"
            ? "none"
            : decision.cost.usd === null
              ? "unknown"
              : formatModelCost(decision.cost.usd)}
        </Line>
      </dl>
      {children}
    </section>
  );
}
