import { expect, test } from "vitest";
import { decisionTypes, type FormColumn, type FormField } from "#features/decisions/contract.ts";
import { decisionType, listTypes, readContext } from "#features/decisions/types/registry.ts";
import { placeOf, readField, readForm } from "./ask-parse.ts";

const field = (more: Partial<FormField>): FormField => ({
  name: "amount",
  label: "Amount",
  unit: "money",
  required: true,
  hint: null,
  options: [],
  least: 0.01,
  most: 1000,
  columns: [],
  ...more,
});

test.each([
  [{}, " 1,000 ", { value: 1000 }],
  [{}, "£12.50", { value: 12.5 }],
  [{}, "", { error: "Enter a number from 0.01 to 1,000" }],
  [{}, "many", { error: "Enter a number from 0.01 to 1,000" }],
  [{}, "1001", { error: "Enter a number from 0.01 to 1,000" }],
  [{ required: false }, " ", { value: undefined }],
  [{ unit: "share", least: 0, most: 1 } as const, "2.3%", { value: 0.023 }],
  [{ unit: "share", least: 0, most: 1 } as const, "45", { value: 0.45 }],
  [{ unit: "share", least: 0, most: 1 } as const, "145", { error: "Enter a number from 0 to 100" }],
  [{ unit: "percent", least: 0, most: 100 } as const, "15", { value: 15 }],
  [{ unit: "text", least: null, most: 5 } as const, " abc ", { value: "abc" }],
  [{ unit: "text", least: null, most: 5 } as const, "abcdef", { error: "Use at most 5 characters" }],
  [{ unit: "choice", least: null, most: null } as const, "", { error: "Choose one" }],
  [{ unit: "date", least: null, most: null } as const, "", { error: "Choose a date" }],
])("%o reads %j", (more, typed, read) => {
  expect(readField(field(more), typed)).toEqual(read);
});

const name = field({ name: "name", unit: "text", least: null, most: 20 });
const lines = field({ name: "lines", label: "Lines", unit: "list", least: 2, most: 3, columns: [name, field({})] });

test("blank rows are left out, incomplete rows report errors", () => {
  const row = (text: string, amount: string) => ({ name: text, amount });
  const read = (...rows: Record<string, string>[]) => readForm([lines], { one: {}, many: { lines: rows } });
  expect(read(row("A", "1"), row("", " "), row("B", "2"))).toEqual({
    context: {
      lines: [
        { name: "A", amount: 1 },
        { name: "B", amount: 2 },
      ],
    },
  });
  expect(read(row("A", "1"), row("", ""))).toEqual({ errors: [{ field: "lines", message: "Add at least 2 rows" }] });
  expect(read(row("A", "1"), row("B", ""))).toEqual({
    errors: [{ field: "lines", row: 1, column: "amount", message: "Enter a number from 0.01 to 1,000" }],
  });
});

test("a server error is shown at its field with the field's label", () => {
  expect(placeOf("amount must be a number from 0.01 to 1,000", [lines, field({})])).toMatchObject({
    field: { name: "amount" },
    message: "Amount: must be a number from 0.01 to 1,000",
  });
  expect(placeOf("lines: each needs a unique name", [lines])?.message).toBe("Lines: each needs a unique name");
  expect(placeOf("Marcus is paused", [lines])).toBeNull();
});

const typedFor = ({ unit, options, least }: FormColumn, row = 0): string => {
  if (unit === "choice") return options[0]?.value ?? "";
  if (unit === "date") return "2027-01-31";
  return unit === "text" ? `Words ${row}` : `${Math.max(1, least ?? 0)}`;
};

test.each(decisionTypes)("%s: a completely filled form is accepted", (id) => {
  const fields = listTypes().find((type) => type.id === id)?.fields ?? [];
  const rows = (columns: readonly FormColumn[]) =>
    [0, 1].map((row) => Object.fromEntries(columns.map((column) => [column.name, typedFor(column, row)])));
  const read = readForm(fields, {
    one: Object.fromEntries(fields.filter(({ unit }) => unit !== "list").map((plain) => [plain.name, typedFor(plain)])),
    many: Object.fromEntries(
      fields.filter(({ unit }) => unit === "list").map((list) => [list.name, rows(list.columns)]),
    ),
  });
  const type = decisionType(id);
  if (!type || !("context" in read)) throw new Error(JSON.stringify(read));
  expect(readContext(type, read.context)).toHaveProperty("context");
});
