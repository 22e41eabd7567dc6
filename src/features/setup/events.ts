import { event } from "#platform/journal/event.ts";

export const workforceInitialized = event(
  "workforce.initialized",
  {
    resource: "company",
    feed: null,
    refreshes: ["agents", "decisions", "communications"],
  },
  (id: string, created: number, mended: number) => ({
    id,
    title: created > 0 ? `${created} agents created` : "Workforce checked",
    details: { created, mended },
  }),
);
