import { z } from "zod";
import { connectorOf } from "#connectors/connector.ts";
import { companyJob, jobContext } from "#features/accounts/service.ts";
import * as store from "#features/integrations/store.ts";
import { isDue } from "#features/integrations/rules.ts";
import { recount, recountJob } from "#features/integrations/recounting/service.ts";
import { syncJob } from "#features/integrations/hastening/service.ts";
import { recounting, syncInBackground, syncing } from "#features/integrations/syncing/service.ts";
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
      const done = await syncInBackground(ctx, id);
      // What waits for the Brain waits a little.
      const after = done && done.added + done.changed === 0 ? restMs : 0;
      if (done?.isMore) await write(ctx, (tx) => tx.jobs.send(tx.db, syncJob, company, { id }, { after }));
    },
  }),
  companyJob(recountJob, z.strictObject({ id: z.int() }), (ctx, { id }) => recount(ctx, id)),
];

export const schedule: readonly Scheduled[] = [
  {
    ...syncing,
    isOptional: true,
    async run(tx) {
      for (const row of await store.list(tx))
        if (isDue(row, connectorOf(tx, row.connector)?.source?.everyMinutes, tx.now))
          await tx.jobs.send(tx.db, syncJob, tx.company, { id: row.id });
    },
  },
  {
    ...recounting,
    isOptional: true,
    async run(tx) {
      for (const { id, status, connector } of await store.list(tx))
        if (status === "active" && connectorOf(tx, connector)?.source)
          await tx.jobs.send(tx.db, recountJob, tx.company, { id });
    },
  },
];
