import { z } from "zod";
import type { RecordKind } from "#features/records/contract.ts";
import type { Line } from "#contract/events.ts";
import { event } from "#platform/journal/event.ts";

const ofRecord = { resource: "record", feed: "kpi_change", refreshes: ["records", "feed"] } as const;
const audited = { ...ofRecord, feed: null } as const;
const about = z.looseObject({ kind: z.string().nullish() });
type About = { kind?: RecordKind | null; [more: string]: unknown };

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const lineOf = (title: string, { kind }: About, warns = false): Line => ({
  title: firstUpper(title),
  text: [],
  href: kind ? `/records/${kind}` : "/records",
  impact: warns ? "medium" : "low",
});

/** What most record events contain: the row, a title and details. */
type Said = { id: string | null; title: string; details: About };

export const recordAdded = event("record.added", { ...ofRecord, details: about }, (said: Said) => ({
  ...said,
  line: lineOf(said.title, said.details),
}));

export const recordChanged = event("record.changed", { ...ofRecord, details: about }, (said: Said) => ({
  ...said,
  line: lineOf(said.title, said.details),
}));

/** Bulk removals are warnings. */
const weight = (many: number) => ({ severity: many > 1 ? ("warning" as const) : ("info" as const) });

export const recordRemovalStarted = event(
  "record.removal_started",
  { ...audited, details: about },
  (said: Said, many: number) => ({ ...said, ...weight(many) }),
);

export const recordRemoved = event("record.removed", { ...ofRecord, details: about }, (said: Said, many: number) => ({
  ...said,
  ...weight(many),
  line: lineOf(said.title, said.details, many > 1),
}));

export const recordRestoreStarted = event(
  "record.restore_started",
  { ...audited, details: about },
  (said: Said) => said,
);

export const recordRestored = event("record.restored", { ...ofRecord, details: about }, (said: Said) => ({
  ...said,
  line: lineOf(said.title, said.details),
}));

export const recordRemovalBrokenOff = event(
  "record.removal_broken_off",
  { ...ofRecord, details: about, severity: "warning" },
  (said: Said) => ({ ...said, line: lineOf(said.title, said.details, true) }),
);

export const recordSamplesAdded = event("record.samples_added", { ...ofRecord, details: about }, (said: Said) => ({
  ...said,
  line: lineOf(said.title, said.details),
}));

export const recordSamplesRemoved = event(
  "record.samples_removed",
  { ...ofRecord, details: about },
  (said: Said, many: number) => ({ ...said, ...weight(many), line: lineOf(said.title, said.details, many > 1) }),
);

export const recordImportStarted = event(
  "record.import_started",
  { ...audited, resource: "import", details: about },
  (said: Said) => said,
);

export const recordImported = event(
  "record.imported",
  { ...ofRecord, resource: "import", details: about },
  (said: Said) => ({ ...said, line: { ...lineOf("", said.details), title: said.title } }),
);

export const recordImportFailed = event(
  "record.import_failed",
  { ...ofRecord, resource: "import", details: about, severity: "warning" },
  (said: Said) => ({ ...said, line: { ...lineOf("", said.details, true), title: said.title } }),
);
