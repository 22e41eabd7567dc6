import { type FormEvent, useState } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import { metricName } from "#features/metrics/contract.ts";
import { readAmount, revenueMetric } from "#features/metrics/rules.ts";
import { today } from "#ui/clock.ts";
import { currencySign, longDay, money } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { type Leaving, useSending, useUnsaved } from "#ui/kit/use-leave.ts";
import { toast } from "#ui/toast.ts";
import { useRecord } from "./queries.ts";

/** One figure of one day, by hand; it counts before every other source of that day. */
export function ValueForm({ leaving, onDone }: { leaving: Leaving; onDone: () => void }) {
  const { currency, timeZone } = useCompany();
  const [date, setDate] = useState(() => today(timeZone));
  const [value, setValue] = useState("");
  const [name, setName] = useState(revenueMetric);
  const [tried, setTried] = useState(false);
  const record = useRecord();
  useUnsaved(leaving, () => value !== "" || name !== revenueMetric);
  useSending(leaving, record.isPending);
  const amount = readAmount(value);
  const nameFault = metricName.safeParse(name).error?.issues[0]?.message;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (amount === null || !date || nameFault || record.isPending) return;
    const point = { metricName: name, metricValue: amount, currency, measurementDate: date };
    record.mutate(
      { source: "manual", points: [point] },
      {
        onSuccess: () => {
          toast("Value recorded", `${money(amount, currency, "cents")} for ${longDay(date)}`);
          onDone();
        },
      },
    );
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-3">
        <TextField
          label="Day"
          type="date"
          value={date}
          max={today(timeZone)}
          error={tried && !date ? "Choose a day" : undefined}
          onChange={(event) => setDate(event.target.value)}
        />
        <TextField
          label={`Value (${currency})`}
          inputMode="decimal"
          prefix={currencySign(currency)}
          className="num"
          value={value}
          error={tried && amount === null ? "Enter a number" : undefined}
          onChange={(event) => setValue(event.target.value)}
        />
        <TextField
          label="Metric name"
          frame="col-span-2 md:col-span-1"
          value={name}
          error={nameFault}
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      {record.isError && (
        <p role="alert" className="text-sm text-danger">
          {record.error.message}
        </p>
      )}
      <div className="flex gap-2 *:flex-1 md:justify-end md:*:flex-none">
        <Button type="submit" look="primary" pending={record.isPending}>
          Record value
        </Button>
      </div>
    </form>
  );
}
