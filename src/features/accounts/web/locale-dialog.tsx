import { type FormEvent, useMemo, useState } from "react";
import { type Currency, currencies } from "#contract/words.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { SelectField } from "#ui/kit/field.tsx";
import { toast } from "#ui/toast.ts";
import { useCompany, useSetLocale } from "./queries.ts";
import { zonesByContinent, zoneTime } from "./time-zones.ts";

/** Sets the company's currency and time zone. */
export default function LocaleDialog({ onClose }: { onClose: () => void }) {
  const company = useCompany();
  const [currency, setCurrency] = useState<Currency>(company.currency);
  const [timeZone, setTimeZone] = useState(company.timeZone);
  const zones = useMemo(() => zonesByContinent(company.timeZone), [company.timeZone]);
  const save = useSetLocale();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate(
      { currency, timeZone },
      {
        onSuccess: () => {
          toast("Company Updated", `Figures in ${currency}, ${zoneTime(timeZone)}`);
          onClose();
        },
      },
    );
  };

  return (
    <Dialog title="Currency and time zone" description="Apply to the whole company." onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="grid content-start gap-4 md:grid-cols-2">
          <SelectField
            label="Currency"
            value={currency}
            hint="Amounts are not converted: limits keep their numbers, records their currency."
            onChange={(event) => setCurrency(event.target.value as Currency)}
          >
            {currencies.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
          <SelectField
            label="Time zone"
            value={timeZone}
            hint="Type a city to find it"
            onChange={(event) => setTimeZone(event.target.value)}
          >
            {zones.map(([continent, cities]) => (
              <optgroup key={continent} label={continent}>
                {cities.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
          {save.isError && (
            <p role="alert" className="text-sm text-danger md:col-span-2">
              {save.error.message}
            </p>
          )}
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
