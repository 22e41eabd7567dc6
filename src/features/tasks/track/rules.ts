export type TaskRecord = {
  /** Completed tasks; questions are counted apart. */
  finished: number;
  completed: number;
  withResult: number;
  /** Finished tasks with a due date, and those of them done by then. */
  due: number;
  onTime: number;
  questions: number;
};
