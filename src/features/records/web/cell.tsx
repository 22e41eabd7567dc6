import { shortDay } from "#contract/format.ts";
import type { Currency } from "#contract/words.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { BusinessRecord, RecordSource } from "#features/records/contract.ts";
import type { Value } from "#contract/csv.ts";
import { keyIn } from "#features/records/custom/rules.ts";
import type { Field } from "#features/records/fields/field.ts";
import { firstOfMonth } from "#features/records/kinds/kind.ts";
import { ofKinds } from "#features/records/kinds/all.ts";
import { fieldOf, roles } from "#features/records/fields/fields.ts";
import { owedOf } from "#features/records/kinds/states.ts";
import { isOverdue } from "#features/records/fields/views.ts";
import { today } from "#ui/clock.ts";
import { count, dayWithYear, money, nothing, percent, sentenceCase } from "#ui/format.ts";
import { Dot, type DotTone } from "#ui/kit/marks.tsx";

export const sourceWords: Record<RecordSource, string> = {
  manual: "Typed in",
  csv: "Imported",
  api: "API",
  sample: "Sample",
  stripe: "Stripe",
  quickbooks: "QuickBooks",
  hubspot: "HubSpot",
  salesforce: "Salesforce",
};

export function fieldValue({ fields, custom }: BusinessRecord, name: string): Value {
  const key = keyIn(name);
  return (key === null ? fields[name] : custom[key]) ?? null;
}

/** Formats a field's value; a dash if unknown. */
export function useFieldText(): (record: BusinessRecord, field: Field) => string {
  const company = useCompany();
  const thisYear = today(company.timeZone).slice(0, 4);
  return (record, { name, type, wordIn, clean, currency }) => {
    const { kind, fields } = record;
    const value = fieldValue(record, name);
    if (value === null || value === "") return nothing;
    const own = wordIn ? fields[wordIn] : null;
    if (own) return String(own);
    if (type === "money") {
      const inMoney = (amount: number) =>
        money(amount, currency ?? (fields["currency"] as Currency) ?? company.currency, "cents");
      // "$250.00 of $1,000.00" of what was paid in part.
      const open = kind === "invoices" && name === "amount" ? owedOf(fields) : 0;
      return open !== 0 && open !== value ? `${inMoney(open)} of ${inMoney(Number(value))}` : inMoney(Number(value));
    }
    if (type === "day" && clean === firstOfMonth) return shortDay(String(value)).slice(2);
    if (type === "day") return dayWithYear(String(value), thisYear);
    if (type === "share") return percent(Math.round(Number(value) * 100));
    if (type === "flag") return value ? "Yes" : "No";
    // The company's own choices are shown as it wrote them.
    if (type === "choice")
      return name === "currency" || keyIn(name) !== null ? String(value) : sentenceCase(String(value));
    return typeof value === "number" ? count(value) : String(value);
  };
}

const tones: Record<string, DotTone> = {
  active: "success",
  won: "success",
  paid: "success",
  resolved: "success",
  disputed: "danger",
  churned: "danger",
  lost: "danger",
  waiting: "warning",
  paused: "warning",
  trial: "warning",
};
/** A record's status as a word and a dot. */
export function Status({ record }: { record: BusinessRecord }) {
  const { timeZone } = useCompany();
  const name = roles[record.kind].status;
  if (!name) return null;
  const field = fieldOf(record.kind, name);
  const status = String(record.fields[name] ?? "");
  const own = field.wordIn ? record.fields[field.wordIn] : null;
  const overdue = isOverdue(record.kind, record.fields, today(timeZone));
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Dot tone={overdue ? "danger" : (tones[status] ?? "idle")} />
      <span>
        {own ? String(own) : sentenceCase(status)}
        {record.fields["document"] === "credit note" && ", credit note"}
        {overdue && <span className="text-danger">, overdue</span>}
      </span>
    </span>
  );
}

/** The columns of a list after name and status. */
export const columnsOf = ofKinds(({ columns }, kind) => columns.map((name) => fieldOf(kind, name)));

/** The party field that is set, if a kind has two. */
export const partyOf = (record: BusinessRecord, name: string): string =>
  name === "customerName" && !record.fields[name] && record.fields["vendorName"] ? "vendorName" : name;

export const isNumeric = ({ type }: Field): boolean => ["money", "number", "whole", "share"].includes(type);
