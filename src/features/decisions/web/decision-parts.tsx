import { Clock3 } from "lucide-react";
import type { ReactNode } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Decision, DecisionLine } from "#features/decisions/contract.ts";
import { leadingForecast } from "#features/decisions/rules.ts";
import { useNow } from "#ui/clock.ts";
import { exactTime, money, nothing } from "#ui/format.ts";
import { AskMe } from "#ui/kit/ask-me.tsx";
import { Confidence } from "#ui/kit/confidence.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Tag } from "#ui/kit/marks.tsx";
import { describeExposure, describeLimit, splitVerdict } from "./format.ts";
import { deadlineOf } from "./ledger-words.ts";

type WithRecommendation = Pick<Decision, "recommendation">;

export function Recommendation({ decision, className }: { decision: WithRecommendation; className?: string }) {
  const [verdict, rest] = splitVerdict(decision.recommendation);
  return (
    <p className={cx("text-pretty text-ink-2", className)}>
      {verdict && <strong className="font-medium text-ink">{verdict}</strong>}
      {rest}
    </p>
  );
}

/** When a pending proposal expires: the day, and on that day the time. */
export function Deadline({
  decision: { createdAt, expiresAt },
  inline,
}: {
  decision: Pick<Decision, "createdAt" | "expiresAt">;
  inline?: boolean;
}) {
  const { timeZone } = useCompany();
  const { text, isToday } = deadlineOf(expiresAt, useNow(), timeZone);
  const tone = isToday ? "font-medium text-warning" : inline ? undefined : "text-ink-3";
  return (
    <time
      dateTime={expiresAt}
      title={`Expires ${exactTime(expiresAt, timeZone)}, proposed ${exactTime(createdAt, timeZone)}`}
      className={cx("num inline-flex items-center gap-1 whitespace-nowrap", !inline && "text-xs", tone)}
    >
      {!inline && <Clock3 size={13} strokeWidth={1.75} aria-hidden />}
      <span>
        {inline ? "expires " : <span className="sr-only">Expires </span>}
        {inline ? text.replace("Today", "today") : text}
      </span>
    </time>
  );
}

/** Marks a proposal of an agent that may only advise. */
export const Advice = ({ autonomy }: Pick<DecisionLine, "autonomy">) =>
  autonomy === "assist" && (
    <Tag title="From an agent that may only advise. Approving creates its tasks and messages.">Advice</Tag>
  );

/** Marks a sample proposal wherever it is shown. */
export const TestTag = ({ isTest }: Pick<Decision, "isTest">) =>
  isTest && <Tag title="A sample proposal. It starts nothing and is never counted.">Test</Tag>;

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

/** Cost, return, confidence and limit. */
export function Facts({ decision }: { decision: Decision }) {
  const { currency } = useCompany();
  const cost = describeExposure(decision.exposure, currency);
  const limit = describeLimit(decision.authorization.limits[0], currency);
  const { returns, timeframe } = decision.metadata;
  const forecast = leadingForecast(decision);
  const source = [
    ["Computed by", decision.engine === "rules" ? "rules" : decision.engine],
    ["Source", "figures in the request"],
  ] as const;
  return (
    <dl className="mx-3 mt-3 grid grid-cols-2 border-y border-line md:mx-4 md:mt-3.5 md:grid-cols-[1fr_1fr_1fr_1.5fr]">
      <Fact name="Costs" small={cost?.often ?? "no spending"} className="pr-3">
        {cost ? (
          <AskMe title="Exposure" rows={[["Kind", decision.exposure.kind], ...source]}>
            {cost.figure}
          </AskMe>
        ) : (
          <span className="font-normal text-ink-3">{nothing}</span>
        )}
      </Fact>
      {returns ? (
        <Fact name="Returns" small={returns.note} className="border-l px-3 md:px-4">
          <AskMe title="Expected return" rows={source}>
            {money(returns.amount, currency)}
          </AskMe>
        </Fact>
      ) : (
        <Fact name="Timeframe" small={`${decision.impact} impact`} className="border-l px-3 md:px-4">
          {timeframe}
        </Fact>
      )}
      <Fact
        name="Confidence"
        small={
          <>
            <span className="max-md:sr-only">in the recommendation </span>
            <span className="block">{forecast?.baseRate == null ? "no track record yet" : "tick: base rate"}</span>
          </>
        }
        className="border-t pr-3 md:border-t-0 md:border-l md:px-4"
      >
        <Confidence value={decision.confidence} rate={forecast?.baseRate ?? null} />
      </Fact>
      <Fact
        name={limit ? "Over limit" : "Why it needs you"}
        small={limit?.against ?? decision.authorization.reasons[0]}
        className="border-t border-l px-3 md:border-t-0 md:px-4"
      >
        {limit?.figure ?? decision.authorization.bound}
      </Fact>
    </dl>
  );
}
