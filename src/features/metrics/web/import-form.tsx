import { longDay } from "#contract/format.ts";
import { type FormEvent, useState } from "react";
import { type Currency, currencies } from "#contract/words.ts";
import { useCompany, useIsAdmin, useSetLocale } from "#features/accounts/web/queries.ts";
import { dateFormats, metricName } from "#features/metrics/contract.ts";
import { hasDecimalCommas, readAmount, readDay, revenueMetric } from "#features/metrics/rules.ts";
import { money } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Check, SelectField, TextField } from "#ui/kit/field.tsx";
import { type Leaving, useSending, useUnsaved } from "#ui/kit/use-leave.ts";
import type { Guess } from "./csv.ts";
import { Sending } from "./import-parts.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { useUpload } from "./queries.ts";

export type Chosen = { file: File; rows: string[][]; delimiter: string; guess: Guess };
type Props = {
  chosen: Chosen;
  metric: string | undefined;
  leaving: Leaving;
  onChooseOther: () => void;
  onStarted: (id: string) => void;
};

/** Assigns the columns; the first rows show whether that is right before anything is sent. */
export function ImportForm({ chosen, metric = revenueMetric, leaving, onChooseOther, onStarted }: Props) {
  const { file, rows, delimiter, guess } = chosen;
  const company = useCompany();
  const [columns, setColumns] = useState<Guess>(guess);
  const [name, setName] = useState(metric);
  const [currency, setCurrency] = useState<Currency>(company.currency);
  const admin = useIsAdmin();
  const [forAll, setForAll] = useState(false);
  const locale = useSetLocale();
  const send = useUpload();
  // An upload continues without the dialog.
  useUnsaved(leaving, () => !send.isPending);
  useSending(leaving, locale.isPending);
  const foreign = currency !== company.currency;
  const pending = send.isPending || locale.isPending;
  const failure = locale.error ?? send.error;
  const heading = rows[0] ?? [];
  const fault = metricName.safeParse(name).error?.issues[0]?.message;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault || pending || send.isOtherSent) return;
    const query = { fileName: file.name.slice(0, 255), metricName: name, ...columns, currency };
    const start = () => send.mutate({ name: file.name, file, query }, { onSuccess: ({ id }) => onStarted(id) });
    if (foreign && forAll) locale.mutate({ currency, timeZone: company.timeZone }, { onSuccess: start });
    else start();
  };
  const options = heading.map((column, at) => (
    <option key={`${at} ${column}`} value={column}>
      {column || `Column ${at + 1}`}
    </option>
  ));
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-sm text-ink-2">
        <span className="font-medium text-ink">{file.name}</span>, {Math.max(1, Math.round(file.size / 1024))} kB
      </p>
      <PreviewTable rows={rows.slice(0, 6)} marked={[columns.dateColumn, columns.valueColumn]} />
      <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-3">
        <SelectField
          label="Date column"
          value={columns.dateColumn}
          onChange={(event) => setColumns({ ...columns, dateColumn: event.target.value })}
        >
          {options}
        </SelectField>
        <SelectField
          label="Value column"
          value={columns.valueColumn}
          onChange={(event) => setColumns({ ...columns, valueColumn: event.target.value })}
        >
          {options}
        </SelectField>
        <SelectField
          label="Date format"
          value={columns.dateFormat}
          onChange={(event) => setColumns({ ...columns, dateFormat: event.target.value as Guess["dateFormat"] })}
        >
          {dateFormats.map((format) => (
            <option key={format}>{format}</option>
          ))}
        </SelectField>
        <TextField
          label="Metric name"
          value={name}
          error={fault}
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label="Currency"
          value={currency}
          onChange={(event) => setCurrency(event.target.value as Currency)}
        >
          {currencies.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      </div>
      {foreign && (
        <div className="grid justify-items-start gap-1.5 border-l-2 border-line-strong pl-3 text-sm">
          <p className="text-ink-2">Agents only compare figures in the company’s currency, {company.currency}.</p>
          {admin && (
            <Check
              label={`Use ${currency} for the whole company`}
              checked={forAll}
              onChange={(event) => setForAll(event.target.checked)}
            />
          )}
        </div>
      )}
      <p role="status" className="text-sm text-ink-2">
        {describeFirstRow(rows, columns, currency, delimiter)}
      </p>
      <Sending share={send.share} failure={failure} isOtherSent={send.isOtherSent} />
      <div className="flex gap-2 *:flex-1 md:justify-end md:*:flex-none">
        <Button onClick={onChooseOther} disabled={pending}>
          Choose another file
        </Button>
        <Button type="submit" look="primary" pending={pending} disabled={send.isOtherSent}>
          {pending ? "Sending..." : "Import"}
        </Button>
      </div>
    </form>
  );
}

/** The first row as it will be read, so that a swapped day and month shows at once. */
function describeFirstRow(rows: readonly string[][], columns: Guess, currency: Currency, delimiter: string): string {
  const [heading = [], first = []] = rows;
  const cell = (column: string) => first[heading.indexOf(column)] ?? "";
  const day = readDay(cell(columns.dateColumn), columns.dateFormat);
  const value = readAmount(cell(columns.valueColumn), hasDecimalCommas(delimiter, columns.dateFormat));
  if (day === null)
    return `“${cell(columns.dateColumn)}” is not a date like ${columns.dateFormat}. Choose another column or format.`;
  if (value === null)
    return `“${cell(columns.valueColumn)}” is not a clear number. Choose another column, or remove the thousands separator.`;
  return `First row: ${longDay(day)}, ${money(value, currency, "cents")}.`;
}
