import type { RunSession } from "#agency/skill.ts";
import { type Report, toLine } from "#contract/report.ts";
import type { ChatReply } from "#features/chat/contract.ts";
import { ofDay } from "#features/expertise/ceo/shown.ts";
import { latestBrief, readDay } from "#features/expertise/skills.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { dayIn } from "#platform/clock.ts";
import { read } from "#platform/db/transaction.ts";

/** Today's brief, or the current state if none was written today. */
export async function briefReply(
  session: RunSession,
): Promise<{ report: Report; brief: NonNullable<ChatReply["brief"]> }> {
  const { today, timeZone } = todayOf(session.ctx);
  const latest = await session.step("Look up today's brief", (ctx) =>
    read(ctx, (tx) => latestBrief(tx, session.agent.id)),
  );
  // The brief contains titles and names of records.
  session.reads("external");
  const isToday = latest !== null && dayIn(new Date(latest.at), timeZone) === today;
  const content = isToday ? latest : ofDay((await session.use(readDay, {})).made);
  const note = isToday ? [] : toLine` No brief has been written today, so this is how things stand now.`;
  const report: Report = {
    headline: [...content.headline, ...note],
    sections: [{ title: "Daily brief", lines: content.lines.map(({ line }) => line), table: null }],
    figures: content.figures,
    facts: [],
    missing: [],
    proposals: [],
  };
  const brief = { runId: isToday ? latest.runId : null, lines: content.lines };
  return { report, brief };
}
