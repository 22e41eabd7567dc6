import { recipients } from "#features/models/connection/service.ts";
import type { Activity } from "#features/privacy/contract.ts";
import { activities } from "#features/privacy/processing/activities.ts";
import type { Tx } from "#platform/context.ts";
import { countLimit, figuresOf, retentionOf } from "#platform/personal/figures.ts";

/** What is processed, with the rows the company has and when it last happened. */
export async function processing(tx: Tx): Promise<Activity[]> {
  const outside = await recipients(tx);
  const all: Activity[] = [];
  for (const { tables, keptAs, events, isForModels, dataTypes, ...about } of activities) {
    const [table] = tables;
    const { rows, lastAt } = await figuresOf(tx, { table, events });
    all.push({
      ...about,
      dataTypes: [...dataTypes],
      retention: retentionOf(table, keptAs),
      recipients: ["This installation", ...(isForModels ? outside : [])],
      rows: Math.min(rows, countLimit),
      isMore: rows > countLimit,
      lastAt: lastAt?.toISOString() ?? null,
    });
  }
  return all;
}
