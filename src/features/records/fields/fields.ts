import type { RecordKind } from "#features/records/contract.ts";
import { ofKinds } from "#features/records/kinds/all.ts";
import type { Field } from "#features/records/fields/field.ts";

export const fieldsOf = ofKinds(({ fields }) => fields);
export const kindNames = ofKinds(({ one, many, tab }) => ({ one, many, tab }));
export const roles = ofKinds((kind) => kind.roles);

export function fieldOf(kind: RecordKind, name: string): Field {
  const found = fieldsOf[kind].find((field) => field.name === name);
  if (!found) throw new Error(`${kind} have no field ${name}.`);
  return found;
}

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const tabOf = (kind: RecordKind): string => kindNames[kind].tab ?? firstUpper(kindNames[kind].many);
