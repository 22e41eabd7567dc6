import type { Origin } from "#contract/origins.ts";
import type { Priority } from "#contract/words.ts";

export type OpenIncidents = {
  priority: Priority;
  open: number;
  overdue: number;
  /** Open for up to 7 days, 8 to 30, and longer. */
  ages: [number, number, number];
  origins: Origin[];
};

export type OverdueIncident = {
  id: string;
  number: string | null;
  title: string;
  priority: Priority;
  dueOn: string;
  openedOn: string;
};

export type Solved = { solved: number; median: number | null };

export type Began = { number: number; last: { number: string | null; title: string; openedOn: string } | null };
