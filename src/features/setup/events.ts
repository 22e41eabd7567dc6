import { z } from "zod";
import { event } from "#platform/journal/event.ts";

export const workforceInitialized = event(
  "workforce.initialized",
  {
    resource: "company",
    feed: null,
    refreshes: ["agents", "decisions", "communications"],
    details: z.strictObject({ created: z.number(), mended: z.number() }),
  },
  (id: string, created: number, mended: number) => ({
    id,
    title: created > 0 ? `${created} agents created` : "Workforce checked",
    details: { created, mended },
  }),
);
