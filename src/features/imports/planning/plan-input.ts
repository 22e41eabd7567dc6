import type { Question, Target } from "#features/imports/contract.ts";
import type { Choices, Facts, Remembered } from "#features/imports/planning/choices.ts";
import type { Column, Matched } from "#features/imports/planning/columns.ts";
import type { OwnFields } from "#features/imports/planning/own.ts";
import type { Plan } from "#features/imports/planning/line-reader.ts";
import type { Found } from "#features/imports/planning/recognize.ts";
import type { RecordKind } from "#features/records/contract.ts";
import type { FileProfile, Place } from "#platform/reading/reading.ts";

export type PlanInput = {
  profile: FileProfile;
  fileName: string;
  place: Place;
  /** The day of the import; without it no question offers it. */
  today?: string;
  choices: Choices;
  remembered: Remembered;
  facts: Facts | null;
  own?: OwnFields;
  /** Fields that are the same on all lines, whose amounts are added up where a record has several. */
  summed?: Readonly<Record<string, string>>;
  /** Whether a kind has a field of its own that is called so. */
  isBuiltIn?: (kind: RecordKind, label: string) => boolean;
};

/** What was decided about a file, and what is open. */
export type Planned = {
  target: Target | null;
  found: Found | null;
  columns: Column[];
  matched: Matched;
  /** Null until the target is known. */
  plan: Plan | null;
  questions: Question[];
  /** Why it cannot start, questions aside. */
  missing: string | null;
  notes: string[];
};
