import { addDays, amountOf, rounded } from "../entities.ts";
import type { Cell, Entity, Shape } from "../export.ts";
import { at, au, br, ca, ch, de, es, fr, gb, ie, nl, pl, styled, us, usEarly, xlsx } from "../locales.ts";

type Section = { name: string; type: string; total: string; accounts: string[] };
const sections: Section[] = [
  { name: "Income", type: "income", total: "Total for Income", accounts: ["Sales", "Services"] },
  { name: "Cost of Goods Sold", type: "cost of sales", total: "Total for Cost of Goods Sold", accounts: ["Materials"] },
  {
    name: "Expenses",
    type: "expense",
    total: "Total for Expenses",
    accounts: ["Advertising", "Payroll", "Rent", "Software"],
  },
  { name: "Other Income", type: "other income", total: "Total for Other Income", accounts: ["Interest earned"] },
];
const xeroSections: Section[] = [
  { name: "Trading Income", type: "income", total: "Total Trading Income", accounts: ["Sales", "Other Revenue"] },
  { name: "Cost of Sales", type: "cost of sales", total: "Total Cost of Sales", accounts: ["Purchases"] },
  {
    name: "Operating Expenses",
    type: "expense",
    total: "Total Operating Expenses",
    accounts: ["Advertising", "Rent", "Wages"],
  },
];
const months = ["2026-01-01", "2026-02-01", "2026-03-01"];

/** Accounts down, months across, as both programs write a profit and loss by month. */
function profitAndLoss(list: Section[], results: Record<string, string>, indent: string): NonNullable<Shape["body"]> {
  return (of) => {
    const rows: Cell[][] = [];
    const records: { lines: number[]; fields: Entity }[] = [];
    const left: number[] = [];
    const push = (cells: Cell[], record = false) => {
      rows.push(cells);
      if (!record) left.push(rows.length);
      return rows.length;
    };
    const amounts = (values: number[]): Cell[] =>
      [...values, values.reduce((sum, one) => sum + one, 0)].map((amount) => ({ amount: rounded(amount, of) }));
    let running = [0, 0, 0];
    for (const [place, section] of list.entries()) {
      push([section.name, "", "", "", ""]);
      const sums = [0, 0, 0];
      for (const [row, account] of section.accounts.entries()) {
        const values = months.map((_, month) => amountOf(place * 31 + row * 7 + month * 3 + 1, of));
        const line = push([indent + account, ...amounts(values)], true);
        for (const [month, value] of values.entries()) {
          sums[month] = (sums[month] ?? 0) + value;
          records.push({
            lines: [line],
            fields: {
              account,
              month: months[month] ?? "",
              type: section.type,
              actual: value,
              currency: of.place.currency,
            },
          });
        }
      }
      push([section.total, ...amounts(sums)]);
      const sign = /income/.test(section.type) ? 1 : -1;
      running = running.map((sum, month) => sum + sign * (sums[month] ?? 0));
      const result = results[section.name];
      if (result) push([result, ...amounts(running)]);
    }
    return { rows, records, left };
  };
}

export const ledger: readonly Shape[] = [
  {
    program: "QuickBooks Online",
    name: "profit and loss by month",
    target: "ledger",
    locales: [us, xlsx(us), gb],
    titles: () => [["Profit and Loss"], ["Bellweather Trading"], ["January - March, 2026"], [""]],
    columns: [
      ["Distribution account", "account"],
      ["Jan 2026", "actual"],
      ["Feb 2026", "actual"],
      ["Mar 2026", "actual"],
      ["Total", null],
    ],
    body: profitAndLoss(
      sections,
      { "Cost of Goods Sold": "Gross Profit", Expenses: "Net Operating Income", "Other Income": "Net Income" },
      "   ",
    ),
  },
  {
    program: "Xero",
    name: "profit and loss",
    target: "ledger",
    locales: [gb, xlsx(ca), au],
    titles: () => [["Profit and Loss"], ["Bellweather Trading"], ["For the 3 months ended 31 March 2026"], [""]],
    columns: [
      ["Account", "account"],
      ["Jan 2026", "actual"],
      ["Feb 2026", "actual"],
      ["Mar 2026", "actual"],
      ["Total", null],
    ],
    body: profitAndLoss(xeroSections, { "Cost of Sales": "Gross Profit", "Operating Expenses": "Net Profit" }, ""),
  },
  {
    program: "spreadsheet",
    name: "budget and actual by month",
    target: "ledger",
    // Nothing in the file tells income from costs.
    ask: [{ kind: "words", column: null }],
    words: Object.fromEntries(["Marketing", "Software", "Travel", "Rent"].map((account) => [account, "expense"])),
    locales: [us, de, fr],
    columns: [
      ["Account|Konto|Compte", "account"],
      ["Month|Monat|Mois", "month"],
      ["Budget", "budget"],
      ["Actual|Ist|Réel", "actual"],
    ],
    body: (of) => {
      const rows: Cell[][] = [];
      const records: { lines: number[]; fields: Entity }[] = [];
      for (const [row, account] of ["Marketing", "Software", "Travel", "Rent"].entries())
        for (const [at_, month] of months.entries()) {
          const budget = Math.round(1000 + 500 * row);
          const actual = amountOf(row * 5 + at_, of);
          rows.push([account, { day: month }, { amount: budget }, { amount: actual }]);
          records.push({
            lines: [rows.length],
            fields: { account, month, type: "expense", budget, actual, currency: of.place.currency },
          });
        }
      return { rows, records, left: [] };
    },
  },
  {
    program: "Square",
    name: "daily sales",
    target: "figures",
    locales: [us, usEarly, au],
    style: { group: "," },
    columns: [
      ["Date", "day"],
      ["Gross sales", null, (entity) => ({ amount: Number(entity["figure:daily_revenue"]) * 1.1, sign: "before" })],
      [
        "Net sales",
        "figure:daily_revenue",
        (entity) => ({ amount: Number(entity["figure:daily_revenue"]), sign: "before" }),
      ],
    ],
    each: (_, row, of) => ({
      day: of.early ? `2026-0${1 + (row % 9)}-0${2 + Math.floor(row / 9)}` : addDays("2026-01-15", row),
    }),
  },
  {
    program: "spreadsheet",
    name: "till, one line a day",
    target: "figures",
    locales: [de, fr, ch],
    titles: () => [["Kassenbuch 2026"], [""]],
    columns: [
      ["Datum|Date|Datum", "day"],
      ["Umsatz|Chiffre d'affaires|Umsatz", "figure:daily_revenue"],
    ],
    sum: "figure:daily_revenue",
    ends: (sum) => [["Summe", sum]],
  },
  {
    program: "spreadsheet",
    name: "revenue by day",
    target: "figures",
    locales: [xlsx(gb), es, br],
    columns: [
      ["Date|Fecha|Data", "day"],
      ["Revenue|Ingresos|Receita", "figure:daily_revenue"],
    ],
  },
];

