import { pluralize, shortDay } from "#contract/format.ts";
import * as queries from "#contract/query.ts";
import { type Fact, type Figure, type Line, type Section, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import { joinText } from "#features/conversations/replies/reply.ts";
import { groupsHeadline, withinKnownRange } from "./groups.ts";
import { answerParts, type AnswerParts, mostRows } from "./parts.ts";
import { rowsHeadline } from "./rows.ts";
import { shareHeadline } from "./share.ts";
import { formatCell, tableOf } from "./table.ts";

/** The answer to a query: a sentence with figures, the rows behind it, and a table. */
export type QueryAnswer = { headline: Line; figures: Figure[]; facts: Fact[]; section: Section | null };

export function answerOf(
  result: queries.QueryResult,
  subject: queries.QuerySubject,
  reading: AnswerParts["reading"],
  ownCurrency: Currency,
): QueryAnswer {
  const parts = answerParts(result, subject, reading, ownCurrency);
  const groups = result.groups && reading.kind === "series" ? withinKnownRange(result.groups, result) : result.groups;
  const facts: Fact[] = (result.rows?.rows ?? []).slice(0, mostRows).map((row) => ({
    kind: subject.one,
    reference: String(row.cells[0] ?? "without a name"),
    value: formatCell(row.cells.at(-1) ?? null),
    asOf: null,
    href: row.href,
  }));
  const found = headlineOf(parts, groups);
  const says = reading.asks === "yesNo" && !groups ? yesOrNo(result, reading) : null;
  const headline = joinText(says === null ? found : [says ? "Yes: " : "No: ", ...found]);
  return { headline, figures: parts.figures, facts, section: tableOf(parts, groups) };
}

/** Whether there are such rows, or whether they changed as asked; null where the rows do not say. */
function yesOrNo(
  { query, total, compared, data }: queries.QueryResult,
  { isDown }: AnswerParts["reading"],
): boolean | null {
  if (query.measure.of === "latest") return null;
  if (!compared) return total.rows > 0;
  // What began within the time before cannot be compared with it.
  if (data && compared.from < data.from) return null;
  const { value, previous } = total;
  if (value === null || previous === null || value === previous || isDown === undefined) return null;
  return isDown ? value < previous : value > previous;
}

/** An amount of each month or year is no sum by itself. */
const ofTime = /\b(?:per|monthly|yearly)\b/i;

/** The headline for groups, rows, a share or a single figure. */
function headlineOf(parts: AnswerParts, groups: readonly queries.QueryGroup[] | null): Line {
  const { result, subject, reading, isFigure, figureName, conditions, noun, addTotal, ending } = parts;
  const { query, total } = result;
  if (total.rows === 0)
    return query.measure.of === "sum" && total.value === 0 && !query.groupBy
      ? [
          ...toLine`${addTotal()}: no ${isFigure ? figureName.replaceAll("_", " ") : subject.many} match${conditions}`,
          ...ending(),
        ]
      : [...toLine`${"No"} ${subject.many} match${conditions}`, ...ending()];
  if (groups) return groupsHeadline(parts, groups);
  if (reading.kind === "rows") return rowsHeadline(parts);
  const named = figureName.replaceAll("_", " ");
  if (query.measure.of === "share") return shareHeadline(parts);
  if (query.measure.of === "count") return [...toLine`${addTotal()} ${noun(total.rows)}${conditions}`, ...ending()];
  if (query.measure.of === "latest" && isFigure && result.data && !query.period)
    return [...toLine`${queries.spelledOut(figureName)} was ${addTotal()} on ${shortDay(result.data.to)}`, ...ending()];
  const rowsOf = isFigure ? named : pluralize(total.rows, noun(1), noun(2));
  const how = {
    sum: "",
    average: " on average",
    median: " at the median",
    minimum: " at least",
    maximum: " at most",
    latest: " at the last count",
    count: "",
    share: "",
  }[query.measure.of];
  const field = subject.fields.find(({ name }) => name === queries.measuredName(subject, query));
  const of =
    isFigure || (field?.name === queries.amountOf(subject, query) && !ofTime.test(field?.label ?? ""))
      ? ""
      : `${(field?.label ?? "").toLowerCase()}, `;
  return [...toLine`${addTotal()}${how}: ${of}${rowsOf}${conditions}`, ...ending()];
}
