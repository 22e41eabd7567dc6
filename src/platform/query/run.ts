import { type SQL, sql } from "drizzle-orm";
import {
  amountOf,
  exploreHref,
  isPlanned,
  type Filter,
  type Query,
  type QueryGroup,
  type QueryResult,
  type QuerySubject,
  type Span,
} from "#contract/query.ts";
import type { Origin } from "#contract/origins.ts";
import { addDays } from "#contract/days.ts";
import { comparedTo, distanceOf, endOf, spanOf, spanOfFigures, startOf, unitName, unitsIn } from "#contract/spans.ts";
import { currency, type Currency } from "#contract/words.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { tooMuchIn } from "#platform/db/dear.ts";
import { allOf, anyOf, conditionOf, searchConditions } from "#platform/query/conditions.ts";
import { type Found, mergeParts, type Row, type WholeUnits } from "#platform/query/parts.ts";
import { inPieces } from "#platform/query/pieces.ts";
import { isAdditive, measuredField, queryTitle, unitOfResult, upper } from "#platform/query/rules.ts";
import { querySubjectOf, type Subject, type SubjectField } from "#platform/query/subject.ts";

/** Names of agents by id, including retired ones. */
export type AgentNames = ReadonlyMap<string, string>;

/** Calendar units are generated before truncating, so that units without rows are included. */
const mostUnits = 1_000;

const mostColumns = 8;

/** For a moment after one query was interrupted, the next ones begin in pieces: they would be interrupted as well. */
const crowdedMs = 5_000;
let crowdedUntil = 0;

/** Days and numbers are cast to one of these types. */
type Cell = string | number | boolean | null | undefined;

const nothingFound: Found = {
  currency: null,
  groups: null,
  group_count: 0,
  current_count: 0,
  previous_count: 0,
  highest: null,
  lowest: null,
  left_out: null,
  origins: null,
  span: null,
};

export type Ran = { result: QueryResult; origins: Origin[] };

const orderBy = {
  largest: sql`value DESC NULLS LAST, rows DESC, key`,
  smallest: sql`value NULLS LAST, rows, key`,
  first: sql`key NULLS LAST`,
  last: sql`key DESC NULLS LAST`,
} as const;

