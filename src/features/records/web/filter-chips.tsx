import { longDay } from "#contract/format.ts";
import { X } from "lucide-react";
import type { RecordKind } from "#features/records/contract.ts";
import type { CustomField } from "#features/records/custom/contract.ts";
import { customNamed } from "#features/records/custom/rules.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import type { Filter } from "#features/records/list/contract.ts";
import { dayOf } from "#features/records/list/rules.ts";
import { useCustomFields } from "./queries.ts";

/** Filters of links that the toolbar has no control for. */
export const linked = [
  "customerId",
  "vendorId",
  "ownerName",
  "currency",
  "field",
  "is",
  "known",
  "unknown",
  "day",
  "from",
  "to",
] as const satisfies readonly (keyof Filter)[];
type Linked = (typeof linked)[number];
export type LinkedFilter = { [Name in Linked]?: string };

/** Filters of the address that the toolbar does not show. */
export const linkedIn = (search: URLSearchParams): LinkedFilter =>
  Object.fromEntries(linked.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));

type Chip = { words: string; names: readonly Linked[] };

/** A day in the address may be invalid. */
const inWords = (day = ""): string => (Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? day : longDay(day));

function daysInWords(kind: RecordKind, { day, from, to }: LinkedFilter, own: readonly CustomField[]): string {
  const label = dayOf(kind, day, own)?.label ?? "Day";
  if (from && from === to) return `${label} on ${inWords(from)}`;
  if (from && to) return `${label} ${inWords(from)} to ${inWords(to)}`;
  return from ? `${label} from ${inWords(from)}` : `${label} until ${inWords(to)}`;
}

/** A chip for each filter, with the parameters that removing it clears. */
function chipsOf(kind: RecordKind, filter: LinkedFilter, own: readonly CustomField[]): Chip[] {
  const labelOf = (name: string) =>
    customNamed(own, name)?.label ?? fieldsOf[kind].find((field) => field.name === name)?.label ?? name;
  const { customerId, vendorId, ownerName, currency, field, is, known, unknown } = filter;
  const chip = (words: string, ...names: Linked[]): Chip => ({ words, names });
  return [
    ...(customerId ? [chip("Only one customer", "customerId")] : []),
    ...(vendorId ? [chip("Only one vendor", "vendorId")] : []),
    ...(ownerName ? [chip(`Owner: ${ownerName}`, "ownerName")] : []),
    ...(field && is ? [chip(`${labelOf(field)}: ${is}`, "field", "is")] : []),
    ...(currency ? [chip(`Currency: ${currency}`, "currency")] : []),
    ...(known ? [chip(`${labelOf(known)} is known`, "known")] : []),
    ...(unknown ? [chip(`${labelOf(unknown)} is not known`, "unknown")] : []),
    ...(filter.from || filter.to ? [chip(daysInWords(kind, filter, own), "day", "from", "to")] : []),
  ];
}

type Props = { kind: RecordKind; filter: LinkedFilter; onRemove: (names: readonly Linked[]) => void };

/** The filters of the link that opened this list; each can be removed. */
export function FilterChips({ kind, filter, onRemove }: Props) {
  const chips = chipsOf(kind, filter, useCustomFields(kind));
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters" className="mb-3 flex flex-wrap gap-2">
      {chips.map(({ words, names }) => (
        <li
          key={words}
          className="inline-flex h-10 max-w-full items-center rounded-control bg-sunken pl-3 text-sm md:h-control"
        >
          <span className="min-w-0 truncate">{words}</span>
          <button
            type="button"
            aria-label={`Remove filter ${words}`}
            onClick={() => onRemove(names)}
            className="grid h-full w-10 flex-none place-items-center text-ink-2 hover:text-ink md:w-8"
          >
            <X size={14} strokeWidth={1.75} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
