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

type RecordEvent = { id: string | null; title: string; details: Details };

/** Bulk removals are warnings. */
const severityOf = (many: number) => ({ severity: many > 1 ? ("warning" as const) : ("info" as const) });

const shownOf = (given: RecordEvent) => ({ ...given, line: lineOf(given.title, given.details) });
const shownMany = (given: RecordEvent, many: number) => ({
  ...given,
  ...severityOf(many),
  line: lineOf(given.title, given.details, many > 1),
});
const unshown = (given: RecordEvent) => given;
/** The title of a file's import begins with its name, as it is written. */
const ofFile = (warns: boolean) => (given: RecordEvent) => ({
  ...given,
  line: { ...lineOf("", given.details, warns), title: given.title },
});
const shown = { ...ofRecord, details: recordDetails } as const;

export const recordAdded = event("record.added", shown, shownOf);
export const recordChanged = event("record.changed", shown, shownOf);
export const recordRemovalStarted = event("record.removal_started", audited, (given: RecordEvent, many: number) => ({
  ...given,
  ...severityOf(many),
}));
export const recordRemoved = event("record.removed", shown, shownMany);
export const recordRestoreStarted = event("record.restore_started", audited, unshown);
export const recordRestored = event("record.restored", shown, shownOf);
export const recordRemovalBrokenOff = event(
  "record.removal_broken_off",
  { ...shown, severity: "warning" },
  (given: RecordEvent) => ({ ...given, line: lineOf(given.title, given.details, true) }),
);
export const partiesCreated = event("record.parties_created", shown, shownOf);
export const partiesUndone = event("record.parties_unlinked", audited, unshown);
export const recordSamplesAdded = event("record.samples_added", shown, shownOf);
export const recordSamplesRemoved = event("record.samples_removed", shown, shownMany);
export const recordImportStarted = event("record.import_started", { ...audited, resource: "import" }, unshown);
export const recordImported = event("record.imported", { ...shown, resource: "import" }, ofFile(false));
export const recordImportFailed = event(
  "record.import_failed",
  { ...shown, resource: "import", severity: "warning" },
  ofFile(true),
);

const ofRules = { ...ofRecord, feed: null } as const;

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
