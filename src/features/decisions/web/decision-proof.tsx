import { Link } from "wouter";
import { longDay } from "#contract/format.ts";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type Decision, type Forecast, type HeldForecast } from "#features/decisions/contract.ts";
import { resolveForecast } from "#features/decisions/outcome/contract.ts";
import { today } from "#ui/clock.ts";
import { dayWithYear, money } from "#ui/format.ts";
import { Confidence } from "#ui/kit/confidence.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useResolveForecast } from "./queries.ts";
import { formatForecast } from "./format.ts";

export function EvidenceTable({ decision }: { decision: Decision }) {
  const { timeZone } = useCompany();
  const thisYear = today(timeZone).slice(0, 4);
  const { evidence } = decision;
  const found = evidence.filter((row) => row.found).length;
  if (evidence.length === 0) return null;
  return (
    <Section id="evidence" title="Evidence" note={`${found} of ${evidence.length} found`}>
      <table>
        <thead>
          <tr>
            <th scope="col" className="max-md:hidden">
              Kind
            </th>
            <th scope="col">Reference</th>
            <th scope="col" className="text-right!">
              Value
            </th>
            <th scope="col" className="text-right!">
              As of
            </th>
          </tr>
        </thead>
        <tbody>
          {evidence.map((row) => (
            <tr key={`${row.kind} ${row.reference}`}>
              <td className="text-ink-3 max-md:hidden">{row.kind}</td>
              <td className={row.found ? "py-1" : "py-1 text-ink-2"}>
                {row.href ? <Link href={row.href}>{row.reference}</Link> : row.reference}
              </td>
              <td className="num text-right">
                {row.found ? row.value : <span className="text-warning">missing</span>}
              </td>
              <td className="num text-right text-ink-3">{row.asOf ? dayWithYear(row.asOf, thisYear) : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

export function NextQuestions({ questions }: { questions: readonly string[] }) {
  if (questions.length === 0) return null;
  return (
    <Section title="Open questions" note={questions.length}>
      <ol>
        {questions.map((question) => (
          <li key={question} className="border-t border-line py-[9px]">
            {question}
          </li>
        ))}
      </ol>
    </Section>
  );
}

const resolvers: Record<Forecast["resolver"], string> = {
  metric: "Resolved from company data on that day.",
  rule: "Checked by a rule on that day.",
  human: "You'll be asked on that day.",
};

const notTried = "The proposal was not approved, so there is nothing to check.";

function describeResolver({ status }: Decision, { held, resolver, resolvedAt }: HeldForecast): string {
  if (status === "rejected") return notTried;
  if (held === null) return resolvers[resolver];
  return resolvedAt ? `Resolved on ${longDay(resolvedAt.slice(0, 10))}.` : "";
}

export function Forecasts({ decision }: { decision: Decision }) {
  if (decision.forecasts.length === 0) return null;
  return (
    <Section title="Forecast" note="locked when proposed">
      {decision.forecasts.map((forecast) => (
        <div
          key={forecast.claim}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-[9px] md:flex-nowrap"
        >
          <div className="min-w-full flex-1 md:min-w-0">
            <div>{formatForecast(forecast)}</div>
            <div className="text-sm text-ink-3">
              {describeResolver(decision, forecast)}{" "}
              {forecast.baseRateNote
                ? `${forecast.baseRateNote}.`
                : forecast.baseRate === null && "No track record yet."}
            </div>
          </div>
          <Outcome decision={decision} forecast={forecast} />
          <Confidence name="Probability" value={forecast.probability} rate={forecast.baseRate} />
        </div>
      ))}
    </Section>
  );
}

/** The outcome, or from the due day the buttons to resolve it. */
function Outcome({ decision, forecast }: { decision: Decision; forecast: HeldForecast }) {
  const { timeZone } = useCompany();
  const mayDecide = useMay(resolveForecast);
  const resolve = useResolveForecast(decision.id);
  const { position, held, dueOn, resolver } = forecast;
  if (decision.status === "rejected") return <Tag line>Not applicable</Tag>;
  if (held !== null) return <Tag line>{held ? "Came true" : "Did not come true"}</Tag>;
  if (decision.status === "pending" || resolver !== "human" || dueOn > today(timeZone) || !mayDecide) return null;
  const answer = (value: boolean) => resolve.mutate({ position, held: value });
  return (
    <span className="flex gap-2">
      <Button small pending={resolve.isPending} onClick={() => answer(false)}>
        Did not come true
      </Button>
      <Button small pending={resolve.isPending} onClick={() => answer(true)}>
        Came true
      </Button>
    </span>
  );
}

export function Alternatives({ decision }: { decision: Decision }) {
  const { currency } = useCompany();
  return (
    <Section title="Alternatives" note={decision.alternatives.length || "none"}>
      {decision.alternatives.map((alternative) => (
        <div key={alternative.title} className="flex items-start gap-3 border-t border-line py-[9px] md:items-center">
          <div className="min-w-0 flex-1">
            {alternative.title}
            <span className="block text-sm text-ink-3">{alternative.detail}</span>
          </div>
          {alternative.value !== null && <span className="num text-sm">{money(alternative.value, currency)}</span>}
        </div>
      ))}
    </Section>
  );
}

export function Risks({ decision }: { decision: Decision }) {
  const { risks, stakeholders } = decision.metadata;
  if (risks.length === 0) return null;
  return (
    <Section title="Risks" note={stakeholders.length ? `for ${stakeholders.join(", ")}` : undefined}>
      <ul>
        {risks.map((risk) => (
          <li key={risk} className="border-t border-line py-[9px]">
            {risk}
          </li>
        ))}
      </ul>
    </Section>
  );
}