/** An aggregate over one period, the current or the compared one. */
function aggregate({ measure }: Query, side: SQL): SQL {
  const only = sql`FILTER (WHERE ${side})`;
  const inPart = sql`FILTER (WHERE ${side} AND m)`;
  return {
    share: measure.field
      ? sql`coalesce(sum(v) ${inPart}, 0) / nullif(sum(v) ${only}, 0)`
      : sql`(count(*) ${inPart})::numeric / nullif(count(*) ${only}, 0)`,
    count: sql`count(*) ${only}`,
    sum: sql`sum(v) ${only}`,
    average: sql`avg(v) ${only}`,
    median: sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY v) ${only}`,
    minimum: sql`min(v) ${only}`,
    maximum: sql`max(v) ${only}`,
    latest: sql`(array_agg(v ORDER BY d DESC NULLS LAST) ${only})[1]`,
  }[measure.of];
}

/** To read nothing but the first and the last day. */
const spanOnly = {
  picked: sql`SELECT NULL::text AS g, NULL::numeric AS v, NULL::date AS d, NULL::text AS c, false AS p, NULL::text AS o, false AS m`,
  where: sql`false`,
  hasMedian: false,
  list: null,
};

/** Runs a valid query. `fiscalYearStart`: month, 1 to 12. */
/** `isWhole`: rows have all their fields, not only those of a list. */
export async function runQuery(
  tx: Tx,
  subject: Subject,
  query: Query,
  agents: AgentNames,
  { fiscalYearStart = 1, isWhole = false }: { fiscalYearStart?: number; isWhole?: boolean } = {},
): Promise<Ran> {
  const today = dayIn(tx.now, tx.timeZone);
  const about = withAgents(querySubjectOf(subject), agents);
  const dayName = query.day ?? subject.day;
  const field = (name: string): SubjectField => {
    const found = subject.fields.find((one) => one.name === name);
    if (!found) throw new Error(`${subject.many} have no field ${name}.`);
    return found;
  };
  const expression = (name: string): SQL => field(name).sql(tx, today);
  const day = dayName ? expression(dayName) : sql`NULL::date`;
  const needed = query.filters
    .filter((one) => one.field === subject.needs)
    .map((one) => conditionOf(tx, field(one.field), one, today));
  /** Its rows are those whose first and last day is shown. */
  const isOfAllRows = query.filters.length === 0 && !query.search && !query.period;
  const isByOwnDay = calendarUnit() !== null && query.groupBy?.field === dayName;
  // What a comparison, the last days of figures and the units of a calendar are made of.
  const isNeededFirst = isByOwnDay || (query.period !== null && (query.compare !== null || subject.isDaily === true));
  const early = isNeededFirst ? await spanOrPieces() : undefined;
  const whole =
    query.period &&
    (subject.isDaily
      ? spanOfFigures(query.period, today, early?.to ?? null, fiscalYearStart)
      : spanOf(query.period, today, fiscalYearStart));
  // A figure is known up to its last day, rows up to today; of planned days ahead none is missing.
  const isAhead = early !== null && early !== undefined && early.to > today;
  const lastKnown =
    !early || (isAhead && isPlanned(dayName, whole, today)) ? null : subject.needs && !isAhead ? early.to : today;
  const comparison =
    whole && query.compare
      ? comparedTo(whole, query.compare, subject.needs && lastKnown && lastKnown >= whole.from ? lastKnown : today)
      : null;
  const period = comparison?.span ?? whole;
  const compared = comparison?.compared ?? null;
  const measured = measuredField(about, query);
  const isMoney = measured !== null && subject.currency !== null && field(measured).type === "money";
  const currencyOf = isMoney && subject.currency ? subject.currency(tx) : sql`NULL::text`;
  const within = ({ from, to }: Span): SQL => sql`(${day} >= ${from}::date AND ${day} <= ${to}::date)`;
  const filters = [
    sql`r.company_id = ${tx.company}::uuid`,
    ...query.filters.map((one) => conditionOf(tx, field(one.field), one, today)),
    ...searchConditions(tx, subject, query.search ?? ""),
  ];
  const where = (spans: readonly (Span | null)[]): SQL => {
    const inSpans = spans.flatMap((span) => (span ? [within(span)] : []));
    return allOf(inSpans.length > 0 ? [...filters, anyOf(inSpans)] : filters);
  };
  const known = knownUnits();
  const value = measured ? expression(measured) : sql`NULL::numeric`;
  const picked = sql`SELECT ${groupOf()} AS g, ${value} AS v, ${day} AS d, ${currencyOf} AS c, ${compared ? sql`${day} < ${period?.from}::date` : sql`false`} AS p,
    ${subject.origin ?? sql`NULL::text`} AS o, ${query.part.length > 0 ? sql`(${allOf(query.part.map((one) => conditionOf(tx, field(one.field), one, today)))}) IS TRUE` : sql`false`} AS m`;
  const [found, data, candidates] = await wholeOrPieces();
  const { currency: chosen, groups, group_count: groupCount, highest, lowest, left_out: others, origins } = found;
  const total = groups?.find(({ isTotal }) => isTotal) ?? { value: null, previous: null, rows: 0 };
  const own = currency.safeParse(isMoney ? (chosen ?? (total.rows === 0 ? tx.currency : null)) : null).data ?? null;
  const ofGroups = (groups ?? []).filter(({ isTotal }) => !isTotal);
  const isEmpty = query.measure.of === "count" || query.measure.of === "sum" ? 0 : null;
  /** Of a calendar unit without rows: a month without invoices is 0, one without a figure is unknown. */
  const emptyUnit = subject.needs === undefined ? isEmpty : null;
  const result = {
    query,
    title: queryTitle(about, query, period, compared),
    unit: unitOfResult(about, query) === "money" && own === null ? ("number" as const) : unitOfResult(about, query),
    currency: own,
    period,
    compared,
    total: {
      value: total.value ?? isEmpty,
      previous: compared ? (total.previous ?? isEmpty) : null,
      rows: total.rows,
    },
    leftOut: (others ?? []).flatMap(({ currency: other, value: amount, rows }) => {
      const known = currency.safeParse(other).data;
      return known ? [{ currency: known, value: amount, rows, href: exploreHref(inCurrency(known)) }] : [];
    }),
    data,
    asOf: today,
  };
  const seen = origins ?? [];
  if (!query.groupBy)
    return { result: { ...result, groups: null, groupCount: 0, rows: await listRows(own, candidates) }, origins: seen };
  const all = calendarUnit() ? inCalendar(ofGroups) : ofGroups;
  const shown = all.slice(0, query.limit).map(groupWith);
  // A unit without rows is the lowest of sums and counts.
  const empty =
    emptyUnit === 0 && calendarUnit() && (lowest?.value ?? 0) >= 0
      ? all.find((row) => row.rows === 0 && row.key !== null && !isPartial(row.key))
      : null;
  return {
    result: {
      ...result,
      groups: shown,
      groupCount: Math.max(groupCount, all.length),
      ...(compared &&
        query.measure.of === "count" && {
          countedGroups: { current: found.current_count, previous: found.previous_count },
        }),
      highest: highest && groupWith(highest),
      lowest: empty ? groupWith(empty) : lowest && groupWith(lowest),
      rows: null,
    },
    origins: seen,
  };

  function shownOf(one: SubjectField): SQL {
    return one.shown?.sql ?? one.sql(tx, today);
  }

  /** The first and last start of whole calendar units; null if there are none or their end is not known. */
  function knownUnits(): WholeUnits | null {
    const unit = calendarUnit();
    if (!unit || !isByOwnDay || !early) return null;
    const from = period && period.from > early.from ? period.from : early.from;
    const ends = [period?.to, lastKnown].filter((one) => one !== null && one !== undefined).toSorted();
    const [to] = ends;
    if (to === undefined) return { from, before: null };
    // The current day counts as whole, the current month does not.
    const isOver = unit === "day" || to < today || subject.needs !== undefined;
    return { from, before: startOf(isOver ? addDays(to, 1) : to, unit, fiscalYearStart) };
  }

  function isPartial(key: string): boolean {
    return known !== null && (key < known.from || (known.before !== null && key >= known.before));
  }

  /** Of a sum or a count a unit that is cut off is no lowest one. */
  function unitsOfLowest(): WholeUnits | null {
    return isAdditive(query.measure.of) ? known : null;
  }

  /** The group with the highest or lowest value of all. */
  function extreme(isLow: boolean): SQL {
    if (!query.groupBy) return sql`NULL::json`;
    const units = isLow ? unitsOfLowest() : null;
    const isWhole = units
      ? sql`AND key >= ${units.from} ${units.before ? sql`AND key < ${units.before}` : sql``}`
      : sql``;
    return sql`(SELECT row_to_json(x) FROM (SELECT key, value, previous, rows FROM counted
      WHERE NOT "isTotal" AND key IS NOT NULL AND value IS NOT NULL ${isWhole} ORDER BY value ${isLow ? sql`ASC` : sql`DESC`}, key LIMIT 1) x)`;
  }

  function calendarUnit() {
    return query.groupBy?.unit ?? null;
  }

  /** The group of a row; days of the compared period are shifted, so that both periods share groups. */
  function groupOf(): SQL {
    if (!query.groupBy) return sql`NULL::text`;
    const by = shownOf(field(query.groupBy.field));
    const unit = calendarUnit();
    if (!unit) return field(query.groupBy.field).type === "text" ? sql`nullif(trim(${by}), '')` : sql`(${by})::text`;
    const shifted =
      period && query.compare && query.groupBy.field === dayName
        ? sql`CASE WHEN ${day} < ${period.from}::date THEN ${shiftToPeriod(by, period)} ELSE ${by} END`
        : by;
    if (unit !== "fiscalYear") return sql`date_trunc(${sql.raw(`'${unit}'`)}, (${shifted})::timestamp)::date`;
    const later = sql`make_interval(months => ${fiscalYearStart - 1}::int)`;
    return sql`(date_trunc('year', (${shifted})::timestamp - ${later}) + ${later})::date`;
  }

  function shiftToPeriod(by: SQL, span: Span): SQL {
    const distance = distanceOf(whole ?? span, query.compare ?? "previous");
    return "months" in distance
      ? sql`(${by} + make_interval(months => ${distance.months}::int))::date`
      : sql`(${by} + ${distance.days}::int)`;
  }

  /** Includes units without rows: a month without invoices is a result. */
  function inCalendar(rows: readonly Row[]): Row[] {
    const unit = calendarUnit() ?? "day";
    const known = new Map(rows.map((row) => [row.key, row]));
    const dated = rows.flatMap(({ key }) => (key === null ? [] : [key])).toSorted();
    const isOwnDay = query.groupBy?.field === dayName;
    const range = isOwnDay && period ? period : { from: dated[0] ?? today, to: dated.at(-1) ?? today };
    const starts = dated.length === 0 && !isOwnDay ? [] : unitsIn(range, unit, mostUnits, fiscalYearStart);
    if (!starts) return [...rows];
    const none = compared ? emptyUnit : null;
    const filled = starts.map(
      (key): Row => known.get(key) ?? { key, isTotal: false, value: emptyUnit, previous: none, rows: 0 },
    );
    const all = known.has(null) ? [...filled, known.get(null) as Row] : filled;
    const size = (row: Row, none: number): number => row.value ?? none;
    if (query.order === "largest") return all.toSorted((one, other) => size(other, -Infinity) - size(one, -Infinity));
    if (query.order === "smallest") return all.toSorted((one, other) => size(one, Infinity) - size(other, Infinity));
    return query.order === "first" ? all : all.toReversed();
  }

  function groupWith({ key, value: of, previous, rows }: Row): QueryGroup {
    const whole = result.total.value ?? 0;
    return {
      key,
      label: labelOf(key),
      value: of ?? (rows > 0 ? isEmpty : emptyUnit),
      previous: compared ? (previous ?? emptyUnit) : null,
      rows,
      share: isAdditive(query.measure.of) && whole > 0 && of !== null ? of / whole : null,
      href: exploreHref(rowsOf(key)),
      ...(key !== null && isPartial(key) && { isPartial: true }),
    };
  }

  function labelOf(key: string | null): string {
    const by = field(query.groupBy?.field ?? "");
    const unit = calendarUnit();
    if (key === null) return `No ${by.label.toLowerCase()}`;
    if (unit) return upper(unitName(key, unit));
    return cellOf(by, key);
  }

  function cellOf(by: SubjectField, key: string): string {
    if (by.type === "flag") return key === "true" ? "Yes" : "No";
    if (by.type === "agent") return agents.get(key) ?? "A former agent";
    return by.choices?.find((choice) => choice.value === key)?.label ?? key;
  }

  /** The query for the rows of one group. */
  function rowsOf(key: string | null): Query {
    const by = query.groupBy?.field ?? "";
    const unit = calendarUnit();
    const plain: Query = { ...query, groupBy: null, compare: null, order: "largest" };
    if (key === null) return withFilter(plain, { field: by, test: "unknown", values: [] });
    if (!unit) {
      const { shown } = field(by);
      if (shown) return shown.filters(key).reduce(withFilter, plain);
      const isFlag = field(by).type === "flag";
      return withFilter(plain, { field: by, test: "is", values: [isFlag ? (key === "true" ? "yes" : "no") : key] });
    }
    const last = endOf(key, unit);
    if (by !== dayName)
      return withFilter(withFilter(plain, { field: by, test: "atLeast", values: [key] }), {
        field: by,
        test: "atMost",
        values: [last],
      });
    const from = period && period.from > key ? period.from : key;
    const to = period && period.to < last ? period.to : last;
    return { ...plain, period: { kind: "between", from, to } };
  }

  function inCurrency(other: Currency): Query {
    return withFilter(query, { field: "currency", test: "is", values: [other] });
  }

  /** All at once; in pieces if that is interrupted for others. The candidates are the rows a list can be made of. */
  async function wholeOrPieces(): Promise<[Found, QueryResult["data"], readonly string[] | null]> {
    if (isCrowded()) return readPieces();
    try {
      const found = await findAll();
      return [found, await span(found), null];
    } catch (error) {
      if (!subject.isReadInPieces || !tooMuchIn(error)?.isInterrupted) throw error;
      crowdedUntil = performance.now() + crowdedMs;
      return readPieces();
    }
  }

  async function span(of: Found): Promise<QueryResult["data"]> {
    if (early !== undefined) return early;
    return isOfAllRows ? of.span : dataSpan();
  }

  function isCrowded(): boolean {
    return subject.isReadInPieces === true && tx.db.yields === true && performance.now() < crowdedUntil;
  }

  async function spanOrPieces(): Promise<QueryResult["data"]> {
    const inParts = async () => (await inPieces(tx, subject, { ...spanOnly, needed, day: dayName ? day : null })).span;
    if (isCrowded()) return inParts();
    try {
      return await dataSpan();
    } catch (error) {
      if (!subject.isReadInPieces || !tooMuchIn(error)?.isInterrupted) throw error;
      crowdedUntil = performance.now() + crowdedMs;
      return inParts();
    }
  }

  async function findAll(): Promise<Found> {
    const { rows } = await tx.db.execute<Found>(sql`
    WITH picked AS (${picked} FROM ${subject.from(tx)} WHERE ${where([period, compared])}),
    chosen AS (
      SELECT c FROM picked GROUP BY c ORDER BY (c = ${tx.currency}) DESC NULLS LAST, count(*) DESC, c LIMIT 1),
    counted AS (
      SELECT g::text AS key, grouping(g) = 1 AS "isTotal", (${aggregate(query, sql`NOT p`)})::float8 AS value,
        ${compared ? sql`(${aggregate(query, sql`p`)})::float8` : sql`NULL::float8`} AS previous,
        (count(*) FILTER (WHERE NOT p))::int AS rows
      FROM picked WHERE c IS NOT DISTINCT FROM (SELECT c FROM chosen)
      GROUP BY GROUPING SETS ((g), ())),
    shown AS (
      (SELECT * FROM counted WHERE "isTotal" LIMIT 1)
      UNION ALL (SELECT * FROM counted WHERE NOT "isTotal" ORDER BY ${orderBy[query.order]} LIMIT ${calendarUnit() ? mostUnits : query.limit}))
    SELECT (SELECT c FROM chosen) AS currency, ${extreme(false)} AS highest, ${extreme(true)} AS lowest, (SELECT json_agg(s) FROM shown s) AS groups,
      (SELECT count(*)::int FROM counted WHERE NOT "isTotal") AS group_count,
      (SELECT count(*)::int FROM counted WHERE NOT "isTotal" AND rows > 0) AS current_count,
      (SELECT count(*)::int FROM counted WHERE NOT "isTotal" AND previous > 0) AS previous_count,
      (SELECT json_agg(o) FROM (SELECT c AS currency, (${aggregate(query, sql`true`)})::float8 AS value, count(*)::int AS rows FROM picked
        WHERE NOT p AND c IS DISTINCT FROM (SELECT c FROM chosen) AND c IS NOT NULL GROUP BY c ORDER BY 3 DESC) o) AS left_out,
      (SELECT json_agg(one.o) FROM (SELECT o FROM picked WHERE o IS NOT NULL GROUP BY o) one) AS origins,
      ${isOfAllRows && dayName ? sql`(SELECT CASE WHEN min(d) IS NOT NULL THEN json_build_object('from', min(d)::text, 'to', max(d)::text) END FROM picked)` : sql`NULL::json`} AS span`);
    return rows[0] ?? nothingFound;
  }

  async function readPieces(): Promise<[Found, QueryResult["data"], readonly string[] | null]> {
    const list = query.groupBy ? null : { where: where([period]), order: listOrder(), limit: query.limit };
    const {
      parts,
      span,
      candidates: ids,
    } = await inPieces(tx, subject, {
      picked,
      where: where([period, compared]),
      needed,
      day: dayName ? day : null,
      hasMedian: query.measure.of === "median",
      list: list && { ...list, currency: isMoney ? currencyOf : null },
    });
    const most = calendarUnit() ? mostUnits : query.limit;
    const merged = mergeParts(parts, query, tx.currency, most, compared !== null, unitsOfLowest());
    return [merged, early === undefined ? span : early, query.groupBy ? null : ids];
  }

  async function dataSpan(): Promise<QueryResult["data"]> {
    if (!dayName) return null;
    const conditions = [sql`r.company_id = ${tx.company}::uuid`, ...needed];
    const { rows } = await tx.db.execute<{ from: string | null; to: string | null }>(
      sql`SELECT min(${day})::text AS from, max(${day})::text AS to FROM ${subject.from(tx)} WHERE ${allOf(conditions)}`,
    );
    const [{ from, to } = { from: null, to: null }] = rows;
    return from && to ? { from, to } : null;
  }

  function listOrder(): SQL {
    const direction = query.order === "smallest" || query.order === "first" ? sql`ASC` : sql`DESC`;
    const by = measured && (query.order === "largest" || query.order === "smallest") ? value : day;
    return sql`${by} ${direction} NULLS LAST, ${listColumns()[0]?.sql(tx, today) ?? sql`1`}`;
  }

  function listColumns(): SubjectField[] {
    const asked = [...subject.columns, ...[amountOf(about, query), dayName, measured].filter((name) => name !== null)];
    const others = query.filters.map((one) => one.field).filter((name) => field(name).type !== "view");
    const days = subject.fields.filter(({ type }) => type === "day").map(({ name }) => name);
    const shown = [...asked.slice(0, 1), ...(query.show ?? []), ...asked, ...others, ...days];
    const usual = [...new Set(shown)].slice(0, mostColumns);
    const all = isWhole ? subject.fields.filter(({ type, isHidden }) => type !== "view" && !isHidden) : [];
    return [...new Set([...usual, ...all.map(({ name }) => name)])].map(field);
  }

  /** The rows with the subject's own columns, the measured field and the filtered fields. */
  async function listRows(of: Currency | null, among: readonly string[] | null): Promise<QueryResult["rows"]> {
    const columns = listColumns();
    const cells = columns.map((one, at) => {
      const cell = shownOf(one);
      const cast = one.type === "day" ? sql`(${cell})::text` : isNumber(one) ? sql`(${cell})::float8` : cell;
      return sql`${cast} AS ${sql.raw(`c${at}`)}`;
    });
    const conditions = isMoney
      ? sql`${where([period])} AND ${currencyOf} IS NOT DISTINCT FROM ${of}::text`
      : where([period]);
    const ids = among && sql` AND r.id = ANY(${sql.param([...among])}::uuid[])`;
    const list = tx.db.execute<Record<string, unknown>>(sql`
      SELECT ${subject.href ?? sql`NULL::text`} AS href, ${subject.currency ? subject.currency(tx) : sql`NULL::text`} AS currency,
        ${sql.join(cells, sql`, `)}
      FROM ${subject.from(tx)} WHERE ${conditions}${ids ?? sql``}
      ORDER BY ${listOrder()} LIMIT ${query.limit}`);
    const rows = await list.then(
      (listed) => listed.rows,
      (error: unknown) => {
        if (among || !subject.isReadInPieces || !tooMuchIn(error)?.isInterrupted) throw error;
        return null;
      },
    );
    if (!rows) return listRows(of, (await readPieces())[2]);
    return {
      columns: columns.map(({ name, label, type }) => ({ name, label, type })),
      rows: rows.map((row) => ({
        href: row["href"] as string | null,
        currency: currency.safeParse(row["currency"]).data ?? null,
        cells: columns.map((one, at) => shownCell(one, row[`c${at}`] as Cell)),
      })),
    };
  }

  function shownCell(one: SubjectField, cell: Cell): string | number | boolean | null {
    if (cell === null || cell === undefined) return null;
    if (one.type === "choice" || one.type === "agent") return cellOf(one, String(cell));
    return typeof cell === "number" || typeof cell === "boolean" ? cell : String(cell);
  }
}

/** Adds the agents as choices. */
const withAgents = (subject: QuerySubject, agents: AgentNames): QuerySubject => ({
  ...subject,
  fields: subject.fields.map((one) =>
    one.type === "agent" ? { ...one, choices: [...agents].map(([value, label]) => ({ value, label })) } : one,
  ),
});

const isNumber = ({ type }: SubjectField): boolean => ["money", "number", "share", "days", "hours"].includes(type);

const withFilter = (query: Query, filter: Filter): Query => ({
  ...query,
  filters: [...query.filters.filter(({ field, test }) => field !== filter.field || test !== filter.test), filter],
});
