import type { ReactNode } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Decision, DecisionLine } from "#features/decisions/contract.ts";
import { forecastOfRecord } from "#features/decisions/rules.ts";
import { money, nothing } from "#ui/format.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { Confidence } from "#ui/kit/confidence.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Tag } from "#ui/kit/marks.tsx";
import { exposureWords, limitWords, splitVerdict } from "./wording.ts";

type Said = Pick<Decision, "recommendation">;

export function Recommendation({ decision, className }: { decision: Said; className?: string }) {
  const [verdict, rest] = splitVerdict(decision.recommendation);
  return (
    <p className={cx("text-pretty text-ink-2", className)}>
      {verdict && <strong className="font-medium text-ink">{verdict}</strong>}
      {rest}
    </p>
  );
}

/** Marks a proposal of an executive that only assists. */
export const Advice = ({ autonomy }: Pick<DecisionLine, "autonomy">) =>
  autonomy === "assist" && <Tag title="Made at level assist: approving it creates its tasks and messages">Advice</Tag>;

const Fact = ({
  name,
  children,
  small,
  className,
}: {
  name: string;
  children: ReactNode;
  small?: ReactNode;
  className: string;
}) => (
  <div className={cx("min-w-0 border-line py-2.5", className)}>
    <dt className="text-xs text-ink-3">{name}</dt>
    <dd className="mt-[3px] font-medium tabular-nums">
      {children}
      {small && <span className="mt-px block text-xs font-normal text-ink-3">{small}</span>}
    </dd>
  </div>
);

/** Four figures: what it costs, what it brings, how sure, which limit it met. */
export function Facts({ decision }: { decision: Decision }) {
  const { currency } = useCompany();
  const cost = exposureWords(decision.exposure, currency);
  const limit = limitWords(decision.authorization.limits[0], currency);
  const { returns, timeframe } = decision.metadata;
  const forecast = forecastOfRecord(decision);
  const source = [
    ["Worked out by", decision.engine === "rules" ? "rules" : decision.engine],
    ["From", "the figures it was given"],
  ] as const;
  return (
    <dl className="mx-3 mt-3 grid grid-cols-2 border-y border-line md:mx-4 md:mt-3.5 md:grid-cols-[1fr_1fr_1fr_1.5fr]">
      <Fact name="Costs" small={cost?.often ?? "nothing is spent"} className="pr-3">
        {cost ? (
          <AskMe title="What it exposes" rows={[["Kind", decision.exposure.kind], ...source]}>
            {cost.figure}
          </AskMe>
        ) : (
          <span className="font-normal text-ink-3">{nothing}</span>
        )}
      </Fact>
      {returns ? (
        <Fact name="Returns" small={returns.note} className="border-l px-3 md:px-4">
          <AskMe title="What it brings" rows={source}>
            {money(returns.amount, currency)}
          </AskMe>
        </Fact>
      ) : (
        <Fact name="Takes" small={`${decision.impact} impact`} className="border-l px-3 md:px-4">
          {timeframe}
        </Fact>
      )}
      <Fact
        name="Confidence"
        small={forecast?.baseRate == null ? "base rate: no record yet" : "the tick is the base rate"}
        className="border-t pr-3 md:border-t-0 md:border-l md:px-4"
      >
        <Confidence value={decision.confidence} rate={forecast?.baseRate ?? null} />
      </Fact>
      <Fact
        name={limit ? "Limit met" : "What bound it"}
        small={limit?.against ?? decision.authorization.reasons[0]}
        className="border-t border-l px-3 md:border-t-0 md:px-4"
      >
        {limit?.figure ?? decision.authorization.bound}
      </Fact>
    </dl>
  );
}
