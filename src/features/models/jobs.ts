import { forgetTexts } from "#agency/run/steps/store.ts";
import { modelTextsDeleted } from "#features/models/events.ts";
import * as store from "#features/models/store.ts";
import type { Scheduled } from "#platform/jobs/background.ts";
import { record } from "#platform/journal/record.ts";

const day = 86_400_000;

export const schedule: readonly Scheduled[] = [
  {
    name: "model-texts",
    every: { at: "03:00" },
    /** Deletes prompts and replies that are older than the company keeps them. */
    async run(tx) {
      const keepDays = (await store.findPrivacy(tx))?.keepDays ?? null;
      if (keepDays === null) return;
      const runs = await forgetTexts(tx, new Date(tx.now.getTime() - keepDays * day));
      if (runs > 0) await record(tx, modelTextsDeleted(tx.company, { runs, keepDays }));
    },
  },
];
