import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { BusinessRecord } from "#features/records/contract.ts";
import { fieldFrom } from "#features/records/custom/rules.ts";
import { fieldsOf, roles, tabOf } from "#features/records/fields/fields.ts";
import type { RecordPage } from "#features/records/list/contract.ts";
import { count, exactTime } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { Section } from "#ui/kit/section.tsx";
import { fieldValue, isNumeric, sourceWords, useFieldText } from "./cell.tsx";
import { useShownFields } from "./queries.ts";
import { RecordTable } from "./record-table.tsx";

export function Fields({ page: { record, customer, vendor } }: { page: RecordPage }) {
  const shown = useFieldText();
  const ownWords = fieldsOf[record.kind].flatMap(({ wordIn }) => wordIn ?? []);
  const own = useShownFields(record.kind).map(fieldFrom);
  const known = [...fieldsOf[record.kind], ...own].filter(
    ({ name, type }) =>
      fieldValue(record, name) !== null &&
      type !== "text" &&
      name !== roles[record.kind].title &&
      !ownWords.includes(name),
  );
  const party = (name: string) =>
    name === "customerName" && customer
      ? `/records/customers/${customer.id}`
      : name === "vendorName" && vendor
        ? `/records/vendors/${vendor.id}`
        : null;
  return (
    <dl className="grid grid-cols-[minmax(110px,auto)_minmax(0,1fr)] gap-x-6 text-sm md:grid-cols-[180px_minmax(0,1fr)]">
      {known.map((field) => {
        const href = party(field.name);
        return (
          <div
            key={field.name}
            className="col-span-2 grid min-h-9 grid-cols-subgrid items-center border-t border-line py-1.5"
          >
            <dt className="text-ink-2">{field.label}</dt>
            <dd className={cx("wrap-anywhere", (isNumeric(field) || field.type === "day") && "tabular-nums")}>
              {href ? <Link href={href}>{shown(record, field)}</Link> : shown(record, field)}
              {field.wordIn && record.fields[field.wordIn] && (
                <span className="text-ink-3">, counted as {String(record.fields[field.name])}</span>
              )}
              {isParty(field.name) && !href && (
                <span className="text-ink-3">
                  , not among the {field.name === "vendorName" ? "vendors" : "customers"}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const isParty = (name: string): boolean => name === "customerName" || name === "vendorName";

/** Long texts, rendered as plain text. */
export function Texts({ record }: { record: BusinessRecord }) {
  const texts = fieldsOf[record.kind].filter(({ name, type }) => type === "text" && record.fields[name]);
  return texts.map(({ name, label }) => (
    <Section key={name} title={label}>
      <p className="max-w-[76ch] pb-2 wrap-anywhere whitespace-pre-wrap">{String(record.fields[name])}</p>
    </Section>
  ));
}

export function Provenance({ record }: { record: BusinessRecord }) {
  const { timeZone } = useCompany();
  return (
    <p className="text-sm text-ink-3">
      {sourceWords[record.source]}, id {record.externalId}. Added {exactTime(record.createdAt, timeZone)}
      {record.updatedAt.slice(0, 19) !== record.createdAt.slice(0, 19) &&
        `, changed ${exactTime(record.updatedAt, timeZone)}`}
      .
    </p>
  );
}

export function Related({ page: { record, related } }: { page: RecordPage }) {
  const party = record.kind === "vendors" ? "vendorId" : "customerId";
  return related.map(({ kind, total, rows }) => (
    <Section
      key={kind}
      title={tabOf(kind)}
      note={count(total)}
      actions={
        total > rows.length && (
          <Link href={`/records/${kind}?${party}=${record.id}`} className="text-sm">
            Show all
          </Link>
        )
      }
    >
      <RecordTable
        kind={kind}
        rows={rows}
        label={`${tabOf(kind)} of this ${record.kind.slice(0, -1)}`}
        selection={null}
      />
    </Section>
  ));
}
