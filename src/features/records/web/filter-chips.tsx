import { longDay } from "#contract/format.ts";
import { X } from "lucide-react";
import type { RecordKind } from "#features/records/contract.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import { dayOf, type Filter } from "#features/records/list/rules.ts";

/** What a link may ask for that no choice of the toolbar shows. */
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

/** Takes the address, gives what it asks for besides the toolbar's choices. */
export const linkedIn = (search: URLSearchParams): LinkedFilter =>
  Object.fromEntries(linked.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));

type Chip = { words: string; names: readonly Linked[] };

/** What somebody wrote into the address need not be a day. */
const inWords = (day = ""): string => (Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? day : longDay(day));

function daysInWords(kind: RecordKind, { day, from, to }: LinkedFilter): string {
  const label = dayOf(kind, day)?.label ?? "Day";
  if (from && from === to) return `${label} on ${inWords(from)}`;
  if (from && to) return `${label} ${inWords(from)} to ${inWords(to)}`;
  return from ? `${label} from ${inWords(from)}` : `${label} until ${inWords(to)}`;
}

/** Takes what a link asks for, gives each of it in words, with what to leave out to be rid of it. */
function chipsOf(kind: RecordKind, filter: LinkedFilter): Chip[] {
  const labelOf = (name: string) => fieldsOf[kind].find((field) => field.name === name)?.label ?? name;
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
    ...(filter.from || filter.to ? [chip(daysInWords(kind, filter), "day", "from", "to")] : []),
  ];
}

type Props = { kind: RecordKind; filter: LinkedFilter; onRemove: (names: readonly Linked[]) => void };

/** Why a list shows less than all: what the link that led here asked for. Each can be taken away. */
export function FilterChips({ kind, filter, onRemove }: Props) {
  const chips = chipsOf(kind, filter);
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