const costs = { role: "Employee" };
export const people: readonly Shape[] = [
  {
    program: "Gusto",
    name: "employee list",
    target: "people",
    locales: [us, usEarly, xlsx(us)],
    columns: [
      ["Employee", "name"],
      ["Email", "email"],
      ["Job title", "role"],
      ["Department", "team"],
      ["Manager", "managerName"],
      ["Start date", "startedOn"],
      ["Termination date", "endedOn"],
      ["Employment status", "status", { Active: "active", Terminated: "left" }],
    ],
  },
  {
    program: "ADP",
    name: "headcount report",
    target: "people",
    locales: [us, usEarly, styled(us, { quotes: "all" }, "us-quoted")],
    columns: [
      ["Associate ID", "externalId"],
      ["Payroll Name", "name"],
      ["Position Status", "status", { Active: "active", Terminated: "left" }],
      ["Hire Date", "startedOn"],
      ["Termination Date", "endedOn"],
      ["Job Title Description", "role"],
      ["Home Department Description", "team"],
      ["Location Description", "location"],
    ],
  },
  {
    program: "BambooHR",
    name: "employee report",
    target: "people",
    locales: [us, gb, ie],
    style: { days: "YYYY-MM-DD" },
    columns: [
      ["Employee #", "externalId"],
      ["Name", "name"],
      ["Work Email", "email"],
      ["Job Title", "role"],
      ["Department", "team"],
      ["Location", "location"],
      ["Hire Date", "startedOn"],
      ["Employment Status", "status", { "Full-Time": "active", "Part-Time": "active", Terminated: "left" }],
      ["Reports To", "managerName"],
    ],
  },
  {
    program: "Personio",
    name: "employees",
    target: "people",
    locales: [de, at, es],
    columns: [
      ["Personalnummer|Personalnummer|Número de empleado", "externalId"],
      ["Name|Name|Nombre", "name"],
      ["E-Mail|E-Mail|Correo electrónico", "email"],
      ["Position|Position|Puesto", "role"],
      ["Abteilung|Abteilung|Departamento", "team"],
      ["Eintrittsdatum|Eintrittsdatum|Fecha de contratación", "startedOn"],
      ["Austrittsdatum|Austrittsdatum|Fecha de baja", "endedOn"],
      [
        "Status|Status|Estado",
        "status",
        (entity, _, of) =>
          of.name === "es"
            ? entity["status"] === "left"
              ? "Inactivo"
              : "Activo"
            : entity["status"] === "left"
              ? "Inaktiv"
              : "Aktiv",
      ],
    ],
  },
  {
    program: "DATEV",
    name: "Lohnkosten",
    target: "people",
    locales: [de, styled(de, { codePage: "utf-8", bom: true }, "de-utf8"), xlsx(de)],
    titles: () => [["Lohnjournal"], ["Mandant 40123"], [""]],
    columns: [
      ["Personalnummer", "externalId"],
      ["Name", "name"],
      ["Abteilung", "team"],
      ["Eintritt", "startedOn"],
      ["Gesamtkosten", "monthlyCost"],
    ],
    sum: "monthlyCost",
    ends: (sum, width) => [["Summe", ...Array.from({ length: width - 2 }, () => ""), sum]],
  },
  {
    program: "spreadsheet",
    name: "staff list by hand",
    target: "people",
    locales: [
      styled(us, { codePage: "macintosh", eol: "\n" }, "us-mac"),
      pl,
      styled(nl, { codePage: "utf-16le", delimiter: "\t" }, "nl-utf16"),
    ],
    each: () => costs,
    columns: [
      ["Name|Imię i nazwisko|Naam", "name"],
      ["Role|Stanowisko|Functie", "role"],
      ["Start date|Data zatrudnienia|Startdatum", "startedOn"],
      ["Monthly cost|Koszt miesięczny|Maandkosten", "monthlyCost"],
    ],
  },
  {
    program: "spreadsheet",
    name: "accounts and balances",
    target: "bankAccounts",
    locales: [us, gb, de],
    columns: [
      ["Account name|Account name|Kontoname", "name"],
      ["Bank", "bank"],
      ["Account number|Account number|Kontonummer", "number"],
      ["Currency|Currency|Währung", "currency"],
      ["Balance|Balance|Saldo", "balance"],
      ["Balance date|As of|Stand", "balanceOn"],
    ],
    rows: 3,
  },
];
