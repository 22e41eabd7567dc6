/** How much open work an executive has. */
export type TaskLoad = { agentId: string; name: string; role: string; open: number; overdue: number };

/** Tasks as a whole: open, past due, and how those done in the last 90 days kept to their estimate. */
export type TaskTotals = {
  open: number;
  overdue: number;
  unassigned: number;
  /** With an estimate and hours worked: over it, of how many, and by how many hours. */
  over: number;
  timed: number;
  /** With an estimate, and nobody entered the hours. */
  untimed: number;
  hoursOver: number;
};

/** What was done in a week that begins on a day. */
export type Week = { from: string; done: number };

/** An open task past due, and since how many whole hours. */
export type LateTask = { id: string; title: string; dueOn: string; hours: number; assignee: string | null };
/** A task that took longer than estimated. */
export type OverrunTask = { id: string; title: string; estimated: number; actual: number };
