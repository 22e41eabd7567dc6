import { addDays } from "#contract/days.ts";
import { currencies } from "#contract/words.ts";
import type { MetricSource } from "#features/metrics/contract.ts";
import type { RecordKind, RecordSource } from "#features/records/contract.ts";

export const figureGroups = {
  payments: { kinds: ["payments"], names: ["daily_revenue", "revenue_net"] },
  cash: { kinds: ["bankAccounts", "transactions"], names: ["cash"] },
  people: { kinds: ["people"], names: ["headcount", "payroll"] },
  ledger: {
    kinds: ["ledger"],
    names: [
      "revenue",
      "cost_of_sales",
      "gross_profit",
      "gross_margin",
      "expenses",
      "profit",
      "revenue_budget",
      "expenses_budget",
      "profit_budget",
    ],
  },
} as const satisfies Record<string, { kinds: readonly RecordKind[]; names: readonly string[] }>;
export type FigureGroup = keyof typeof figureGroups;
export const figureGroupIds = Object.keys(figureGroups) as FigureGroup[];

/** What is worked out of the events of calendars. */
export const calendarFigures = ["meetings", "meeting_hours"] as const;

/** What services bring behind an address: of a list, of the subject of a query, or of a figure worked out of records. */
export function kindsBehind(href: string | null): readonly string[] {
  const address = decodeURIComponent(href ?? "");
  const [, kind] = /^\/records\/(\w+)|"subject":"(\w+)"/.exec(address)?.filter(Boolean) ?? [];
  if (kind !== "figures") return kind ? [kind] : [];
  const all = [...Object.values(figureGroups), { kinds: ["events"], names: calendarFigures }];
  return all
    .filter(({ names }) => names.some((name) => new RegExp(`\\W${name}(?:_[a-z]{3})?(?:\\W|$)`).test(address)))
    .flatMap(({ kinds }) => [...kinds]);
}

/** The group a kind's rows change; null for kinds without figures of their own. */
export const groupOf = (kind: RecordKind): FigureGroup | null =>
  figureGroupIds.find((group) => (figureGroups[group].kinds as readonly RecordKind[]).includes(kind)) ?? null;

/** A figure of a day; its amount is in one currency, or in none for counts. */
export type Figure = {
  name: string;
  day: string;
  value: number;
  currency: string | null;
  /** A share of amounts in that currency, not an amount. */
  isShare?: true;
  /** The service whose rows alone it is worked out of; absent: all rows that no service brought. */
  source?: Serving;
};

/** The services that bring payments. Each has its own figures, so that the same sale is never counted twice. */
export const serving = ["stripe", "quickbooks"] as const satisfies readonly (RecordSource & MetricSource)[];
export type Serving = (typeof serving)[number];

/** The name of a figure in a currency that is not the main one. */
const inCurrency = (name: string, currency: string): string => `${name}_${currency.toLowerCase()}`;

/** Whether a figure is a share in percent, in any currency. */
export const isShareFigure = (name: string): boolean => /^gross_margin(?:_[a-z]{3})?$/.test(name);

export const namesOf = (group: FigureGroup): string[] =>
  figureGroups[group].names.flatMap((name) => [name, ...currencies.map((currency) => inCurrency(name, currency))]);

/**
 * Never a sum over currencies: the plain name is in the company's own currency, or, if no row is in it, in that of most
 * figures. The others have their currency in the name. `hasOwn`: there are rows in it, though their sum is unknown.
 */
export function named(figures: readonly Figure[], own: string, hasOwn = false): Figure[] {
  const counts = new Map<string, number>();
  for (const { currency } of figures) if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [most] = [...counts].toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b));
  const main = hasOwn || counts.has(own) ? own : most?.[0];
  return figures.map(({ name, currency, isShare, ...one }) => ({
    ...one,
    name: currency === null || currency === main ? name : inCurrency(name, currency),
    currency: isShare ? null : currency,
  }));
}

/** Amounts of a month by type of account, in cents. */
export type LedgerMonth = {
  month: string;
  currency: string;
  type: string;
  actual: number | null;
  budget: number | null;
};

const endOf = (month: string): string => addDays(`${addDays(month, 31).slice(0, 8)}01`, -1);
const sumOf = (rows: readonly LedgerMonth[], types: readonly string[], of: "actual" | "budget"): number | null => {
  const known = rows.filter((row) => types.includes(row.type) && row[of] !== null);
  return known.length > 0 ? known.reduce((sum, row) => sum + (row[of] ?? 0), 0) : null;
};
const income = ["income", "other income"] as const;
const costTypes = ["cost of sales", "expense", "other expense"] as const;

