import type { Origin } from "#contract/origins.ts";

/** Open work by assignee, by the name tickets carry; null if unassigned. */
export type Load = { name: string | null; open: number; overdue: number; origins: Origin[] };

/** All tickets: open, overdue, and actual against estimated hours in a period. */
export type TicketTotals = {
  open: number;
  overdue: number;
  over: number;
  timed: number;
  hoursOver: number;
  origins: Origin[];
};

/** A ticket over its estimate, or overdue. */
export type OverrunTicket = { id: string; title: string; ownerName: string | null; estimated: number; actual: number };
export type LateTicket = { id: string; title: string; ownerName: string | null; dueOn: string };

export type Week = { from: string; done: number };

/** Days from opened to resolved: median and 90th percentile. */
export type Cycle = { tickets: number; median: number | null; ninth: number | null; origins: Origin[] };
