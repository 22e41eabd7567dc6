import type { RecordKind } from "#features/records/contract.ts";
import { event } from "#platform/journal/event.ts";

type FieldEvent = { kind: RecordKind; key: string | null; title: string; details: object };

const ofField = {
  resource: "record_field",
  feed: null,
  refreshes: ["records", "metrics"],
};
const entry = ({ kind, key, title, details }: FieldEvent) => ({ id: null, title, details: { kind, key, ...details } });

export const customFieldAdded = event("record.field_added", ofField, entry);
export const customFieldChanged = event("record.field_changed", ofField, entry);
export const customFieldRemoved = event("record.field_removed", { ...ofField, severity: "warning" }, entry);
