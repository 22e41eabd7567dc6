export type TaskLoad = { agentId: string; name: string; role: string; open: number; overdue: number };

export type TaskTotals = {
  open: number;
  overdue: number;
  unassigned: number;
  /** Of tasks completed in the last 90 days with an estimate and entered hours: those over the estimate, and all. */
  over: number;
  timed: number;
  /** With an estimate but no entered hours. */
  untimed: number;
  hoursOver: number;
};

/** Tasks completed in the week from `from`. */
export type Week = { from: string; done: number };

/** `hours` overdue, rounded down. */
export type LateTask = { id: string; title: string; dueOn: string; hours: number; assignee: string | null };
export type OverrunTask = { id: string; title: string; estimated: number; actual: number };
