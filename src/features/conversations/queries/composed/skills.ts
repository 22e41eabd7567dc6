import type { RunSession } from "#agency/skill.ts";
import { formatNumber } from "#contract/format.ts";
import { exploreHref, type QueryResult, type QuerySubject } from "#contract/query.ts";
import { type Figure, formatFigure, type Line, toLine } from "#contract/report.ts";
import { answerParts } from "#features/conversations/queries/answer/parts.ts";
import type { Composed, Measured } from "#features/conversations/queries/composed/composed.ts";
import { runQueryReading } from "#features/conversations/queries/skills.ts";
import type { Reply } from "#features/conversations/replies/reply.ts";
import type { Reading } from "#features/conversations/understanding/query/reading.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { runQuery } from "#features/explore/skills.ts";
import * as explore from "#features/explore/store.ts";
import { read } from "#platform/db/transaction.ts";

/** A value of one query, in words. */
type Part = { result: QueryResult; subject: QuerySubject; line: Line; figure: Figure; figures: Figure[]; what: string };
const averages: Partial<Record<QueryResult["query"]["measure"]["of"], string>> = {
  average: "on average, ",
  median: "at the median, ",
  maximum: "at most, ",
  minimum: "at least, ",
};
/** One side of an answer. */
type Side = {
  label: string;
  value: number | null;
  figure: Figure;
  figures: Figure[];
  detail: Line;
  result: QueryResult;
  isEmpty: boolean;
};

/** Answers a question of several queries: every value with what it was read from. */
export async function runComposed(session: RunSession, { kind, parts, asks }: Composed): Promise<Reply> {
  const [first, second] = parts;
  if (first && parts.length === 1 && !first.over) return runQueryReading(session, first.of);
  if (kind === "each") return runEach(session, parts);
  if (kind !== "compare" && first && second) return runSets(session, kind, [first.of, second.of]);
  const sides: Side[] = [];
  for (const [at, part] of parts.entries()) sides.push(await sideOf(session, part, at));
  const figures = sides.flatMap((side) => side.figures);
  const currencies = new Set(sides.map(({ figure }) => figure.currency));
  if (currencies.size > 1)
    return refused("the sides are in different currencies, which are never added or compared", sides);
  const unknown = sides.find(({ isEmpty }) => isEmpty);
  const told = sides.flatMap(({ label, figure, detail }, at) => [
    ...(at > 0 ? ["; "] : []),
    ...(label === "" ? [] : [`${label}: `]),
    ...toLine`${figure}`,
    ...detail,
  ]);
  const gap = sides.length === 2 && !unknown ? difference(sides as [Side, Side], asks) : null;
  return {
    answered: true,
    report: {
      headline: joined([...(gap?.yes ? [gap.yes] : []), ...told, ".", ...(gap?.line ?? []), ...notesOf(sides)]),
      sections: [],
      figures: gap?.figure ? [...figures, gap.figure] : figures,
      facts: [],
      missing: [],
      proposals: [],
    },
    followUps: [],
  };
}

/** One answer after the other. */
async function runEach(session: RunSession, parts: readonly Measured[]): Promise<Reply> {
  const replies: Reply[] = [];
  for (const part of parts)
    replies.push(
      await (part.over
        ? runComposed(session, { kind: "compare", parts: [part], asks: null, other: null })
        : runQueryReading(session, part.of)),
    );
  const failed = replies.find(({ answered }) => !answered);
  if (failed) return failed;
  const all = replies.map(({ report }, at) => ({
    ...report,
    headline: report.headline.map((part) => (typeof part === "string" ? part : { figure: `${at}${part.figure}` })),
    figures: report.figures.map((one) => ({ ...one, id: `${at}${one.id}` })),
  }));
  const [first] = replies as [Reply];
  return {
    ...first,
    report: {
      ...first.report,
      headline: joined(all.flatMap(({ headline }, at) => (at > 0 ? [" ", ...headline] : headline))),
      figures: all.flatMap(({ figures }) => figures),
      facts: all.flatMap(({ facts }) => facts),
      sections: [],
    },
  };
}

/** More groups than these are not listed, so that no member is missed in silence. */
const mostMembers = 200;
const mostNamed = 20;

/** The members of one query that are not, or are as well, in another. */
async function runSets(
  session: RunSession,
  kind: "except" | "both",
  sets: readonly [Reading, Reading],
): Promise<Reply> {
  const results: QueryResult[] = [];
  for (const { query } of sets) {
    const { result, origins } = await session.use(runQuery, query);
    session.reads(...origins);
    results.push(result);
  }
  const [one, other] = results as [QueryResult, QueryResult];
  if (one.groupCount > mostMembers || other.groupCount > mostMembers)
    return refused(`there are more than ${mostMembers} of them`, []);
  const known = (result: QueryResult) => (result.groups ?? []).filter(({ key, rows }) => key !== null && rows > 0);
  const others = new Set(known(other).map(({ key }) => key));
  const names = known(one).flatMap(({ key, label }) => (others.has(key) === (kind === "both") ? [label] : []));
  const figureOf = (id: string, result: QueryResult, value: number): Figure => ({
    id,
    label: result.title,
    value,
    unit: "count",
    currency: null,
    range: null,
    formula: null,
    source: { label: result.title, href: exploreHref(result.query), asOf: result.asOf },
  });
  const [count, a, b] = [
    figureOf("n", one, names.length),
    figureOf("a", one, known(one).length),
    figureOf("b", other, others.size),
  ];
  const more = names.length > mostNamed ? ` and ${formatNumber(names.length - mostNamed)} more` : "";
  const list = names.length > 0 ? `: ${names.slice(0, mostNamed).join("; ")}${more}` : "";
  return {
    answered: true,
    report: {
      headline: joined(
        toLine`${count}${list}. In ${kind === "both" ? "both" : "the first, not the second"}: ${one.title} (${a}); ${other.title} (${b}).`,
      ),
      sections: [],
      figures: [count, a, b],
      facts: [],
      missing: [],
      proposals: [],
    },
    followUps: [],
  };
}

