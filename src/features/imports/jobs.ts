import { z } from "zod";
import { companyJob } from "#features/accounts/service.ts";
import { forgetJob } from "#features/imports/ending/service.ts";
import { lookFailed, lookJob, runLook } from "#features/imports/looking/service.ts";
import { startPay } from "#features/imports/service.ts";
import { giveUp, importJob, run } from "#features/imports/running/service.ts";
import { forget, runUndo, undoFailed, undoJob } from "#features/imports/undoing/service.ts";
import type { Ctx } from "#platform/context.ts";

const input = z.strictObject({ importId: z.uuid() });

const ofImport = (
  job: { name: string; concurrency?: number },
  run: (ctx: Ctx, importId: string) => Promise<void>,
  dead?: (ctx: Ctx, importId: string) => Promise<void>,
) =>
  companyJob(
    job,
    input,
    (ctx, { importId }) => run(ctx, importId),
    dead && ((ctx, { importId }) => dead(ctx, importId)),
  );

export const jobs = [
  ofImport(
    { ...lookJob, concurrency: 2 },
    async (ctx, importId) => {
      await runLook(ctx, importId);
      await startPay(ctx, importId);
    },
    lookFailed,
  ),
  ofImport(importJob, run, giveUp),
  ofImport(undoJob, runUndo, undoFailed),
  ofImport(forgetJob, forget),
];
