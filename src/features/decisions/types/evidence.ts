import { longDay, money } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import type { Evidence, Forecast } from "#features/decisions/contract.ts";
import { revenueMetric } from "#features/metrics/rules.ts";
import type { GivenEvidence } from "./context.ts";
import type { Facts } from "./decision-type.ts";
import { percent, round } from "./figures.ts";

/** A series that ended longer ago than this many days is named with its end. */
const recentDays = 45;

const revenuePage = `/records/figures/${revenueMetric}`;

/** Something that would raise the confidence; a given row whose words match stands for it. */
export type Wanted = { kind: string; reference: string; matches: RegExp };

/** Revenue of the 365 days up to the last one that has a figure, company currency; null without a source. */
export function yearRevenue(facts: Facts): { total: number; whole: boolean; row: Evidence } | null {
  const last = facts.revenue?.points.at(-1);
  if (!facts.revenue || !last) return null;
  const from = addDays(last.day, -364);
  const points = facts.revenue.points.filter((point) => point.day >= from);
  const days = daysBetween(points[0]?.day ?? last.day, last.day) + 1;
  const total = round(
    points.reduce((sum, point) => sum + point.value, 0),
    2,
  );
  // Shops close for a week or two; a year with such a gap at its edge is still a year.
  const whole = days >= 350;
  const length = whole ? "12 months" : `${days} days`;
  const isRecent = daysBetween(last.day, facts.today) <= recentDays;
  const reference = isRecent ? `Revenue, last ${length}` : `Revenue, ${length} to ${longDay(last.day)}`;
  const value = money(total, facts.currency);
  return {
    total,
    whole,
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

/** Takes an amount, gives it in percent of a year's revenue; null without a whole year of positive revenue. */
export function shareOfYear(amount: number, facts: Facts): number | null {
  const year = yearRevenue(facts);
  return year?.whole && year.total > 0 ? (amount / year.total) * 100 : null;
}

/** The rows an evaluation stands on: the given ones (a repeated one once), the company's revenue, what is missing. */
export function evidenceRows(
  given: readonly GivenEvidence[],
  wanted: readonly Wanted[],
  facts: Facts,
  withRevenue: boolean,
): Evidence[] {
  const rows = new Map<string, Evidence>();
  for (const { kind, reference, value, asOf, href } of given)
    rows.set(`${kind}\n${reference}`.toLowerCase(), {
      kind,
      reference,
      value,
      asOf: asOf ?? null,
      found: true,
      ...(href ? { href } : {}),
    });
  const revenue = withRevenue ? yearRevenue(facts) : null;
  const missing = wanted
    .filter(({ matches }) => !given.some((row) => matches.test(`${row.kind} ${row.reference}`)))
    .map(({ kind, reference }) => ({ kind, reference, value: null, asOf: null, found: false }));
  const noRevenue = {
    kind: "Daily revenue",
    // Named with its currency: figures in another one may be there and are not compared.
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

/** How much a row counts by its age in days: whole up to 30, none from 365 or from tomorrow's morrow on; undated 0.2. */
export function weightOfEvidence(row: Evidence, today: string): number {
  if (!row.found) return 0;
  if (row.asOf === null) return 0.2;
  const age = daysBetween(row.asOf, today);
  // One day ahead may be another time zone; more cannot have been read yet.
  if (age < -1 || age >= 365) return 0;
  return age <= 30 ? 1 : (365 - age) / 335;
}

/** True when at least one row counts for something on this day. */
export const isSupported = (rows: readonly Evidence[], today: string): boolean =>
  rows.some((row) => weightOfEvidence(row, today) > 0);

/**
 * Confidence, 0 to 0.9, two decimals, from what is known and not from how it sounds:
 *   0.2 + 0.25 × inputs + 0.35 × evidence + 0.2 × steadiness
 * inputs: share of the wanted inputs that were given; evidence: 1 − Π(1 − 0.4 × weight of each row), so each further
 * row adds less; steadiness (0 to 1): how far the figures may move before the verdict turns. Capped at 0.9, and at 0.5
 * while no row counts.
 */
export function confidence(inputs: number, rows: readonly Evidence[], steadiness: number, today: string): number {
  const evidence = 1 - rows.reduce((left, row) => left * (1 - 0.4 * weightOfEvidence(row, today)), 1);
  const raw = 0.2 + 0.25 * inputs + 0.35 * evidence + 0.2 * Math.min(1, Math.max(0, steadiness));
  const cap = isSupported(rows, today) ? 0.9 : 0.5;
  return Math.min(cap, Math.floor(raw * 100 + 1e-9) / 100);
}

/** Takes the present inputs, gives their share of all that are wanted, 0 to 1. */
export const shareGiven = (inputs: readonly unknown[]): number =>
  inputs.filter((input) => input !== undefined).length / inputs.length;

/** Takes a default probability and a record, gives what a forecast says of both: the record pulls the default with it. */
export function odds(
  byDefault: number,
  record: Facts["record"],
): Pick<Forecast, "probability" | "baseRate" | "baseRateNote"> {
  if (!record || record.resolved <= 0)
    return {
      probability: byDefault,
      baseRate: null,
      baseRateNote: `No record yet: ${percent(byDefault * 100)} is a default, not measured`,
    };
  const held = Math.min(Math.max(0, record.held), record.resolved);
  // The default weighs as much as five outcomes.
  const probability = round((held + 5 * byDefault) / (record.resolved + 5), 2);
  return {
    probability,
    baseRate: round(held / record.resolved, 4),
    baseRateNote: `${held} of ${record.resolved} like forecasts held`,
  };
}

/** Takes an amount in the company's currency, gives the sentence that sets it against a year's revenue, or none. */
export function againstRevenue(amount: number, facts: Facts): string[] {
  const of = shareOfYear(amount, facts);
  const year = yearRevenue(facts);
  return of === null || !year
    ? []
    : [`${money(amount, facts.currency)} is ${percent(of)} of a year's revenue (${year.row.value})`];
}
