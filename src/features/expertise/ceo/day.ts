import { z } from "zod";
import { daysBetween } from "#contract/days.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { type Figure, type Line, line, report, type Section, toLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import type { Currency } from "#contract/words.ts";
import { topConcerns } from "#features/expertise/ceo/brief.ts";
import type { Contribution } from "#features/expertise/ceo/contributions.ts";
import type { Overdue } from "#features/expertise/overdue/contract.ts";
import { describeOverdue } from "#features/expertise/overdue/rules.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
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

type Part = { lines: BriefLine[]; figures: Figure[] };
const nothing: Part = { lines: [], figures: [] };

/** The last day's revenue compared with the average of the previous days. */
function revenueLine({ points, source }: Series, today: string, currency: Currency): Part {
  const last = points.at(-1);
  const before = points.slice(0, -1).slice(-averageDays);
  if (!last || daysBetween(last.day, today) > freshDays || before.length < fewestDays) return nothing;
  const average = before.reduce((sum, { value }) => sum + value, 0) / before.length;
  const from = { label: source, href: "/records/figures/daily_revenue", asOf: last.day };
  const latest = money("day_revenue", `Revenue on ${shortDay(last.day)}`, last.value, currency, from);
  const averageFigure = money("day_average", `Average of ${pluralize(before.length, "day")}`, average, currency, from, {
    formula: `sum of the ${pluralize(before.length, "day")} before ${shortDay(last.day)} ÷ ${before.length}`,
  });
  const share = average > 0 ? Math.abs(last.value / average - 1) : 0;
  const change = measure("day_change", "Difference from the average", share, "share", from, {
    formula: `${last.value} ÷ ${Math.round(average * 100) / 100} − 1`,
  });
  const words =
    average > 0
      ? toLine`Revenue was ${latest} on ${shortDay(last.day)}, ${changeInWords(change, last.value - average, ["above", "below", "as much as"])} the average of ${averageFigure} over ${pluralize(before.length, "day")}.`
      : toLine`Revenue was ${latest} on ${shortDay(last.day)}.`;
  return {
    lines: [{ group: "changed", line: words, source: `${source}, ${shortDay(last.day)}`, role: null, href: from.href }],
    figures: average > 0 ? [latest, averageFigure, change] : [latest],
  };
}

const numbers = (decisions: readonly { number: number }[]): string =>
  listed(decisions.map(({ number }) => `D-${number}`));
const pageOf = (decisions: readonly { id: string }[]): string =>
  decisions.length === 1 ? `/decisions/${decisions[0]?.id ?? ""}` : "/decisions";

function settledLine(settled: readonly Settled[], today: string): Part {
  if (settled.length === 0) return nothing;
  const shown = settled.slice(0, most.settled);
  const href = pageOf(settled);
  const from = { label: numbers(shown), href, asOf: today };
  const count = measure("day_settled", "Decisions settled in 24 hours", settled.length, "count", from);
  const names = listed(shown.map(({ title, how }) => `${title} ${how}`));
  const rest = settled.length > shown.length ? ", and others" : "";
  const words = toLine`${count} ${settled.length === 1 ? "decision was" : "decisions were"} settled in the last 24 hours: ${names}${rest}.`;
  return { lines: [{ group: "changed", line: words, source: numbers(shown), role: null, href }], figures: [count] };
}

/** The control center shows the first proposal above the brief; the brief lists the rest. */
function proposalsLine({ total, first }: Day["pending"], today: string): Part {
  const others = first.slice(1, 3);
  const until = others.at(-1)?.expiresOn;
  if (!until) return nothing;
  const href = "/decisions?status=pending";
  const from = { label: numbers(others), href, asOf: today };
  const count = measure("day_pending", "More pending proposals", total - 1, "count", from);
  const names = listed(others.map(({ title }) => title));
  const dated = others.map(({ title, expiresOn }) => `${title} (expires ${shortDay(expiresOn)})`);
  const words =
    total - 1 === others.length
      ? toLine`${count} more ${others.length === 1 ? "proposal expires" : "proposals expire"} by ${shortDay(until)}: ${names}.`
      : toLine`${count} more proposals need approval. Next: ${listed(dated)}.`;
  return { lines: [{ group: "waits", line: words, source: numbers(others), role: null, href }], figures: [count] };
}

