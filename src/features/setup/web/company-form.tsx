import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCompany } from "#features/accounts/web/queries.ts";
import * as calls from "#features/setup/company/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Check, SelectField, TextArea, TextField } from "#ui/kit/field.tsx";
import { isStale, Stale } from "#ui/kit/stale.tsx";
import { refresh } from "#ui/query.ts";
import { useSetupCompany } from "./company-queries.ts";

const valuesOf = ({ name, industry, departmentsActive, monthlyRevenue, goals }: calls.CompanyDetails) => ({
  name,
  // The schema rejects an empty choice with its own message.
  industry: industry ?? ("" as calls.CompanyForm["industry"]),
  departmentsActive,
  monthlyRevenue,
  goals: calls.goalsText(goals),
});

export function CompanyForm({ details, mayEdit }: { details: calls.CompanyDetails; mayEdit: boolean }) {
  const { currency } = useCompany();
  const form = useForm<calls.CompanyForm>({
    resolver: zodResolver(calls.companyForm),
    defaultValues: valuesOf(details),
  });
  const save = useSetupCompany();
  const { errors } = form.formState;
  // The version the form's values are based on; `details` may have been refetched since.
  const [version, setVersion] = useState(details.version);
  const load = (loaded: calls.CompanyDetails): void => {
    form.reset(valuesOf(loaded), { keepErrors: false });
    setVersion(loaded.version);
  };
  const revenueCurrency = details.monthlyRevenue === null ? currency : (details.monthlyRevenueCurrency ?? currency);
  const submit = ({ goals, ...values }: calls.CompanyForm): void => {
    if (!save.isPending)
      save.mutate(
        { ...values, goals: calls.goalsOf(goals), version },
        { onSuccess: load, onError: (error) => void (isStale(error) && refresh("company")) },
      );
  };
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      <fieldset disabled={!mayEdit} className="grid gap-4 border-t border-line-strong pt-4 md:grid-cols-2">
        <TextField label="Company Name" error={errors.name?.message} {...form.register("name")} />
        <SelectField
          label="Industry"
          error={errors.industry?.message}
          aria-invalid={errors.industry ? true : undefined}
          {...form.register("industry")}
        >
          <option value="">Select an industry</option>
          {calls.industries.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
        <fieldset
          className="md:col-span-2"
          aria-describedby={errors.departmentsActive ? "departments-note" : undefined}
        >
          <legend className="text-sm leading-[18px] font-medium">Active Departments</legend>
          <div className="mt-1.5 grid grid-cols-2 gap-x-4 md:grid-cols-3 md:gap-y-1">
            {calls.departments.map((each) => (
              <Check key={each} label={each} value={each} {...form.register("departmentsActive")} />
            ))}
          </div>
          {errors.departmentsActive && (
            <p id="departments-note" className="mt-1.5 text-xs text-danger">
              {errors.departmentsActive.message}
            </p>
          )}
        </fieldset>
        <TextArea
          label="Goals"
          frame="md:col-span-2"
          rows={6}
          hint="One goal per line, such as “Revenue of 2 million by the end of 2027”, or JSON."
          error={errors.goals?.message}
          {...form.register("goals")}
        />
        <TextField
          label="Monthly revenue"
          aside={`optional, in ${currency}`}
          type="number"
          inputMode="decimal"
          step="any"
          min={0}
          error={errors.monthlyRevenue?.message}
          hint={
            revenueCurrency === currency
              ? "Used to weigh risks until you import revenue."
              : `Entered in ${revenueCurrency}, so it isn't used. Enter it again in ${currency}.`
          }
          {...form.register("monthlyRevenue", {
            setValueAs: (value: string | number | null) => (value === "" || value === null ? null : Number(value)),
          })}
        />
        {isStale(save.error) && save.error && (
          <Stale
            error={save.error}
            onLoad={details.version === version ? undefined : () => (save.reset(), load(details))}
          />
        )}
        {mayEdit && (
          <div className="flex items-start md:justify-end md:pt-6">
            <Button type="submit" look="primary" pending={save.isPending}>
              {save.isPending ? "Saving..." : "Save"}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  );
}
