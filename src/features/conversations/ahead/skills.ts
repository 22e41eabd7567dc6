import type { RunSession } from "#agency/skill.ts";
import { shortDay } from "#contract/format.ts";
import { toLine } from "#contract/report.ts";
import { aheadIn, seriesFault } from "#features/conversations/ahead/ahead.ts";
import { forecastSeries } from "#features/conversations/ahead/series/skills.ts";
import { asQuery } from "#features/conversations/following/topic/skills.ts";
import { understand, type Understanding } from "#features/conversations/understanding/skills.ts";
import type { Found } from "#features/conversations/queries/skills.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import * as explore from "#features/explore/store.ts";
import { readDear } from "#platform/db/transaction.ts";

/** The forecast of any figure, or of any count or sum of rows by day; null for a question that asks for none. */
export async function forecastReply(
  session: RunSession,
  question: string,
  { topicId }: Pick<Understanding, "topicId">,
): Promise<Found | null> {
  const { today } = todayOf(session.ctx);
  const ahead = aheadIn(question, today);
  // The next days of revenue have a topic, with the weeks and months beside each other.
  if (!ahead || (topicId === "cfo.forecast" && ahead.isRolling)) return null;
  const found = await session.step(
    "Look for the series to forecast",
    (ctx) =>
      readDear(
        ctx,
        async (tx) => {
          const reading = await asQuery(tx, ahead.asked, await understand(tx, ahead.asked), tx.now);
          const subject = (await explore.subjects(tx)).find(({ id }) => id === reading?.query.subject);
          return reading && subject ? { reading, subject } : null;
        },
        { holdsOthers: true },
      ),
    { given: ahead.asked, detail: (one) => one?.reading.query.subject ?? "None." },
  );
  if (!found) return null;
  const { query, kind } = found.reading;
  const { one, many } = found.subject;
  if (kind !== "value" || seriesFault(query, found.subject)) return null;
  const { from, to, label } = ahead;
  const made = await session.use(forecastSeries, { query, from, to, label });
  if (!made) return null;
  session.reads(...made.origins);
  const { title, isLatest, isFigure, basis, last, end, span, isWhole, figures, unknowns, href } = made;
  const [main, low, high] = figures;
  if (!end || !main || !low || !high)
    return refused(toLine`I can't forecast this. ${unknowns[0] ?? "Its history is too short."}`);
  const when = isLatest ? `on ${shortDay(end)}` : /^(?:next|this)\b/.test(span) ? span : `in ${span}`;
  return {
    answered: true,
    report: {
      headline: [
        ...toLine`${title}: ${main} expected ${when}, with 80% between ${low} and ${high}. This goes by ${basis} up to ${shortDay(last)}.`,
        ...(isWhole ? [] : toLine` ${capital(label)} goes to ${shortDay(to)}.`),
      ],
      sections:
        unknowns.length > 0
          ? [{ title: "What it does not know", lines: unknowns.map((each) => [each]), table: null }]
          : [],
      figures,
      facts: [],
      missing: [],
      proposals: [],
    },
    followUps: [{ label: `See the ${isFigure ? one : many} by day`, href }],
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const refused = (headline: ReturnType<typeof toLine>): Found => ({
  answered: false,
  report: { headline, sections: [], figures: [], facts: [], missing: [], proposals: [] },
  followUps: [],
});
