import type { RunSession } from "#agency/skill.ts";
import { daysBetween } from "#contract/days.ts";
import { formatNumber } from "#contract/format.ts";
import { amountOf, type QueryResult, type QuerySubject } from "#contract/query.ts";
import { type Figure, formatFigure, type Line, toLine } from "#contract/report.ts";
import { answerParts } from "#features/conversations/queries/answer/parts.ts";
import { runBudgets } from "#features/conversations/queries/composed/budget/skills.ts";
import type { Composed, Measured, Several } from "#features/conversations/queries/composed/composed.ts";
import { runMembers } from "#features/conversations/queries/composed/members/skills.ts";
import { runOutcomes } from "#features/conversations/queries/composed/outcomes/skills.ts";
import { refusalOf, runQueryReading } from "#features/conversations/queries/skills.ts";
import { type Reply, replyOf } from "#features/conversations/replies/reply.ts";
import { askWhichName } from "#features/conversations/replies/skills.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { runQuery } from "#features/explore/skills.ts";
import * as explore from "#features/explore/store.ts";
import { read } from "#platform/db/transaction.ts";

/** Answers a question of several queries: every value with what it was read from. */
export async function runComposed(session: RunSession, asked: Composed): Promise<Reply> {
  if (asked.kind === "budgets") return runBudgets(session, asked);
  if (asked.kind === "outcomes") return runOutcomes(session, asked);
  if (asked.kind === "unclear") return askWhichName(asked);
  const { kind, parts, asks } = asked;
  const [first, second] = parts;
  if (kind === "each") return runEach(session, parts);
  if (kind !== "compare" && first && second) return runMembers(session, kind, [first.of, second.of]);
  if (first && parts.length === 1 && isPlain(first)) return runQueryReading(session, first.of);
  const sides: Side[] = [];
  for (const [at, part] of parts.entries()) {
    const side = await sideOf(session, part, `s${at}`);
    if (!("figure" in side)) return side;
    sides.push(side);
  }
  if (sides.every(({ isNone }) => isNone))
    return replyOf(false, [
      "I can't answer this: no rows match any of it",
      ...sides.flatMap(({ detail }, at) => [at > 0 ? ";" : ":", ...detail]),
      ".",
    ]);
  const currencies = new Set(sides.map(({ figure }) => figure.currency));
  if (currencies.size > 1)
    return replyOf(
      false,
      toLine`I can't answer this: the sides are in ${[...currencies].map((one) => one ?? "no currency").join(" and ")}, which are never compared.`,
      [],
      sides.map(({ figure: { label, source } }) => ({ label: `See ${label}`, href: source.href })),
    );
  const values = sides.flatMap(({ label, figure, detail }, at) => [
    ...(at > 0 ? ["; "] : []),
    ...(label === "" ? [] : [`${label}: `]),
    ...toLine`${figure}`,
    ...detail,
  ]);
  const [one, other] = sides;
  const gap = one && other && sides.length === 2 ? differenceOf(one, other, asks) : null;
  return replyOf(
    true,
    [gap?.yes ?? "", ...values, ".", ...(gap?.line ?? []), ...notesOf(sides)],
    [...sides.flatMap(({ figures }) => figures), ...(gap?.figures ?? [])],
  );
}

const isPlain = ({ over, per }: Measured): boolean => over === null && per === null;

/** One answer after the other. */
async function runEach(session: RunSession, parts: readonly Measured[]): Promise<Reply> {
  const replies: Reply[] = [];
  for (const part of parts) replies.push(await runComposed(session, { kind: "compare", parts: [part], asks: null }));
  const failed = replies.find(({ answered }) => !answered);
  const reports = replies.map(({ report }, at) => ({
    ...report,
    headline: report.headline.map((part) => (typeof part === "string" ? part : { figure: `${at}${part.figure}` })),
    figures: report.figures.map((one) => ({ ...one, id: `${at}${one.id}` })),
  }));
  return (
    failed ??
    replyOf(
      true,
      reports.flatMap(({ headline }, at) => (at > 0 ? [" ", ...headline] : headline)),
      reports.flatMap(({ figures }) => figures),
      replies[0]?.followUps,
    )
  );
}

/** The value of one query in words: "18 tickets (Gaz Whitlam)". */
type Part = {
  result: QueryResult;
  subject: QuerySubject;
  figure: Figure;
  words: string;
  conditions: string;
  notes: Line;
  figures: Figure[];
};
/** One value of an answer, and what it was read from. */
type Side = { label: string; isNone: boolean; figure: Figure; detail: Line; notes: Line; figures: Figure[] };

const measures: Partial<Record<QueryResult["query"]["measure"]["of"], string>> = {
  average: "on average, ",
  median: "at the median, ",
  maximum: "at most, ",
  minimum: "at least, ",
};

