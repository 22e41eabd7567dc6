import { formatModelCost } from "#contract/format.ts";
import type { ModelSettings } from "#features/models/contract.ts";
import { cell, heading, right } from "#features/models/web/settings-table.ts";
import { dayWithYear } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Section } from "#ui/kit/section.tsx";

type PricesProps = { settings: ModelSettings; today: string; onChange: (() => void) | undefined };

export function Prices({ settings, today, onChange }: PricesProps) {
  const { prices, laterPrices } = settings;
  const amount = (usd: number | null): string => (usd === null ? "—" : formatModelCost(usd));
  return (
    <Section
      title="Prices"
      note="per million tokens"
      actions={
        onChange && (
          <Button small look="quiet" onClick={onChange}>
            Set price
          </Button>
        )
      }
    >
      <table className="w-full">
        <thead>
          <tr>
            <th className={heading}>Model</th>
            <th className={`${heading} text-right`}>In</th>
            <th className={`${heading} text-right`}>Out</th>
          </tr>
        </thead>
        <tbody>
          {prices.map(({ provider, model, input, output, own }) => (
            <tr key={`${provider} ${model}`}>
              <td className={`${cell} wrap-anywhere`}>
                {model}
                {own && (
                  <p className="text-sm text-ink-3">
                    Set by {own.by}, from {dayWithYear(own.validFrom, today.slice(0, 4))}
                  </p>
                )}
              </td>
              <td className={`${cell} ${right}`}>{amount(input)}</td>
              <td className={`${cell} ${right}`}>{amount(output)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {laterPrices.map(({ model, validFrom, input, output }) => (
        <p key={`${model} ${validFrom}`} className="pt-2 text-sm text-ink-3">
          {model} from {dayWithYear(validFrom, today.slice(0, 4))}: {formatModelCost(input)} in,{" "}
          {formatModelCost(output)} out.
        </p>
      ))}
      {prices.some(({ input }) => input === null) && (
        <p className="pt-2 text-sm text-ink-3">
          A model without a price counts at the provider's highest, and its cost is shown as unknown.
        </p>
      )}
    </Section>
  );
}
