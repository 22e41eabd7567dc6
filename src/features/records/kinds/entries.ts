import * as field from "#features/records/fields/field.ts";
import { keyOf, kind } from "#features/records/kinds/kind.ts";

export const entries = kind({
  one: "entry",
  many: "entries",
  tab: "Own tables",
  hint: "Lines of your own tables, such as a log, a rota, a price list or a stock list. Each of their columns is a field of your own.",
  fields: [
    field.needed(field.line("table", "Table", "")),
    field.line("called", "Kind of line", ""),
    field.personal(field.line("title", "Title", "")),
    field.day("day", "Day", ""),
    field.notes,
  ],
  roles: { title: "title", day: "day", newest: "day", search: ["title", "table"] },
  defaults: { title: ({ table }) => table ?? null },
  key: keyOf("table title day"),
  repeats: true,
  day: "day",
  columns: ["table", "day"],
  views: [],
  examples: [
    { table: "Stock", called: "Item", title: "Oak board 2 m", day: "2026-09-28" },
    { table: "Stock", called: "Item", title: "Pine batten 3 m", day: "2026-09-28" },
  ],
});
