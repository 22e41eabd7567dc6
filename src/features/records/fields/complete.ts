import { type RecordFields, type RecordKind, recordFields } from "#features/records/contract.ts";
import type { Value } from "#contract/csv.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import { describedKind, ofDescribed } from "#features/records/kinds/all.ts";
import type { Fields } from "#features/records/kinds/kind.ts";

export type { Fields };

type Default = (given: Fields) => Value;
/** Defaults of fields. */
const defaults: Record<RecordKind, Readonly<Record<string, Default>>> = {
  ...ofDescribed((kind) => kind.defaults),
  customers: { status: () => "active" },
  vendors: { status: () => "active" },
  deals: { stage: () => "lead" },
  invoices: {
    direction: ({ vendorName, customerName }) => (vendorName && !customerName ? "payable" : "receivable"),
    status: ({ paidOn, openAmount }) => (openAmount ? "open" : paidOn || openAmount === 0 ? "paid" : "open"),
  },
  contracts: {
    kind: ({ vendorName, customerName }) => (customerName ? "customer" : vendorName ? "vendor" : "other"),
    status: () => "active",
  },
  subscriptions: {
    kind: ({ vendorName, customerName }) => (vendorName && !customerName ? "service" : "plan"),
    status: ({ cancelledOn }) => (cancelledOn ? "cancelled" : "active"),
  },
  tickets: {
    kind: () => "support",
    status: ({ resolvedOn }) => (resolvedOn ? "resolved" : "open"),
    priority: () => "medium",
  },
};

/** Adds default and derived fields. */
export function complete(kind: RecordKind, given: Fields): Fields {
  const filled = { ...given, ...describedKind(kind)?.settle?.(given) };
  for (const [name, value] of Object.entries(defaults[kind])) filled[name] ??= value(given);
  // A file may call every line an invoice, also those that take something back.
  if (kind === "invoices" && Number(filled["amount"] ?? 0) < 0) filled["document"] = "credit note";
  return settle(kind, filled);
}

const negative = (value: Value | undefined): Value =>
  typeof value === "number" ? 0 - Math.abs(value) : (value ?? null);

/** Fields that follow from others: an amount below 0 is a credit note, and a credit note's amounts are below 0. */
export function settle(kind: RecordKind, fields: Fields): Fields {
  if (kind === "deals") {
    const { stage = null, stageName = null } = fields;
    return normalized(stageName) === stage ? { ...fields, stageName: null } : fields;
  }
  if (kind !== "invoices") return fields;
  const { amount = null, openAmount } = fields;
  const document = Number(amount) < 0 ? "credit note" : (fields["document"] ?? "invoice");
  return document === "invoice"
    ? { ...fields, document }
    : { ...fields, document, amount: negative(amount), openAmount: negative(openAmount) };
}

/** The checked fields, or a sentence about the first invalid one. */
export function checked<Kind extends RecordKind>(
  kind: Kind,
  fields: Fields,
): { fields: RecordFields[Kind] } | { fault: string } {
  const parsed = recordFields[kind].safeParse(fields);
  if (parsed.success) return { fields: parsed.data as RecordFields[Kind] };
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? "");
  const label = fieldsOf[kind].find((field) => field.name === name)?.label ?? name;
  const missing = fields[name] === null || fields[name] === undefined;
  return { fault: missing ? `${label} is missing` : `${label}: ${issue?.message ?? "is not valid"}` };
}

/** Whether a value is one of its field, whatever the others are. */
export function fitsAlone(kind: RecordKind, name: string, value: Value): boolean {
  const shape: Record<string, { safeParse: (value: unknown) => { success: boolean } }> = recordFields[kind].shape;
  return shape[name]?.safeParse(value).success ?? false;
}

const normalized = (value: Value | undefined): string =>
  String(value ?? "")
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, " ");

/** The longest id of a record. */
const longestKey = 255;

/** The id of the second, third, ... of several rows that are equal in everything. */
const repeatedKey = (key: string, place: number): string =>
  place === 1 ? key : `${key.slice(0, longestKey - 12)} · ${place}`;

/** Whether rows of a kind may be equal in everything, such as two fares on one day. */
export const mayRepeat = (kind: RecordKind): boolean => describedKind(kind)?.repeats === true;

/**
 * Numbers the equal rows of a file, so that none is lost and the same file again changes nothing. `seen` tells the
 * earlier line with an id; only ids that repeat are remembered besides.
 */
export function numberRepeats(
  seen: (id: string, line: number) => number | null,
): (key: string, line: number) => string {
  const places = new Map<string, number>();
  return (key, line) => {
    if (seen(key, line) === null) return key;
    const place = (places.get(key) ?? 1) + 1;
    places.set(key, place);
    return repeatedKey(key, place);
  };
}

/** The first free id of a row like this. */
export async function freeKey(key: string, isTaken: (key: string) => Promise<boolean>): Promise<string> {
  for (let place = 1; ; place += 1) {
    const free = repeatedKey(key, place);
    if (!(await isTaken(free))) return free;
  }
}

/**
 * The id of a record without one: its number or name, with the party if two parties may use the same. Expects defaults
 * to be set; lower case, so that spelling creates no duplicate.
 */
export function naturalKey(kind: RecordKind, fields: Fields): string {
  const described = describedKind(kind);
  if (described) return described.key(fields).map(normalized).filter(Boolean).join(" · ").slice(0, longestKey);
  const { name, title, number, customerName, vendorName } = fields;
  const party = normalized(customerName ?? vendorName);
  const joined = (...parts: string[]) => parts.filter(Boolean).join(" · ");
  switch (kind) {
    case "customers":
    case "vendors":
      return normalized(name);
    case "deals":
    case "subscriptions":
      return joined(normalized(name), party);
    case "invoices":
      // Two suppliers may use the same invoice number; the company's own numbers are unique.
      return fields["direction"] === "payable"
        ? joined(normalized(number), normalized(vendorName))
        : normalized(number);
    case "contracts":
      return joined(normalized(title), party);
    case "tickets":
      return number ? normalized(number) : joined(normalized(title), party, normalized(fields["openedOn"]));
    default:
      return normalized(name);
  }
}