/** Profit and loss by month. A month that has not ended is dated today; budgets stand on the last day of their month. */
export function ledgerFigures(rows: readonly LedgerMonth[], today: string): Figure[] {
  return [...Map.groupBy(rows, ({ month, currency }) => `${month} ${currency}`).values()].flatMap((same) => {
    const { month = "", currency = "" } = same[0] ?? {};
    const end = endOf(month);
    const day = end > today ? today : end;
    const actual = (...types: string[]) => sumOf(same, types, "actual");
    const budget = (...types: string[]) => sumOf(same, types, "budget");
    const [revenue, sales, spent] = [actual("income"), actual("cost of sales"), actual("expense")];
    const profit = difference(actual(...income), actual(...costTypes));
    const gross = sales === null || revenue === null ? null : revenue - sales;
    const amounts: [string, string, number | null][] = [
      ...(month > today
        ? []
        : ([
            ["revenue", day, revenue],
            ["cost_of_sales", day, sales],
            ["gross_profit", day, gross],
            ["expenses", day, spent],
            ["profit", day, profit],
          ] satisfies [string, string, number | null][])),
      ["revenue_budget", end, budget("income")],
      ["expenses_budget", end, budget("expense")],
      ["profit_budget", end, difference(budget(...income), budget(...costTypes))],
    ];
    const margin = gross !== null && revenue !== null && revenue > 0 && month <= today ? gross / revenue : null;
    return [
      ...amounts.flatMap(([name, on, value]) =>
        value === null ? [] : [{ name, day: on, value: value / 100, currency }],
      ),
      ...(margin === null
        ? []
        : [{ name: "gross_margin", day, value: Math.round(margin * 1e4) / 100, currency, isShare: true as const }]),
    ];
  });
}

const difference = (one: number | null, other: number | null): number | null =>
  one === null && other === null ? null : (one ?? 0) - (other ?? 0);

export type Employment = {
  startedOn: string | null;
  endedOn: string | null;
  hasLeft: boolean;
  monthlyCost: number | null;
  currency: string;
};

/** Whether somebody works here at the end of a day; one who left on an unknown day does not. */
const worksOn = ({ startedOn, endedOn, hasLeft }: Employment, day: string): boolean =>
  (startedOn === null || startedOn <= day) && (endedOn === null ? !hasLeft : endedOn >= day);

/**
 * Headcount at the end of each month since the first start, and today. The past is only known if every start is, and the
 * end of everybody who left. Costs are today's, so payroll is of today only.
 */
export function peopleFigures(people: readonly Employment[], today: string): Figure[] {
  if (people.length === 0) return [];
  const starts = people.map(({ startedOn }) => startedOn ?? "").sort();
  const isPastKnown = starts[0] !== "" && people.every(({ endedOn, hasLeft }) => !hasLeft || endedOn !== null);
  const days: string[] = [];
  if (isPastKnown)
    for (let end = endOf(`${starts[0]?.slice(0, 8)}01`); end < today; end = endOf(addDays(end, 1))) days.push(end);
  const active = people.filter((one) => worksOn(one, today));
  const costs = Map.groupBy(
    active.filter(({ monthlyCost }) => monthlyCost !== null),
    ({ currency }) => currency,
  );
  return [
    ...[...days, today].map((day) => ({
      name: "headcount",
      day,
      value: people.filter((one) => worksOn(one, day)).length,
      currency: null,
    })),
    ...[...costs].map(([currency, paid]) => ({
      name: "payroll",
      day: today,
      value: paid.reduce((sum, { monthlyCost }) => sum + (monthlyCost ?? 0), 0) / 100,
      currency,
    })),
  ];
}

/** A service tells all of its days: between its first and its last, one without a payment is a day without revenue. */
export function withoutGaps(figures: readonly Figure[]): Figure[] {
  const [first] = figures;
  const last = figures.at(-1);
  if (!first?.source || !last) return [...figures];
  const known = new Map(figures.map((one) => [one.day, one]));
  const whole: Figure[] = [];
  for (let { day } = first; day <= last.day; day = addDays(day, 1))
    whole.push(known.get(day) ?? { ...first, day, value: 0 });
  return whole;
}
