import { z } from "zod";
import { ConnectorFault } from "#connectors/fault.ts";
import { connectorOf } from "#connectors/connector.ts";
import { jobContext } from "#features/accounts/service.ts";
import * as store from "#features/integrations/store.ts";
import { sync, syncing, syncJob } from "#features/integrations/syncing/service.ts";
import type { Platform } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import type { Scheduled } from "#platform/jobs/background.ts";
import { defineJob } from "#platform/jobs.ts";

const restMs = 5_000;

export const jobs = [
  defineJob({
    ...syncJob,
    input: z.strictObject({ id: z.int() }),
    concurrency: 4,
    async run(platform: Platform, company, { id }) {
      const ctx = await jobContext(platform, company);
      // A fault of the service stands on the connection, and the next reading tries again.
      const done = await sync(ctx, id).catch((error: unknown) => {
        if (error instanceof ConnectorFault) return null;
        throw error;
      });
      // What waits for the Brain waits a little.
      const after = done && done.added + done.changed === 0 ? restMs : 0;
      if (done?.isMore) await write(ctx, (tx) => tx.jobs.send(tx.db, syncJob, company, { id }, { after }));
    },
  }),
];

export const schedule: readonly Scheduled[] = [
  {
    ...syncing,
    isOptional: true,
    async run(tx) {
      for (const { id, connector, status } of await store.list(tx))
        if (status === "active" && connectorOf(tx, connector)?.source)
          await tx.jobs.send(tx.db, syncJob, tx.company, { id });
    },
  },
];
