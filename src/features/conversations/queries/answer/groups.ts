import { formatNumber, pluralize } from "#contract/format.ts";
import type { QueryGroup, QueryResult } from "#contract/query.ts";
import { type Figure, type Line, toLine } from "#contract/report.ts";
import { type AnswerParts, mostNamed, mostRows } from "./parts.ts";

/** A series without the periods before the first record and in the future: those are unknown, not zero. */
export function withinKnownRange(groups: readonly QueryGroup[], { data, asOf }: QueryResult): QueryGroup[] {
  if (!data) return [...groups];
  const keys = groups.flatMap(({ key }) => key ?? []).toSorted();
  const first = keys.findLast((key) => key <= data.from) ?? data.from;
  const last = data.to > asOf ? data.to : asOf;
  return groups.filter(({ key, rows }) => rows > 0 || key === null || (key >= first && key <= last));
}

/** As many groups are all named. */
const mostWhole = 8;

/** "Alder Ltd leads: £26,825 (£60,000). Then …" */
export function groupsHeadline(parts: AnswerParts, of: readonly QueryGroup[]): Line {
  const { result, reading, conditions, noun, addFigure, addTotal, ending } = parts;
  const { query, total } = result;
  const known = of.filter(({ key }) => key !== null);
  const one = (group: QueryGroup): Figure => addFigure(group.label, group.value, { href: group.href });
  const nameOf = (group: QueryGroup): string => `${group.label}${group.isPartial ? " (incomplete)" : ""}`;
  const shareText = (group: QueryGroup) =>
    group.share !== null ? `, ${formatNumber(group.share * 100, 1)}% of the total` : "";
  if (reading.kind === "series" && query.measure.of === "latest") {
    const dated = known
      .filter(({ value }) => value !== null)
      .toSorted((a, b) => String(a.key).localeCompare(String(b.key)));
    const [start, now] = [dated[0], dated.at(-1)];
    if (start && now)
      return [...toLine`${one(now)} in ${now.label}, from ${one(start)} in ${start.label}${conditions}`, ...ending()];
  }
  if (reading.kind === "names") {
    // A group without rows in the period stands there for the comparison alone.
    const current = known.filter(({ rows }) => rows > 0);
    const names = current.slice(0, mostRows).map(({ label }) => label);
    const count = result.countedGroups?.current ?? (current.length > 0 ? result.groupCount : 0);
    const more = count - names.length;
    const amount = addFigure(result.title, count, { of: "count" });
    return [
      ...toLine`${amount}${conditions}${names.length > 0 ? ": " : ""}${names.join(", ")}${more > 0 ? ` and ${formatNumber(more)} more` : ""}`,
      ...ending(),
    ];
  }
  const isLow = query.order === "smallest";
  // A month that is not over is not the lowest.
  const over = known.filter(({ isPartial, value }) => !isPartial && value !== null);
  const whole = isLow && over.length > 0 ? over : known;
  const ordered = reading.kind === "series" ? whole.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)) : whole;
  const [first, ...others] = isLow && reading.kind === "series" ? ordered.toReversed() : ordered;
  if (!first)
    return [
      ...toLine`${addTotal()}: ${pluralize(total.rows, noun(1), noun(2))}${conditions}, none of them with a known group`,
      ...ending(),
    ];
  const unitName = query.measure.of === "count" ? ` ${noun(first.value ?? 0)}` : "";
  const shown = known.length <= mostWhole ? mostWhole : mostNamed;
  const next = others.slice(0, Math.min(shown, query.limit) - 1);
  if (reading.kind === "series" && query.order !== "largest" && query.order !== "smallest") {
    const [high, last] = [result.highest ?? first, result.lowest ?? others.at(-1)];
    const low = last && last.key !== high.key ? toLine`; lowest ${nameOf(last)} with ${one(last)}` : [];
    const all = query.measure.of === "average" || query.measure.of === "median" ? "on average" : "in all";
    const each = known.toSorted((a, b) => String(a.key).localeCompare(String(b.key)));
    const parts = each.length > 2 && each.length <= mostRows ? each : [];
    return [
      ...toLine`${addTotal()}${query.measure.of === "count" ? ` ${noun(total.rows)}` : ""} ${all}${conditions}. Highest ${nameOf(high)} with ${one(high)}`,
      ...low,
      ...parts.flatMap((group, at) => toLine`${at === 0 ? ". By period: " : ", "}${nameOf(group)} ${one(group)}`),
      ...ending(),
    ];
  }
  const word = isLow ? "is lowest" : reading.kind === "series" ? "was highest" : "leads";
  const then = next.flatMap((group, at) => [...toLine`${at === 0 ? ". Then " : ", "}${nameOf(group)} ${one(group)}`]);
  return [
    ...toLine`${nameOf(first)} ${word}${conditions}: ${one(first)}${unitName}${shareText(first)} (${addTotal()})`,
    ...then,
    ...ending(),
  ];
}
