import type { Origin } from "#contract/origins.ts";

/** How much open work somebody has, by the name tickets carry; null: nobody. */
export type Load = { name: string | null; open: number; overdue: number; origins: Origin[] };

/** Tickets as a whole: open, past their day, and how those of a stretch of days kept to their hours. */
export type TicketTotals = {
  open: number;
  overdue: number;
  over: number;
  timed: number;
  hoursOver: number;
  origins: Origin[];
};

/** A ticket that took longer than estimated, or is late. */
export type OverrunTicket = { id: string; title: string; ownerName: string | null; estimated: number; actual: number };
export type LateTicket = { id: string; title: string; ownerName: string | null; dueOn: string };

/** What was done in a week that begins on a day. */
export type Week = { from: string; done: number };

/** Days from opened to resolved: the middle one and the ninth of ten, of so many tickets. */
export type Cycle = { tickets: number; median: number | null; ninth: number | null; origins: Origin[] };
