import { z } from "zod";
import type { RecordKind } from "#features/records/contract.ts";
import { fieldFrom } from "#features/records/custom/rules.ts";
import type { Field } from "#features/records/fields/field.ts";
import { fieldsOf, roles } from "#features/records/fields/fields.ts";
import { useKept } from "#ui/kept.ts";
import { columnsOf } from "./cell.tsx";
import { useShownFields } from "./queries.ts";

const names = z.array(z.string().max(100)).max(60);
const views = z
  .array(
    z.object({
      name: z.string().min(1).max(60),
      /** The filters and the order, as in the address. */
      search: z.string().max(2_000),
      columns: names.nullable(),
    }),
  )
  .max(30);
export type SavedView = z.infer<typeof views>[number];

/** The columns after title and status: those the person chose, else the kind's own; and all there are to choose from. */
export function useColumns(kind: RecordKind) {
  const [chosen, choose] = useKept(`columns.${kind}`, names);
  const own = useShownFields(kind);
  const { title, status } = roles[kind];
  const all: Field[] = [
    ...fieldsOf[kind].filter(({ name }) => name !== title && name !== status),
    ...own.map(fieldFrom),
  ];
  const usual: Field[] = [...columnsOf[kind], ...own.filter(({ inList }) => inList).map(fieldFrom)];
  const known = chosen?.flatMap((name) => all.find((field) => field.name === name) ?? []);
  return { all, shown: known?.length ? known : usual, isChosen: Boolean(known?.length), chosen, choose };
}

export function useSavedViews(kind: RecordKind) {
  const [saved, keep] = useKept(`views.${kind}`, views);
  const all = saved ?? [];
  return {
    views: all,
    /** One of the same name is replaced. */
    save: (view: SavedView) => keep([...all.filter(({ name }) => name !== view.name), view].slice(-30)),
    remove: (name: string) => keep(all.filter((one) => one.name !== name)),
  };
}
