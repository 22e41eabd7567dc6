import { longDay } from "#contract/format.ts";
import { type FormEvent, useState } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import { isMonthEnd } from "#contract/days.ts";
import { metricName } from "#features/metrics/contract.ts";
import { farthestTarget, isTarget, readAmount, revenueMetric } from "#features/metrics/rules.ts";
import { today } from "#ui/clock.ts";
import { currencySign, money } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { type Leaving, useSending, useUnsaved } from "#ui/kit/use-leave.ts";
import { toast } from "#ui/toast.ts";
import { useRecord } from "./queries.ts";

type Props = {
  metric?: string | undefined;
  /** The metric cannot be renamed. */
  fixed?: boolean;
  leaving: Leaving;
  onDone: () => void;
};

/** One figure of one day, entered by hand; it overrides every other source of that day. */
export function ValueForm({ metric = revenueMetric, fixed, leaving, onDone }: Props) {
  const { currency, timeZone } = useCompany();
  const [chosenDate, setDate] = useState<string>();
  const [value, setValue] = useState("");
  const [name, setName] = useState(metric);
  const [tried, setTried] = useState(false);
  const record = useRecord();
  useUnsaved(leaving, () => value !== "" || name !== metric);
  useSending(leaving, record.isPending);
  const isTargetMetric = isTarget(name);
  // The period of a target cannot be guessed.
  const date = chosenDate ?? (isTargetMetric ? "" : today(timeZone));
  const dateFault = !date
    ? "Choose a day"
    : isTargetMetric && !isMonthEnd(date)
      ? "Choose the last day of a month, quarter or year"
      : undefined;
  const amount = readAmount(value);
  const nameFault = metricName.safeParse(name).error?.issues[0]?.message;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (amount === null || dateFault || nameFault || record.isPending) return;
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
          max={isTargetMetric ? farthestTarget(today(timeZone)) : today(timeZone)}
          error={tried ? dateFault : undefined}
          hint={isTargetMetric ? "The last day of the target's month, quarter or year" : undefined}
          onText={setDate}
        />
        <TextField
          label={`Value (${currency})`}
          inputMode="decimal"
          prefix={currencySign(currency)}
          className="num"
          value={value}
          error={tried && amount === null ? "Enter a number" : undefined}
          onText={setValue}
        />
        {!fixed && (
          <TextField
            label="Metric name"
            frame="col-span-2 md:col-span-1"
            value={name}
            error={nameFault}
            spellCheck={false}
            onText={setName}
          />
        )}
      </div>
      {record.isError && <Problem of={record.error} />}
      <div className="flex gap-2 *:flex-1 md:justify-end md:*:flex-none">
        <Button type="submit" look="primary" pending={record.isPending}>
          Record value
        </Button>
      </div>
    </form>
  );
}
