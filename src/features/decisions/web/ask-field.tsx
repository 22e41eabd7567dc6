import type { UseFormRegisterReturn } from "react-hook-form";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { FormColumn } from "#features/decisions/contract.ts";
import { currencySign } from "#ui/format.ts";
import { Options, SelectField, TextField } from "#ui/kit/field.tsx";

const unitLabels: Partial<Record<FormColumn["unit"], string>> = {
  share: "in %",
  percent: "in %",
  months: "months",
  days: "days",
};

type Props = UseFormRegisterReturn & { field: FormColumn; error: string | undefined };

export function AskField({ field, error, ...rest }: Props) {
  const { currency } = useCompany();
  const { label, unit, hint, options, most } = field;
  const aside = unitLabels[unit];
  const common = { label, error, ...(hint ? { hint } : {}), ...(aside ? { aside } : {}) };
  if (unit === "choice")
    return (
      <SelectField {...common} {...rest}>
        <option value="">{field.required ? "Choose one" : "Unknown"}</option>
        <Options of={options.map((option) => [option.value, option.label])} />
      </SelectField>
    );
  if (unit === "text") return <TextField {...common} {...rest} maxLength={most ?? undefined} />;
  if (unit === "date") return <TextField {...common} {...rest} type="date" />;
  return (
    <TextField
      {...common}
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      className="num"
      {...(unit === "money" ? { prefix: currencySign(currency) } : {})}
    />
  );
}