const forecastLine = ({ decisionId, number, claim, dueOn }: DueForecast): BriefLine => ({
  group: "waits",
  line: toLine`A forecast is due: ${claim.replace(/\.$/, "")}.`,
  source: `D-${number}, due ${shortDay(dueOn)}`,
  role: null,
  href: `/decisions/${decisionId}`,
});

/** All due forecasts in at most `most.forecasts` lines: the last line names the rest. */
function forecastLines(forecasts: readonly DueForecast[], today: string): Part {
  if (forecasts.length <= most.forecasts) return { lines: forecasts.map(forecastLine), figures: [] };
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
  const from = { label: numbers(named), href, asOf: today };
  const count = measure("day_forecasts", "More due forecasts", rest.length, "count", from);
  const words = toLine`${count} more ${rest.length === 1 ? "forecast is" : "forecasts are"} due: ${names}.`;
  const source = `Decisions, ${shortDay(today)}`;
  return {
    lines: [...shown.map(forecastLine), { group: "waits", line: words, source, role: null, href }],
    figures: [count],
  };
}

function overdueLine({ total, oldest }: Day["overdue"], today: string): Part {
  if (total === 0 || !oldest) return nothing;
  const href = "/tasks?view=late";
  const from = { label: "Task list", href, asOf: today };
  const count = measure("day_overdue", "Overdue tasks", total, "count", from);
  const days = measure("day_overdue_days", "Oldest overdue task", daysBetween(oldest.dueOn, today), "days", from);
  const words = toLine`${count} ${total === 1 ? "task is" : "tasks are"} overdue, the oldest by ${days}: ${oldest.title}.`;
  return {
    lines: [{ group: "waits", line: words, source: `Task list, ${shortDay(today)}`, role: null, href }],
    figures: [count, days],
  };
}

/** Overdue records by kind; tasks have a line of their own. */
function lateLine(late: Overdue, today: string): Part {
  const records = late.filter(({ one }) => one !== "task");
  const [first] = records;
  const words = describeOverdue(records);
  if (!first || words === null) return nothing;
  const source = `Records, ${shortDay(today)}`;
  return { lines: [{ group: "waits", line: toLine`${words}.`, source, role: null, href: first.href }], figures: [] };
}

/** The top concerns of the executives' topics. */
function riskLines({ contributions, monthlyRevenue, isRevenueStated }: Day, today: string): Part {
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
  const ids = new Set(
    lines.flatMap((each) => each.line.flatMap((part) => (typeof part === "string" ? [] : part.figure))),
  );
  return { lines, figures: figures.filter(({ id }) => ids.has(id)) };
}

const sectionOf = (title: string, lines: readonly BriefLine[], none: string): Section => ({
  title,
  lines: lines.length === 0 ? [toLine`${none}`] : lines.map((each) => each.line),
  table: null,
});

export function concludeDay(day: Day, today: string, currency: Currency): DailyBriefing {
  const changed = [revenueLine(day.revenue, today, currency), settledLine(day.settled, today)];
  const proposals = proposalsLine(day.pending, today);
  const overdue = overdueLine(day.overdue, today);
  const risk = riskLines(day, today);
  const forecasts = forecastLines(day.forecasts, today);
  const late = lateLine(day.late ?? [], today);
  const parts = [...changed, proposals, forecasts, overdue, late, risk];
  const lines = parts.flatMap((part) => part.lines).slice(0, mostLines);
  const linesOf = (...of: readonly Part[]): BriefLine[] => of.flatMap((part) => part.lines);
  const due = { lines: day.forecasts.map(forecastLine), figures: [] };
  const [first] = day.pending.first;
  const allLate = describeOverdue(day.late ?? []);
  const headline: Line = first
    ? toLine`${first.title} needs approval. It expires on ${shortDay(first.expiresOn)}.`
    : toLine`No proposals are pending${allLate === null ? "" : `, but ${allLate}`}.`;
  return {
    headline,
    sections: [
      sectionOf("What changed", linesOf(...changed), "No new figures, and nothing was decided in the last 24 hours."),
      sectionOf("What waits", linesOf(proposals, due, overdue, late), "Nothing else is waiting."),
      sectionOf(
        "At risk",
        linesOf(risk),
        allLate === null ? "The records show nothing at risk." : "No executive raised a risk.",
      ),
    ],
    figures: parts.flatMap(({ figures }) => figures),
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
