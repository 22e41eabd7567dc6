import type { UseFormRegisterReturn } from "react-hook-form";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { FormColumn } from "#features/decisions/contract.ts";
import { currencySign } from "#ui/format.ts";
import { SelectField, TextField } from "#ui/kit/field.tsx";

/** What is said after a label: in which unit to type. */
const asides: Partial<Record<FormColumn["unit"], string>> = {
  share: "in %",
  percent: "in %",
  months: "months",
  days: "days",
};

type Props = UseFormRegisterReturn & { field: FormColumn; error: string | undefined };

/** One field of a form by its unit. */
export function AskField({ field, error, ...rest }: Props) {
  const { currency } = useCompany();
  const { label, unit, hint, options, most } = field;
  const aside = asides[unit];
  const shown = { label, error, ...(hint ? { hint } : {}), ...(aside ? { aside } : {}) };
  if (unit === "choice")
    return (
      <SelectField {...shown} {...rest}>
        <option value="">{field.required ? "Choose one" : "Not known"}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectField>
    );
  if (unit === "text") return <TextField {...shown} {...rest} maxLength={most ?? undefined} />;
  if (unit === "date") return <TextField {...shown} {...rest} type="date" />;
  return (
    <TextField
      {...shown}
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      className="num"
      {...(unit === "money" ? { prefix: currencySign(currency) } : {})}
    />
  );
}
