import { type FormEvent, useMemo, useState } from "react";
import { monthName } from "#contract/spans.ts";
import { type Currency, currencies } from "#contract/words.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Options, SelectField } from "#ui/kit/field.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { toast } from "#ui/toast.ts";
import { useCompany, useSetLocale } from "./queries.ts";
import { zonesByContinent, zoneTime } from "./time-zones.ts";

const months = Array.from({ length: 12 }, (_, at) => at + 1);

const names = new Intl.DisplayNames("en", { type: "currency" });

/** Sets the company's currency, time zone and first month of fiscal years. */
export default function LocaleDialog({ onClose }: { onClose: () => void }) {
  const company = useCompany();
  const [currency, setCurrency] = useState<Currency>(company.currency);
  const [timeZone, setTimeZone] = useState(company.timeZone);
  const [fiscalYearStart, setFiscalYearStart] = useState(company.fiscalYearStart);
  const zones = useMemo(() => zonesByContinent(company.timeZone), [company.timeZone]);
  const save = useSetLocale();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate(
      { currency, timeZone, fiscalYearStart },
      {
        onSuccess: () => {
          toast("Company Updated", `Figures in ${currency}, ${zoneTime(timeZone)}`);
          onClose();
        },
      },
    );
  };

  return (
    <Dialog title="Currency, time zone and fiscal year" description="Apply to the whole company." onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="grid content-start gap-4 md:grid-cols-2">
          <SelectField
            label="Currency"
            value={currency}
            hint="Amounts are not converted: limits keep their numbers, records their currency."
            onText={(typed) => setCurrency(typed as Currency)}
          >
            {currencies.map((each) => (
              <option key={each} value={each}>
                {each}, {names.of(each)}
              </option>
            ))}
          </SelectField>
          <SelectField label="Time zone" value={timeZone} hint="Type a city to find it" onText={setTimeZone}>
            {zones.map(([continent, cities]) => (
              <optgroup key={continent} label={continent}>
                <Options of={cities.map(({ name, label }) => [name, label])} />
              </optgroup>
            ))}
          </SelectField>
          <SelectField
            label="Fiscal year starts in"
            value={String(fiscalYearStart)}
            hint="With another month than January, questions and Explore know fiscal years"
            onText={(typed) => setFiscalYearStart(Number(typed))}
          >
            <Options of={months.map((month) => [month, monthName(month)])} />
          </SelectField>
          {save.isError && <Problem of={save.error} className="md:col-span-2" />}
        </DialogBody>
        <DialogFoot>
          <Button disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" pending={save.isPending}>
            {save.isPending ? "Saving..." : "Save"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
