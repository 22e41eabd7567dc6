import { useCompany } from "#features/accounts/web/queries.ts";
import { type Decision, type DecisionPage, decisionTypes } from "#features/decisions/contract.ts";
import { dayIn, today } from "#ui/clock.ts";
import { sentenceCase, words } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { Section } from "#ui/kit/section.tsx";
import { contextLines } from "./context-lines.ts";
import { CurveChart } from "./curve-chart.tsx";
import { currencyOf, stepValue } from "./format.ts";
import { useDecisionTypes } from "./queries.ts";

/** The request in the words of its type's form. */
export function Context({ decision }: { decision: Decision }) {
  const { currency, timeZone } = useCompany();
  const { data, isPending } = useDecisionTypes();
  const hasForm = decisionTypes.some((id) => id === decision.decisionType);
  const fields = data?.find(({ id }) => id === decision.decisionType)?.fields ?? null;
  const days = { proposed: dayIn(decision.createdAt, timeZone), today: today(timeZone) };
  const lines =
    hasForm && isPending ? [] : contextLines(decision.context, fields, currencyOf({ ...decision, currency }), days);
  return (
    <Section title="Context">
      {decision.description && <p className="max-w-[68ch] leading-[22px] text-pretty">{decision.description}</p>}
      {lines.length > 0 && (
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {lines.map(({ label, values }) => (
            <div key={label} className={cx("flex min-w-0 gap-2", values.length > 1 && "w-full")}>
              <dt className="flex-none text-ink-3">{label}</dt>
              <dd className="num min-w-0 whitespace-normal wrap-anywhere">
                {values.length === 1 ? values[0] : values.map((value, index) => <div key={index}>{value}</div>)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

const chartTitles: Record<string, string> = {
  investment_evaluation: "Cumulative benefit, discounted",
  market_expansion: "Cumulative result",
  technology_purchase: "Cumulative saving vs. current system",
  process_change: "Cumulative saving, discounted",
  vendor_renewal: "Cumulative saving from switching",
};

/** Steps (the deciding one last) and curves. */
export function Calculation({ decision, working }: Pick<DecisionPage, "decision" | "working">) {
  const { currency } = useCompany();
  // A requested action has no calculation.
  if (working.steps.length + working.curves.length === 0) return null;
  const steps = working.steps.toSorted((a, b) => Number(a.deciding) - Number(b.deciding));
  const by =
    decision.engine === "rules"
      ? "computed by rules, not estimated by a model"
      : `figures by rules, text by ${decision.engine}`;
  return (
    <Section title="Calculation" note={by}>
      <table>
        <tbody>
          {steps.map((step) => (
            <tr key={step.name} className={step.deciding ? "font-semibold *:border-t-line-strong" : undefined}>
              <th
                scope="row"
                className={cx(
                  "h-row-dense border-t border-line py-1.5! px-0! text-sm! md:py-0! whitespace-normal! text-ink! md:w-1/3",
                  step.deciding ? "border-t-line-strong font-semibold!" : "font-normal!",
                )}
              >
                {step.name}
                <span className="block text-xs font-normal text-ink-3 md:hidden">{step.formula}</span>
              </th>
              <td className="font-normal text-ink-2 max-md:hidden">{step.formula}</td>
              <td className="num text-right">{stepValue(step, currencyOf({ ...decision, currency }))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {working.curves.length > 0 && (
        <CurveChart
          curves={working.curves}
          title={chartTitles[decision.decisionType] ?? sentenceCase(words(decision.decisionType))}
        />
      )}
    </Section>
  );
}
