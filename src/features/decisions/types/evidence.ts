import { lastDays } from "#contract/spans.ts";
import { longDay, formatMoney, percent } from "#contract/format.ts";
import { daysBetween } from "#contract/days.ts";
import type { Evidence, Forecast } from "#features/decisions/contract.ts";
import { revenueMetric } from "#features/metrics/rules.ts";
import { amountsIn, mayBeIn } from "./amounts.ts";
import type { GivenEvidence } from "./context.ts";
import type { Facts } from "./decision-type.ts";
import { round } from "./figures.ts";

/** A series that ended more days ago is labelled with its end date. */
const recentDays = 45;

/** A comparison with a series that ended more days ago names its end date. */
const currentDays = 90;

const revenuePage = `/records/figures/${revenueMetric}`;

/** Evidence that would raise confidence; a given row counts as this evidence if it matches. */
export type Wanted = {
  kind: string;
  reference: string;
  matches: RegExp;
  /** The amounts of the request that such a row states; the first one is named. */
  states?: { field: string | readonly string[]; label: string; unit?: "percent" };
};

/** Revenue of the 365 days up to the last data point, company currency; null without a source. */
export function yearRevenue(facts: Facts): { total: number; whole: boolean; until: string; row: Evidence } | null {
  const last = facts.revenue?.points.at(-1);
  if (!facts.revenue || !last) return null;
  const { from } = lastDays(365, last.day);
  const points = facts.revenue.points.filter((point) => point.day >= from);
  const days = daysBetween(points[0]?.day ?? last.day, last.day) + 1;
  const total = round(
    points.reduce((sum, point) => sum + point.value, 0),
    2,
  );
  // Allows a shop that closes for two weeks at either end.
  const whole = days >= 350;
  const length = whole ? "12 months" : `${days} days`;
  const isRecent = daysBetween(last.day, facts.today) <= recentDays;
  const reference = isRecent ? `Revenue, last ${length}` : `Revenue, ${length} to ${longDay(last.day)}`;
  const value = formatMoney(total, facts.currency);
  return {
    total,
    whole,
    /** " to 9 December 2011" if it is older than 90 days. */
    until: daysBetween(last.day, facts.today) > currentDays ? ` to ${longDay(last.day)}` : "",
    row: {
      kind: facts.revenue.source,
      reference,
      value,
      asOf: facts.revenue.asOf.slice(0, 10),
      found: true,
      href: revenuePage,
    },
  };
}

/** Percent of a year's revenue; null without a whole year of positive revenue. */
export function shareOfYear(amount: number, facts: Facts): number | null {
  const year = yearRevenue(facts);
  return year?.whole && year.total > 0 ? (amount / year.total) * 100 : null;
}

/** "revenue of 12 months", with its last day if that is older than 90 days. */
export const revenuePeriod = (facts: Facts): string => `revenue of 12 months${yearRevenue(facts)?.until ?? ""}`;

/** Given rows (without duplicates), the company's revenue, and missing evidence. */
export function evidenceRows(
  given: readonly GivenEvidence[],
  wanted: readonly Wanted[],
  facts: Facts,
  withRevenue: boolean,
  context: Record<string, unknown> = {},
): Evidence[] {
  const rows = new Map<string, Evidence>();
  for (const { kind, reference, value, asOf, href } of given) {
    const want = wanted.find(({ matches }) => matches.test(`${kind} ${reference}`));
    // What a row says contradicts the request under any name.
    const stating = wanted.find((one) => one.states && one.matches.test(`${kind} ${reference} ${value}`));
    const conflict = stating && conflictOf(`${kind} ${reference}; ${value}`, stating, context, facts);
    rows.set(`${kind}\n${reference}`.toLowerCase(), {
      kind,
      reference,
      value,
      asOf: asOf ?? null,
      found: true,
      wantedFor: want?.reference ?? null,
      ...(href ? { href } : {}),
      ...(conflict ? { conflict } : {}),
    });
  }
  const revenue = withRevenue ? yearRevenue(facts) : null;
  const missing = wanted
    .filter(({ matches }) => !given.some((row) => matches.test(`${row.kind} ${row.reference}`)))
    .map(({ kind, reference }) => ({ kind, reference, value: null, asOf: null, found: false }));
  const noRevenue = {
    kind: "Daily revenue",
    // Names the currency, because revenue in another one is not used.
    reference: `Revenue in ${facts.currency}, last 12 months`,
    value: null,
    asOf: null,
    found: false,
    href: revenuePage,
  };
  return [
    ...rows.values(),
    ...(revenue ? [revenue.row] : []),
    ...missing,
    ...(withRevenue && !revenue ? [noRevenue] : []),
  ];
}

