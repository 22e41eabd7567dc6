import { expect, test } from "vitest";
import { answers, imported } from "../../../../test/plans.ts";
import { seeded } from "../../../../test/clean.ts";

const random = seeded(30);
const below = (most: number): number => Math.floor(random() * most);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

const accounts = ["Sales", "Turnover", "Revenue", "Cost of sales"];
const two = (value: number) => String(value).padStart(2, "0");
const nameOf = (locale: string, style: "long" | "short", month: number) =>
  new Intl.DateTimeFormat(locale, { month: style, timeZone: "UTC" }).format(Date.UTC(2026, month - 1, 15));
/** How programs and people write the month of a column. */
const forms: readonly ((year: number, month: number) => string)[] = [
  (year, month) => `${nameOf("en", "short", month)} ${year}`,
  (year, month) => `${nameOf("en", "long", month)} ${year}`,
  (year, month) => `${nameOf("en", "short", month)}-${two(year % 100)}`,
  (year, month) => `${nameOf("de", "long", month)} ${year}`,
  (year, month) => `${nameOf("fr", "long", month)} ${year}`,
  (year, month) => `${two(month)}/${year}`,
  (year, month) => `${year}-${two(month)}`,
];

test("random budgets by month are read as they were written, in whatever way the months stand", async () => {
  for (let round = 0; round < 120; round += 1) {
    const [start, count, year] = [1 + below(12), 2 + below(11), 2023 + below(3)];
    const months = Array.from({ length: count }, (_, at) => {
      const month = ((start - 1 + at) % 12) + 1;
      return { year: year + Number(month < start), month };
    });
    const measures = pick([["Budget"], ["Actual"], ["Budget", "Actual"]]);
    const names = accounts.slice(0, 2 + below(3));
    const expected: string[] = [];
    const cells = names.map((account) =>
      months.map(({ year: of, month }) => {
        const amounts = measures.map(() => (1 + below(900_000)) / 100);
        const [first = 0, second] = amounts;
        const [budget, actual] = measures[0] === "Budget" ? [first, second] : [undefined, first];
        expected.push(`${account} ${of}-${two(month)}-01 ${budget ?? "-"} ${actual ?? "-"}`);
        return amounts;
      }),
    );
    const delimiter = pick([";", "\t"]);
    const isComma = below(2) === 1;
    const written = (amount: number) => (isComma ? amount.toFixed(2).replace(".", ",") : amount.toFixed(2));
    const form = pick(forms);
    const way = pick(["across", "year and month", "month"]);
    const lines =
      way === "across"
        ? [
            [
              "Account",
              ...months.flatMap((one) =>
                measures.map(
                  (measure) =>
                    `${form(one.year, one.month)}${measures.length > 1 || measure === "Budget" ? ` ${measure}` : ""}`,
                ),
              ),
              ...(below(2) ? ["Total"] : []),
            ],
            ...names.map((account, at) => [account, ...(cells[at] ?? []).flat().map(written)]),
          ]
        : [
            way === "month" ? ["Account", "Month", ...measures] : ["Year", "Account", "Month", ...measures],
            ...names.flatMap((account, at) =>
              months.map(({ year: of, month }, place) => {
                const amounts = (cells[at]?.[place] ?? []).map(written);
                const named = pick([String(month), two(month), nameOf("en", "long", month)]);
                return way === "month"
                  ? [account, form(of, month), ...amounts]
                  : [String(of), account, named, ...amounts];
              }),
            ),
          ];
    const text = `${lines.map((cellsOf) => cellsOf.join(delimiter)).join("\n")}\n`;
    const { records, refused } = await imported(text, { target: "ledger", ...answers() });
    const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "-");
    const read = records.map((row) =>
      ["account", "month", "budget", "actual"].map((field) => textOf(row[field])).join(" "),
    );
    expect(refused, text).toEqual([]);
    expect(read.toSorted(), text).toEqual(expected.toSorted());
  }
});
