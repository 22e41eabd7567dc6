import { ConnectorFault } from "#connectors/fault.ts";
import { withConnection } from "#features/integrations/access/service.ts";
import * as store from "#features/integrations/store.ts";
import { syncJob } from "#features/integrations/hastening/service.ts";
import { aboutOf, kindOf } from "#features/integrations/taking/service.ts";
import { countAtSource } from "#features/records/removals/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";

export const recountJob = { name: "integration-recount" };

/** Where the service does not count, everything is read anew once a week: on Sundays. */
const isWeekly = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 0;

/** Compares what is here with what the service counts, and has everything read anew where they differ. */
export async function recount(ctx: Ctx, id: number): Promise<void> {
  try {
    const why = await withConnection(ctx, id, async (call, connector, { credentials }) => {
      const { id: from, name, source } = connector;
      if (!source || source.reconciles) return null;
      if (!source.count) return isWeekly(dayIn(ctx.now, ctx.timeZone)) ? `${name} is read anew, as every week.` : null;
      const there = await source.count(call, aboutOf(ctx, connector, credentials));
      const here = await read(ctx, (tx) => countAtSource(tx, Object.keys(there).map(kindOf), from));
      const parts = [...here].flatMap(([kind, amount]) =>
        amount === there[kind] ? [] : [`${there[kind]} ${kind} instead of ${amount}`],
      );
      return parts.length > 0 ? `${name} counts ${parts.join(", ")}: everything is read anew.` : null;
    });
    if (why === null) return;
    await write(ctx, async (tx) => {
      const row = await store.find(tx, id);
      if (!row) return;
      await store.change(tx, id, { cursor: null });
      await store.log(tx, id, "sync", row.status, why);
      await tx.jobs.send(tx.db, syncJob, tx.company, { id });
    });
  } catch (error) {
    // It stands on the connection.
    if (!(error instanceof ConnectorFault)) throw error;
  }
}
