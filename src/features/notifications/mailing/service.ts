import * as runs from "#agency/run/store.ts";
import { longDay } from "#contract/format.ts";
import type { Letter } from "#contract/letter.ts";
import { formatLine } from "#contract/report.ts";
import { shorten, withoutReordering } from "#contract/words.ts";
import { mailAddresses } from "#features/accounts/store.ts";
import { dailyBriefing } from "#features/expertise/ceo/day.ts";
import { wantingMail } from "#features/notifications/push/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { sendMail } from "#platform/mail/queue.ts";

const heads = { changed: "What changed", waits: "What waits", risk: "At risk" } as const;

/** Mails the day's brief to those who want it, at addresses that were proven to be theirs. */
export async function mailBrief(tx: Tx, runId: string): Promise<void> {
  const { data: brief } = dailyBriefing.safeParse((await runs.find(tx, runId))?.output);
  if (!brief) return;
  const words = (line: (typeof brief)["headline"]) =>
    shorten(withoutReordering(formatLine(line, brief.figures)), 1_000);
  const parts = Object.entries(heads).flatMap(([group, head]) => {
    const lines = brief.lines.filter((one) => one.group === group).map(({ line }) => `– ${words(line)}`);
    return lines.length > 0 ? [`${head}:`, ...lines] : [];
  });
  const letter: Letter = {
    subject: `Daily brief, ${longDay(dayIn(tx.now, tx.timeZone))}`,
    paragraphs: [words(brief.headline), ...parts],
    action: { label: "Open the brief", path: `/runs/${runId}` },
    note: "You asked for this mail. Switch it off in your account, under Notifications.",
  };
  const wanting = await wantingMail(tx, "brief");
  for (const { id, email } of await mailAddresses(tx, wanting))
    await sendMail(tx, { kind: "brief", to: email, about: id, letter });
}
