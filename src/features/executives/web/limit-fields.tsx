import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { type AuthorityLevel, authorityLevels, authorityMeaning } from "#contract/roles.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { currencySign, sentenceCase } from "#ui/format.ts";
import { SelectField, TextField } from "#ui/kit/field.tsx";

type Registered = UseFormRegisterReturn & { frame?: string };

/** What an executive may commit in a year. */
export function BudgetField({ fault, hint, ...rest }: Registered & { fault: FieldError | undefined; hint?: string }) {
  const { currency } = useCompany();
  return (
    <TextField
      label={`Budget Authority (${currency})`}
      type="number"
      min={0}
      step="any"
      inputMode="decimal"
      prefix={currencySign(currency)}
      className="num"
      hint={hint}
      // A missing number has no documented words of its own.
      error={fault?.type === "invalid_type" ? "Enter a number" : fault?.message}
      {...rest}
    />
  );
}

/** How far an executive's word goes; `level` is the one that is chosen. */
export const AuthorityField = ({ level, ...rest }: Registered & { level: AuthorityLevel | undefined }) => (
  <SelectField label="Decision Authority" hint={level && authorityMeaning[level]} {...rest}>
    {authorityLevels.map((each) => (
      <option key={each} value={each}>
        {sentenceCase(each)}
      </option>
    ))}
  </SelectField>
);
