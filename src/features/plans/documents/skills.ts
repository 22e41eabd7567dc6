import type { RunSession } from "#agency/skill.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { shortDay } from "#contract/format.ts";
import { daysIn } from "#features/brain/answering/values.ts";
import { mentionsAction } from "#features/brain/skills.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import type { DraftTask } from "#features/plans/playbooks/playbook.ts";

/** A sentence of a document, with the days that it names. */
export type Mention = { said: string; title: string; days: string[] };

/** What documents say about any of some words; cited, but no condition of rows. */
export async function mentionsOf(session: RunSession, words: readonly string[], hint: string): Promise<Mention[]> {
  if (words.length === 0) return [];
  const { today } = todayOf(session.ctx);
  const found = await session.use(mentionsAction, { words: words.slice(0, 20), hint: hint.slice(0, 400) });
  for (const { title, happenedAt, href, origin } of found) {
    session.reads(origin);
    session.cites({ kind: "passage", reference: title, value: null, asOf: happenedAt.slice(0, 10), href });
  }
  return found.map(({ said, title }) => ({ said, title, days: daysNear(said, today) }));
}

/** The whole days of a text; one without a year is the nearest to today. */
function daysNear(text: string, today: string): string[] {
  const year = Number(today.slice(0, 4));
  const far = (day: string): number => Math.abs(daysBetween(day, today));
  return daysIn(text)
    .days.filter((day) => /^(?:\*|\d{4})-\d\d-\d\d$/.test(day))
    .flatMap((day) => {
      const near = day.startsWith("*") ? [year - 1, year, year + 1].map((one) => `${one}${day.slice(1)}`) : [day];
      return near.toSorted((one, other) => far(one) - far(other))[0] ?? [];
    });
}

/** "Denise to ask the college by 11 December": what somebody was to do. */
const promise =
  /(?:^|[.;:,] )(\p{Lu}\p{L}+(?: and \p{Lu}\p{L}+)? (?:(?:is |are )?to|will|shall|must|should) \p{Ll}[^.;]{4,160})/gu;

/** What documents say somebody was to do, as tasks that look after it. */
export const promisedIn = (mentions: readonly Mention[], today: string): DraftTask[] =>
  mentions.flatMap(({ said, title }) => {
    return [...said.matchAll(promise)].map(([, agreed = ""]) => {
      const own = daysNear(agreed, today)[0] ?? null;
      const isLate = own !== null && own < today;
      return {
        role: "Operations" as const,
        title: `See that it is done: ${agreed}`,
        reason: `From ${title}${isLate ? `; it was due on ${shortDay(own)}` : ""}.`,
        priority: isLate ? ("high" as const) : ("medium" as const),
        dueOn: own !== null && !isLate ? own : addDays(today, 1),
        hours: 1,
        href: null,
      };
    });
  });
