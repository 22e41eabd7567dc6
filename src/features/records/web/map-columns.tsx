import { type FormEvent, useState } from "react";
import type { RecordKind } from "#features/records/contract.ts";
import { dateFormats } from "#features/metrics/contract.ts";
import type { DateFormat } from "#features/metrics/rules.ts";
import { Sending } from "#features/metrics/web/import-parts.tsx";
import { fieldsOf } from "#features/records/fields/fields.ts";
import { externalId, type Mapping, mappingFault } from "#features/records/imports/mapping.ts";
import { reader } from "#features/records/imports/reading.ts";
import { count } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Select, SelectField } from "#ui/kit/field.tsx";
import { LeaveFoot } from "#ui/kit/leave-foot.tsx";
import { type Leaving, useUnsaved } from "#ui/kit/use-leave.ts";
import { guessFormat, type FilePreview } from "./preview-file.ts";
import { useSend } from "./queries.ts";
import { Columns, wide } from "#ui/kit/columns.tsx";

type Props = {
  kind: RecordKind;
  file: FilePreview;
  leaving: Leaving;
  onOther: () => void;
  onStarted: (id: string) => void;
};

/** Maps columns to fields and previews the first lines before the upload. */
export function MapColumns({ kind, file, leaving, onOther, onStarted }: Props) {
  const [mapping, setMapping] = useState<Mapping>(file.mapping);
  const [fileFormat, setFileFormat] = useState(() => guessFormat(kind, file, file.mapping));
  const send = useSend();
  // A running import continues without the dialog.
  useUnsaved(leaving, () => !send.isPending);
  const fault = mappingFault(kind, mapping, file.heading);
  const used = new Set(mapping.map(({ column }) => column));
  const unused = file.heading.filter((column) => column !== "" && !used.has(column));

  const choose = (field: string, column: string) => {
    const others = mapping.filter((each) => each.field !== field);
    const next = column ? [...others, { field, column }] : others;
    setMapping(next);
    setFileFormat(guessFormat(kind, file, next));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault || send.isPending || send.isOtherSent) return;
    const { name, bytes } = file;
    const start = { columns: mapping, ...fileFormat };
    send.mutate({ kind, name, bytes, start }, { onSuccess: ({ id }) => onStarted(id) });
  };
  const fields = [{ name: externalId, label: "Id in its source", required: undefined }, ...fieldsOf[kind]];
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody className="grid content-start gap-4">
        <p className="text-sm text-ink-2">
          <span className="font-medium text-ink">{file.name}</span>,{" "}
          {count(Math.max(1, Math.round(file.bytes.size / 1024)))} kB
          {file.encoding !== "utf-8" && `, read as ${file.encoding === "windows-1252" ? "Windows-1252" : "UTF-16"}`}
        </p>
        <table>
          <Columns of={["Field", "Column of the file", wide("First row")]} />
          <tbody>
            {fields.map(({ name, label, required }) => {
              const column = mapping.find(({ field }) => field === name)?.column ?? "";
              const first = column ? file.rows[0]?.[file.heading.indexOf(column)] : "";
              return (
                <tr key={name}>
                  <td className="py-1">
                    {label}
                    {required && <span className="text-ink-3"> (needed)</span>}
                  </td>
                  <td className="w-1/2 py-1 md:w-2/5">
                    <Select
                      aria-label={`Column for ${label}`}
                      className="h-9 w-full md:h-control-sm"
                      value={column}
                      onChange={(event) => choose(name, event.target.value)}
                    >
                      <option value="">Not in the file</option>
                      {file.heading.map((each, at) => (
                        <option key={`${at} ${each}`} value={each}>
                          {each || `Column ${at + 1}`}
                        </option>
                      ))}
                    </Select>
                  </td>
                  <td className="hidden max-w-52 truncate text-ink-2 md:table-cell">{first}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {unused.length > 0 && <p className="text-sm text-ink-3">Not imported: {unused.slice(0, 12).join(", ")}.</p>}
        <div className="grid grid-cols-2 items-start gap-3">
          <SelectField
            label="Dates are written"
            value={fileFormat.dateFormat}
            onChange={(event) => setFileFormat({ ...fileFormat, dateFormat: event.target.value as DateFormat })}
          >
            {dateFormats.map((format) => (
              <option key={format}>{format}</option>
            ))}
          </SelectField>
          <SelectField
            label="Numbers are written"
            value={fileFormat.decimalCommas ? "comma" : "point"}
            onChange={(event) => setFileFormat({ ...fileFormat, decimalCommas: event.target.value === "comma" })}
          >
            <option value="point">1,234.50</option>
            <option value="comma">1.234,50</option>
          </SelectField>
        </div>
        <p role="status" className={`text-sm ${fault ? "text-danger" : "text-ink-2"}`}>
          {fault ? `${fault}.` : preview(kind, file, mapping, fileFormat)}
        </p>
        <Sending share={send.share} failure={send.error} isOtherSent={send.isOtherSent} />
      </DialogBody>
      {leaving.asks ? (
        <LeaveFoot leaving={leaving} note="Nothing is imported yet." />
      ) : (
        <DialogFoot>
          <Button onClick={onOther} disabled={send.isPending}>
            Choose another file
          </Button>
          <Button type="submit" look="primary" pending={send.isPending} disabled={fault !== null || send.isOtherSent}>
            {send.isPending ? "Sending..." : "Import"}
          </Button>
        </DialogFoot>
      )}
    </form>
  );
}

/** How many of the first lines can be read, and the first fault. */
function preview(
  kind: RecordKind,
  file: FilePreview,
  mapping: Mapping,
  fileFormat: { dateFormat: DateFormat; decimalCommas: boolean },
): string {
  const readLine = reader(kind, file.heading, mapping, fileFormat);
  const read = file.rows.map((cells) => readLine(cells));
  const at = read.findIndex((line) => "fault" in line);
  const found = read[at];
  const good = read.filter((line) => !("fault" in line)).length;
  const of = `${count(good)} of the first ${count(read.length)} ${read.length === 1 ? "row reads" : "rows read"} well.`;
  return found && "fault" in found ? `${of} Line ${count(file.lines[at] ?? 0)}: ${found.fault}` : of;
}
