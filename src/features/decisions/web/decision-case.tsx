import { useCompany } from "#features/accounts/web/queries.ts";
import { type Decision, type DecisionPage, decisionTypes } from "#features/decisions/contract.ts";
import { count, sentenceCase, words } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { Section } from "#ui/kit/section.tsx";
import { CurveChart } from "./curve-chart.tsx";
import { stepValue } from "./wording.ts";

const said = (value: unknown): string => {
  if (typeof value === "number") return count(value);
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null || value === undefined) return "—";
  // Of rows, what each holds, one after the other.
  if (Array.isArray(value)) return value.map(said).join("; ");
  return Object.values(value).map(said).join(", ");
};

/** What was asked, in the words and figures that were given. */
export function Context({ decision }: { decision: Decision }) {
  // What it stands on has a table of its own.
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
              <dd className="num min-w-0 whitespace-normal wrap-anywhere">{said(value)}</dd>
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
  technology_purchase: "Cumulative saving against staying",
  process_change: "Cumulative saving, discounted",
  vendor_renewal: "Cumulative saving of switching",
};

/** The calculation as a table, the deciding row last, and its curves. */
export function Calculation({ decision, working }: Pick<DecisionPage, "decision" | "working">) {
  const { currency } = useCompany();
  // An action that was asked for is not worked out.
  if (working.steps.length + working.curves.length === 0) return null;
  const steps = working.steps.toSorted((one, other) => Number(one.deciding) - Number(other.deciding));
  const by =
    decision.engine === "rules"
      ? "computed by rules, no estimate by a model"
      : `figures by rules, words by ${decision.engine}`;
  return (
    <Section title="How it was worked out" note={by}>
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
