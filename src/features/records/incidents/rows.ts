import type { Origin } from "#contract/origins.ts";
import type { Priority } from "#contract/words.ts";

/** The open incidents of one priority on a day, by how long they are open. */
export type OpenIncidents = {
  priority: Priority;
  open: number;
  overdue: number;
  /** Open for at most 7 days, for 8 to 30, and longer. */
  ages: [number, number, number];
  origins: Origin[];
};

/** An incident past the day it had to be solved. */
export type OverdueIncident = {
  id: string;
  number: string | null;
  title: string;
  priority: Priority;
  dueOn: string;
  openedOn: string;
};

/** How many incidents were solved in a period, and the median days that took; null where none was. */
export type Solved = { solved: number; median: number | null };

/** How many incidents began in a period, and the last one that began at all. */
export type Began = { number: number; last: { number: string | null; title: string; openedOn: string } | null };
