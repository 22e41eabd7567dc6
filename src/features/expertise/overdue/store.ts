import { forecastsDue, mostAtOnce } from "#features/decisions/due/store.ts";
import type { Overdue } from "#features/expertise/overdue/contract.ts";
import { overdueRecords } from "#features/records/overdue/store.ts";
import { totals } from "#features/tasks/load/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";

/** Everything that is overdue by the company's own rows. */
export async function overdueOf(tx: Tx): Promise<Overdue> {
  const today = dayIn(tx.now, tx.timeZone);
  const tasks = (await totals(tx)).overdue;
  const forecasts = (await forecastsDue(tx, today)).filter(({ dueOn }) => dueOn < today).length;
  return [
    ...(await overdueRecords(tx, today)),
    ...(tasks > 0 ? [{ one: "task", many: "tasks", count: tasks, href: "/tasks?view=late" }] : []),
    ...(forecasts > 0
      ? [
          {
            one: "forecast",
            many: "forecasts",
            count: forecasts,
            href: "/forecasts",
            ...(forecasts >= mostAtOnce && { isMore: true }),
          },
        ]
      : []),
  ];
}
