import { useCompany } from "#features/accounts/web/queries.ts";
import { type Decision, type DecisionPage, decisionTypes } from "#features/decisions/contract.ts";
import { count, sentenceCase, words } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { Section } from "#ui/kit/section.tsx";
import { CurveChart } from "./curve-chart.tsx";
import { stepValue } from "./format.ts";

const formatValue = (value: unknown): string => {
  if (typeof value === "number") return count(value);
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null || value === undefined) return "—";
  if (Array.isArray(value)) return value.map(formatValue).join("; ");
  return Object.values(value).map(formatValue).join(", ");
};

/** The request as it was given. */
export function Context({ decision }: { decision: Decision }) {
  // Evidence has its own table.
  const given = Object.entries(decision.context).filter(
    ([name]) => name !== "evidence" || !decisionTypes.some((id) => id === decision.decisionType),
  );
  return (
    <Section title="Context">
      {decision.description && <p className="max-w-[68ch] leading-[22px] text-pretty">{decision.description}</p>}
      {given.length > 0 && (
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {given.map(([name, value]) => (
            <div key={name} className="flex min-w-0 gap-2">
              <dt className="flex-none text-ink-3">
                {sentenceCase(name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase())}
              </dt>
              <dd className="num min-w-0 whitespace-normal wrap-anywhere">{formatValue(value)}</dd>
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
              <td className="num text-right">{stepValue(step, currency)}</td>
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
