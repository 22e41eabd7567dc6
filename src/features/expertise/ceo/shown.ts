import type { ShownBrief } from "#features/expertise/contract.ts";
import { type DailyBriefing, dailyBriefing } from "#features/expertise/ceo/day.ts";
import { citedFigures } from "#features/expertise/ceo/contributions.ts";
import { type Briefed, briefed } from "#features/expertise/topics/briefed.ts";

type Shown = Pick<ShownBrief, "opening" | "headline" | "lines" | "figures">;

const mostLines = 7;

/** A briefing in short, with the figures it cites; null if the output has the format of an earlier version. */
export function shortBriefing(output: unknown): Shown | null {
  const { data } = briefed.safeParse(output);
  return data ? ofConcerns(data) : null;
}

function ofConcerns({ headline, concerns, figures }: Briefed): Shown {
  const lines = concerns
    .slice(0, mostLines)
    .map(({ kind, line, role, href }) => ({ kind, line, source: null, role: role ?? null, href }));
  return { opening: [], headline, lines, figures: citedFigures([headline, ...lines.map(({ line }) => line)], figures) };
}

/** A daily brief in short, with the figures it cites; null if the output has the format of an earlier version. */
export function shortBrief(output: unknown): Shown | null {
  const { data } = dailyBriefing.safeParse(output);
  return data ? ofDay(data) : null;
}

export function ofDay({ opening, headline, lines: given, figures }: DailyBriefing): Shown {
  const lines = given.slice(0, mostLines).map(({ group: kind, ...rest }) => ({ kind, ...rest }));
  return { opening, headline, lines, figures: citedFigures([headline, ...lines.map(({ line }) => line)], figures) };
}
