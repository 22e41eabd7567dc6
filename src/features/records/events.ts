import { z } from "zod";
import type { RecordKind } from "#features/records/contract.ts";
import type { Line } from "#contract/events.ts";
import { event } from "#platform/journal/event.ts";

const ofRecord = { resource: "record", feed: "kpi_change", refreshes: ["records", "feed"] } as const;
const audited = { ...ofRecord, feed: null } as const;
const recordDetails = z.looseObject({ kind: z.string().nullish() });
type Details = { kind?: RecordKind | null; [more: string]: unknown };

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const lineOf = (title: string, { kind }: Details, warns = false): Line => ({
  title: firstUpper(title),
  text: [],
  href: kind ? `/records/${kind}` : "/records",
  impact: warns ? "medium" : "low",
});

/** The input of record events: the row, a title and details. */
type RecordEvent = { id: string | null; title: string; details: Details };

export const recordAdded = event("record.added", { ...ofRecord, details: recordDetails }, (given: RecordEvent) => ({
  ...given,
  line: lineOf(given.title, given.details),
}));

export const recordChanged = event("record.changed", { ...ofRecord, details: recordDetails }, (given: RecordEvent) => ({
  ...given,
  line: lineOf(given.title, given.details),
}));

/** Bulk removals are warnings. */
const severityOf = (many: number) => ({ severity: many > 1 ? ("warning" as const) : ("info" as const) });

export const recordRemovalStarted = event(
  "record.removal_started",
  { ...audited, details: recordDetails },
  (given: RecordEvent, many: number) => ({ ...given, ...severityOf(many) }),
);

export const recordRemoved = event(
  "record.removed",
  { ...ofRecord, details: recordDetails },
  (given: RecordEvent, many: number) => ({
    ...given,
    ...severityOf(many),
    line: lineOf(given.title, given.details, many > 1),
  }),
);

export const recordRestoreStarted = event(
  "record.restore_started",
  { ...audited, details: recordDetails },
  (given: RecordEvent) => given,
);

export const recordRestored = event(
  "record.restored",
  { ...ofRecord, details: recordDetails },
  (given: RecordEvent) => ({
    ...given,
    line: lineOf(given.title, given.details),
  }),
);

export const recordRemovalBrokenOff = event(
  "record.removal_broken_off",
  { ...ofRecord, details: recordDetails, severity: "warning" },
  (given: RecordEvent) => ({ ...given, line: lineOf(given.title, given.details, true) }),
);

export const partiesCreated = event(
  "record.parties_created",
  { ...ofRecord, details: recordDetails },
  (given: RecordEvent) => ({ ...given, line: lineOf(given.title, given.details) }),
);

export const partiesUndone = event(
  "record.parties_unlinked",
  { ...audited, details: recordDetails },
  (given: RecordEvent) => given,
);

export const recordSamplesAdded = event(
  "record.samples_added",
  { ...ofRecord, details: recordDetails },
  (given: RecordEvent) => ({
    ...given,
    line: lineOf(given.title, given.details),
  }),
);

export const recordSamplesRemoved = event(
  "record.samples_removed",
  { ...ofRecord, details: recordDetails },
  (given: RecordEvent, many: number) => ({
    ...given,
    ...severityOf(many),
    line: lineOf(given.title, given.details, many > 1),
  }),
);

export const recordImportStarted = event(
  "record.import_started",
  { ...audited, resource: "import", details: recordDetails },
  (given: RecordEvent) => given,
);

export const recordImported = event(
  "record.imported",
  { ...ofRecord, resource: "import", details: recordDetails },
  (given: RecordEvent) => ({ ...given, line: { ...lineOf("", given.details), title: given.title } }),
);

export const recordImportFailed = event(
  "record.import_failed",
  { ...ofRecord, resource: "import", details: recordDetails, severity: "warning" },
  (given: RecordEvent) => ({ ...given, line: { ...lineOf("", given.details, true), title: given.title } }),
);

const ofRules = { ...ofRecord, feed: null, details: z.looseObject({}) } as const;

export const categoryRulesChanged = event("record.category_rules_changed", ofRules, (rules: number) => ({
  id: null,
  title: "Rules for categories changed",
  details: { rules },
}));

export const categoryRulesApplied = event(
  "record.category_rules_applied",
  ofRules,
  (changed: number, background: object = {}) => ({
    id: null,
    title: "Rules for categories applied",
    details: { changed, ...background },
  }),
);
