import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Decision } from "#features/decisions/contract.ts";
import { today } from "#ui/clock.ts";
import { dayWithYear, money } from "#ui/format.ts";
import { Section } from "#ui/kit/section.tsx";
import { Columns, right, wide } from "#ui/kit/columns.tsx";

export function EvidenceTable({ decision }: { decision: Decision }) {
  const { timeZone } = useCompany();
  const thisYear = today(timeZone).slice(0, 4);
  const { evidence } = decision;
  const found = evidence.filter((row) => row.found).length;
  if (evidence.length === 0) return null;
  return (
    <Section id="evidence" title="Evidence" note={`${found} of ${evidence.length} found`}>
      <table>
        <Columns of={[wide("Kind"), "Reference", right("Value"), right("As of")]} />
        <tbody>
          {evidence.map((row) => (
            <tr key={`${row.kind} ${row.reference}`}>
              <td className="text-ink-3 max-md:hidden">{row.kind}</td>
              <td className={row.found ? "py-1" : "py-1 text-ink-2"}>
                {row.href ? <Link href={row.href}>{row.reference}</Link> : row.reference}
                {row.conflict && <span className="block text-sm text-danger">{row.conflict} Ask first.</span>}
                {row.found && row.wantedFor === null && (
                  <span className="block text-sm text-warning">Not evidence this type needs: adds nothing.</span>
                )}
                {row.found && row.wantedFor && row.wantedFor !== row.reference && (
                  <span className="block text-sm text-ink-3">For: {row.wantedFor}</span>
                )}
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
