import type { ProfitTable } from "#features/records/books/contract.ts";

type Amounts = readonly (number | null)[];
export type ProfitRow = {
  label: string;
  /** An account, the sum of its section, or a result of several. */
  kind: "account" | "sum" | "result";
  amounts: Amounts;
  total: number | null;
  /** The budget, and how far accounts and months that have one are from it; null without a budget. */
  budget: number | null;
  variance: number | null;
  isWorse: boolean;
};

const cents = (value: number | null | undefined): number => Math.round((value ?? 0) * 100);
const add = (values: readonly (number | null | undefined)[]): number | null =>
  values.some((value) => (value ?? null) !== null)
    ? values.reduce<number>((sum, value) => sum + cents(value), 0) / 100
    : null;

type Line = { actual: Amounts; budget: Amounts };
const negative = (amounts: Amounts): Amounts => amounts.map((value) => (value === null ? null : -value));
const sumOf = (lines: readonly Line[], months: number): Line => {
  const at = (of: "actual" | "budget") =>
    Array.from({ length: months }, (_, month) => add(lines.map((line) => line[of][month])));
  return { actual: at("actual"), budget: at("budget") };
};

function rowOf(
  label: string,
  kind: ProfitRow["kind"],
  lines: readonly Line[],
  months: number,
  isCost: boolean,
): ProfitRow {
  const { actual, budget } = sumOf(lines, months);
  const planned = add(budget);
  // Only accounts that have a budget in a month are compared with it.
  const differences = lines.flatMap((line) =>
    line.budget.map((value, at) => (value === null ? null : (cents(line.actual[at]) - cents(value)) / 100)),
  );
  const variance = add(differences);
  const isWorse = variance !== null && variance !== 0 && variance > 0 === isCost;
  return { label, kind, amounts: actual, total: add(actual), budget: planned, variance, isWorse };
}

const sections = [
  { type: "income", label: "Income", isCost: false },
  { type: "cost of sales", label: "Cost of sales", isCost: true },
  { type: "expense", label: "Expenses", isCost: true },
  { type: "other income", label: "Other income", isCost: false },
  { type: "other expense", label: "Other expenses", isCost: true },
] as const;

export function profitRows({ months, accounts }: ProfitTable): ProfitRow[] {
  const linesOf = (type: string) => accounts.filter((one) => one.type === type);
  const signed = (types: readonly string[]): Line[] =>
    accounts.flatMap(({ type, actual, budget }) => {
      if (!types.includes(type)) return [];
      const isCost = sections.find((section) => section.type === type)?.isCost;
      return [isCost ? { actual: negative(actual), budget: negative(budget) } : { actual, budget }];
    });
  const result = (label: string, types: readonly string[]) =>
    rowOf(label, "result", signed(types), months.length, false);
  const rows = sections.flatMap(({ type, label, isCost }) => {
    const lines = linesOf(type);
    if (lines.length === 0) return [];
    return [
      ...lines.map((line) => rowOf(line.account, "account", [line], months.length, isCost)),
      rowOf(label, "sum", lines, months.length, isCost),
      ...(type === "cost of sales" ? [result("Gross profit", ["income", "cost of sales"])] : []),
    ];
  });
  return [
    ...rows,
    ...(rows.length > 0
      ? [
          result(
            "Profit",
            sections.map(({ type }) => type),
          ),
        ]
      : []),
  ];
}
