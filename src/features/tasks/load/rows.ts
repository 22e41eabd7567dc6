/** How much open work an executive has. */
export type TaskLoad = { agentId: string; name: string; role: string; open: number; overdue: number };

/** Tasks as a whole: open, past their day, started and over their estimate, done in a stretch of days. */
export type TaskTotals = {
  open: number;
  overdue: number;
  unassigned: number;
  /** Closed in the last 90 days with both hours: over the estimate, of how many, and by how many hours. */
  over: number;
  timed: number;
  hoursOver: number;
};

/** What was done in a week that begins on a day. */
export type Week = { from: string; done: number };

/** One task. */
export type LateTask = { id: string; title: string; dueOn: string; assignee: string | null };
/** A task that took longer than estimated. */
export type OverrunTask = { id: string; title: string; estimated: number; actual: number };
