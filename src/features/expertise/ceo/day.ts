import { z } from "zod";
import { daysBetween } from "#contract/days.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { type Figure, type Line, line, report, type Section, toLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import type { Currency } from "#contract/words.ts";
import { topConcerns } from "#features/expertise/ceo/brief.ts";
import { citedFigures, type Contribution } from "#features/expertise/ceo/contributions.ts";
import type { Overdue } from "#features/expertise/overdue/contract.ts";
import { describeOverdue } from "#features/expertise/overdue/rules.ts";
import { collect, noun, sumOf } from "#features/expertise/topics/collect.ts";
import type { Series } from "#features/expertise/topics/series.ts";
import { changeInWords, listed } from "#features/expertise/topics/words.ts";

const briefLine = z.strictObject({
  group: z.enum(["changed", "waits", "risk"]),
  line,
  /** What it is based on, such as "Stripe, 19 Nov 2026" or "D-188". */
  source: z.string(),
  /** The role that raised it. */
  role: z.enum(agentRoleIds).nullable(),
  href: z.string().nullable(),
});
export type BriefLine = z.infer<typeof briefLine>;

/** A daily brief: the report, and what the control center shows of it. Briefs of earlier versions have no opening. */
export const dailyBriefing = report.extend({
  /** What a model says matters most that day, also the start of `headline`; empty if no model wrote it. */
  opening: line.default([]),
  lines: z.array(briefLine),
});
export type DailyBriefing = z.infer<typeof dailyBriefing>;

type Proposal = { id: string; number: number; title: string; expiresOn: string };
type Settled = { id: string; number: number; title: string; how: "approved" | "rejected" | "expired" };
type DueForecast = { decisionId: string; number: number; claim: string; dueOn: string };

export type Day = {
  revenue: Series;
  settled: Settled[];
  pending: { total: number; first: Proposal[] };
  forecasts: DueForecast[];
  overdue: { total: number; oldest: { title: string; dueOn: string } | null };
  /** Everything overdue by kind, tasks included. */
  late?: Overdue;
  contributions: Contribution[];
  monthlyRevenue: number | null;
  isRevenueStated?: boolean | undefined;
};

/** The most lines the control center shows. */
const mostLines = 7;
const most = { settled: 3, forecasts: 2, named: 4, risks: 3 } as const;
/** Revenue older than this is not news. */
const freshDays = 3;
/** With fewer days before it, no average is shown. */
const fewestDays = 7;
const averageDays = 30;

type Make = ReturnType<typeof collect>;

const entry = (group: BriefLine["group"], words: Line, source: string, href: string): BriefLine => ({
  group,
  line: words,
  source,
  role: null,
  href,
});

/** The last day's revenue compared with the average of the previous days. */
function revenueLines(make: Make, { points, source }: Series, today: string): BriefLine[] {
  const last = points.at(-1);
  const before = points.slice(0, -1).slice(-averageDays);
  if (!last || daysBetween(last.day, today) > freshDays || before.length < fewestDays) return [];
  const href = "/records/figures/daily_revenue";
  const from = [source, href, last.day] as const;
  const [day, days] = [shortDay(last.day), pluralize(before.length, "day")];
  const average = sumOf(before, ({ value }) => value) / before.length;
  const latest = make.money("day_revenue", `Revenue on ${day}`, last.value, from);
  const compared = () => {
    const sum = `sum of the ${days} before ${day} ÷ ${before.length}`;
    const usual = make.money("day_average", `Average of ${days}`, average, from, sum);
    const share = Math.abs(last.value / average - 1);
    const formula = `${last.value} ÷ ${Math.round(average * 100) / 100} − 1`;
    const change = make.measure("day_change", "Difference from the average", share, "share", from, formula);
    const words = changeInWords(change, last.value - average, ["above", "below", "as much as"]);
    return toLine`, ${words} the average of ${usual} over ${days}`;
  };
  const words = toLine`Revenue was ${latest} on ${day}${average > 0 && compared()}.`;
  return [entry("changed", words, `${source}, ${day}`, href)];
}

const numbers = (decisions: readonly { number: number }[]): string =>
  listed(decisions.map(({ number }) => `D-${number}`));
const pageOf = (decisions: readonly { id: string }[]): string =>
  decisions.length === 1 ? `/decisions/${decisions[0]?.id ?? ""}` : "/decisions";

function settledLines(make: Make, settled: readonly Settled[]): BriefLine[] {
  if (settled.length === 0) return [];
  const shown = settled.slice(0, most.settled);
  const href = pageOf(settled);
  const count = make.count("day_settled", "Decisions settled in 24 hours", settled.length, [numbers(shown), href]);
  const names = listed(shown.map(({ title, how }) => `${title} ${how}`));
  const rest = settled.length > shown.length && ", and others";
  const words = toLine`${count} ${noun(settled.length, "decision was", "decisions were")} settled in the last 24 hours: ${names}${rest}.`;
  return [entry("changed", words, numbers(shown), href)];
}

/** The control center shows the first proposal above the brief; the brief lists the rest. */
function proposalLines(make: Make, { total, first }: Day["pending"]): BriefLine[] {
  const others = first.slice(1, 3);
  const until = others.at(-1)?.expiresOn;
  if (!until) return [];
  const href = "/decisions?status=pending";
  const count = make.count("day_pending", "More pending proposals", total - 1, [numbers(others), href]);
  const names = listed(others.map(({ title }) => title));
  const dated = others.map(({ title, expiresOn }) => `${title} (expires ${shortDay(expiresOn)})`);
  const words =
    total - 1 === others.length
      ? toLine`${count} more ${noun(others.length, "proposal expires", "proposals expire")} by ${shortDay(until)}: ${names}.`
      : toLine`${count} more proposals need approval. Next: ${listed(dated)}.`;
  return [entry("waits", words, numbers(others), href)];
}