async function partOf(session: RunSession, of: Reading, id: string): Promise<Part | Reply> {
  const subject = await read(session.ctx, (tx) => explore.subjectOf(tx, of.query));
  const { result, origins } = await session.use(runQuery, of.query);
  session.reads(...origins);
  const refusal = await refusalOf(session, result, subject);
  if (refusal) return refusal;
  const parts = answerParts(result, subject, { ...of, kind: "value" }, todayOf(session.ctx).currency);
  const total = parts.addTotal();
  const notes = parts.ending().slice(1);
  const { query } = result;
  const isCount = query.measure.of === "count";
  const name = query.measure.field ?? amountOf(subject, query);
  const label =
    parts.isFigure || query.measure.of === "share"
      ? ""
      : (subject.fields.find((one) => one.name === name)?.label ?? "");
  const measured = label === "" ? "of " : `${label.charAt(0).toLowerCase()}${label.slice(1)} of `;
  const rows = parts.isFigure ? parts.figureName.replaceAll("_", " ") : parts.noun(result.total.rows);
  const counted = isCount || parts.isFigure ? rows : `${formatNumber(result.total.rows)} ${rows}`;
  const own = (one: string): string => `${id}${one}`;
  return {
    result,
    subject,
    figure: { ...total, id: own(total.id) },
    words: `${measures[query.measure.of] ?? ""}${isCount ? "" : measured}${counted}`,
    conditions: parts.conditions,
    notes: notes.map((part) => (typeof part === "string" ? part : { figure: own(part.figure) })),
    figures: parts.figures.map((one) => ({ ...one, id: own(one.id) })),
  };
}

async function sideOf(
  session: RunSession,
  { of, over, times, per, label }: Measured,
  id: string,
): Promise<Side | Reply> {
  const top = await partOf(session, of, id);
  if (!("figure" in top)) return top;
  const { result, figure, words, notes, figures } = top;
  const side = { label: label || (result.period?.label ?? ""), isNone: result.total.rows === 0, notes };
  const whole = [...toLine`${figure} ${words}`, top.conditions];
  const divided = (by: number, what: { unit: string; formula: string; detail: Line; figures: Figure[] }): Side => {
    const made: Figure = {
      ...figure,
      id: `${id}per`,
      label: `${figure.label}, per ${what.unit}`,
      value: figure.value === null ? null : figure.value / by,
      unit: figure.unit === "money" ? "money" : "score",
      formula: `${formatFigure(figure)} / ${what.formula}`,
    };
    return { ...side, figure: made, detail: what.detail, figures: [made, ...figures, ...what.figures] };
  };
  if (per) {
    const days = daysOf(result);
    if (days === 0) return replyOf(false, toLine`I can't answer this: no day of it is over.`);
    const time = ` in ${formatNumber(days)} days`;
    return divided(days / inDays[per], {
      unit: per,
      formula: `${formatNumber(days)} days × ${formatNumber(inDays[per], 1)}`,
      detail: [` a ${per} on average (`, ...whole, `${time})`],
      figures: [],
    });
  }
  if (!over) return { ...side, figure, detail: [` ${words}`, top.conditions], figures };
  const base = await partOf(session, over, `${id}of`);
  if (!("figure" in base)) return base;
  const all = [...toLine`${base.figure} ${base.words}`, base.conditions];
  if (!base.figure.value) return replyOf(false, ["I can't divide by nothing: ", ...all, "."], base.figures);
  const field = base.subject.fields.find(({ name }) => name === over.query.measure.field);
  const unit = field?.label ?? base.subject[times === 1 ? "one" : "many"];
  return divided(base.figure.value / times, {
    unit,
    formula: `${formatFigure(base.figure)}${times === 1 ? "" : ` × ${times}`}`,
    detail: [` per ${times === 1 ? "" : `${formatNumber(times)} `}${unit} (`, ...whole, " / ", ...all, ")"],
    figures: base.figures,
  });
}

const inDays = { day: 1, week: 7, month: 365.25 / 12, quarter: 365.25 / 4, year: 365.25 };

/** The days that are over of a period, as far as there is data. */
function daysOf({ period, data, asOf }: QueryResult): number {
  if (!data) return 0;
  const from = period && period.from > data.from ? period.from : data.from;
  const to = period && period.to < asOf ? period.to : asOf;
  return from > to ? 0 : daysBetween(from, to) + 1;
}

/** Which of two values is higher, and by how much; a yes or no if that is asked. */
function differenceOf(
  one: Side,
  other: Side,
  asks: Several["asks"],
): { yes: string; line: Line; figures: Figure[] } | null {
  const [a, b] = [one.figure.value, other.figure.value];
  if (a === null || b === null) return null;
  const yes = asks === null ? "" : (asks === "more" ? a > b : a < b) ? "Yes. " : "No. ";
  if (a === b) return { yes, line: [" Both are the same."], figures: [] };
  const [high, low] = a > b ? [one, other] : [other, one];
  const isShare = one.figure.unit === "share";
  const gap = Math.abs(a - b);
  const figure: Figure = {
    ...high.figure,
    id: "gap",
    label: "Difference",
    value: isShare ? gap * 100 : gap,
    unit: isShare ? "score" : one.figure.unit,
    formula: `${formatFigure(high.figure)} less ${formatFigure(low.figure)}`,
  };
  const least = Math.min(a, b);
  const percent = least > 0 && !isShare ? `, ${formatNumber((gap / least) * 100, 1)}%` : "";
  return {
    yes,
    line: [...toLine` ${high.label} is higher by ${figure}`, `${isShare ? " points" : ""}${percent}.`],
    figures: [figure],
  };
}

/** What the values lack, each said once. */
function notesOf(sides: readonly Side[]): Line {
  const known = new Set<string>();
  return sides.flatMap(({ notes }) => {
    const text = JSON.stringify(notes.filter((part) => typeof part === "string"));
    if (known.has(text)) return [];
    known.add(text);
    return notes;
  });
}
