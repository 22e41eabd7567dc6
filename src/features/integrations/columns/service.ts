import type { PulledColumn } from "#connectors/connector.ts";
import { lengths, truncate } from "#contract/words.ts";
import { mostCustomFields, type RecordKind } from "#features/records/contract.ts";
import { customPrefix } from "#features/records/custom/contract.ts";
import { foldLabel } from "#features/records/custom/rules.ts";
import { ensureCustomFields, labelFault } from "#features/records/custom/service.ts";
import { active } from "#features/records/custom/store.ts";
import type { Tx } from "#platform/context.ts";

/**
 * Gives a kind of records the company's own columns at a service, as many as there is room for, and says which name of a
 * row means which field; null: it is left out. One that is called like a field of ours, or like a column that came
 * before, has the service's name behind it.
 */
export async function ownFields(tx: Tx, kind: RecordKind, service: string, columns: readonly PulledColumn[]) {
  const chosen: { name: string; field: string | null }[] = [];
  const taken = new Set<string>();
  const wanted = columns.filter(({ target }) => target === kind);
  if (wanted.length === 0) return chosen;
  const own = new Map((await active(tx, kind)).map(({ label, type }) => [foldLabel(label), { label, type }]));
  for (const { name, label: given, type } of wanted) {
    const plain = truncate(given.trim() || name, lengths.name - service.length - 3);
    const isOurs = labelFault(kind, plain) !== null || taken.has(foldLabel(plain));
    const label = isOurs ? `${plain} (${service})` : plain;
    const known = own.get(foldLabel(label));
    // A field of another type has values of another meaning.
    const isFree = known ? known.type === type : own.size < mostCustomFields;
    if (!isFree || taken.has(foldLabel(label))) chosen.push({ name, field: null });
    else {
      if (!known) await ensureCustomFields(tx, kind, [{ label, type }]);
      own.set(foldLabel(label), known ?? { label, type });
      taken.add(foldLabel(label));
      chosen.push({ name, field: `${customPrefix}${known?.label ?? label}` });
    }
  }
  return chosen;
}
