import { truncate } from "#contract/words.ts";
import { personAuthorization } from "#features/authority/rules.ts";
import { newGrant } from "#features/authority/store.ts";
import * as events from "#features/mailroom/events.ts";
import { daysWithoutOne, promisesIn } from "#features/mailroom/promising/rules.ts";
import * as store from "#features/mailroom/promising/store.ts";
import * as letters from "#features/mailroom/store.ts";
import { addTasks } from "#features/tasks/service.ts";
import { dayIn, endOfDay } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { record } from "#platform/journal/record.ts";

export const promisesOf = store.ofLetter;

/** Makes each promise of an answer that a person sent or approved a task of that person, due on the day it names. */
export async function keepPromises(tx: Tx, letterId: string): Promise<void> {
  const row = await letters.findLetter(tx, letterId);
  if (!row?.sentBy || !row.draft || (await store.ofLetter(tx, letterId)).length > 0) return;
  const approved = (row.facts ?? []).flatMap(({ figures }) => figures);
  const found = promisesIn(row.draft, dayIn(row.sentAt ?? tx.now, tx.timeZone), approved);
  if (found.length === 0) return;
  const grant = newGrant(tx, {
    grantedBy: "person",
    personId: row.sentBy,
    effect: "task",
    answer: personAuthorization(),
  });
  await grant.add();
  const tasks = found.map(({ words, dueOn, isDayNamed }) => ({
    id: crypto.randomUUID(),
    words,
    dueOn,
    description: [
      `An email that you sent says: “${words}”`,
      ...(isDayNamed
        ? []
        : [`It names no day that can be read, so the task is due ${daysWithoutOne} days after it was sent.`]),
      `The email: /mail?letter=${letterId}`,
    ].join("\n"),
  }));
  await addTasks(
    tx,
    tasks.map(({ id, words, dueOn, description }) => ({
      id,
      title: truncate(`Keep a promise: ${words}`, 200),
      description,
      priority: "high" as const,
      assignedUserId: row.sentBy,
      dueDate: endOfDay(dueOn, tx.timeZone),
      grantId: grant.id,
      origin: "staff" as const,
      metadata: { letterId },
    })),
  );
  await store.add(
    tx,
    letterId,
    tasks.map(({ id: taskId, words, dueOn }) => ({ taskId, words, dueOn })),
  );
  await record(tx, events.promisesKept(row, tasks.length));
}
