import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { Link } from "wouter";
import { type AuthorityLevel, authorityLevels, authorityMeaning } from "#contract/roles.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { currencySign, sentenceCase } from "#ui/format.ts";
import { Options, SelectField, TextField } from "#ui/kit/field.tsx";

type Registered = UseFormRegisterReturn & { frame?: string };

export function BudgetField({ error, hint, ...rest }: Registered & { error: FieldError | undefined; hint?: string }) {
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
      error={error?.type === "invalid_type" ? "Enter a number" : error?.message}
      {...rest}
    />
  );
}

export const AuthorityField = ({ level, ...rest }: Registered & { level: AuthorityLevel | undefined }) => (
  <SelectField
    label="Decision Authority"
    hint={
      level && (
        <>
          {authorityMeaning[level]}{" "}
          <Link href="/policies" className="underline underline-offset-2">
            Limits and policies
          </Link>
        </>
      )
    }
    {...rest}
  >
    <Options of={authorityLevels.map((each) => [each, sentenceCase(each)])} />
  </SelectField>
);
