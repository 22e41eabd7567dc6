import type { ReactNode } from "react";
import { Link } from "wouter";
import type { BusinessRecord, RecordKind } from "#features/records/contract.ts";
import { keyIn } from "#features/records/custom/rules.ts";
import type { Field } from "#features/records/fields/field.ts";
import { fieldOf, fieldsOf, roles } from "#features/records/fields/fields.ts";
import { cx } from "#ui/kit/cx.ts";
import { Tag } from "#ui/kit/marks.tsx";
import { useNarrow } from "#ui/narrow.ts";
import { isNumeric, partyOf, Status, useFieldText } from "./cell.tsx";
import { InlineCell, useCanSet } from "./inline-cell.tsx";
import { useColumns } from "./list-views.ts";
import { RowCheck, type Selection } from "./row-check.tsx";
import { RecordLines } from "./record-lines.tsx";

type Props = { kind: RecordKind; rows: readonly BusinessRecord[]; label: string; selection: Selection | null };

/** Records of one kind, one line each; scrolls sideways if too wide. Two lines each on a phone. */
export function RecordTable({ kind, rows, label, selection }: Props) {
  const shown = useFieldText();
  const { shown: columns } = useColumns(kind);
  const title = fieldOf(kind, roles[kind].title);
  const canSet = useCanSet();
  const narrow = useNarrow();
  if (narrow) return <RecordLines kind={kind} rows={rows} label={label} selection={selection} />;
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table>
        <thead>
          <tr>
            {selection && (
              <th scope="col" data-control className="w-8">
                <RowCheck of={rows.map(({ id }) => id)} label="Select all on this page" selection={selection} />
              </th>
            )}
            <th scope="col">{title.label}</th>
            {roles[kind].status && <th scope="col">Status</th>}
            {columns.map((field) => (
              <th key={field.name} scope="col" className={isNumeric(field) ? "text-right!" : undefined}>
                {field.name === "customerName" && fieldsOf[kind].some(({ name }) => name === "vendorName")
                  ? "Party"
                  : field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((record) => (
            <tr key={record.id} className="hover:bg-sunken">
              {selection && (
                <td data-control className="w-8">
                  <RowCheck of={[record.id]} label={`Select ${shown(record, title)}`} selection={selection} />
                </td>
              )}
              <td className="max-w-72 min-w-40 py-1.5">
                <span className="flex items-center gap-2">
                  <Link href={`/records/${kind}/${record.id}`} className="truncate font-medium text-ink">
                    {shown(record, title)}
                  </Link>
                  {record.source === "sample" && <Tag line>Sample</Tag>}
                </span>
              </td>
              {roles[kind].status && (
                <td>
                  <Cell record={record} field={fieldOf(kind, roles[kind].status)} canSet={canSet}>
                    <Status record={record} />
                  </Cell>
                </td>
              )}
              {columns.map((field) => {
                const text = shown(
                  record,
                  keyIn(field.name) === null ? fieldOf(kind, partyOf(record, field.name)) : field,
                );
                return (
                  <td
                    key={field.name}
                    title={text.length > 24 ? text : undefined}
                    className={cx(
                      "max-w-48 truncate whitespace-nowrap",
                      isNumeric(field) ? "num text-right" : field.type === "day" ? "num text-ink-2" : "text-ink-2",
                    )}
                  >
                    <Cell record={record} field={field} canSet={canSet}>
                      {text}
                    </Cell>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = {
  record: BusinessRecord;
  field: Field;
  canSet: ReturnType<typeof useCanSet>;
  children: ReactNode;
};
const Cell = ({ record, field, canSet, children }: CellProps) =>
  canSet(record, field) ? (
    <InlineCell record={record} field={field}>
      {children}
    </InlineCell>
  ) : (
    children
  );