const refused = (why: string, sides: readonly Side[]): Reply => ({
  answered: false,
  report: {
    headline: toLine`I can't answer this: ${why}.`,
    sections: [],
    figures: [],
    facts: [],
    missing: [],
    proposals: [],
  },
  followUps: sides.map(({ result, figure }) => ({ label: `See ${result.title}`, href: figure.source.href })),
});

/** Runs one query and says what it is of: "18 tickets (Gaz Whitlam)". */
async function partOf(session: RunSession, of: Reading, id: string): Promise<Part> {
  const subject = await read(session.ctx, (tx) => explore.subjectOf(tx, of.query));
  const { result, origins } = await session.use(runQuery, of.query);
  session.reads(...origins);
  const parts = answerParts(result, subject, { ...of, kind: "value" }, todayOf(session.ctx).currency);
  const figure = { ...parts.addTotal(), id };
  const { query, total } = result;
  const rows = parts.isFigure
    ? parts.figureName.replaceAll("_", " ")
    : `${formatNumber(total.rows)} ${parts.noun(total.rows)}`;
  const field = query.measure.field === null ? null : subject.fields.find(({ name }) => name === query.measure.field);
  const what =
    query.measure.of === "count"
      ? parts.noun(total.rows)
      : `${averages[query.measure.of] ?? ""}${field && !parts.isFigure ? `${field.label.charAt(0).toLowerCase()}${field.label.slice(1)} of ` : "of "}${rows}`;
  return { result, subject, figure, figures: [figure], what, line: toLine`${figure} ${what}${parts.conditions}` };
}

async function sideOf(session: RunSession, { of, over, times, label }: Measured, at: number): Promise<Side> {
  const top = await partOf(session, of, `s${at}a`);
  const { result, figure } = top;
  const name = label || (over ? "" : (result.period?.label ?? ""));
  if (!over) {
    const isEmpty = figure.value === null;
    return {
      label: name,
      value: figure.value,
      figure,
      figures: top.figures,
      detail: top.line.slice(1),
      result,
      isEmpty,
    };
  }
  const base = await partOf(session, over, `s${at}b`);
  const value = base.figure.value && figure.value !== null ? (figure.value / base.figure.value) * times : null;
  const ratio: Figure = {
    ...figure,
    id: `s${at}`,
    label: `${figure.label}, per ${base.what}`,
    value,
    unit: figure.unit === "money" ? "money" : "score",
    formula: `${formatFigure(figure)} / ${formatFigure(base.figure)}${times === 1 ? "" : ` × ${times}`}`,
  };
  const detail = [
    ` per ${times === 1 ? "" : `${formatNumber(times)} `}${unitName(over, base.subject, times)} (`,
    ...top.line,
    " / ",
    ...base.line,
    ")",
  ];
  return {
    label: label || (result.period?.label ?? ""),
    value,
    figure: ratio,
    figures: [ratio, figure, base.figure],
    detail,
    result,
    isEmpty: value === null,
  };
}

/** What a value is divided by: "area m2", "contracts". */
const unitName = ({ query: { measure } }: Reading, { one, many, fields }: QuerySubject, times: number): string =>
  measure.field === null
    ? times === 1
      ? one
      : many
    : (fields.find(({ name }) => name === measure.field)?.label ?? many);

/** Which of two values is higher, and by how much. */
function difference(
  [one, other]: readonly [Side, Side],
  asks: Composed["asks"],
): { yes: string | null; line: Line; figure: Figure | null } {
  const [a, b] = [one.value ?? 0, other.value ?? 0];
  const yes = asks && (asks === "more" ? a > b : a < b) ? "Yes. " : asks ? "No. " : null;
  if (a === b) return { yes, line: [" Both are the same."], figure: null };
  const [high, low] = a > b ? [one, other] : [other, one];
  const gap = Math.abs(a - b);
  const isShare = one.figure.unit === "share";
  const figure: Figure = {
    ...high.figure,
    id: "gap",
    label: "Difference",
    value: isShare ? gap * 100 : gap,
    unit: isShare ? "score" : one.figure.unit,
    formula: `${formatFigure(high.figure)} less ${formatFigure(low.figure)}`,
  };
  const percent = low.value && low.value > 0 && !isShare ? `, ${formatNumber((gap / low.value) * 100, 1)}%` : "";
  return {
    yes,
    line: [` ${high.label} is higher by `, ...toLine`${figure}`, `${isShare ? " points" : ""}${percent}.`],
    figure,
  };
}

/** What the values lack. */
function notesOf(sides: readonly Side[]): string[] {
  const none = sides.filter(({ isEmpty }) => isEmpty).map(({ label }) => label);
  const others = sides.flatMap(({ result }) => result.leftOut.map(({ currency }) => currency));
  return [
    ...(none.length > 0
      ? [` ${none.filter(Boolean).join(" and ") || "This"} cannot be divided: there is nothing to divide by.`]
      : []),
    ...(others.length > 0 ? [` Not added: amounts in ${[...new Set(others)].join(" and ")}.`] : []),
  ];
}

/** Joins adjacent text parts. */
const joined = (line: Line): Line =>
  line.reduce<Line>((parts, part) => {
    const last = parts.at(-1);
    if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
    else parts.push(part);
    return parts;
  }, []);