/** Amounts within this share of each other count as equal. */
const tolerance = 0.01;

/**
 * How a row contradicts the request: none of its amounts is the requested one, one is larger, or one is in a currency
 * for which no rate is known. Null if it agrees or states no amount.
 */
function conflictOf(text: string, { states }: Wanted, context: Record<string, unknown>, facts: Facts): string | null {
  if (!states) return null;
  const asked = [states.field].flat().flatMap((name) => (typeof context[name] === "number" ? [context[name]] : []));
  const isPercent = states.unit === "percent";
  const stated = amountsIn(text).filter((one) => one.isPercent === isPercent);
  const [first] = asked;
  if (first === undefined || stated.length === 0) return null;
  const format = (value: number) => (isPercent ? percent(value) : formatMoney(value, facts.currency));
  const foreign = stated.find((one) => !mayBeIn(one, facts.currency));
  if (foreign) return `It says ${foreign.text}; the request is in ${facts.currency}, and no exchange rate is known.`;
  const isAsked = (value: number) =>
    asked.some((one) => Math.abs(value - one) <= tolerance * Math.max(Math.abs(value), Math.abs(one)));
  const largest = Math.max(...asked) * (1 + tolerance);
  const agrees =
    stated.some(({ values }) => values.some(isAsked)) &&
    stated.every(({ values }) => values.some(isAsked) || (values[0] ?? 0) <= largest);
  const read = new Intl.ListFormat("en-GB").format([...new Set(stated.map(({ values }) => format(values[0] ?? 0)))]);
  return agrees ? null : `It says ${read}; the request has ${format(first)} as ${states.label}.`;
}

/** Weight by age: 1 up to 30 days, falling to 0 at 365; 0 if dated after tomorrow, 0.2 if undated. */
export function weightOfEvidence(row: Evidence, today: string): number {
  if (!row.found || row.conflict || row.wantedFor === null) return 0;
  if (row.asOf === null) return 0.2;
  const age = daysBetween(row.asOf, today);
  // One day ahead may be another time zone.
  if (age < -1 || age >= 365) return 0;
  return age <= 30 ? 1 : (365 - age) / 335;
}

export const isSupported = (rows: readonly Evidence[], today: string): boolean =>
  rows.some((row) => weightOfEvidence(row, today) > 0);

/**
 * 0 to 0.9, two decimals: 0.2 + 0.25 × inputs + 0.35 × evidence + 0.2 × steadiness
 * inputs: share of inputs given; evidence: 1 − Π(1 − 0.4 × row weight), so each further row adds less;
 * steadiness (0 to 1): how far the figures may move before the verdict changes. Capped at 0.5 without evidence. Each
 * row that contradicts the request counts as no evidence and costs 0.1.
 */
export function confidence(inputs: number, rows: readonly Evidence[], steadiness: number, today: string): number {
  const evidence = 1 - rows.reduce((left, row) => left * (1 - 0.4 * weightOfEvidence(row, today)), 1);
  const conflicts = rows.filter((row) => row.conflict).length;
  const raw = 0.2 + 0.25 * inputs + 0.35 * evidence + 0.2 * Math.min(1, Math.max(0, steadiness)) - 0.1 * conflicts;
  const cap = isSupported(rows, today) ? 0.9 : 0.5;
  return Math.max(0, Math.min(cap, Math.floor(raw * 100 + 1e-9) / 100));
}

export const shareGiven = (inputs: readonly unknown[]): number =>
  inputs.filter((input) => input !== undefined).length / inputs.length;

/** Pulls the default probability towards the track record. */
export function odds(
  byDefault: number,
  record: Facts["record"],
): Pick<Forecast, "probability" | "baseRate" | "baseRateNote"> {
  if (!record || record.resolved <= 0)
    return {
      probability: byDefault,
      baseRate: null,
      baseRateNote: `${percent(byDefault * 100)} is a default: no track record yet`,
    };
  const held = Math.min(Math.max(0, record.held), record.resolved);
  // The default counts as much as five outcomes.
  const probability = round((held + 5 * byDefault) / (record.resolved + 5), 2);
  return {
    probability,
    baseRate: round(held / record.resolved, 4),
    baseRateNote: `${held} of ${record.resolved} similar forecasts came true`,
  };
}

export function revenueRisks(amount: number, facts: Facts): string[] {
  const share = shareOfYear(amount, facts);
  const year = yearRevenue(facts);
  return share === null || !year
    ? []
    : [
        `${formatMoney(amount, facts.currency)} is ${percent(share)} of a year's revenue (${year.row.value}${year.until && `, 12 months${year.until}`})`,
      ];
}
