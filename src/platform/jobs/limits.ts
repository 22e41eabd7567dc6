/** Limits of a job; times in milliseconds. */
export const jobLimits = {
  /** Attempts before a job is dead. */
  attempts: 5,
  /** A job's timeout: longer than the longest run's own limit, shorter than the queue's lease. */
  longest: 350_000,
  /** How long a running job may continue when the program stops. */
  lastMoment: 3_000,
};
