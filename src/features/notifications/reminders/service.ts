import { addDays } from "#contract/days.ts";
import { currency } from "#contract/words.ts";
import * as accounts from "#features/accounts/store.ts";
import * as due from "#features/decisions/due/store.ts";
import { keptDays } from "#features/notifications/contract.ts";
import { aboutDecision, approversOf, notify } from "#features/notifications/notices/service.ts";
import { decideBy, describeDue, forecastSubject, titleWithAmount } from "#features/notifications/rules.ts";
import * as store from "#features/notifications/store.ts";
import * as taskDues from "#features/tasks/due/store.ts";
import { dayIn, momentOf } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";

/** Sends the day's reminders of deadlines, due forecasts and people's due tasks. Deletes old notifications. */
export async function remind(tx: Tx): Promise<void> {
  const today = dayIn(tx.now, tx.timeZone);
  const [tomorrow, dayAfterTomorrow] = [addDays(today, 1), addDays(today, 2)];
  await store.removeOlderThan(tx, new Date(tx.now.getTime() - keptDays * 86_400_000));
  for (const row of await due.pendingBefore(tx, momentOf(dayAfterTomorrow, "00:00:00", tx.timeZone))) {
    const expiresOn = dayIn(row.expiresAt, tx.timeZone);
    await notify(tx, await approversOf(tx, row), {
      ...aboutDecision(row),
      kind: "deadline",
      occasion: `deadline:${row.id}:${expiresOn}`,
      title: `${titleWithAmount(row.title, row.exposure, currency.parse(tx.currency))}: ${decideBy(expiresOn, today, tomorrow)}`,
      detail: `D-${row.number}`,
    });
  }
  const forecasts = await due.forecastsDue(tx, today);
  const mayResolve = forecasts.length > 0 ? await accounts.approvers(tx) : [];
  for (const forecast of forecasts)
    await notify(
      tx,
      mayResolve.filter(({ role }) => role === "approver" || role === "admin").map(({ id }) => id),
      {
        kind: "forecast",
        subject: forecastSubject(forecast),
        occasion: `forecast:${forecastSubject(forecast)}`,
        title: `A forecast is due: ${forecast.claim}`,
        detail: `D-${forecast.number}`,
        href: `/decisions/${forecast.decisionId}`,
        role: forecast.agentRole,
      },
    );
  for (const task of await taskDues.dueForPeople(tx, momentOf(tomorrow, "00:00:00", tx.timeZone)))
    await notify(tx, [task.userId], {
      kind: "task",
      subject: task.id,
      occasion: `task:${task.id}:${task.dueOn}:${task.dueOn < today ? "late" : "due"}`,
      title: task.title,
      detail: describeDue(task.dueOn, today),
      href: `/?task=${task.id}`,
      role: null,
    });
}
