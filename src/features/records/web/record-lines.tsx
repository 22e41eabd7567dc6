import { Link } from "wouter";
import type { BusinessRecord, RecordKind } from "#features/records/contract.ts";
import { fieldFrom } from "#features/records/custom/rules.ts";
import { fieldOf, roles } from "#features/records/fields/fields.ts";
import { nothing } from "#ui/format.ts";
import { Tag } from "#ui/kit/marks.tsx";
import { columnsOf, fieldValue, partyOf, Status, useFieldText } from "./cell.tsx";
import { useShownFields } from "./queries.ts";
import { RowCheck, type Selection } from "./row-check.tsx";

/** Fields that describe a record below its title; the first one among the columns of its kind is shown. */
const descriptiveFields = ["customerName", "segment", "counterparty", "category", "team", "bank"];

/** Records of one kind on a phone: two lines each, with the most important fields. */
export function RecordLines({
  kind,
  rows,
  label,
  selection,
}: {
  kind: RecordKind;
  rows: readonly BusinessRecord[];
  label: string;
  selection: Selection | null;
}) {
  const shown = useFieldText();
  const columns = columnsOf[kind];
  const own = useShownFields(kind).flatMap((field) => (field.inList ? [fieldFrom(field)] : []));
  const about = columns.find(({ name }) => descriptiveFields.includes(name));
  const day = columns.findLast(({ type }) => type === "day");
  // Kinds of contracts, plans and tickets take a line too many.
  const direction = columns.find(({ name }) => name === roles[kind].type && name !== "kind");
  const money = columns.find(({ name }) => name === roles[kind].money) ?? columns.find(({ type }) => type === "money");
  return (
    <ul aria-label={label}>
      {rows.map((record) => {
        const details = [
          direction && shown(record, direction).toLowerCase(),
          about && shown(record, fieldOf(kind, partyOf(record, about.name))),
          ...own.map((field) =>
            fieldValue(record, field.name) === null ? "" : `${field.label}: ${shown(record, field)}`,
          ),
          day && record.fields[day.name] && `${day.label.toLowerCase()} ${shown(record, day)}`,
        ].filter((text) => text && text !== nothing);
        return (
          <li key={record.id} className="border-t border-line py-2">
            <div className="flex items-baseline gap-2">
              {selection && (
                <RowCheck
                  of={[record.id]}
                  label={`Select ${shown(record, fieldOf(kind, roles[kind].title))}`}
                  selection={selection}
                />
              )}
              <Link
                href={`/records/${kind}/${record.id}`}
                className="line-clamp-2 min-w-0 font-medium wrap-anywhere text-ink"
              >
                {shown(record, fieldOf(kind, roles[kind].title))}
              </Link>
              {record.source === "sample" && <Tag line>Sample</Tag>}
              {money && <span className="num ml-auto flex-none">{shown(record, money)}</span>}
            </div>
            <div className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-3">
              {roles[kind].status && (
                <span className="text-ink-2">
                  <Status record={record} />
                </span>
              )}
              <span className="min-w-0 wrap-anywhere">{details.join(", ")}</span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
