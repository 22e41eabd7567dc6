import type { Counts, Mark } from "#features/brain/contract.ts";
import { event } from "#platform/journal/event.ts";

const common = { resource: "brain", feed: null, refreshes: ["brain"] } as const;
const href = "/brain-dashboard";

export const noteAdded = event("brain.note_added", common, (id: string, importance: number) => ({
  id,
  title: "Note added",
  details: { importance },
}));

export const brainSynced = event(
  "brain.synced",
  {
    ...common,
    feed: "analysis",
    refreshes: ["brain", "feed"],
  },
  (counts: Counts) => ({
    id: null,
    title: "Company Brain synced",
    details: counts,
    line: {
      text: [`${counts.added} added, ${counts.updated} updated`, { by: " by " }],
      href,
      impact: "low" as const,
      status: "completed" as const,
    },
  }),
);

const markNames = { wrong: "wrong", out_of_date: "out of date" } as const;
export const itemMarked = event(
  "brain.marked",
  {
    ...common,
    complianceRelevant: true,
  },
  (id: string, kind: "item" | "fact", mark: Mark | null, reason: string | null) => ({
    id,
    title: `${kind === "fact" ? "Fact" : "Item"} marked ${mark ? markNames[mark] : "right again"}`,
    details: { kind, mark, reason },
  }),
);

export const itemsDeleted = event(
  "brain.deleted",
  { ...common, complianceRelevant: true },
  (id: string, items: number, doubted: number) => ({
    id,
    title: "Deleted from the Company Brain",
    details: { items, doubted },
  }),
);

export const factAdded = event("brain.fact", common, (id: string, conflicted: boolean) => ({
  id,
  title: "Fact added",
  details: { conflicted },
}));
