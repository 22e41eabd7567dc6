import { z } from "zod";
import type { Pulled } from "#connectors/connector.ts";
import { unread } from "#connectors/quickbooks/books.ts";

const meta = z.array(z.object({ Name: z.string(), Value: z.string().nullish() })).nullish();
const cells = z.array(z.object({ value: z.string().nullish(), id: z.string().nullish() })).nullish();
type Cells = z.infer<typeof cells>;
type Row = {
  group?: string | null | undefined;
  ColData?: Cells;
  Header?: { ColData?: Cells } | null | undefined;
  Rows?: { Row?: Row[] | null | undefined } | null | undefined;
  Summary?: { ColData?: Cells } | null | undefined;
};
const row: z.ZodType<Row> = z.lazy(() =>
  z.object({
    group: z.string().nullish(),
    ColData: cells,
    Header: z.object({ ColData: cells }).nullish(),
    Rows: z.object({ Row: z.array(row).nullish() }).nullish(),
    Summary: z.object({ ColData: cells }).nullish(),
  }),
);
const report = z.object({
  Header: z.object({ Currency: z.string().length(3).nullish(), Option: meta }),
  Columns: z.object({ Column: z.array(z.object({ ColType: z.string().nullish(), MetaData: meta })).nullish() }),
  Rows: z.object({ Row: z.array(row).nullish() }).nullish(),
});

/** The groups of accounts, by the report's own words, which are the same in every language; `sign` is theirs in the net income. */
const groups: Readonly<Record<string, { type: string; sign: 1 | -1 }>> = {
  Income: { type: "income", sign: 1 },
  COGS: { type: "cost of sales", sign: -1 },
  Expenses: { type: "expense", sign: -1 },
  OtherIncome: { type: "other income", sign: 1 },
  OtherExpenses: { type: "other expense", sign: -1 },
};

/** Sums of decimals are exact in ten-thousandths. */
const unitsOf = (text: string | null | undefined): number => {
  const value = Number(text ?? "");
  if (!Number.isFinite(value)) throw unread("An amount of QuickBooks' profit and loss could not be read.");
  return Math.round(value * 10_000);
};

type Line = { id: string; account: string; amounts: Cells };

/** The accounts of a group: those without others below, and what was booked on those that have some. */
function linesOf(rows: readonly Row[]): Line[] {
  return rows.flatMap((one) => {
    const own = one.ColData ?? one.Header?.ColData;
    const [name] = own ?? [];
    const hasAmounts = (own ?? []).slice(1).some(({ value }) => (value ?? "") !== "");
    const line = name?.id && hasAmounts ? [{ id: name.id, account: name.value || name.id, amounts: own }] : [];
    return [...line, ...linesOf(one.Rows?.Row ?? [])];
  });
}

/** Ledger lines by account and month; together they are the report's own net income, or the report is not taken. */
export function ledgerRows(given: unknown, home: string): Pulled["rows"] {
  const { success, data } = report.safeParse(given);
  if (!success) throw unread();
  const currency = data.Header.Currency ?? home;
  const months = (data.Columns.Column ?? []).flatMap(({ MetaData }, at) => {
    const start = MetaData?.find(({ Name }) => Name === "StartDate")?.Value;
    return start ? [{ at, month: `${start.slice(0, 7)}-01` }] : [];
  });
  const rows: Pulled["rows"] = [];
  const net = new Map<number, number>();
  for (const section of data.Rows?.Row ?? []) {
    const group = section.group ? groups[section.group] : undefined;
    if (!section.group || !group) continue;
    const { type, sign } = group;
    const lines = linesOf(section.Rows?.Row ?? []);
    for (const { at, month } of months) {
      const total = unitsOf(section.Summary?.ColData?.[at]?.value);
      net.set(at, (net.get(at) ?? 0) + sign * total);
      let rest = total;
      const add = (id: string, account: string, units: number) =>
        rows.push({
          target: "ledger",
          row: { externalId: `${id}:${month}`, account, month, type, actual: units / 10_000, currency },
        });
      for (const { id, account, amounts } of lines) {
        const value = amounts?.[at]?.value ?? "";
        if (value === "") continue;
        rest -= unitsOf(value);
        add(id, account, unitsOf(value));
      }
      if (rest !== 0) add(section.group, `${section.group}, without an account`, rest);
    }
  }
  const said = (data.Rows?.Row ?? []).find(({ group }) => group === "NetIncome")?.Summary?.ColData;
  if (rows.length > 0)
    for (const { at } of months)
      if (unitsOf(said?.[at]?.value) !== (net.get(at) ?? 0))
        throw unread(
          "The profit and loss of QuickBooks has amounts that could not be told apart, so it was not taken.",
        );
  return rows;
}
