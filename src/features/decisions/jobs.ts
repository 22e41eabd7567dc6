import { z } from "zod";
import { expire, expiryJob } from "#features/decisions/service.ts";
import { type Platform, systemContext } from "#platform/context.ts";
import { defineJob } from "#platform/jobs.ts";

export const jobs = [
  defineJob({
    ...expiryJob,
    input: z.strictObject({ decisionId: z.uuid() }),
    run: (platform: Platform, company, { decisionId }) => expire(systemContext(platform, company), decisionId),
  }),
];
