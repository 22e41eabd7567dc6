import { z } from "zod";
import { pluralize } from "#contract/format.ts";
import { event } from "#platform/journal/event.ts";

const counts = { removed: z.number(), restored: z.number(), kept: z.number() };

export const importUndoStarted = event(
  "import.undo_started",
  { resource: "import", feed: null, refreshes: [], details: z.strictObject({}) },
  (id: string, fileName: string) => ({ id, title: `Undo of ${fileName} started`, details: {} }),
);

export const importUndone = event(
  "import.undone",
  {
    resource: "import",
    feed: "kpi_change",
    refreshes: ["records", "metrics", "feed"],
    details: z.looseObject({ kind: z.string().nullish(), ...counts }),
    severity: "warning",
  },
  (
    id: string,
    fileName: string,
    details: { kind: string | null; removed: number; restored: number; kept: number; inBackground?: true },
  ) => ({
    id,
    title: `Import of ${fileName} undone`,
    details,
    line: {
      title: `Import of ${fileName} undone`,
      text: [`${pluralize(details.removed, "row")} removed, ${details.restored} as before`],
      href: details.kind ? `/records/${details.kind}` : "/records",
      impact: "medium",
    },
  }),
);