const forecastLine = ({ decisionId, number, claim, dueOn }: DueForecast): BriefLine =>
  entry(
    "waits",
    toLine`A forecast is due: ${claim.replace(/\.$/, "")}.`,
    `D-${number}, due ${shortDay(dueOn)}`,
    `/decisions/${decisionId}`,
  );

/** All due forecasts in at most `most.forecasts` lines: the last line names the rest. */
function forecastLines(make: Make, forecasts: readonly DueForecast[], today: string): BriefLine[] {
  if (forecasts.length <= most.forecasts) return forecasts.map(forecastLine);
  const shown = forecasts.slice(0, most.forecasts - 1);
  const rest = forecasts.slice(shown.length);
  const decisions = [...new Map(rest.map((one) => [one.number, { id: one.decisionId, number: one.number }])).values()];
  const href = decisions.length === 1 ? pageOf(decisions) : "/decisions?status=approved";
  const named = decisions.slice(0, most.named);
  const others = decisions.length - named.length;
  const names = listed([
    ...named.map(({ number }) => `D-${number}`),
    ...(others > 0 ? [pluralize(others, "other decision")] : []),
  ]);
  const count = make.count("day_forecasts", "More due forecasts", rest.length, [numbers(named), href]);
  const words = toLine`${count} more ${noun(rest.length, "forecast is", "forecasts are")} due: ${names}.`;
  return [...shown.map(forecastLine), entry("waits", words, `Decisions, ${shortDay(today)}`, href)];
}

function overdueLines(make: Make, { total, oldest }: Day["overdue"], today: string): BriefLine[] {
  if (total === 0 || !oldest) return [];
  const href = "/tasks?view=late";
  const from = ["Task list", href] as const;
  const count = make.count("day_overdue", "Overdue tasks", total, from);
  const age = daysBetween(oldest.dueOn, today);
  const days = make.measure("day_overdue_days", "Oldest overdue task", age, "days", from);
  const words = toLine`${count} ${noun(total, "task is", "tasks are")} overdue, the oldest by ${days}: ${oldest.title}.`;
  return [entry("waits", words, `Task list, ${shortDay(today)}`, href)];
}

/** Overdue records by kind; tasks have a line of their own. */
function lateLines(late: Overdue, today: string): BriefLine[] {
  const records = late.filter(({ one }) => one !== "task");
  const [first] = records;
  const words = describeOverdue(records);
  return first && words !== null ? [entry("waits", toLine`${words}.`, `Records, ${shortDay(today)}`, first.href)] : [];
}

/** The top concerns of the executives' topics. */
function riskLines(
  { contributions, monthlyRevenue, isRevenueStated }: Day,
  today: string,
): { lines: BriefLine[]; figures: Figure[] } {
  const { risks, priorities, figures } = topConcerns({ contributions, monthlyRevenue, isRevenueStated }, today);
  const known = new Map(figures.map((figure) => [figure.id, figure]));
  const once = new Map([...risks, ...priorities].map((one) => [one.key, one]));
  const lines = [...once.values()].slice(0, most.risks).map((one): BriefLine => {
    const named = one.line.flatMap((part) => (typeof part === "string" ? [] : (known.get(part.figure) ?? [])));
    const [first] = named;
    const asOf = first?.source.asOf;
    return {
      group: "risk",
      line: one.line,
      source: first ? `${first.source.label}${asOf ? `, ${shortDay(asOf)}` : ""}` : `What the ${one.role} found`,
      role: one.role,
      href: one.href,
    };
  });
  return {
    lines,
    figures: citedFigures(
      lines.map((each) => each.line),
      figures,
    ),
  };
}

const sectionOf = (title: string, lines: readonly BriefLine[], none: string): Section => ({
  title,
  lines: lines.length === 0 ? [toLine`${none}`] : lines.map((each) => each.line),
  table: null,
});

export function concludeDay(day: Day, today: string, currency: Currency): DailyBriefing {
  const make = collect(currency, today);
  const changed = [...revenueLines(make, day.revenue, today), ...settledLines(make, day.settled)];
  const proposals = proposalLines(make, day.pending);
  const forecasts = forecastLines(make, day.forecasts, today);
  const overdue = overdueLines(make, day.overdue, today);
  const late = lateLines(day.late ?? [], today);
  const risk = riskLines(day, today);
  const lines = [...changed, ...proposals, ...forecasts, ...overdue, ...late, ...risk.lines].slice(0, mostLines);
  const [first] = day.pending.first;
  const allLate = describeOverdue(day.late ?? []);
  const headline: Line = first
    ? toLine`${first.title} needs approval. It expires on ${shortDay(first.expiresOn)}.`
    : toLine`No proposals are pending${allLate && `, but ${allLate}`}.`;
  return {
    headline,
    sections: [
      sectionOf("What changed", changed, "No new figures, and nothing was decided in the last 24 hours."),
      sectionOf(
        "What waits",
        [...proposals, ...day.forecasts.map(forecastLine), ...overdue, ...late],
        "Nothing else is waiting.",
      ),
      sectionOf(
        "At risk",
        risk.lines,
        allLate === null ? "The records show nothing at risk." : "No executive raised a risk.",
      ),
    ],
    figures: [...make.figures, ...risk.figures],
    facts: lines.map((each) => ({
      kind: { changed: "change", waits: "waiting", risk: "risk" }[each.group],
      reference: each.source,
      value: null,
      asOf: today,
      href: each.href,
    })),
    missing: [],
    proposals: [],
    opening: [],
    lines,
  };
}
