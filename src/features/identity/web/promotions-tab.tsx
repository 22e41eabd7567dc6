import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Identity } from "#features/identity/contract.ts";
import { type PromotionEntry, tierNames } from "#features/identity/promotions/contract.ts";
import { nothing, percent, plural, shortDate } from "#ui/format.ts";
import { Section } from "#ui/kit/section.tsx";
import { PromotionCard } from "./promotion-card.tsx";
import { Columns, right, wide } from "#ui/kit/columns.tsx";

const typeNames: Record<PromotionEntry["promotionType"], string> = {
  initial: "Profile initialized",
  automatic: "Automatic proposal",
  demotion: "Step down",
};

export function PromotionsTab({ identity }: { identity: Identity }) {
  const { timeZone } = useCompany();
  const { promotionHistory: history } = identity;
  const amount = (type: PromotionEntry["promotionType"]) =>
    history.filter(({ promotionType }) => promotionType === type).length;
  return (
    <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_368px]">
      <Section
        title="History"
        note={`${plural(amount("automatic"), "promotion")}, ${plural(amount("demotion"), "step down", "steps down")}`}
      >
        <table>
          <Columns
            className="max-md:sr-only"
            of={["From and to", wide("Reason"), wide(right("Performance then")), wide("Approved by"), right("Date")]}
          />
          <tbody>
            {history.map((entry) => (
              <tr key={entry.id}>
                <td>
                  <span className="font-medium">
                    {entry.fromRole
                      ? `${tierNames[entry.fromRole]} to ${tierNames[entry.toRole]}`
                      : tierNames[entry.toRole]}
                  </span>
                  <span className="block text-xs text-ink-3">
                    {entry.decisionId ? (
                      <Link href={`/decisions/${entry.decisionId}`}>{typeNames[entry.promotionType]}</Link>
                    ) : (
                      typeNames[entry.promotionType]
                    )}
                  </span>
                  <span className="block text-xs wrap-anywhere text-ink-3 md:hidden">
                    {entry.reason}, by {entry.approvedBy}
                  </span>
                </td>
                <td className="wrap-anywhere max-md:hidden">{entry.reason}</td>
                <td className="num text-right max-md:hidden">
                  {entry.performanceAtPromotion === null ? nothing : percent(entry.performanceAtPromotion, 1)}
                </td>
                <td className="wrap-anywhere max-md:hidden">{entry.approvedBy}</td>
                <td className="num text-right">{shortDate(entry.createdAt, timeZone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-2 text-xs text-ink-3">History is never rewritten. Each change adds a row.</p>
      </Section>
      <PromotionCard identity={identity} />
    </div>
  );
}
